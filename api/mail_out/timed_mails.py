"""The mails that are not written with what they tell but when their time has come: press, and the day's digest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlmodel import Session, col, select

from api.host.host import Host
from api.http.problems import fault
from api.mail_out.daily_digests import write_digest
from api.mail_out.press_mails import write_press
from api.store.models import Seat

LATER: Final = timedelta(hours=1)
WRITERS: Final[dict[str, Callable[[Host, Session, Seat], None]]] = {
    "press_at": write_press,
    "digest_at": write_digest,
}
"""By the field of a seat that says when such a mail is due."""
LOG = structlog.get_logger("ostraka.mail")


def write_due(host: Host) -> datetime | None:
    """Write what is due, seat by seat; answers when the next will be."""
    for due_at in WRITERS:
        at = col(getattr(Seat, due_at))
        with host.database.read() as session:
            seats = session.exec(select(Seat).where(at <= host.now()).order_by(at, col(Seat.id))).all()
        for seat in seats:
            write_one(host, seat, due_at)
    return next_due(host)


def write_one(host: Host, seat: Seat, due_at: str) -> None:
    """Write the mail of one seat; where that fails, it is put off and keeps no other from being written."""
    try:
        with host.database.write(seat.game) as session:
            WRITERS[due_at](host, session, session.get_one(Seat, seat.id))
    except Exception as error:
        LOG.error("fault", row=seat.id, mail=due_at, **fault(error))
        with host.database.write(seat.game) as session:
            setattr(session.get_one(Seat, seat.id), due_at, host.now() + LATER)


def next_due(host: Host) -> datetime | None:
    """When the next of these mails is due."""
    with host.database.read() as session:
        times = [
            session.exec(select(at).where(at.is_not(None)).order_by(at).limit(1)).first()
            for at in (col(getattr(Seat, due_at)) for due_at in WRITERS)
        ]
    return min((at for at in times if at is not None), default=None)
