"""Events of section 6: the debates."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.kernel import Event
from adjudicator.pericles.events.base import Happening


class IssueSelected(Happening, frozen=True, tag="issue-selected"):
    """6.11-A."""

    clause: ClassVar[str] = "6.11-A"
    sentence: ClassVar[str] = "Debate {number} of {side}: {faction} select {issue}, {where}."

    number: int
    side: str
    faction: str
    issue: str
    space: int
    where: str


class CardPlayed(Happening, frozen=True, tag="card-played"):
    """6.12-A, 6.12-B: a card revealed in a debate, with the bonus of its aligned line."""

    clause: ClassVar[str] = "6.12-A"
    sentence: ClassVar[str] = "{faction} reveal {card}: value {value}, bonus {bonus}, total {total}."

    faction: str
    card: str
    value: int
    bonus: int
    total: int


class StockShared(Happening, frozen=True, tag="stock-shared"):
    """6.22-A: the Stock does not cover the awards of a debate."""

    clause: ClassVar[str] = "6.22-A"
    sentence: ClassVar[str] = "The Stock of {side} holds {stock:token}, fewer than both awards: they are shared."

    side: str
    stock: int


class BrainTrustUsed(Happening, frozen=True, tag="brain-trust-used"):
    """6.31-A."""

    clause: ClassVar[str] = "6.31-A"
    sentence: ClassVar[str] = "{faction} use their Brain Trust and draw {card}, value {value}: total {total}."

    faction: str
    card: str
    value: int
    total: int


class BrainTrustKept(Happening, frozen=True, tag="brain-trust-kept"):
    """6.31-A."""

    clause: ClassVar[str] = "6.31-A"
    sentence: ClassVar[str] = "{faction} do not use their Brain Trust."

    faction: str


class DebateTied(Happening, frozen=True, tag="debate-tied"):
    """6.13-A."""

    clause: ClassVar[str] = "6.13-A"
    sentence: ClassVar[str] = "{side}: {issue} does not move; both totals are {total}."

    side: str
    issue: str
    total: int


class DebateWon(Happening, frozen=True, tag="debate-won"):
    """6.13-A, 6.13-B: the issue moves by the difference."""

    clause: ClassVar[str] = "6.13-A"
    sentence: ClassVar[str] = "{faction} win the debate by {difference}: {issue} moves to {where}."

    faction: str
    issue: str
    difference: int
    space: int
    where: str


class WarPeaceStopped(Happening, frozen=True, tag="war-peace-stopped"):
    """6.14-A."""

    clause: ClassVar[str] = "6.14-A"
    sentence: ClassVar[str] = "{faction} stop War/Peace on the centre."

    faction: str


class IssueCaptured(Happening, frozen=True, tag="issue-captured"):
    """6.15-A."""

    clause: ClassVar[str] = "6.15-A"
    sentence: ClassVar[str] = "{faction} capture {issue}: it is won and cannot be debated again this turn."

    faction: str
    issue: str


class IssuesWon(Happening, frozen=True, tag="issues-won"):
    """6.16-A: what a Faction has won in the Assembly."""

    clause: ClassVar[str] = "6.16-A"
    sentence: ClassVar[str] = "{faction} have won: {issues}."

    faction: str
    issues: list[str]


class IssuesReturned(Happening, frozen=True, tag="issues-returned"):
    """6.16-A: issues on the centre return to the reserve."""

    clause: ClassVar[str] = "6.16-A"
    sentence: ClassVar[str] = "On the centre of {side} and won by nobody: {issues}."

    side: str
    issues: list[str]


EVENTS: tuple[type[Event], ...] = (
    IssueSelected,
    CardPlayed,
    StockShared,
    BrainTrustUsed,
    BrainTrustKept,
    DebateTied,
    DebateWon,
    WarPeaceStopped,
    IssueCaptured,
    IssuesWon,
    IssuesReturned,
)
