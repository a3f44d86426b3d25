"""From an invitation to the board, at a host that serves the page; and how long a password takes to open a key."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.bench.goals import Figure, at_most
from tests.bench.line import Slowed
from tests.bench.processor import children, seconds_of
from tests.bench.table import median
from tests.cli.browser.played import Played
from tests.cli.browser.test_seat_in_a_browser import PASSWORD, SIGN, inside, looking_at, serving
from tests.cli.conftest import TERMS
from tools.demo.stage import Stage

ROUNDS: Final = 3
SLOW: Final = 4
LOOKED: Final = 0.1
BEGAN: Final = "return window.began = performance.timeOrigin + performance.now()"
LOADED: Final = """
const page = document.getElementById('table')?.contentWindow, [end, css] = arguments;
const [loaded] = page?.performance.getEntriesByType('navigation') ?? [];
const at = page?.performance.timeOrigin + loaded?.loadEventEnd;
const there = loaded?.loadEventEnd && page.location.pathname.endsWith(end) && page.document.querySelector(css);
return there && at > (window.began ?? 0) ? at - (window.began ?? performance.timeOrigin) : null;
"""
LOCK: Final = "document.querySelector('form[action$=\"account/lock\"] button').click()"
GOALS: Final = {
    "an invitation’s page, first visit, wall s": 3.0,
    "from Join to the board, wall s": 3.0,
    f"opening a key, a {SLOW}th of the CPU, wall s": 2.0,
}


def arrivals(built: Path, folder: Path) -> Iterator[Figure]:
    """Of people who have never been there, one after another."""
    taken: dict[str, list[float]] = {}
    for one in ("host", *(f"phone-{number}" for number in range(ROUNDS))):
        (folder / one).mkdir()
    with serving(folder / "host", "--play", str(built / "play")) as host:
        for number in range(ROUNDS):
            with looking_at(host, folder / f"phone-{number}") as phone:
                for name, seconds in arrival(host, phone, f"thais-{number}"):
                    taken.setdefault(name, []).append(seconds)
    for name, seconds_taken in taken.items():
        yield at_most(name, median(seconds_taken), GOALS.get(name), ".2f")


def arrival(host: Stage, phone: Played, name: str) -> Iterator[tuple[str, float]]:
    """Each step of one of them, in seconds of the clock and of the processor."""
    page, join, opening = GOALS
    game = invited(host)
    phone.open("about:blank")
    time.sleep(1)  # what was there before ends
    address = f"{phone.url}play/#join/{game}"
    yield from timed(phone, page, lambda: phone.browser.driver.get(address), f"join/{game}", "form.sign")
    time.sleep(5)  # somebody types, and all parts come
    yield from timed(phone, join, lambda: inside(phone, SIGN, name, PASSWORD), f"games/{game}", "#stage svg")
    phone.open("play/#account")
    phone.wait("the account is shown", "path", lambda path: path.endswith("account"))
    inside(phone, LOCK)
    phone.wait("it is locked", "path", lambda _: "locked" in inside(phone, "return document.body.textContent"))
    time.sleep(5)
    yield from timed(
        phone, opening, lambda: inside(phone, SIGN, name, PASSWORD), "account", "[href$='account/key']", SLOW
    )


def invited(host: Stage) -> str:
    """A game that begins when its last seat is taken."""
    aspasia = host.client("aspasia")
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("green", "black"):
        aspasia.join(game, seat)
    return game


def timed(
    phone: Played, what: str, do: Callable[[], None], end: str, css: str, rate: int = 1
) -> Iterator[tuple[str, float]]:
    """Until a page with this address and this in it has loaded."""
    process = int(phone.browser.driver.service.process.pid)
    before = seconds_of(children(process))
    with Slowed(process, rate):
        phone.browser.script(BEGAN)
        do()
        while not (took := phone.browser.script(LOADED, end, css)):
            time.sleep(LOOKED)
    yield what, took / 1_000
    yield what.replace("wall", "CPU"), seconds_of(children(process)) - before
