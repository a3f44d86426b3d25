"""Questions by which players end a game themselves: one gives it up, or all agree on a draw. Never asked, always open.

A title has them by a class of its own and an order without fields:

    class ConcedeOrder(Order, frozen=True, tag="D-C"): ...

    class GiveUp(Concede[Polis, ConcedeOrder], id="D-C", clause="11.4"):
        def places(self, position, seat): ...
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar, cast

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Illegal
from adjudicator.kernel.position.position import Ask, Position
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.run.events import Conceded, DrawOffered
from adjudicator.kernel.run.resolution import Resolution
from adjudicator.kernel.subjects import SeatText


def _named(seats: Sequence[str]) -> str:
    """Seats in the pattern of a `SeatText`; they may begin a sentence."""
    first, *others = seats
    return " and ".join([f"{{{first}:First }}", *(f"{{{seat}}}" for seat in others)])


class DrawOffers(Position, kw_only=True):
    """A position in which a draw can be agreed: by seat, the phase at whose cut it has last offered one."""

    draw_offers: dict[str, int] = {}


V = TypeVar("V", bound=Position)
W = TypeVar("W", bound=DrawOffers)
R = TypeVar("R", bound=Order)


class _Word(Question[V, R], unasked=True, public_options=True):
    """An order that says nothing but that it is given. No bot gives it."""

    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """It has no fields, so there is one."""
        yield cast(R, self.order())

    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """None: it is legal whenever its phase is open."""
        return None

    def sample(self, view: V, ask: Ask, chance: Chance, label: str) -> R | None:
        """None: bots neither concede nor offer draws."""
        return None


class Concede(_Word[V, R], subject="Concede the game"):
    """The game ends at the cut, before anything that was asked is carried out."""

    @abstractmethod
    def places(self, position: V, seat: str) -> dict[str, int]:
        """The place of each seat when this one concedes."""

    def prompt(self, view: V, ask: Ask) -> str:
        """It says that the game ends for all, and when."""
        return f"Concede the game? It ends for all at the next cut ({self.clause})."

    def warning(self, view: V, ask: Ask, order: R) -> str:
        """Nothing that is sent ends more."""
        return "You give the game up: it is over for all at the next cut."

    def places_of_all(self, position: V, seats: Sequence[str]) -> dict[str, int]:
        """The same when several concede at one cut."""
        return self.places(position, seats[0])

    def apply(self, resolution: Resolution[V], seat: str, order: R) -> None:
        """Tell it; the game ends when all have been heard."""
        resolution.emit(Conceded(seat=seat))
        resolution.conceding.append(seat)

    def conclude(self, resolution: Resolution[V]) -> None:
        """End the game, which some have conceded."""
        seats, position = resolution.conceding, resolution.position
        one = len(seats) == 1
        resolution.finish(self.clause, self.places(position, seats[0]) if one else self.places_of_all(position, seats))


class Draw(_Word[W, R], subject="Offer a draw"):
    """The game ends, all on the first place, when every person who has a say offers it at this cut or the last one.

    An offer is told to all and lapses at the cut after that; `until` says so.
    """

    until: ClassVar[str] = "the next cut"

    def prompt(self, view: W, ask: Ask) -> str:
        """With the offers that stand."""
        others = [seat for seat in self.standing(view) if seat != ask.seat]
        offered = f"{_named(others)} offered one" if others else f"Your offer stands until {self.until}"
        return SeatText(f"Offer or accept a draw? {offered} ({self.clause}).", dict(zip(others, others, strict=True)))

    def warning(self, view: W, ask: Ask, order: R) -> str:
        """Where another has offered it, this may be the offer that was missing."""
        others = [seat for seat in self.standing(view) if seat != ask.seat]
        ends = "the game ends for all at the next cut, unless somebody else has still to offer it"
        said = f"{_named(others)} offered a draw: with your offer {ends}." if others else ""
        return SeatText(said, dict(zip(others, others, strict=True)))

    def standing(self, position: W) -> dict[str, int]:
        """The offers that count at the next cut, in the order of the seats."""
        least = position.phase.number - 1 if position.phase else 0
        made = position.draw_offers
        return {seat: made[seat] for seat in position.seats if made.get(seat, -1) >= least}

    def apply(self, resolution: Resolution[W], seat: str, order: R) -> None:
        """Tell the offer; with the last one the game is over."""
        position = resolution.position
        number = position.phase.number if position.phase else 0
        position.draw_offers = {**self.standing(position), seat: number}
        resolution.emit(DrawOffered(seat=seat))
        if set(resolution.persons(self.voters(position))) <= set(position.draw_offers):
            resolution.finish(self.clause, self.places(position))

    def voters(self, position: W) -> Sequence[str]:
        """The seats that must agree: all, where the rules leave none out."""
        return position.seats

    def places(self, position: W) -> dict[str, int]:
        """The place of each seat after a draw: the first for all who had to agree, the next for the others."""
        voters = self.voters(position)
        return {seat: 1 if seat in voters else 1 + len(voters) for seat in position.seats}
