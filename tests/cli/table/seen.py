"""The table in Debian's chromium, and what a person there would click next."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

from selenium.webdriver.support.ui import WebDriverWait
from werkzeug.serving import make_server

from cli.home.home import Home
from cli.table.addresses.table import Table
from cli.table.app import create_app
from cli.table.command import empty_app, quiet
from cli.table.guard import Guard
from cli.table.hosts import GamesHere
from tests.api.pages.browsers import Browser
from tests.cli.table.tables import SEED, begun
from tests.patience import PATIENCE, PAUSE

DESK, PHONE = (1366, 768), (390, 844)

QUIET = "localStorage.setItem('ostraka-scenes-wait', 'yes');"
"""Scenes wait in the log: nothing lies over the question when it comes."""

NEXT_CLICK = (
    QUIET
    + r"""
const under = (x, y) => document.elementsFromPoint(x, y).map((one) => one.closest("button, .can[data-id]"));
const free = (x, y) => under(x, y).find(Boolean);
const parts = [[.5, .5], [.5, .15], [.15, .5], [.85, .5], [.5, .85], [.1, .1], [.9, .9], [.1, .9], [.9, .1]];
const where = (thing) => {
  if (!thing.closest('#stage')) thing.scrollIntoView({block: 'center', inline: 'center'});
  for (const one of [thing, ...thing.querySelectorAll('rect, circle, path, use, text')]) {
    const {left, top, width, height} = one.getBoundingClientRect();
    const points = width && height ? parts.map(([u, v]) => [left + u * width, top + v * height]) : [];
    const point = points.find(([x, y]) => free(x, y) === thing);
    if (point) return point;
  }
  return null;
};
const all = (css) => [...document.querySelectorAll(css)];
const button = (one) => ['button', one?.textContent.trim() ?? 'nothing to click', one ? where(one) : null];
const {stage} = document.querySelector('#step').dataset;
if (['over', 'waiting', 'sent'].includes(stage)) return [stage, '', null];
const [primary] = all('#answer button.primary:enabled');
const lit = all('#stage .drawn .can[data-id]:not(.taken), #tray button:enabled:not([aria-pressed=true])')
  .filter((one) => one.getClientRects().length);
const begun = all('#answer .so-far').length || all('#answer .chosen').some((one) => !one.textContent.startsWith('0 '));
if (primary && (stage === 'review' || begun || !lit.length)) return button(primary);
for (const one of lit) {
  const point = where(one);
  if (point) return ['board', one.dataset.id, point];
}
const choices = all('#answer .choices:not(details *) button:enabled:not([aria-pressed=true])');
return button(primary ?? choices.find((one) => one.value && !one.ariaLabel?.startsWith('one less')));
"""
)
"""The first thing that is lit on the board or in its tray and not chosen; where none is, or enough are, a button."""


class Click(NamedTuple):
    """What is clicked next: `board` or `button`, or the stage at which nothing is."""

    what: str
    name: str
    point: Any


class Seen:
    """A browser at a table that is served on loopback."""

    def __init__(self, folder):
        self.server = make_server("127.0.0.1", 0, empty_app(), threaded=True, request_handler=quiet())
        self.guard = Guard(self.server.server_port)
        self.home = Home(folder / "home")
        self.table = Table(self.home, GamesHere(self.home, SEED), self.guard)
        self.server.app = create_app(self.table)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = Browser(self.server.server_port, folder / "profile", "127.0.0.1")
        self.browser.size(DESK)
        self.browser.driver.get(self.guard.new_link())
        self.browser.wait_for_path(self.guard.home)
        self.browser.script(QUIET)

    def close(self):
        self.browser.quit()
        self.server.shutdown()
        self.server.server_close()

    def wait(self, done):
        return WebDriverWait(self.browser.driver, PATIENCE, PAUSE).until(lambda _: done())

    def sit(self, name="perikles", **more):
        game = begun(self.home, name, **more)
        self.open(f"games/{game}")
        return game

    def open(self, path=""):
        self.browser.open(f"{self.guard.origin}{self.guard.home}{path}")

    @property
    def form(self):
        return self.browser.find("#step")

    @property
    def state(self):
        """What changes with every act: the phase and how many acts there were."""
        return self.browser.script(
            "const f = document.querySelector('#step');"
            "const whole = f && document.readyState === 'complete';"
            "return whole ? [f.phase.value, f.at.value, f.dataset.stage].join(' ') : ''"
        )

    @property
    def stage(self):
        return self.state.rpartition(" ")[2]

    @property
    def turn(self):
        """The name of the game and its turn, which a phone has no room to show."""
        return self.browser.find(".top h1").get_attribute("textContent")

    @property
    def next_click(self):
        """The thing to click next in a whole turn: what it is, its name and the point of the window where it is."""
        return Click(*self.browser.script(NEXT_CLICK))

    def click(self, point):
        """With the mouse, as a person does: there first, then down and up."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.mouse(kind, point)

    def mouse(self, kind, point):
        """One event of the mouse at a point of the window."""
        pressed = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        event = {"type": kind, "x": point[0], "y": point[1], **pressed}
        self.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def after(self, act):
        """Do something, and wait until the page has changed with it."""
        before = self.wait(lambda: self.state)
        act()
        self.wait(lambda: self.state not in (before, ""))
