"""Events of 7.4 and 7.5: the political issues, and the theater markers."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.kernel import Event
from adjudicator.pericles.events.base import Happening, name_of
from adjudicator.pericles.words import MarkerKind, PieceName


class WarDeclared(Happening, frozen=True, tag="war-declared"):
    """7.41-A."""

    clause: ClassVar[str] = "7.41-A"
    sentence: ClassVar[str] = "War is declared: War/Peace was won at Peace. "

    by: list[str]

    def told(self) -> str:
        """Who won it."""
        return f"War is declared: War/Peace was won at Peace by {' and '.join(map(name_of, self.by))}."


class PeaceDeclared(Happening, frozen=True, tag="peace-declared"):
    """7.41-B."""

    clause: ClassVar[str] = "7.41-B"
    sentence: ClassVar[str] = "Peace is declared. "

    by: list[str]

    def told(self) -> str:
        """Who won it."""
        return f"Peace is declared: War/Peace was won on both Sides, by {' and '.join(map(name_of, self.by))}."


class WarGoesOn(Happening, frozen=True, tag="war-goes-on"):
    """7.41-B: at War one Side alone makes no Peace."""

    clause: ClassVar[str] = "7.41-B"
    sentence: ClassVar[str] = "The War goes on: only {faction} won War/Peace."

    faction: str


class IssueCancelled(Happening, frozen=True, tag="political-issue-cancelled"):
    """7.42-D."""

    clause: ClassVar[str] = "7.42-D"
    sentence: ClassVar[str] = "{issue} of {faction} is cancelled at {status} and is out of the game."

    faction: str
    issue: str
    status: str


class IssueSpent(Happening, frozen=True, tag="issue-spent"):
    """7.44, 7.45: an issue that is done leaves the game; `nothing`: it had no effect."""

    clause: ClassVar[str] = "7.4-A"
    sentence: ClassVar[str] = "{issue} of {faction} is out of the game. "

    faction: str
    issue: str
    nothing: bool = False

    def told(self) -> str:
        """Whether it had an effect."""
        effect = "has no effect and " if self.nothing else ""
        return f"{name_of(self.issue)} of {name_of(self.faction)} {effect}is out of the game."


class MarkersTaken(Happening, frozen=True, tag="markers-taken"):
    """7.5-A: how many theater markers a Faction takes, its Rumors included."""

    clause: ClassVar[str] = "7.5-A"
    sentence: ClassVar[str] = "{faction} take {number} theater markers."

    faction: str
    number: int


class MarkersHeld(Happening, frozen=True, tag="markers-held"):
    """7.5-A: which markers those are, for those who may know."""

    clause: ClassVar[str] = "7.5-A"
    sentence: ClassVar[str] = "{faction} hold the markers {markers}."

    faction: str
    markers: list[MarkerKind]


class MarkersLent(Happening, frozen=True, tag="markers-lent"):
    """7.51-A: how many markers a Faction lends."""

    clause: ClassVar[str] = "7.51-A"
    sentence: ClassVar[str] = "{faction} lend {number} of their markers to {borrower}."

    faction: str
    borrower: str
    number: int


class MarkersLentKnown(Happening, frozen=True, tag="markers-lent-known"):
    """7.51-A: which markers are lent, for lender and borrower alone."""

    clause: ClassVar[str] = "7.51-A"
    sentence: ClassVar[str] = "{faction} lend the markers {markers}."

    faction: str
    markers: list[MarkerKind]


class TracksCleared(Happening, frozen=True, tag="tracks-cleared"):
    """7.5-A."""

    clause: ClassVar[str] = "7.5-A"
    sentence: ClassVar[str] = "The issue tracks are cleared."


class LostReturns(Happening, frozen=True, tag="lost-returns"):
    """14.43-B: City-State units come back from the Lost box of a Side."""

    clause: ClassVar[str] = "14.43-B"
    sentence: ClassVar[str] = "{pieces} of {side} return from the Lost box to the reserve ({why})."

    side: str
    pieces: dict[PieceName, int]
    why: str


EVENTS: tuple[type[Event], ...] = (
    WarDeclared,
    PeaceDeclared,
    WarGoesOn,
    IssueCancelled,
    IssueSpent,
    MarkersTaken,
    MarkersHeld,
    MarkersLent,
    MarkersLentKnown,
    TracksCleared,
    LostReturns,
)
