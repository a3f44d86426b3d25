"""Whole games of bots, from setup to their end, the same from the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.questions.questions import Order
from adjudicator.kernel.run.resolution import Resolution
from adjudicator.kernel.title.title import Title

Phase = tuple[Any, dict[str, list[Order]], bytes, Resolution[Any]]
"""The position before, the orders sent, the chance key, the resolution."""


def key(*parts: object) -> bytes:
    """A chance key for a test, from whatever names it."""
    return sha256(repr(parts).encode()).digest()


def begin(title: Title[Any], count: int, seed: object, scenario: str | None = None) -> Resolution[Any]:
    """A game set up to its first phase; without a scenario it is the first one of the title."""
    scenario = scenario or next(iter(title.scenarios))
    return title.begin(scenario=scenario, seats=title.seats(scenario, count), chance=Chance(key(seed, "setup")))


def orders_of_bots(
    title: Title[Any], position: Any, seed: object, strategy: str = "random", missing: int = 0
) -> dict[str, list[Order]]:
    """Orders of a bot at every seat; one seat in `missing` sends nothing."""
    bot = title.bot(strategy)
    sent: dict[str, list[Order]] = {}
    unasked = any(question.unasked for question in title.questions.values())
    for number, seat in enumerate(position.seats):
        if not unasked and not position.phase.asked_of(seat):
            continue
        if missing and key(seed, position.phases, seat)[0] % missing == 0:
            continue
        orders = bot(title.view(position, seat), seat, Chance(key(seed, position.phases, number)))
        if orders:
            sent[seat] = orders
    return sent


def playthrough(
    title: Title[Any], count: int, seed: object, strategy: str = "random", missing: int = 5, scenario: str | None = None
) -> Iterator[Phase]:
    """(position before, orders sent, chance key, resolution) of every phase until the game is over."""
    yield from play_on(title, begin(title, count, seed, scenario), seed, strategy, missing)


def play_on(
    title: Title[Any], resolution: Resolution[Any], seed: object, strategy: str = "random", missing: int = 5
) -> Iterator[Phase]:
    """The same from the position that a resolution has left."""
    while resolution.position.phase is not None:
        before = resolution.position
        sent = orders_of_bots(title, before, seed, strategy, missing)
        chance_key = key(seed, before.phases, "dice")
        resolution = title.resolve(before, sent, Chance(chance_key))
        yield before, sent, chance_key, resolution


def play_out(
    title: Title[Any], count: int, seed: object, strategy: str = "random", missing: int = 5, scenario: str | None = None
) -> Iterator[Resolution[Any]]:
    """The resolutions of the same game, sooner: orders are not checked again, and each position becomes the next."""
    resolution = begin(title, count, seed, scenario)
    while resolution.position.phase is not None:
        position = resolution.position
        sent = orders_of_bots(title, position, seed, strategy, missing)
        resolution = title.advance(position, sent, Chance(key(seed, position.phases, "dice")))
        yield resolution


def watchers(position: Any) -> tuple[str | None, str | None]:
    """Two of those who look on, the spectator (None) among them: others in every phase, each in turn."""
    viewers = (None, *position.seats)
    first = 2 * position.phases % len(viewers)
    return viewers[first], viewers[(first + 1) % len(viewers)]
