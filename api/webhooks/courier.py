"""The courier: a thread that sends the deliveries of webhooks, at least once each, and backs off where none is taken.

Each webhook gets its deliveries in order; one that is not taken holds up those after it, of this webhook alone. A
delivery is one request (`api.webhooks.sending`), and of the answer only the status is looked at.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlmodel import Session, col, delete, or_, select

from api.host.host import Host
from api.host.loops import Loop, News
from api.http.problems import fault
from api.store.database import WEBHOOKS
from api.store.lookups import load_seat
from api.store.models import DEAD, DUE, SENT, DeliveryRow, WebhookRow
from api.webhooks.addresses import AddressRefused, body_of, target_of
from api.webhooks.gathering import gather, speaks
from api.webhooks.sending import NotDelivered, send
from schemas.documents.webhook_deliveries import sign_delivery

AT_ONCE: Final = 4
AFTER_ANOTHER: Final = timedelta(seconds=5)
"""When a webhook to which another process is sending is looked at again."""
ROUND_SECONDS: Final = 20.0
KEPT: Final = 200
"""Deliveries of a webhook that are told of, and can be sent again."""
LOG = structlog.get_logger("ostraka.webhooks")


PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 120, 360, 840))
"""After each attempt but the last: eight attempts in all, over a day."""


@dataclass
class Courier:
    """Writes the deliveries of webhooks, and sends those that are due."""

    host: Host
    news: News = field(default_factory=News)
    closing: bool = False

    def run_once(self) -> datetime | None:
        """Write what is new, send what is due; answers when the next will be."""
        every, games = self.news.take()
        if games or every:
            gather(self.host, None if every else games)
        if due := self._due():
            with ThreadPoolExecutor(AT_ONCE, "courier") as pool:
                if not all(pool.map(self._serve, due)):
                    return self.host.now() + AFTER_ANOTHER
        return self._next()

    def _due(self) -> list[str]:
        """The webhooks for which something is due."""
        now = self.host.now()
        rested = or_(col(WebhookRow.rests_until).is_(None), col(WebhookRow.rests_until) <= now)
        due = (DeliveryRow.status == DUE, DeliveryRow.next_try <= now, rested)
        of = col(WebhookRow.webhook) == DeliveryRow.webhook
        with self.host.database.read() as session:
            found = session.exec(select(DeliveryRow.webhook).join(WebhookRow, of).where(*due).distinct()).all()
        return sorted(found)

    def _next(self) -> datetime | None:
        """When something is due that is not yet, or is not yet again."""
        of = col(WebhookRow.webhook) == DeliveryRow.webhook
        with self.host.database.read() as session:
            rows = session.exec(
                select(DeliveryRow.next_try, WebhookRow.rests_until)
                .join(WebhookRow, of)
                .where(DeliveryRow.status == DUE)
                .order_by(col(DeliveryRow.next_try))
                .limit(KEPT)
            ).all()
        return min((max(due, rests or due) for due, rests in rows), default=None)

    def _serve(self, webhook: str) -> bool:
        """Send to one webhook what is due, in order, until one is not taken or others should have their turn.

        False: another process is at it.
        """
        end = time.monotonic() + ROUND_SECONDS
        try:
            with self.host.database.claim(f"webhook|{webhook}") as mine:
                while mine and time.monotonic() < end and not self.closing:
                    if (row := self._oldest(webhook)) is None or not self._try(*row):
                        break
                return mine
        except Exception as error:
            LOG.error("fault", **fault(error))
        return True

    def _oldest(self, webhook: str) -> tuple[WebhookRow, DeliveryRow] | None:
        due = (DeliveryRow.webhook == webhook, DeliveryRow.status == DUE, DeliveryRow.next_try <= self.host.now())
        of = col(WebhookRow.webhook) == DeliveryRow.webhook
        with self.host.database.read() as session:
            found = select(WebhookRow, DeliveryRow).join(DeliveryRow, of).where(*due)
            return session.exec(found.order_by(col(DeliveryRow.number)).limit(1)).first()

    def _try(self, webhook: WebhookRow, row: DeliveryRow) -> bool:
        """Send one delivery; whether it was taken, or is not to be sent at all."""
        if not self._may_know(webhook, row):
            return self._note(row, DEAD, "the seat or the key is another's now", resting=False)
        lan = self.host.config.lan_webhooks
        try:
            target = target_of(webhook.url, lan)
            headers, body = sign_delivery(webhook.url, body_of(row), self.host.identity, self.host.now())
            status = send(target, headers, body, lan).status
        except (AddressRefused, NotDelivered) as error:
            return self._fail(row, str(error))
        return (
            self._note(row, SENT, str(status), resting=False) if 200 <= status < 300 else self._fail(row, str(status))
        )

    def _may_know(self, webhook: WebhookRow, row: DeliveryRow) -> bool:
        """Does its player still hold the seat, by the key that made the webhook?"""
        with self.host.database.read() as session:
            seat = load_seat(session, row.game, row.seat)
            return seat.player == webhook.player and speaks(session, webhook, row.game)

    def _fail(self, row: DeliveryRow, outcome: str) -> bool:
        self._note(row, DUE if row.attempts < len(PAUSES) else DEAD, outcome, resting=True)
        return False

    def _note(self, row: DeliveryRow, status: str, outcome: str, *, resting: bool) -> bool:
        """Write how an attempt went; the webhook rests after one that failed."""
        with self.host.database.write(WEBHOOKS) as session:
            stored, webhook = session.get(DeliveryRow, row.id), self._webhook(session, row)
            if stored is None or webhook is None:
                return True
            stored.status, stored.outcome, stored.attempts = status, outcome, row.attempts + 1
            stored.next_try = self.host.now() + PAUSES[row.attempts if status == DUE else 0]
            webhook.rests_until = stored.next_try if resting else None
            session.add_all([stored, webhook])
            old = (col(DeliveryRow.webhook) == row.webhook, col(DeliveryRow.status) != DUE)
            session.exec(delete(DeliveryRow).where(*old, col(DeliveryRow.number) <= row.number - KEPT))
        LOG.info(f"webhook-{status}", game=row.game, attempts=row.attempts + 1)
        return True

    def _webhook(self, session: Session, row: DeliveryRow) -> WebhookRow | None:
        return session.exec(select(WebhookRow).where(WebhookRow.webhook == row.webhook)).first()


class CourierLoop(Loop):
    """The courier's thread; told to stop, it ends with the deliveries that are under way."""

    def __init__(self, host: Host) -> None:
        self.courier = Courier(host)
        super().__init__("courier", self.courier.run_once, host.config.clock)
        host.database.listeners.append(self.hear)

    def hear(self, game: str | None) -> None:
        """There is news of a game; None: maybe of any, since some of it was not heard."""
        self.courier.news.add(game)
        self.ring()

    def stop(self) -> None:
        """Stop the thread, after the delivery under way."""
        self.courier.closing = True
        super().stop()
