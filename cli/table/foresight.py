"""Whether an answer leads into a trap: games imagined to the end of the round, beside the page, which waits for none.

It is one only where something that ends the reader's game comes in each of the games after the answer, and in none
after a bot's. Chance is of this machine alone, and nothing enters that the seat's view hides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import RLock, Thread
from time import sleep
from typing import Any, Final

import msgspec

from adjudicator.kernel import Chance, Event, Order, Resolution, Title, ask_name
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
Pause = Callable[[], bool]


class Looking(msgspec.Struct, frozen=True):
    """A look ahead from a seat's view; `going` is asked between phases, and ends it by False."""

    rules: Title[Any]
    view: Any
    seat: str
    going: Pause = lambda: True

    def trap(self, orders: Sequence[Order], better: Sequence[Order]) -> str:
        """What comes after these orders for certain and after better ones never, as its event says it; else nothing."""
        if self.rules.encode_orders([*orders]) == self.rules.encode_orders([*better]):
            return ""
        found = self._always(orders)
        for number in range(GAMES if found else 0):
            for event in self._harms(better, number):
                found.pop(_kind(event), None)
        return next(iter(found.values()), "")

    def _always(self, orders: Sequence[Order]) -> dict[str, str]:
        """By its kind, the sentence of what harms the seat in every game; one good end stops it."""
        found: dict[str, str] | None = None
        for number in range(GAMES):
            told = {_kind(event): self.rules.sentence(event, self.view) for event in self._harms(orders, number)}
            found = told if found is None else {kind: said for kind, said in found.items() if kind in told}
            if not found:
                break
        return found or {}

    def _harms(self, orders: Sequence[Order], number: int) -> Iterator[Event]:
        """What harms the seat in one game."""
        for resolution in self._played(orders, number):
            yield from (event for event in resolution.events if event.harms(resolution.position) == self.seat)

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
            if not self.going():
                raise Dropped
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


def dreads(rules: Title[Any]) -> bool:
    """Whether anything in a title harms a seat so that it is warned of."""
    return any(kind.harms is not Event.harms for kind in rules.events)


def ends_in_words(looking: Looking, orders: Sequence[Order], silence: Sequence[Order]) -> str:
    """How many points came of orders in each game, and how many of silence; nothing where some of them are over."""
    rules = looking.rules
    ends = [looking.ends(orders), looking.ends(silence)]
    mine, others = ([points for points, _ in games] for games in ends)
    if len({is_over for games in ends for _, is_over in games}) != 1 or [*orders] == [*silence]:
        return ""
    when = f"In {GAMES} games that were imagined to the end of the {next(iter(rules.periods), 'game')}"
    said, instead = (listed([*map(str, points)]) for points in (mine, others))
    if mine == others:
        return f"{when} it came to as many points as silence: {said}."
    return f"{when} you came to {said} points with it, and to {instead} if you sent nothing."


class Dropped(Exception):
    """The question was answered meanwhile."""


def _kind(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _chance(number: int, position: Any, *what: object) -> Chance:
    return Chance(key_of(b"foresight", number, position.phases, *what))


class Foresight:
    """What was found out of the answers to one question; a thread looks at one after the other, never while the page is
    asked for something. `lock` is held by whoever answers for the page.
    """

    def __init__(self, looking: Looking, better: Sequence[Order], lock: RLock) -> None:
        self.better, self.lock = better, lock
        self.looking = msgspec.structs.replace(looking, going=self._goes_on)
        self.found: dict[bytes, str] = {}
        self.wanted: list[tuple[bytes, Sequence[Order]]] = []
        self.is_over = False
        self._thread: Thread | None = None

    def look(self, orders: Sequence[Order]) -> str:
        """The trap that an answer leads into, as far as it is known; it is looked at from now on."""
        key = self.looking.rules.encode_orders([*orders])
        if key not in self.found and key not in [name for name, _ in self.wanted]:
            self.wanted.append((key, orders))
            if self._thread is None:
                self._thread = Thread(target=self._run, daemon=True)
                self._thread.start()
        return self.found.get(key, "")

    def drop(self) -> None:
        """The question is answered."""
        self.is_over = True

    def _goes_on(self) -> bool:
        """Between two phases: whoever asks for the page comes first."""
        self.lock.release()
        sleep(REST)
        self.lock.acquire()
        return not self.is_over

    def _run(self) -> None:
        with self.lock:
            while self.wanted and not self.is_over:
                key, orders = self.wanted[0]
                try:
                    self.found[key] = self.looking.trap(orders, self.better)
                except Dropped:
                    return
                self.wanted.pop(0)
            self._thread = None
