"""Events of 7.4 and 7.5: the political issues, and the theater markers."""

from __future__ import annotations

from adjudicator.pericles.events.base import Happening, name_of
from adjudicator.pericles.words import MarkerKind, PieceName


class WarDeclared(Happening, frozen=True, tag="war-declared", clause="7.41-A"):
    """7.41-A."""

    sentence = "War is declared: War/Peace was won at Peace. "

    by: list[str]

    def told(self) -> str:
        """Who won it."""
        return f"War is declared: War/Peace was won at Peace by {' and '.join(map(name_of, self.by))}."


class PeaceDeclared(Happening, frozen=True, tag="peace-declared", clause="7.41-B"):
    """7.41-B."""

    sentence = "Peace is declared. "

    by: list[str]

    def told(self) -> str:
        """Who won it."""
        return f"Peace is declared: War/Peace was won on both Sides, by {' and '.join(map(name_of, self.by))}."


class WarGoesOn(Happening, frozen=True, tag="war-goes-on", clause="7.41-B"):
    """7.41-B: at War one Side alone makes no Peace."""

    sentence = "The War goes on: only {faction} won War/Peace."

    faction: str


class IssueCancelled(Happening, frozen=True, tag="political-issue-cancelled", clause="7.42-D"):
    """7.42-D."""

    sentence = "{issue} of {faction} is cancelled at {status} and is out of the game."

    faction: str
    issue: str
    status: str


class IssueSpent(Happening, frozen=True, tag="issue-spent", clause="7.4-A"):
    """7.44, 7.45: an issue that is done leaves the game; `nothing`: it had no effect."""

    sentence = "{issue} of {faction} is out of the game. "

    faction: str
    issue: str
    nothing: bool = False

    def told(self) -> str:
        """Whether it had an effect."""
        effect = "has no effect and " if self.nothing else ""
        return f"{name_of(self.issue)} of {name_of(self.faction)} {effect}is out of the game."


class MarkersTaken(Happening, frozen=True, tag="markers-taken", clause="7.5-A"):
    """7.5-A: how many theater markers a Faction takes, its Rumors included."""

    sentence = "{faction} take {number} theater markers."

    faction: str
    number: int


class MarkersHeld(Happening, frozen=True, tag="markers-held", clause="7.5-A"):
    """7.5-A: which markers those are, for those who may know."""

    sentence = "{faction} hold the markers {markers}."

    faction: str
    markers: list[MarkerKind]


class MarkersLent(Happening, frozen=True, tag="markers-lent", clause="7.51-A"):
    """7.51-A: how many markers a Faction lends."""

    sentence = "{faction} lend {number} of their markers to {borrower}."

    faction: str
    borrower: str
    number: int


class MarkersLentKnown(Happening, frozen=True, tag="markers-lent-known", clause="7.51-A"):
    """7.51-A: which markers are lent, for lender and borrower alone."""

    sentence = "{faction} lend the markers {markers}."

    faction: str
    markers: list[MarkerKind]


class TracksCleared(Happening, frozen=True, tag="tracks-cleared", clause="7.5-A"):
    """7.5-A."""

    sentence = "The issue tracks are cleared."


class LostReturns(Happening, frozen=True, tag="lost-returns", clause="14.43-B"):
    """14.43-B: City-State units come back from the Lost box of a Side."""

    sentence = "{pieces} of {side} return from the Lost box to the reserve ({why})."

    side: str
    pieces: dict[PieceName, int]
    why: str
