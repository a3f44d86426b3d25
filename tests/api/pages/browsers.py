"""Debian's chromium before a host: it finds no other host, and tells what it asked for and what it complained of."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from selenium.common.exceptions import JavascriptException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from selenium_axe_python import Axe
from werkzeug.serving import make_server

from tests.api.hosts import URL, HostUnderTest, free_port
from tests.patience import PATIENCE, PAUSE, wait_until

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
DRIVER = Path(os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver"))
MISSING = (
    f"NO BROWSER: the pages were not looked at, because {CHROMIUM} or {DRIVER} is not there; "
    "`make browser` installs them (Debian's chromium and chromium-driver)"
)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
PHONE, DESK = (360, 740), (1280, 900)
HOLD = """
const real = fetch;
window.fetch = async (...asked) => {
  if (/[/](alive|news)([?]|$)/.test(asked[0])) return real(...asked);
  window.fetch = real;
  const got = await real(...asked), text = await got.text();
  got.text = () => new Promise((tell) => {
    window.goOn = () => { tell(text); return new Promise((then) => setTimeout(then)); };
  });
  return got;
};
"""
"""What is fetched next, but for what a page asks by itself, comes when it is told to go on, and no sooner."""


class Browser:
    """A browser that knows one host, and what else answers on this machine."""

    def __init__(self, port: int, profile: Path, name: str = "localhost:80") -> None:
        options = ChromeOptions()
        options.binary_location = str(CHROMIUM)
        known = f"EXCLUDE {name}" if name == "127.0.0.1" else f"MAP {name} 127.0.0.1:{port}, MAP localhost 127.0.0.1"
        hosts = f"--host-resolver-rules={known}, MAP * ~NOTFOUND"
        for flag in (*FLAGS, hosts, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = Chrome(options=options, service=Service(executable_path=str(DRIVER)))
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)  # axe takes seconds

    def quit(self) -> None:
        self.driver.quit()

    # --- looking -----------------------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        """Go to a page, and wait until it is there whole."""
        address = path if path.startswith("http") else URL + path
        self.driver.get(address)
        self.wait_for("return location.href === arguments[0] && document.readyState === 'complete'", address)

    def wait_for(self, code: str, *given: Any) -> None:
        """Wait until a script returns something true."""
        WebDriverWait(self.driver, PATIENCE, PAUSE).until(lambda _: self.script(code, *given), f"{code} {given}")

    @property
    def path(self) -> str:
        parts = urlsplit(self.driver.current_url)
        return parts.path + (f"#{parts.fragment}" if parts.fragment else "")

    def wait_for_path(self, path: str) -> None:
        """Wait until the page of that path is there whole."""
        there = "return location.pathname + location.hash === arguments[0] && document.readyState === 'complete'"
        self.wait_for(there, path)

    def find(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def script(self, code: str, *given: Any) -> Any:
        return self.driver.execute_script(code, *given)

    def hold(self, begin: Callable[[], None]) -> Callable[[], None]:
        """Have what is fetched next come when it is told to, and no sooner; gives what tells it."""
        self.script(HOLD)
        begin()
        self.wait_for("return 'goOn' in window")
        return lambda: self.script("return goOn()")

    def press(self, *keys: str) -> None:
        """Type keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def tab(self, times: int = 1) -> WebElement:
        """The element that has the focus after so many times Tab."""
        for _ in range(times):
            self.press(Keys.TAB)
        return self.driver.switch_to.active_element

    def size(self, size: tuple[int, int], scale: float = 1) -> None:
        """As large as this device."""
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": scale, "mobile": size[0] < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def media(self, **features: str) -> None:
        """With these preferences, as in `media(prefers_color_scheme="dark")`."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})

    def offline(self, on: bool) -> None:
        """As if nobody answered."""
        conditions = {"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)

    def without_scripts(self, off: bool = True) -> None:
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": off})

    def shoot(self, path: Path) -> None:
        self.driver.save_screenshot(str(path))

    # --- what it tells -----------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Forget what was told so far."""
        self.driver.get_log("browser")
        self.driver.get_log("performance")

    def complaints(self) -> list[str]:
        """What stands in the console: errors, refused by the policy or not found."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def exchanges(self) -> list[tuple[str, dict[str, str]]]:
        """Every address that was asked for since, with the headers of the answer (names in small letters)."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        told = [(event["method"], event["params"]) for event in events]
        asked = {it["requestId"]: it["request"]["url"] for name, it in told if name == "Network.requestWillBeSent"}
        answers = {it["requestId"]: it["response"] for name, it in told if name == "Network.responseReceived"}
        headers = {one: {name.lower(): value for name, value in it["headers"].items()} for one, it in answers.items()}
        return [(url, headers.get(one, {})) for one, url in asked.items()]

    def findings(self) -> list[str]:
        """What axe finds on the page that keeps people from using it: the rule, and where."""
        axe = Axe(self.driver)

        def run() -> dict[str, Any]:
            if not self.script("return 'axe' in window"):
                axe.inject()
            with suppress(JavascriptException):  # the page is shown anew as there is news
                return axe.run(options={"resultTypes": ["violations"]})
            return {}

        found = wait_until("axe has run", run)["violations"]
        return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]

    def tree(self) -> list[tuple[str, str]]:
        """What a screen reader is told: role and name of everything that is not ignored, in its order."""
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        told = [node for node in nodes if not node.get("ignored")]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in told]


@contextmanager
def served(host: HostUnderTest, port: int) -> Iterator[None]:
    """The host, answering on a port of loopback."""
    server = make_server("127.0.0.1", port, host.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def browsing(host: HostUnderTest, folder: Path) -> Iterator[Browser]:
    """A browser before a host; a skip that says its name where there is none."""
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    port = free_port()
    with served(host, port):
        browser = Browser(port, folder / "profile")
        try:
            yield browser
        finally:
            browser.quit()
