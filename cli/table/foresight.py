"""Whether an answer leads into a trap: games imagined to the end of the round, beside the page, which waits for none.

It is one only where something that ends the reader's game comes in each of the games after the answer, and in none
after a bot's. Chance is of this machine alone, and nothing enters that the seat's view hides.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from threading import RLock, Thread
from time import sleep
from typing import Any, Final

import msgspec

from adjudicator.kernel import Chance, Order, Resolution, Title, ask_name
from adjudicator.kernel.subjects import listed
from cli.rules.saved_games import key_of

GAMES: Final = 3
FORESEEN: Final = (
    f"So it went in all of {GAMES} games that were imagined from what you know, and in none after a bot’s answer."
)
PHASES: Final = 200
"""So long a round is at most."""
REST: Final = 0.003
"""Seconds between two phases, in which the page may be asked for something."""
Steps = Generator[None, None, str]


class Looking(msgspec.Struct, frozen=True):
    """A look ahead from a seat's view."""

    rules: Title[Any]
    view: Any
    seat: str

    def trap(self, orders: Sequence[Order], better: Sequence[Order]) -> str:
        """What comes after these orders for certain and after better ones never, as its event says it; else nothing."""
        steps = self.steps(orders, better)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return str(end.value)

    def steps(self, orders: Sequence[Order], better: Sequence[Order]) -> Steps:
        """The same, phase by phase. One good end stops it."""
        if self.rules.encode_orders([*orders]) == self.rules.encode_orders([*better]):
            return ""
        found: dict[str, str] | None = None
        for number in range(GAMES):
            told: dict[str, str] = {}
            for resolution in self._played(orders, number):
                told |= self._harm(resolution)
                yield
            found = told if found is None else {kind: said for kind, said in found.items() if kind in told}
            if not found:
                return ""
        for number in range(GAMES):
            for resolution in self._played(better, number):
                for kind in self._harm(resolution):
                    found = {other: said for other, said in (found or {}).items() if other != kind}
                yield
        return next(iter((found or {}).values()), "")

    def _harm(self, resolution: Resolution[Any]) -> dict[str, str]:
        """What harms the seat in a phase, by its kind."""
        harms = [event for event in resolution.events if event.harms(resolution.position) == self.seat]
        return {str(event.__struct_config__.tag): self.rules.sentence(event, self.view) for event in harms}

    def ends(self, orders: Sequence[Order]) -> list[tuple[int, bool]]:
        """The points of the seat at the end of each game, and whether it is over then."""
        games = [[*self._played(orders, number)] for number in range(GAMES)]
        last = [game[-1].position for game in games if game]
        return [(self.rules.scores(one)[self.seat], one.phase is None) for one in last]

    def _played(self, orders: Sequence[Order], number: int) -> Iterator[Resolution[Any]]:
        """One game phase by phase, to the end of the round."""
        rules, seat = self.rules, self.seat
        try:
            position = rules.imagine(self.view, seat, _chance(number, self.view, "hidden"))
        except ValueError:  # what is drawn first may leave no place for the rest: then nothing is known
            return
        turn = next(iter(rules.periods.values()), lambda _: None)
        now, first = turn(position), position.phases
        while position.phase is not None and turn(position) == now and position.phases < first + PHASES:
            sent = {one: self._answer(position, one, number) for one in rules.waits_for(position)}
            if position.phases == first:
                sent[seat] = orders
            resolution = rules.advance(position, sent, _chance(number, position, "dice"))
            position = resolution.position
            yield resolution

    def _answer(self, position: Any, seat: str, number: int) -> Sequence[Order]:
        view = self.rules.view(position, seat)
        wanted = [ask.name for ask in self.rules.unanswered(view, seat)]
        given = self.rules.bot(self.rules.imagined.bots)(view, seat, _chance(number, position, seat)) if wanted else []
        return [order for order in given if ask_name(order) in wanted]


def ends_in_words(looking: Looking, orders: Sequence[Order], silence: Sequence[Order]) -> str:
    """How many points came of orders in each game, and how many of silence; nothing where some of them are over."""
    rules = looking.rules
    ends = [looking.ends(orders), looking.ends(silence)]
    mine, others = ([points for points, _ in games] for games in ends)
    if len({is_over for games in ends for _, is_over in games}) != 1 or [*orders] == [*silence]:
        return ""
    period, now = next(iter(rules.periods), "game"), rules.scores(looking.view)[looking.seat]
    said, instead = (f"{listed([*map(str, points)])} points" for points in (mine, others))
    silent = "as it did if you sent nothing" if mine == others else f"and at {instead} if you sent nothing"
    imagined = f"In {GAMES} games that were imagined the {period} ended at {said} with this answer, {silent}."
    return f"You have {now} points. {imagined}"


def _chance(number: int, position: Any, *what: object) -> Chance:
    return Chance(key_of(b"foresight", number, position.phases, *what))


class Foresight:
    """What was found out of the answers to one question, a phase of an imagined game at a time."""

    def __init__(self, looking: Looking, better: Sequence[Order]) -> None:
        self.looking, self.better = looking, better
        self.found: dict[bytes, str] = {}
        self.wanted: dict[bytes, Steps] = {}
        self.is_going = False

    def look(self, orders: Sequence[Order]) -> str:
        """The trap that an answer leads into, as far as it is known; it is looked at from now on."""
        key = self.looking.rules.encode_orders([*orders])
        if key not in self.found:
            self.wanted.setdefault(key, self.looking.steps(orders, self.better))
        return self.found.get(key, "")

    def step(self) -> bool:
        """One phase more; whether there is another one to come."""
        key = next(iter(self.wanted), None)
        if key is not None:
            try:
                next(self.wanted[key])
            except StopIteration as end:
                self.found[key] = end.value or ""  # nothing, where it could not be played on
                del self.wanted[key]
        self.is_going = bool(self.wanted)
        return self.is_going

    def drop(self) -> None:
        """The question is answered."""
        self.wanted.clear()


def in_a_thread(foresight: Foresight, lock: RLock) -> None:
    """Look beside the page, which comes first: who answers for it holds the lock."""

    def run() -> None:
        going = True
        while going:
            with lock:
                going = foresight.step()
            sleep(REST)

    Thread(target=run, daemon=True).start()
