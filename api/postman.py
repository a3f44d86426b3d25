"""Sends the mails that are due, at least once each, and backs off where it fails.

The rows of the outbox are themselves the queue: a mail is due, then sent or abandoned. It is sent outside of any
transaction; a crash between sending and saying so sends it again, under the same Message-ID.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import structlog
from sqlmodel import col, select

from api.house import House
from api.models import ABANDONED, DUE, SENT, MailRow, Player
from api.outbox import earliest_mail, message_id
from api.transport import MailFailed, MailRefused, Transport

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
MOST_ATTEMPTS = 20
LOG = structlog.get_logger("ostraka.mail")


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failures: a minute, then twice as long each time, six hours at most."""
    return min(FIRST_PAUSE * (1 << min(attempts - 1, 20)), LONGEST_PAUSE)


@dataclass(frozen=True)
class Postman:
    """Takes one mail after another from the outbox."""

    house: House
    transport: Transport

    def run_once(self) -> datetime | None:
        """Try every mail that is due; answers when the next will be."""
        while (due := self._next()) is not None:
            mail, address = due
            self._try(mail, mail.address or address)
        with self.house.database.read() as session:
            return earliest_mail(session)

    def _next(self) -> tuple[MailRow, str | None] | None:
        with self.house.database.read() as session:
            return session.exec(
                select(MailRow, Player.email)
                .outerjoin(Player, col(Player.handle) == MailRow.player)
                .where(MailRow.status == DUE, MailRow.next_try <= self.house.now())
                .order_by(col(MailRow.next_try), col(MailRow.id))
                .limit(1)
            ).first()

    def _try(self, mail: MailRow, address: str | None) -> None:
        try:
            if address is None:
                raise MailRefused
            self.transport(self._message(mail, address))
        except MailRefused:
            self._note(mail, ABANDONED)
        except MailFailed:
            self._note(mail, DUE if mail.attempts + 1 < MOST_ATTEMPTS else ABANDONED)
        else:
            self._note(mail, SENT)

    def _note(self, mail: MailRow, status: str) -> None:
        with self.house.database.write() as session:
            row = session.get_one(MailRow, mail.id)
            row.status = status
            row.attempts += 1
            row.next_try = self.house.now() + pause_after(row.attempts)
            session.add(row)
        LOG.info(f"mail-{status}", mail=mail.kind, game=mail.game, attempts=mail.attempts + 1)

    def _message(self, mail: MailRow, address: str) -> EmailMessage:
        sender = self.house.config.sender
        thread = message_id(sender, mail.game or "")
        message = EmailMessage(policy=SMTP)
        message["From"] = sender
        message["To"] = address
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(mail.created_at)
        message["Message-ID"] = mail.message_id
        message["In-Reply-To"] = thread
        message["References"] = thread
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        return message
