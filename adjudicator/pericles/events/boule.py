"""Events of 5.3 and 7.3: the Strategy Board and the Hostages."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.kernel import Event
from adjudicator.pericles.events.base import Happening


class BoardFilled(Happening, frozen=True, tag="board-filled"):
    """5.31-A."""

    clause: ClassVar[str] = "5.31-A"
    sentence: ClassVar[str] = "The Strategy Board of {side} takes {tokens:token} from the Stock and has {total}."

    side: str
    tokens: int
    total: int


class BoardEmptied(Happening, frozen=True, tag="board-emptied"):
    """7.3-B: what is left goes back to the Stock."""

    clause: ClassVar[str] = "7.3-B"
    sentence: ClassVar[str] = "The Strategy Board of {side} returns {tokens:token} to its Stock."

    side: str
    tokens: int


class HostagesSpent(Happening, frozen=True, tag="hostages-spent"):
    """5.33-A."""

    clause: ClassVar[str] = "5.33-A"
    sentence: ClassVar[str] = "{faction} spend the Hostages of {side}."

    faction: str
    side: str


class HostagesKept(Happening, frozen=True, tag="hostages-kept"):
    """5.33-A."""

    clause: ClassVar[str] = "5.33-A"
    sentence: ClassVar[str] = "{faction} keep the Hostages of {side}."

    faction: str
    side: str


EVENTS: tuple[type[Event], ...] = (BoardFilled, BoardEmptied, HostagesSpent, HostagesKept)
