"""What players are told of the host itself: what the operator says, and that mail is late.

That mail is late is judged by the mails of games that everybody may see, and by the reader's own: so it tells nobody
when something happens in a private game.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, or_, select

from api.host.figures import IS_DUE, SINCE
from api.host.host import Host
from api.openapi.answers import HostNotice
from api.store.models import DUE, Game, HostRow, MailRow
from schemas.statements.payloads import instant

LATE: Final = timedelta(minutes=15)
LOOKED_AT: Final = 20
PUBLIC: Final = "no"
"""Of a game's `private`."""
MAIL_IS_LATE: Final = (
    "Mail of this host is late: what should have come more than 15 minutes ago is still on its way. Do not wait for "
    "it; look here whether you are asked."
)


def notices(host: Host, session: Session, reader: str | None) -> list[HostNotice]:
    """What a reader is told now; None: a stranger."""
    row, told = session.get_one(HostRow, 1), []
    if row.notice is not None and (row.notice_until is None or row.notice_until > host.now()):
        until = instant(row.notice_until) if row.notice_until else None
        told.append(HostNotice(kind="operator", text=row.notice, until=until))
    if mail_is_late(host, session, reader):
        told.append(HostNotice(kind="mail-late", text=MAIL_IS_LATE, until=None))
    return told


def mail_is_late(host: Host, session: Session, reader: str | None) -> bool:
    """Of the last mails that should have gone a while ago, is half still due?

    An address that takes none for a while is no delay of the host's.
    """
    passed = (host.now() - LATE >= SINCE, is_known_to(reader))
    of_games = select(MailRow.status).outerjoin(Game, col(Game.id) == MailRow.game).where(*passed)
    if session.exec(of_games.where(IS_DUE).limit(1)).first() is None:
        return False
    last = session.exec(of_games.order_by(col(MailRow.id).desc()).limit(LOOKED_AT)).all()
    return 2 * list(last).count(DUE) >= len(last)


def is_known_to(reader: str | None) -> ColumnElement[bool]:
    """That a mail is the reader's own, or of a game that everybody may see."""
    return or_(col(Game.private) == PUBLIC, *([col(MailRow.player) == reader] if reader else []))
