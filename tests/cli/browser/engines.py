"""Debian's other engines before the site: Firefox's, and WebKit, which is that of every iPhone."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from selenium.webdriver import Remote, WebKitGTK
from selenium.webdriver.firefox.options import Options as FirefoxOptions
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from tests.api.hosts import free_port
from tests.cli.browser.marionette import SET_CONTEXT, Marionette
from tests.patience import PATIENCE, wait_until

FIREFOX: Final = Path("/usr/bin/firefox-esr")
XVFB, WEBKIT_DRIVER = Path("/usr/bin/Xvfb"), Path("/usr/bin/WebKitWebDriver")
MINIBROWSER: Final = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), WEBKIT_DRIVER)
PREFERENCES: Final[dict[str, Any]] = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "ui.prefersReducedMotion": 1,
}
NARROW: Final = ":root, body, #navigator-toolbox { min-width: 0 !important }"
"""Firefox's own window is no narrower than 450 points, but for this."""
COMPLAINTS: Final = """
const errors = Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError && !one.flags);
return errors.filter((one) => one.sourceName.startsWith('http://127.0.0.1')).map((one) => one.errorMessage);
"""
OF_REDIRECTS: Final = "Failed to load ‘’. A ServiceWorker intercepted the request and encountered an unexpected error."
"""Firefox says so of every redirect in a frame that a service worker answers with, and follows it."""
THEME: Final = """[Settings]
gtk-enable-animations=0
gtk-application-prefer-dark-theme={dark:d}
"""
"""What WebKit passes on to pages as `prefers-reduced-motion` and `prefers-color-scheme`."""
SMALL: Final = "window * { padding: 0; margin: 0; border: 0; min-width: 0; font-size: 4px; }"
"""WebKit's window is no narrower than its tools, which are small by this."""

HURRIED: Final = {"JSC_useOMGJIT": "0"}
"""The third of WebKit's compilers takes as long as all else, for what a test does but once."""


class Engine:
    """A browser as `Played` drives one."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)

    def script(self, code: str, *given: Any) -> Any:
        return self.driver.execute_script(code, *given)

    def size(self, size: tuple[int, int]) -> None:
        """As large as this device, whatever the window has around the page."""
        self.driver.set_window_size(*size)
        width, height = self.script("return [innerWidth, innerHeight]")
        self.driver.set_window_size(2 * size[0] - width, 2 * size[1] - height)

    def complaints(self) -> list[str]:
        """What stands in the console; WebKit tells its driver nothing of it."""
        return []


class Firefox(Engine):
    """Its console can be read from the browser's own side; what pages themselves write there, it does not keep."""

    def complaints(self) -> list[str]:
        self.driver.execute(SET_CONTEXT, {"value": "chrome"})
        told = self.script(COMPLAINTS)
        self.driver.execute(SET_CONTEXT, {"value": "content"})
        return [one for one in told if one != OF_REDIRECTS]


@contextmanager
def running(words: list[str | Path], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A program, which is ended at the end."""
    process = subprocess.Popen(words, text=True, stderr=subprocess.DEVNULL, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def driven(engine: type[Engine], driver: WebDriver) -> Iterator[Engine]:
    """A browser that is closed at the end."""
    try:
        yield engine(driver)
    finally:
        driver.quit()


@contextmanager
def firefox(folder: Path, dark: bool = False) -> Iterator[Engine]:
    """Firefox without a window, with a new profile in a folder."""
    port = free_port()
    chosen = PREFERENCES | {"marionette.port": port, "ui.systemUsesDarkTheme": int(dark)}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in chosen.items()]
    (folder / "chrome").mkdir(parents=True)
    (folder / "user.js").write_text("\n".join(lines))
    (folder / "chrome" / "userChrome.css").write_text(NARROW)

    def reached() -> Marionette | None:
        with contextlib.suppress(ConnectionRefusedError):
            return Marionette(port)
        return None

    words = [FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--profile", folder, "about:blank"]
    with running(words, stdout=subprocess.DEVNULL, env=os.environ | {"HOME": str(folder)}):
        connection: Any = wait_until("Firefox answers", reached)
        with driven(Firefox, Remote(connection, options=FirefoxOptions())) as engine:
            yield engine


@contextmanager
def webkit(folder: Path, dark: bool = False) -> Iterator[Engine]:
    """WebKit's small browser, in a window on a screen that nobody sees; its settings are in a folder."""
    looks = folder / "gtk-3.0"
    looks.mkdir(parents=True)
    (looks / "settings.ini").write_text(THEME.format(dark=dark))
    (looks / "gtk.css").write_text(SMALL)
    with running([XVFB, "-displayfd", "1", "-screen", "0", "1600x1200x24"], stdout=subprocess.PIPE) as screen:
        assert screen.stdout
        screens = {"DISPLAY": f":{screen.stdout.readline().strip()}", "XDG_CONFIG_HOME": str(folder)}
        options = WebKitOptions()
        options.binary_location = str(MINIBROWSER)
        options.add_argument("--automation")
        service = WebKitService(str(WEBKIT_DRIVER), env=os.environ | screens | HURRIED)
        with driven(Engine, WebKitGTK(options=options, service=service)) as engine:
            yield engine


NEEDED: Final = {firefox: (FIREFOX,), webkit: (WEBKIT_DRIVER, MINIBROWSER, XVFB)}
"""What each engine needs on the machine."""
