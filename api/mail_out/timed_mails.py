"""The mails that are not written with what they tell but when their time has come.

Those about where a game stands, soon after its resolution; those about press; the day's digest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

import structlog
from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.http.problems import fault
from api.mail_out.daily_digests import write_digest
from api.mail_out.phase_mails import write_phase_mails
from api.mail_out.press_mails import write_press
from api.rules.outside import outside
from api.store.models import Game, Seat

LOG = structlog.get_logger("ostraka.mail")


class Timed(NamedTuple):
    """Mails of one sort: the field of a game or a seat that says when they are due, and what writes them."""

    table: type[Game] | type[Seat]
    due_at: str
    write: Callable[[Host, Session, Any], None]
    later: timedelta
    """For how long they are put off where writing them fails."""

    @property
    def time(self) -> Any:
        """The column of the field."""
        return col(getattr(self.table, self.due_at))


SORTS: Final = (
    Timed(Game, "mail_at", write_phase_mails, timedelta(minutes=5)),
    Timed(Seat, "press_at", write_press, timedelta(hours=1)),
    Timed(Seat, "digest_at", write_digest, timedelta(hours=1)),
)


def write_due(host: Host) -> datetime | None:
    """Write what is due, row by row; answers when the next will be."""
    times = soonest(host)
    if not any(is_due(host, time) for time in times):
        return min(filter(None, times), default=None)
    for sort, time in zip(SORTS, times, strict=True):
        if is_due(host, time):
            with host.database.read() as session:
                rows = session.exec(select(sort.table).where(sort.time <= host.now()).order_by(sort.time)).all()
            for row in rows:
                write_one(host, sort, row)
    return min(filter(None, soonest(host)), default=None)


def write_one(host: Host, sort: Timed, row: Any) -> None:
    """Write the mails of one row if they are still due; where that fails, put them off, and keep no others waiting."""
    game = row.id if isinstance(row, Game) else row.game

    def written(session: Session) -> None:
        if (found := still_due(host, session, sort, row)) is not None:
            sort.write(host, session, found)

    try:
        outside(partial(host.database.write, game), written)
    except Exception as error:
        LOG.error("fault", game=game, row=row.id, mail=sort.due_at, **fault(error))
        with host.database.write(game) as session:  # what failed may be the answer to a COMMIT that was carried out
            if (found := still_due(host, session, sort, row)) is not None:
                setattr(found, sort.due_at, host.now() + sort.later)


def still_due(host: Host, session: Session, sort: Timed, row: Any) -> Any:
    """A row as it is now, if its mails are due; else None."""
    found = session.get_one(sort.table, row.id)
    return found if is_due(host, getattr(found, sort.due_at)) else None


def soonest(host: Host) -> Sequence[datetime | None]:
    """When the next mails of each sort are due."""
    with host.database.read() as session:
        return session.execute(select(*(select(func.min(sort.time)).scalar_subquery() for sort in SORTS))).one()


def is_due(host: Host, time: datetime | None) -> bool:
    """Has the time come?"""
    return time is not None and time <= host.now()
