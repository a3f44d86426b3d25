"""Events of 9.3: commitments and movement."""

from __future__ import annotations

from adjudicator.pericles.events.base import Happening, name_of, pieces_of
from adjudicator.pericles.words import HUNDRED, TheaterName, UnitName


class ExpeditionBegins(Happening, frozen=True, tag="expedition-begins", clause="9.3"):
    """9.0-A, 9.3: the Commanding General and the Expedition Theater."""

    sentence = "{general} lead an expedition to {theater}."

    general: str
    theater: str


class Committed(Happening, frozen=True, tag="committed", clause="9.31-C"):
    """9.31-C: tokens that a Faction commits, once they are revealed."""

    sentence = "{faction} commit {tokens:Strategos token}."

    faction: str
    tokens: int


class CommittedSecretly(Happening, frozen=True, tag="committed-secretly", clause="9.31-C"):
    """9.31-C: what a Faction committed against an expedition: its own knowledge until movement is over."""

    sentence = "{faction} commit {tokens:Strategos token}, hidden until movement is over."

    faction: str
    tokens: int


def way_of(path: list[TheaterName]) -> str:
    """Where from, where to, and on which way."""
    by = ", ".join(name_of(theater) for theater in path[1:-1])
    return f"from {name_of(path[0])} to {name_of(path[-1])}{f', by {by}' if by else ''}"


class UnitMoved(Happening, frozen=True, tag="unit-moved", clause="9.32-1"):
    """9.32-1: one unit and its path."""

    sentence = "{unit} goes along {path}."

    unit: UnitName
    path: list[TheaterName]

    def told(self) -> str:
        """The unit and its way."""
        who = "The 300 go" if self.unit == HUNDRED else f"{pieces_of(1, self.unit)} goes"
        return f"{who} {way_of(self.path)}."


class NoMovement(Happening, frozen=True, tag="no-movement", clause="9.32-0"):
    """9.32-0: no unit was moved."""

    sentence = "{general} move no unit."

    general: str


class TokensReturned(Happening, frozen=True, tag="tokens-returned", clause="9.7-A"):
    """9.7-A: committed tokens go to the Stock."""

    sentence = "{side} returns {tokens:committed token} to the Stock."

    side: str
    tokens: int
