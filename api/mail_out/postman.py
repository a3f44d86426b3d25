"""Sends the mails that are due, at least once each, and backs off where it fails.

The rows of the outbox are themselves the queue: a mail is due, then sent, abandoned, held or outdated. It is sent
outside of any transaction, by the one sender that has taken it, for as long as its lease runs. A crash between sending
and saying so sends it again, under the same Message-ID. What somebody has to act on goes first; what is no longer true
when it could go does not go (`outdated`).

Where the operator has set how many mails a minute may leave, or to one domain, the others wait in their rows. That is
no failure, and those to other domains overtake them.

A mail that cannot be built is held: it stops no other, `ostraka db check` lists it, and it is tried again when the
service starts.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import NamedTuple

import structlog
from sqlalchemy import ColumnElement
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, delete, func, or_, select, update

from api.access.aliases import find_alias, holder_of
from api.host.host import Host
from api.http.problems import fault
from api.http.rate_limits import ALL
from api.mail_out.board_pictures import Paint, asked_about, paint_here
from api.mail_out.outdated import is_outdated, withdraw
from api.mail_out.rendering import FILE as RECEIPTS
from api.mail_out.rendering import (
    HOST_HEADER,
    NOTE_BEGINS,
    NOTE_FILE,
    PICTURE,
    checkpoints,
    log_length,
    set_header,
    thread_id,
)
from api.mail_out.rendering import KIND as RECEIPT
from api.mail_out.transports import MailFailed, MailRefused, Transport
from api.store.lookups import load_game, title_of
from api.store.models import ABANDONED, DUE, HELD, OUTDATED, SENT, MailRow, Player, PushRow, ResolutionRow
from api.store.postgresql import ROWS
from api.store.sealed_rows import Archive
from schemas.documents.letters import file_name, press_file
from schemas.log.checkpoints import HEADER as CHECKPOINT

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
LEASE = timedelta(minutes=5)
"""How long a sender has a mail to itself: longer than any mail server may take."""
MOST_ATTEMPTS = 20
MOST_PICTURES = 8
A_DAY = timedelta(days=1)
MOST_AT_ONCE = 500
TRY_AT = col(MailRow.next_try)
IN_ORDER = (col(MailRow.rank), TRY_AT, col(MailRow.id))
ADDRESS = func.lower(func.coalesce(col(MailRow.address), col(Player.email), ""))
LOG = structlog.get_logger("ostraka.mail")


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failures: a minute, then twice as long each time, six hours at most."""
    return min(FIRST_PAUSE * (1 << min(attempts - 1, 20)), LONGEST_PAUSE)


class Taken(NamedTuple):
    """A mail that a sender has, the address of its player, and since when it was due."""

    mail: MailRow
    address: str | None
    next_try: datetime


@dataclass(frozen=True)
class Postman:
    """Takes one mail after another from the outbox."""

    host: Host
    transport: Transport
    paint: Paint = paint_here
    pictures: dict[tuple[str, int], bytes] = field(default_factory=dict)
    """Those drawn last, because all seats get the same."""
    resting: dict[str, datetime] = field(default_factory=dict)
    """The domains that get no mail for a while, and until when; ALL: nobody does."""
    _painting: threading.Lock = field(default_factory=threading.Lock)

    def run_once(self) -> datetime | None:
        """Try every mail that is due; answers when the next will be. Any number of threads may do this at once."""
        while (taken := self._take()) is not None:
            mail = taken.mail
            address = mail.address or taken.address or self._hidden_address(mail)
            if self._is_outdated(mail):
                self._drop(mail)
            elif self._may_go(address):
                self._note(mail, self._try(mail, address))
            else:
                self._give_back(taken)
        times = dict(self.resting)
        if ALL in times:
            return times[ALL]
        with self.host.database.read() as session:
            waiting = select(func.min(TRY_AT)).outerjoin(Player, col(Player.handle) == MailRow.player)
            first = session.exec(waiting.where(MailRow.status == DUE, *self._elsewhere())).first()
        return min(filter(None, [first, *times.values()]), default=None)

    def release(self) -> None:
        """At the start: try again what could not be built, and what a killed service had taken to send.

        Where others may be sending, what was taken is theirs until its lease has run out.
        """
        with self.host.database.write(ROWS) as session:
            held = update(MailRow).where(col(MailRow.status) == HELD)
            session.exec(held.values(status=DUE, next_try=self.host.now()))
            if not self.host.database.kind.shared:
                taken = update(MailRow).where(col(MailRow.status) == DUE, col(MailRow.taken_until).is_not(None))
                session.exec(taken.values(taken_until=None, next_try=self.host.now()))

    def _take(self) -> Taken | None:
        """Take the mail that has been due for longest of those that somebody has to act on, else of the others.

        One that is due later than any pause lasts was written while the clock was wrong.
        """
        now = self.host.now()
        for domain in [domain for domain, until in self.resting.copy().items() if until <= now]:
            self.resting.pop(domain, None)
        if ALL in self.resting:
            return None
        due = (
            select(MailRow, Player.email)
            .outerjoin(Player, col(Player.handle) == MailRow.player)
            .where(MailRow.status == DUE, or_(now >= TRY_AT, now + LONGEST_PAUSE < TRY_AT))
            .where(*self._elsewhere())
            .order_by(*IN_ORDER)
            .limit(1)
        )
        with self.host.database.read() as session:
            if session.exec(due).first() is None:
                return None
        with self.host.database.write(ROWS) as session:
            found = session.exec(due.with_for_update(skip_locked=True, of=MailRow)).first()
            if found is None:
                return None
            mail, address = found
            taken = Taken(mail, address, mail.next_try)
            mail.due_since = mail.due_since or mail.next_try
            mail.attempts += 1
            mail.next_try = mail.taken_until = now + LEASE
            return taken

    def _elsewhere(self) -> list[ColumnElement[bool]]:
        """That a mail goes to no domain that rests."""
        return [~ADDRESS.endswith(f"@{domain}", autoescape=True) for domain in self.resting.copy()]

    def _may_go(self, address: str | None) -> bool:
        """May a mail to this address leave now? If not, nothing does for a while, or nothing to its domain."""
        rest = self.host.meters.mail(address.rpartition("@")[2].lower()) if address else None
        if rest is not None:
            self.resting[rest.who] = self.host.now() + timedelta(seconds=rest.wait)
        return rest is None

    def _give_back(self, taken: Taken) -> None:
        """Leave a mail that may not go yet as it was."""
        with self.host.database.write(ROWS) as session:
            row = session.get_one(MailRow, taken.mail.id)
            row.attempts -= 1
            row.next_try, row.taken_until = taken.next_try, None

    def _is_outdated(self, mail: MailRow) -> bool:
        with self.host.database.read() as session:
            return is_outdated(session, mail)

    def _drop(self, mail: MailRow) -> None:
        """Let a mail go unsent; its news is for the next."""
        with self.host.database.write(mail.game) as session:
            withdraw(self.host, session, session.get_one(MailRow, mail.id))
        LOG.info(f"mail-{OUTDATED}", mail=mail.kind, game=mail.game)

    def _hidden_address(self, mail: MailRow) -> str | None:
        """Where the mails of an alias go, which no row tells."""
        with self.host.database.read() as session:
            row = find_alias(session, mail.player or "")
            return holder_of(self.host, session, row).email if row is not None else None

    def _try(self, mail: MailRow, address: str | None) -> str:
        """Send a mail; answers what becomes of it."""
        if address is None:
            return ABANDONED
        try:
            message = self._message(mail, address)
            message.as_bytes()
        except SQLAlchemyError as error:  # nothing is wrong with the mail
            LOG.error("fault", mail=mail.kind, game=mail.game, row=mail.id, **fault(error))
            return DUE
        except Exception as error:
            LOG.error("fault", mail=mail.kind, game=mail.game, row=mail.id, **fault(error))
            return HELD
        if self._is_outdated(mail):  # a picture may have taken its time
            return OUTDATED
        try:
            self.transport(message)
        except MailRefused:
            return ABANDONED
        except MailFailed:
            return DUE if mail.attempts < MOST_ATTEMPTS else ABANDONED
        return SENT

    def _note(self, mail: MailRow, status: str) -> None:
        if status == OUTDATED:
            self._drop(mail)
            return
        with self.host.database.write(ROWS) as session:
            row = session.get_one(MailRow, mail.id)
            row.status = status
            row.next_try = self.host.now() + pause_after(row.attempts)
            row.taken_until = None
            row.log_length = log_length(self.host, mail) if status == SENT else None
        LOG.info(f"mail-{status}", mail=mail.kind, game=mail.game, attempts=mail.attempts)

    def _message(self, mail: MailRow, address: str) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        for name, value in self._headers(mail, address).items():
            set_header(message, name, value)
        with self.host.database.read() as session:
            for checkpoint in checkpoints(self.host, session, mail):
                set_header(message, f"X-{CHECKPOINT}", checkpoint.to_header())
        text, begins, note = mail.text.rpartition(NOTE_BEGINS)
        message.set_content(text if begins else note)
        if mail.html is not None:
            self._add_html(message, mail, mail.html)
        if mail.letter is not None:
            self._attach(message, mail, mail.letter, mail.seat)
        for seat, letter in mail.letters.items():
            self._attach(message, mail, letter.encode(), seat)
        if begins:
            message.add_attachment(note.lstrip(), filename=NOTE_FILE, cte="quoted-printable")
        return message

    def _headers(self, mail: MailRow, address: str) -> dict[str, str]:
        sender = self.host.config.sender
        about = [*filter(None, [mail.game, mail.player])]
        before = [*([thread_id(sender, *about)] if about else []), *filter(None, [mail.in_reply_to])]
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
        with self._painting:
            if (game, phase) not in self.pictures:
                while len(self.pictures) >= MOST_PICTURES:
                    del self.pictures[next(iter(self.pictures))]
                self.pictures[game, phase] = self.paint(*self._board(game, phase))
            return self.pictures[game, phase]

    def _board(self, game: str, phase: int) -> tuple[str, list[str]]:
        """Its drawing for a phone, and the ids of what is asked now."""
        with self.host.database.read() as session:
            title = title_of(session, load_game(session, game))
            led_to = (ResolutionRow.game == game, ResolutionRow.phase == phase)
            row = session.exec(select(ResolutionRow).where(*led_to)).one()
            view = title.view(Archive(self.host.vault, title).position(row), None)
        return title.draw(view, None, False, "tall"), asked_about(title, view)

    def _attach(self, message: EmailMessage, mail: MailRow, content: bytes, seat: str | None) -> None:
        """Attach a letter, or the receipts for what came by mail."""
        if mail.kind == RECEIPT or mail.game is None or seat is None:
            message.add_attachment(content.decode(), filename=RECEIPTS)
            return
        where = (mail.game, seat)
        name = press_file(*where) if mail.phase is None else file_name(*where, mail.phase)
        message.add_attachment(content, "application", "vnd.ostraka.letter+json", filename=name)


@dataclass
class Emptying:
    """Deletes, once a day, what stands in mails that were sent or abandoned long ago: most of a database is that.

    Their rows are kept, for counts and for bounces; those of notices are not. A mail that was still due when its turn
    came is emptied after the next start.
    """

    host: Host
    done: int = 0
    """The last row that was looked at."""
    next: datetime | None = None

    def run_once(self) -> datetime:
        """Empty what is old enough, if a day has passed; answers when to look again."""
        now = self.host.now()
        if self.next is None or self.next <= now:
            while self._empty_some(now - timedelta(days=self.host.config.keep_mails)):
                pass
            with self.host.database.write(ROWS) as session:
                session.exec(delete(PushRow).where(col(PushRow.status) != DUE, col(PushRow.created_at) < now - A_DAY))
            self.next = now + A_DAY
        return self.next

    def _empty_some(self, before: datetime) -> bool:
        """Empty the next few; False where there are no more."""
        old = (
            select(MailRow.id)
            .where(col(MailRow.id) > self.done, MailRow.created_at < before)
            .where(col(MailRow.status).in_((SENT, ABANDONED)), MailRow.text != "")
            .order_by(col(MailRow.id))
            .limit(MOST_AT_ONCE)
        )
        with self.host.database.write(ROWS) as session:
            found = [number for number in session.exec(old).all() if number is not None]
            emptied = update(MailRow).where(col(MailRow.id).in_(found))
            session.exec(emptied.values(text="", html=None, letter=None, letters={}))
        self.done = max(found, default=self.done)
        return bool(found)
