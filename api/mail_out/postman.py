"""Sends the mails that are due, at least once each, and backs off where it fails.

The rows of the outbox are themselves the queue: a mail is due, then sent or abandoned. It is sent outside of any
transaction; a crash between sending and saying so sends it again, under the same Message-ID.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import structlog
from sqlmodel import col, select

from adjudicator.pictures import render
from api.host.host import Host
from api.http.problems import fault
from api.mail_out.outbox import earliest_mail, message_id
from api.mail_out.receipts import FILE as RECEIPTS
from api.mail_out.receipts import HOST_HEADER
from api.mail_out.receipts import KIND as RECEIPT
from api.mail_out.rendering import PICTURE
from api.mail_out.transports import MailFailed, MailRefused, Transport
from api.store.lookups import load_game, title_of
from api.store.models import ABANDONED, DUE, SENT, MailRow, Player, ResolutionRow
from api.store.sealed_rows import Archive
from schemas.documents.letters import file_name, press_file

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
MOST_ATTEMPTS = 20
MOST_PICTURES = 8
WIDTH = 720
LOG = structlog.get_logger("ostraka.mail")


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failures: a minute, then twice as long each time, six hours at most."""
    return min(FIRST_PAUSE * (1 << min(attempts - 1, 20)), LONGEST_PAUSE)


@dataclass(frozen=True)
class Postman:
    """Takes one mail after another from the outbox."""

    host: Host
    transport: Transport
    paint: Callable[[str, int], bytes] = render
    pictures: dict[tuple[str, int], bytes] = field(default_factory=dict)
    """Those drawn last, because all seats get the same."""

    def run_once(self) -> datetime | None:
        """Try every mail that is due; answers when the next will be."""
        while (due := self._next()) is not None:
            mail, address = due
            self._try(mail, mail.address or address)
        with self.host.database.read() as session:
            return earliest_mail(session)

    def _next(self) -> tuple[MailRow, str | None] | None:
        with self.host.database.read() as session:
            return session.exec(
                select(MailRow, Player.email)
                .outerjoin(Player, col(Player.handle) == MailRow.player)
                .where(MailRow.status == DUE, MailRow.next_try <= self.host.now())
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
        with self.host.database.write() as session:
            row = session.get_one(MailRow, mail.id)
            row.status = status
            row.attempts += 1
            row.next_try = self.host.now() + pause_after(row.attempts)
            session.add(row)
        LOG.info(f"mail-{status}", mail=mail.kind, game=mail.game, attempts=mail.attempts + 1)

    def _message(self, mail: MailRow, address: str) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        for name, value in self._headers(mail, address).items():
            message[name] = value
        message.set_content(mail.text)
        if mail.html is not None:
            self._add_html(message, mail, mail.html)
        if mail.letter is not None:
            self._attach(message, mail, mail.letter, mail.seat)
        for seat, letter in mail.letters.items():
            self._attach(message, mail, letter.encode(), seat)
        return message

    def _headers(self, mail: MailRow, address: str) -> dict[str, str]:
        sender = self.host.config.sender
        about = [*filter(None, [mail.game, mail.player])]
        before = [*([message_id(sender, *about)] if about else []), *filter(None, [mail.in_reply_to])]
        thread = {"In-Reply-To": before[-1], "References": " ".join(before)} if before else {}
        return {
            **thread,
            "From": sender,
            "To": address,
            "Reply-To": self.host.config.address(mail.game),
            "Subject": mail.subject,
            "Date": format_datetime(mail.created_at),
            "Message-ID": mail.message_id,
            "Auto-Submitted": "auto-replied" if mail.in_reply_to else "auto-generated",
            HOST_HEADER: self.host.config.public_url,
        }

    def _add_html(self, message: EmailMessage, mail: MailRow, html: str) -> None:
        """Add the HTML with its picture; where none can be drawn the text has to do."""
        try:
            picture = None if mail.picture is None else self._picture(str(mail.game), mail.picture)
        except Exception as error:
            LOG.error("fault", mail=mail.kind, game=mail.game, **fault(error))
            return
        message.add_alternative(html, subtype="html")
        if picture is not None:
            part = list(message.iter_parts())[-1]
            part.add_related(picture, "image", "png", cid=f"<{PICTURE}>", disposition="inline", filename="board.png")

    def _picture(self, game: str, phase: int) -> bytes:
        """The board after a phase as a spectator sees it."""
        if (game, phase) not in self.pictures:
            with self.host.database.read() as session:
                title = title_of(session, load_game(session, game))
                led_to = (ResolutionRow.game == game, ResolutionRow.phase == phase)
                row = session.exec(select(ResolutionRow).where(*led_to)).one()
                view = title.view(Archive(self.host.vault, title).position(row), None)
            while len(self.pictures) >= MOST_PICTURES:
                del self.pictures[next(iter(self.pictures))]
            self.pictures[game, phase] = self.paint(title.draw(view, None, False), WIDTH)
        return self.pictures[game, phase]

    def _attach(self, message: EmailMessage, mail: MailRow, content: bytes, seat: str | None) -> None:
        """Attach a letter, or the receipts for what came by mail."""
        if mail.kind == RECEIPT or mail.game is None or seat is None:
            message.add_attachment(content.decode(), filename=RECEIPTS)
            return
        where = (mail.game, seat)
        name = press_file(*where) if mail.phase is None else file_name(*where, mail.phase)
        message.add_attachment(content, "application", "vnd.ostraka.letter+json", filename=name)
