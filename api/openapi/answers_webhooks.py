"""Webhooks and their deliveries, as the addresses tell them: see `api.openapi.answers`."""

from __future__ import annotations

from typing import Literal

from api.openapi import examples
from api.openapi.answers import Told
from api.openapi.fields import GameId, Instant, SeatName, seldom, told


class Webhook(Told):
    """An address that is told when something happens in the games of its player."""

    webhook: str = told("Its id.", "8f3d5a1c90b2e7f4")
    url: str = told("Where deliveries go, in the form that their signatures cover.", "https://bots.example.org/ostraka")
    created_at: Instant
    rests_until: str | None = seldom(
        "Nothing is sent to it before this, since it did not answer well; null: it is.", examples.AT
    )
    due: int = told("So many deliveries are to be sent.", 0)
    dead: int = told("So many that nobody took are given up; they can be sent once more.", 0)


class Webhooks(Told):
    """A player's webhooks."""

    webhooks: list[Webhook] = told("The oldest first.")


class WebhookRemoved(Told):
    """A webhook is gone."""

    webhook: str = told("Its id.", "8f3d5a1c90b2e7f4")


class Delivery(Told):
    """What was sent, or is to be sent, to a webhook. Its body holds the fields from `delivery` to `at`, no others."""

    number: int = told("Its number for this webhook, by which it is sent once more.", 12)
    delivery: str = told("The same each time that it is sent: who has seen it has had it.", "0b0c…")
    game: GameId
    seat: SeatName
    kind: str = told("The kind of the feed's item.", "phase")
    phase: int | None = told("The phase that the item is about; null where it is about none.", 7)
    item: int = told("The number of the item in the seat's feed, where it is read.", 31)
    at: Instant
    status: Literal["due", "sent", "dead"] = told("`dead`: given up after eight attempts over a day.", "sent")
    attempts: int = told("How often it was tried.", 1)
    outcome: str | None = told("How the last attempt went: the status of the answer, or why there was none.", "204")
    next_try: str | None = seldom("When it is tried next; null where it is not.", examples.AT)


class Deliveries(Told):
    """The last deliveries of a webhook."""

    webhook: str = told("The webhook's id.", "8f3d5a1c90b2e7f4")
    deliveries: list[Delivery] = told("The last hundred, the newest first.")
