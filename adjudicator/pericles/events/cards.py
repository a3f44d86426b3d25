"""Events of 5.2: Political cards dealt and set aside."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.kernel import Event
from adjudicator.pericles.events.base import Happening


class EntourageDiscarded(Happening, frozen=True, tag="entourage-discarded"):
    """5.21-A, 6.31-C: cards of an Entourage that are discarded, open to all (4.1-A)."""

    clause: ClassVar[str] = "5.21-A"
    sentence: ClassVar[str] = "{faction} discard from their Entourage: {cards} ({why})."

    faction: str
    cards: list[str]
    why: str


class CardsDealt(Happening, frozen=True, tag="cards-dealt"):
    """5.21-C, 5.22: how many cards a Faction was dealt; then it took its Leader."""

    clause: ClassVar[str] = "5.21-C"
    sentence: ClassVar[str] = "{faction} are dealt {dealt:card} and hold {held} with their Leader."

    faction: str
    dealt: int
    held: int


class HandDealt(Happening, frozen=True, tag="hand-dealt"):
    """5.22-C: the whole hand, for its Faction alone."""

    clause: ClassVar[str] = "5.22-C"
    sentence: ClassVar[str] = "The hand of {faction}: {cards}."

    faction: str
    cards: list[str]


class EntourageSet(Happening, frozen=True, tag="entourage-set"):
    """5.23-A."""

    clause: ClassVar[str] = "5.23-A"
    sentence: ClassVar[str] = "{faction} set {number:card} aside as their Entourage."

    faction: str
    number: int


class EntourageKnown(Happening, frozen=True, tag="entourage-known"):
    """5.23-A: which cards, for the Faction alone."""

    clause: ClassVar[str] = "5.23-A"
    sentence: ClassVar[str] = "The Entourage of {faction}: {cards}."

    faction: str
    cards: list[str]


EVENTS: tuple[type[Event], ...] = (EntourageDiscarded, CardsDealt, HandDealt, EntourageSet, EntourageKnown)
