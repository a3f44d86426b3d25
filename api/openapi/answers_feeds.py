"""Feeds, as the addresses tell them."""

from __future__ import annotations

from typing import Literal

from api.openapi.answers import Told
from api.openapi.fields import GameId, Instant, More, SeatName, told

Kind = Literal[
    "created",
    "joined",
    "started",
    "phase",
    "resolved",
    "deadline",
    "notice",
    "act",
    "reopened",
    "rules-changed",
    "moved",
    "rekeyed",
    "over",
    "press",
]


class FeedItem(Told):
    """Something that happened in a game. What it names is read at the addresses of report, press, acts and log."""

    number: int = told("From 1 on; a gap is left only by press whose author the reader has muted.", 13)
    at: Instant
    kind: Kind = told(
        "`phase`: one opened; `resolved`: its report is ready; `deadline`: it passed and grace runs; `notice`: another "
        "step of the host; `act`: of the organiser or a seat; `press`: to or from one's own seat, told to it alone.",
        "resolved",
    )
    phase: int | None = told("The phase that it is about; null where it is about none.", 7)
    seats: list[str] = told("The seats that it names.", ["red"])
    what: str | None = told("Which act it was, or which step of the host.", "extend")
    sentence: str = told("It in words.", "Phase 7 is resolved.")


class OwnFeedItem(FeedItem):
    """Something that happened in a game, as one's own seat may know it."""

    asked: list[str] | None = told("Of `phase`: the questions that it put to this seat when it opened.", ["D-S1"])
    press: int | None = told("Of `press`: the number of the message for this seat.", 3)


class PublicFeed(Told):
    """What happened in a game, as everybody may know it."""

    game: GameId
    items: list[FeedItem] = told("What came after `since`, the oldest first.")
    next: int = told("The `since` to go on with.", 13)
    more: More


class OwnFeed(Told):
    """What happened in a game, as one's own seat may know it."""

    game: GameId
    seat: SeatName
    items: list[OwnFeedItem] = told("What came after `since`, the oldest first.")
    next: int = told("The `since` to go on with.", 13)
    more: More
