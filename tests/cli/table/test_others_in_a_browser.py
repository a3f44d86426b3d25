"""The pages about games at hosts in a browser: nothing keeps people from using them, at a desk and on a phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from schemas.statements.payloads import Annul
from tests.api.push.services import DEVICE
from tests.cli.conftest import TERMS
from tests.cli.table.seen import DESK, PHONE
from tests.cli.table.tables import hosts_of

LOW = """
const low = (one) => one.getClientRects().length && one.getBoundingClientRect().height < 44;
const all = 'button, .button, select, input:not([type=hidden], [type=checkbox]), summary, nav a';
return [...document.querySelectorAll(all)].filter(low).map((one) => one.outerHTML.slice(0, 90));
"""
WIDE = "return document.documentElement.scrollWidth - innerWidth"
LOOKS = ((DESK, "light"), (PHONE, "dark"))


@pytest.fixture
def organiser(seen, table, monkeypatch):
    """The organiser of a game, who plays in it, at their table in a browser."""
    hosts = hosts_of(table, "aspasia")
    monkeypatch.setattr(seen.table, "hosts", hosts)
    monkeypatch.setattr(seen.table, "home", hosts.home)
    yield seen
    seen.browser.driver.get("about:blank")
    hosts.lock()
    seen.table.clear()


@pytest.fixture
def look(organiser):
    """Looks at a page, light and dark, at a desk and on a phone."""
    browser, found = organiser.browser, {}

    def at(path, name):
        if path is not None:
            organiser.open(path)
        browser.script("for (const one of document.querySelectorAll('details')) one.open = true")
        for size, scheme in LOOKS:
            browser.size(size)
            browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            low = browser.script(LOW) if size == PHONE and name != "board" else ()
            wrong = [*browser.findings(), *low, *too_wide(browser)]
            if wrong:
                found[f"{name}, {size[0]}, {scheme}"] = wrong
            if folder := os.environ.get("OSTRAKA_SHOTS"):
                browser.shoot(Path(folder) / f"{name}-{size[0]}-{scheme}.png")

    yield at
    assert found == {}
    assert browser.complaints() == []


def press(browser, action):
    """Send a form, and wait for the page that comes."""
    browser.script("window.before = true; document.querySelector(`form[action$='${arguments[0]}']`).submit()", action)
    browser.wait_for("return !window.before && document.readyState === 'complete'")


def too_wide(browser):
    return ["wider than the window"] if browser.script(WIDE) > 0 else []


def test_whoever_plays_with_others_can_use_every_page_of_it(look, organiser, table):
    client = table.client("aspasia")
    open_game = client.create_game("pericles", "14.3", 4, "A game with free seats", TERMS)["game"]
    client.invite(open_game, "kleon", "DF")
    table.client("kleon").send_press(table.game, "green", ["red"], "Hello")
    look("", "games")
    for way in ("about", "organise", "proof"):
        look(f"games/{table.game}/{way}", way)
    look(f"games/{open_game}/about", "free")
    look(f"games/{open_game}/organise", "inviting")
    look("new-at-host", "new")
    device = client.add_device(
        {name: DEVICE[name] for name in ("endpoint", "p256dh", "auth")}, "Firefox on Android", []
    )
    look("settings", "settings")
    client.forget_device(device["device"])
    look("new-at-host?scenario=pericles+14.3", "terms")
    look(f"games/{table.game}", "board")
    organiser.open(f"games/{open_game}/organise")
    press(organiser.browser, "organise/link")
    look(None, "link")
    press(organiser.browser, "organise/annul")
    look(None, "sure")
    organiser.open(f"games/{table.game}/proof")
    press(organiser.browser, "proof/check")
    organiser.wait(lambda: organiser.browser.all("#found"))
    look(None, "checked")
    client.act(open_game, Annul())
