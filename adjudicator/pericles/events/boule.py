"""Events of 5.3 and 7.3: the Strategy Board and the Hostages."""

from __future__ import annotations

from adjudicator.pericles.events.base import Happening


class BoardFilled(Happening, frozen=True, tag="board-filled", clause="5.31-A"):
    """5.31-A."""

    sentence = "The Strategy Board of {side} takes {tokens:token} from the Stock and has {total}."

    side: str
    tokens: int
    total: int


class BoardEmptied(Happening, frozen=True, tag="board-emptied", clause="7.3-B"):
    """7.3-B: what is left goes back to the Stock."""

    sentence = "The Strategy Board of {side} returns {tokens:token} to its Stock."

    side: str
    tokens: int


class HostagesSpent(Happening, frozen=True, tag="hostages-spent", clause="5.33-A"):
    """5.33-A."""

    sentence = "{faction} spend the Hostages of {side}."

    faction: str
    side: str


class HostagesKept(Happening, frozen=True, tag="hostages-kept", clause="5.33-A"):
    """5.33-A."""

    sentence = "{faction} keep the Hostages of {side}."

    faction: str
    side: str
