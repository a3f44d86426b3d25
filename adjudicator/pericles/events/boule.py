"""Events of 5.3 and 7.3: the Strategy Board and the Hostages."""

from __future__ import annotations

from adjudicator.kernel import Event


class BoardFilled(Event, frozen=True, tag="board-filled", clause="5.31-A"):
    sentence = "The Strategy Board of {side} takes {tokens:token} from the Stock and holds {total}."

    side: str
    tokens: int
    total: int


class BoardEmptied(Event, frozen=True, tag="board-emptied", clause="7.3-B"):
    """What is left goes back to the Stock."""

    sentence = "The Strategy Board of {side} returns {tokens:token} to its Stock."

    side: str
    tokens: int


class HostagesSpent(Event, frozen=True, tag="hostages-spent", clause="5.33-A"):
    sentence = "{faction} spend the Hostages of {side}."

    faction: str
    side: str


class HostagesKept(Event, frozen=True, tag="hostages-kept", clause="5.33-A"):
    sentence = "{faction} keep the Hostages of {side}."

    faction: str
    side: str
