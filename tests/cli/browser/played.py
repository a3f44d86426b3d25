"""A browser at the site: what it shows, and what a person there would click next."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder

from tests.api.pages.browsers import Browser
from tests.cli.browser.engines import Engine
from tests.cli.table.seen import NEXT_CLICK, PHONE, Click
from tests.patience import wait_until

STATE = """
const shell = document.documentElement.dataset, frame = document.getElementById('table');
const page = frame && !frame.hidden ? frame.contentDocument : null, step = page?.querySelector('#step');
const whole = page?.readyState === 'complete' && page.location.pathname !== 'blank';
return {image: shell.image, kept: shell.kept, told: document.getElementById('told')?.textContent,
  notice: document.getElementById('notice')?.textContent, path: whole ? page.location.pathname : '',
  step: whole && step ? [step.phase.value, step.at.value, step.dataset.stage].join(' ') : ''};
"""
CORNER = "const {left, top} = document.getElementById('table').getBoundingClientRect(); return [left, top]"
INSIDE = "const {document} = window.document.getElementById('table').contentWindow;"
CACHES = "const done = arguments[0]; caches.keys().then(done);"
IMAGED = """
const done = arguments[0], look = async () => {
  const name = (await caches.keys()).find((one) => one.startsWith('image-'));
  return name ? (await (await caches.open(name)).keys()).length : 0;
};
look().then(done);
"""


class Played:
    """One tab at a time of a browser before the site."""

    def __init__(self, browser: Browser | Engine, url: str) -> None:
        self.browser, self.url = browser, url
        browser.size(PHONE)

    def open(self, path: str) -> None:
        self.browser.driver.get("about:blank")
        self.browser.driver.get(self.url + path)

    def reload(self) -> None:
        """As a person does it: WebDriver's own way goes past Firefox's service worker. The old board goes at once."""
        self.browser.script("document.getElementById('table').remove(); location.reload()")

    @property
    def state(self) -> dict[str, Any]:
        """What the page around the table says; nothing while it is being loaded."""
        with suppress(WebDriverException):
            if state := self.browser.script(STATE):  # Firefox has none for a page that is being left
                return state
        return dict.fromkeys(("image", "kept", "told", "notice", "path", "step"), "")

    def wait(self, what: str, name: str, test: Any = bool) -> Any:
        """Wait until one of what it says is so, unless the table does not open."""

        def found() -> Any:
            state = self.state
            assert "could not be opened" not in (state["told"] or ""), state["told"]
            return state if test(state[name]) else None

        try:
            return wait_until(what, found)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.state}\n{self.browser.complaints()}") from None

    def sit(self, title: str) -> None:
        """Open the link to a title, and wait for the board."""
        self.open(f"play/?title={title}")
        self.wait("the board stands", "step")

    def button(self, words: str) -> None:
        """Press a button of the page around the table."""
        script = "return [...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0])"
        wait_until(f"there is {words}", lambda: self.browser.script(script, words)).click()

    @property
    def bundle(self) -> str:
        """Where the script of the page comes from."""
        return str(self.browser.script("return document.scripts[0]?.src ?? ''"))

    @property
    def caches(self) -> list[str]:
        return self.browser.driver.execute_async_script(CACHES)

    def imaged(self) -> bool:
        """Whether the next visit starts from an image of memory."""
        return bool(self.browser.driver.execute_async_script(IMAGED))

    def next_click(self) -> Click:
        """What to click next, and where in the window that is: a notice may stand above the frame."""
        left, top = self.browser.script(CORNER)
        what, said, point = self.browser.script(INSIDE + NEXT_CLICK)
        return Click(what, said, point and [left + point[0], top + point[1]])

    def click(self, point: Any) -> None:
        actions = ActionBuilder(self.browser.driver, duration=0)
        actions.pointer_action.move_to_location(*map(round, point)).click()
        actions.perform()

    def step(self) -> bool:
        """Do what a person would do next, and wait until the page has changed with it; False once the game is over."""
        before = self.wait("there is a question", "step")["step"]
        if before.endswith(" over"):
            return False
        corner = self.browser.script(CORNER)
        what, said, point = self.next_click()
        assert point, (what, said, before)
        self.click(point)
        if self.browser.script(CORNER) != corner and self.state["step"] == before:
            self.click(self.next_click().point or point)  # a notice has moved the page under the pointer
        self.wait(f"{said!r} is answered after {before}", "step", lambda now: now not in (before, ""))
        return True
