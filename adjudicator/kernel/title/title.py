"""A title: its rules, and everything that the rest of the program may ask of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import UnknownName
from adjudicator.kernel.position.position import Ask, Book, Position
from adjudicator.kernel.questions.questions import Order
from adjudicator.kernel.rules.rules import Bot
from adjudicator.kernel.run.resolution import Answers, Counted, Resolution
from adjudicator.kernel.title.books import let_fall, periods_now
from adjudicator.kernel.title.knowing import Knowing
from adjudicator.kernel.title.settling import settle

P = TypeVar("P", bound=Position)
Sent = Mapping[str, Sequence[Order]]


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What went into the resolution of one phase: the orders that counted, and the key of its chance."""

    counted: list[Counted]
    chance: bytes


class Title(Knowing[P], frozen=True):
    """A set of rules that can be played: games begin, phases are resolved, bots answer."""

    def begin(
        self, *, scenario: str, seats: Sequence[str], options: Mapping[str, Any] | None = None, chance: Chance
    ) -> Resolution[P]:
        """Set a game up and run it to its first phase."""
        allowed = self.seats(scenario, len(seats))
        if sorted(seats) != sorted(allowed):
            raise ValueError(f"the seats of {self.name} with {len(seats)} players are {allowed}, not {tuple(seats)}")
        chosen = self.chosen(scenario, options or {})
        position = self.set_up(
            title=self.id, version=self.version, scenario=scenario, options=chosen, seats=list(seats)
        )
        resolution = Resolution(position, chance, self.steps, self.bots_now, self)
        resolution.run()
        return resolution

    def resolve(
        self,
        position: P,
        sent: Sent,
        chance: Chance,
        books: Mapping[str, Book] | None = None,
        aside: Sequence[str] = (),
        *,
        moments: bool = False,
    ) -> Resolution[P]:
        """Close the open phase with the orders that were sent. `position` itself is left as it was.

        A seat that is absent from `sent` sent nothing. `books` are the seats' new standing orders, which replace the
        old ones whole, before anything else. An order that the rules refuse falls: the seat's book answers, else the
        default. What the seats `aside` sent, and their books, count for nothing in this phase; their books stand again
        after it. With `moments` the resolution notes them, which costs half a copy of the position each.
        """
        resolution = Resolution(self.with_books(position, books or {}), chance, self.steps, self.bots_now, self)
        if moments:
            resolution.note_moments(position, self.packed)
        before, held = periods_now(self, resolution.position), resolution.position.books
        resolution.position.books = {seat: book for seat, book in held.items() if seat not in aside}
        answers = settle(self, resolution, {seat: orders for seat, orders in sent.items() if seat not in aside})
        resolution = self._closed(resolution, answers, before, {seat: held[seat] for seat in aside if seat in held})
        if moments:
            resolution.end_moments()
        return resolution

    def resolve_again(self, position: P, played: Played, *, moments: bool = False) -> Resolution[P]:
        """Resolve a phase as it was played: the same resolution, byte for byte; with `moments` also what is in it."""
        sent = {seat: self.decode_orders(orders) for seat, orders in _sent(played.counted).items()}
        return self.resolve(position, sent, Chance(played.chance), moments=moments)

    def advance(self, position: P, drawn: Sent, chance: Chance) -> Resolution[P]:
        """The same for playouts, where nobody looks back and no order comes from outside: `position` itself goes on.

        Each order was drawn from what is legal at this very position, as bots draw theirs, and is not checked again.
        """
        resolution = Resolution(position, chance, self.steps, self.bots_now, self)
        before = periods_now(self, position)
        return self._closed(resolution, settle(self, resolution, drawn, drawn=True), before)

    def _closed(
        self,
        resolution: Resolution[P],
        answers: Answers,
        before: Mapping[str, Any],
        aside: Mapping[str, Book] | None = None,
    ) -> Resolution[P]:
        """The phase closed with these answers, unless the game has ended before; what books said until now falls."""
        if not resolution.over:
            resolution.close(answers)
        resolution.position.books |= aside or {}
        let_fall(self, resolution.position, before)
        return resolution

    def run_on(self, position: P, chance: Chance) -> Resolution[P]:
        """Run the agenda of a position in which no phase is open (one that a case file has stood somewhere)."""
        resolution = Resolution(self.copy(position), chance, self.steps, self.bots_now, self)
        resolution.run()
        return resolution

    def bot(self, name: str) -> Bot:
        """A bot: what a person sees goes in, what a person sends comes out."""
        bots: dict[str, Bot] = {"random": self._random, "steady": self.steady}
        if name not in bots:
            raise UnknownName("bot", name, sorted(bots))
        return bots[name]

    def _random(self, view: P, seat: str, chance: Chance) -> list[Order]:
        """Any legal order to each question; an unasked one now and then."""
        asks = view.phase.asked_of(seat) if view.phase else []
        extra = [Ask(seat, q.id) for q in self.questions.values() if q.unasked and chance.die(4, f"bot {q.id}?") == 1]
        drawn = [self.questions[a.question].sample(view, a, chance, f"bot {a.question}") for a in extra + asks]
        return [order for order in drawn if order is not None]


# --- replay: the same setup, orders and chance give the same positions, byte for byte -----------------------------


def replay(
    title: Title[Any],
    *,
    scenario: str,
    seats: Sequence[str],
    options: Mapping[str, Any],
    setup_chance: bytes,
    played: Iterable[Played],
) -> Iterator[Resolution[Any]]:
    """The resolutions of a game played again: the setup first, then each phase in order."""
    resolution = title.begin(scenario=scenario, seats=seats, options=options, chance=Chance(setup_chance))
    yield resolution
    yield from replay_on(title, resolution.position, played)


def replay_on(title: Title[Any], position: Any, played: Iterable[Played]) -> Iterator[Resolution[Any]]:
    """The resolutions of phases played again from a position."""
    for phase in played:
        resolution = title.resolve_again(position, phase)
        yield resolution
        position = resolution.position


def _sent(counted: Sequence[Counted]) -> dict[str, list[dict[str, Any]]]:
    """By seat, the orders that were somebody's word; defaults and the answers of the rules' bot come about again."""
    sent: dict[str, list[dict[str, Any]]] = {}
    for one in counted:
        if one.source not in ("default", "bot"):
            sent.setdefault(one.seat, []).append(one.order)
    return sent
