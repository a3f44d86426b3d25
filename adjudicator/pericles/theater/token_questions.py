"""Questions that ask for a number of tokens from behind the shield: D19, D21 and D22; D27 to D29 of expeditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, TypeVar

import msgspec

from adjudicator.kernel import Ask, Count
from adjudicator.kernel.questions.kinds import span
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.decision import PartedDecision
from adjudicator.pericles.state.orders import (
    CommandOrder,
    CourtOrder,
    DiplomacyOrder,
    OpposeOrder,
    ResistOrder,
    SupportOrder,
)
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of, theater_of
from adjudicator.pericles.words import TheaterName

T = TypeVar("T", DiplomacyOrder, CourtOrder, OpposeOrder, CommandOrder, SupportOrder, ResistOrder)


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says: a number, or all that are held if they are fewer; in these theaters (left out: in all)."""

    tokens: Annotated[int, msgspec.Meta(ge=0, le=5)]
    theaters: list[TheaterName] = []

    def in_words(self) -> str:
        where = f" in {', '.join(name_of(one) for one in self.theaters)}" if self.theaters else ""
        return f"{count_of(self.tokens, 'token')}{where}"


class TokenDecision(PartedDecision[T], choice=Tokens):
    """From `least` to `most` tokens, no more than are held. `usual` is what the bot commits, if it holds so many."""

    least: ClassVar[int] = 0
    most: ClassVar[int]
    usual: ClassVar[int]
    what: ClassVar[str]

    def order_of(self, tokens: int) -> T:
        order: T = self.order(tokens=tokens)  # type: ignore[assignment]
        return order

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return f"{self.what} in {name_of(self.theater(view, ask))}: {self.how_many(view, ask)}"

    def how_many(self, view: Pericles, ask: Ask) -> str:
        """The question; who holds none is asked all the same (20-C), so that nobody can tell."""
        most = self.limit(view, ask)
        can = f"{span(self.least, most)}" if most else "none, for you hold none"
        return f"how many tokens do you commit? You can commit {can}."

    def __init__(self) -> None:
        """Its one part, from the limits of its class."""
        self.parts = {"tokens": Count(self.limit, thing="token", least=self.least)}

    def theater(self, view: Pericles, ask: Ask) -> TheaterName:
        """The theater for which tokens are committed."""
        return theater_of(ask)

    def limit(self, view: Pericles, ask: Ask) -> int:
        """8.5-D, 9.31-B: tokens come from the own shield."""
        return min(self.most, view.tokens(faction_of(ask)))

    def policy(self, view: Pericles, ask: Ask) -> T:
        return self.order_of(min(self.usual, view.tokens(faction_of(ask))))

    def concerns(self, view: Pericles, ask: Ask, choice: Tokens) -> bool:
        """Section 20: a standing order is for all theaters, or for those that it names."""
        return not choice.theaters or self.theater(view, ask) in choice.theaters

    def orders_of(self, view: Pericles, ask: Ask, choice: Tokens) -> Iterator[T]:
        """Section 20: the number, or all that are held where they are fewer."""
        yield self.order_of(min(choice.tokens, self.limit(view, ask)))
