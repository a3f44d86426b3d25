"""The pusher: a thread that sends the notices that are due, to each device of their player.

The rows are the queue, taken as mails are (`api.mail_out.postman`): by one sender, for as long as its lease runs, what
somebody has to act on first. What is no longer true does not go, nor what a later notice of the same game says better:
a push service that was away for a day leaves one. The devices are looked up when it is sent, since no row names them. A
push service learns when a host writes to a device, and nothing from the bodies, which are all as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

import msgspec
import structlog
from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.http.problems import fault
from api.mail_out.outdated import is_outdated
from api.mail_out.postman import LEASE, pause_after
from api.mail_out.pushes import devices_for, is_wanted_by
from api.mail_out.rendering import printable
from api.push.devices import subscription_of, target_at
from api.push.web_push import encrypted, vapid
from api.store.lookups import load_game, load_player, load_seats
from api.store.models import ABANDONED, DUE, OUTDATED, SENT, URGENT, DeviceRow, PushRow
from api.store.postgresql import ROWS
from api.webhooks.addresses import AddressRefused, Target
from api.webhooks.sending import NotDelivered, Reply, send

GONE: Final = (404, 410)
BUSY: Final = 429
BROKEN: Final = 500
LONGEST_NAME: Final = 200
LOG = structlog.get_logger("ostraka.push")


@dataclass
class Trial:
    """What came of an attempt: the marks of the devices that are still to be told, and when."""

    left: list[str] = field(default_factory=list)
    wait: timedelta = timedelta()
    taken: int = 0


@dataclass(frozen=True)
class Pusher:
    """Takes one notice after another."""

    host: Host

    def run_once(self) -> datetime | None:
        """Try every notice that is due; answers when the next will be. Any number of threads may do this at once."""
        while (row := self._take()) is not None:
            try:
                self._note(row, *self._try(row))
            except Exception as error:
                LOG.error("fault", mail=row.kind, game=row.game, row=row.id, **fault(error))
                self._note(row, DUE, Trial(row.left or []))
        with self.host.database.read() as session:
            return session.exec(select(func.min(PushRow.next_try)).where(PushRow.status == DUE)).first()

    def _take(self) -> PushRow | None:
        now = self.host.now()
        due = (
            select(PushRow)
            .where(PushRow.status == DUE, PushRow.next_try <= now)
            .order_by(col(PushRow.rank), col(PushRow.next_try), col(PushRow.id))
            .limit(1)
        )
        with self.host.database.read() as session:
            if session.exec(due).first() is None:
                return None
        with self.host.database.write(ROWS) as session:
            row = session.exec(due.with_for_update(skip_locked=True)).first()
            if row is not None:
                row.attempts += 1
                row.next_try = row.taken_until = now + LEASE
            return row

    def _try(self, row: PushRow) -> tuple[str, Trial]:
        """Send a notice to whoever has not taken it yet; answers what becomes of it."""
        with self.host.database.read() as session:
            if is_outdated(session, row) or is_replaced(session, row):
                return OUTDATED, Trial()
            text, devices = content(self.host, session, row), self._devices(session, row)
        trial = Trial()
        for device in devices:
            self._serve(device, row, text, trial)
        if trial.left:
            return DUE, trial
        return (SENT if trial.taken else ABANDONED), trial

    def _devices(self, session: Session, row: PushRow) -> Sequence[DeviceRow]:
        every = devices_for(self.host, session, load_player(session, row.player))
        wanting = [one for one in every if is_wanted_by(one, row.mutes)]
        return [one for one in wanting if row.left is None or mark_of(self.host, row, one) in row.left]

    def _serve(self, device: DeviceRow, row: PushRow, text: bytes, trial: Trial) -> None:
        """Send a notice to one device."""
        try:
            reply = self._send(device, row, text)
        except AddressRefused as refused:
            self._hear(device, f"refused: {refused}")
            return
        except NotDelivered as error:
            reply = None
            self._hear(device, str(error))
        if reply is None or reply.status == BUSY or reply.status >= BROKEN:
            trial.left.append(mark_of(self.host, row, device))
            trial.wait = max(trial.wait, asked_to_wait(reply, self.host.now()))
        if reply is not None:
            trial.taken += 200 <= reply.status < 300
            self._hear(device, None if 200 <= reply.status < 300 else str(reply.status), gone=reply.status in GONE)

    def _send(self, device: DeviceRow, row: PushRow, text: bytes) -> Reply:
        to = subscription_of(self.host, device)
        target, now = target_at(self.host, to), self.host.now()
        headers = {
            "Authorization": vapid(origin_of(target), self.host.push_key, self.host.config.sender, now),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(max(int((row.until - now).total_seconds()), 0)),
            "Urgency": "high" if row.rank == URGENT else "normal",
            "Topic": self.host.vault.mark("push topic", device.device, row.game, row.slot)[:32],
        }
        return send(target, headers, encrypted(text, to), self.host.config.lan_webhooks)

    def _hear(self, device: DeviceRow, refusal: str | None, *, gone: bool = False) -> None:
        """Note what the push service of a device said, where it is news; forget a device that is there no more."""
        if refusal == device.refusal:
            return
        with self.host.database.write(ROWS) as session:
            stored = session.get(DeviceRow, device.id)
            if stored is not None and stored.subscription == device.subscription:
                if gone:
                    session.delete(stored)
                else:
                    stored.refusal = refusal

    def _note(self, row: PushRow, status: str, trial: Trial) -> None:
        now = self.host.now()
        with self.host.database.write(ROWS) as session:
            stored = session.get_one(PushRow, row.id)
            stored.next_try = now + max(pause_after(row.attempts), trial.wait)
            late = status == DUE and stored.next_try >= row.until
            stored.status, stored.taken_until = ABANDONED if late else status, None
            if trial.left:
                stored.left = trial.left
            if stored.status != DUE:
                stored.words, stored.left = "", None
        LOG.info(f"push-{stored.status}", mail=row.kind, game=row.game, attempts=row.attempts)


def is_replaced(session: Session, row: PushRow) -> bool:
    """Does a later notice to the same slot of the game take the place of this one?"""
    later = (PushRow.game == row.game, PushRow.player == row.player, PushRow.slot == row.slot)
    return session.exec(select(PushRow.id).where(*later, col(PushRow.id) > row.id).limit(1)).first() is not None


def content(host: Host, session: Session, row: PushRow) -> bytes:
    """What a device is told: the game's name, the subject of the mail, and where to look."""
    game = load_game(session, row.game)
    if any(seat.player == row.player for seat in load_seats(session, row.game)):
        place = f"games/{row.game}"
    elif row.kind == "invited" and host.config.table:
        place = f"join/{row.game}"
    else:
        place = f"{host.config.public_url.rstrip('/')}/games/{row.game}"
    return msgspec.json.encode({
        "name": printable(game.opened.name)[:LONGEST_NAME],
        "words": printable(row.words),
        "open": place,
        "slot": f"{row.game}.{row.slot}",
    })  # fmt: skip


def mark_of(host: Host, row: PushRow, device: DeviceRow) -> str:
    """What stands in a notice for a device that has not taken it: it tells nobody else which that is."""
    return host.vault.mark("push", str(row.id), device.device)


def origin_of(target: Target) -> str:
    """Which push service a target is of."""
    return f"{target.scheme}://{target.authority}"


def asked_to_wait(reply: Reply | None, now: datetime) -> timedelta:
    """For how long a push service wants to be left alone."""
    said = (reply.retry_after or "").strip() if reply is not None else ""
    try:
        wait = timedelta(seconds=int(said)) if said.isdecimal() else parsedate_to_datetime(said).astimezone(UTC) - now
    except (ValueError, OverflowError):
        return timedelta()
    return min(max(wait, timedelta()), timedelta(days=1))
