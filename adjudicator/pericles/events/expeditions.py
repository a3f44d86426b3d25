"""Events of 9.3: commitments and movement."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.pericles.events.base import Happening, name_of, pieces_of
from adjudicator.pericles.words import HUNDRED, TheaterName, UnitName


class ExpeditionBegins(Happening, frozen=True, tag="expedition-begins"):
    """9.0-A, 9.3: the Commanding General and the Expedition Theater."""

    clause: ClassVar[str] = "9.3"
    sentence: ClassVar[str] = "{general} lead an expedition to {theater}."

    general: str
    theater: str


class Committed(Happening, frozen=True, tag="committed"):
    """9.31-C: tokens that a Faction commits, once they are revealed."""

    clause: ClassVar[str] = "9.31-C"
    sentence: ClassVar[str] = "{faction} commit {tokens:Strategos token}."

    faction: str
    tokens: int


class CommittedSecretly(Happening, frozen=True, tag="committed-secretly"):
    """9.31-C: what a Faction committed against an expedition: its own knowledge until movement is over."""

    clause: ClassVar[str] = "9.31-C"
    sentence: ClassVar[str] = "{faction} commit {tokens:Strategos token}, hidden until movement is over."

    faction: str
    tokens: int


def way_of(path: list[TheaterName]) -> str:
    """Where from, where to, and on which way."""
    by = ", ".join(name_of(theater) for theater in path[1:-1])
    return f"from {name_of(path[0])} to {name_of(path[-1])}{f', by {by}' if by else ''}"


class UnitMoved(Happening, frozen=True, tag="unit-moved"):
    """9.32-1: one unit and its path."""

    clause: ClassVar[str] = "9.32-1"
    sentence: ClassVar[str] = "{unit} goes along {path}."

    unit: UnitName
    path: list[TheaterName]

    def told(self) -> str:
        """The unit and its way."""
        who = "The 300 go" if self.unit == HUNDRED else f"{pieces_of(1, self.unit)} goes"
        return f"{who} {way_of(self.path)}."


class NoMovement(Happening, frozen=True, tag="no-movement"):
    """9.32-0: no unit was moved."""

    clause: ClassVar[str] = "9.32-0"
    sentence: ClassVar[str] = "{general} move no unit."

    general: str


class TokensReturned(Happening, frozen=True, tag="tokens-returned"):
    """9.7-A: committed tokens go to the Stock."""

    clause: ClassVar[str] = "9.7-A"
    sentence: ClassVar[str] = "{side} returns {tokens:committed token} to the Stock."

    side: str
    tokens: int


EVENTS = (ExpeditionBegins, Committed, CommittedSecretly, UnitMoved, NoMovement, TokensReturned)
