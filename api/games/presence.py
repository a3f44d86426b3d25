"""Being there: whoever has just been at work at the page of a seat, or has just answered, needs no mail yet.

It is defined here for all that tells people of questions. Their program says so in a signed word, when they have
clicked or typed; a page that only lies open says nothing.

None of it may tell whom a veiled phase asks, and those who are asked are more often at work. So while a veiled phase is
open no such word is kept, an answer to it counts for nothing, and nothing about it waits for anybody. The row of such a
phase says whom it awaits to nobody (`awaited` is null); so does that of a phase whose deadline has come, and then too
everybody is written to.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, and_, col, delete, or_, select

from api.host.host import Host
from api.store.lookups import unresolved_phase
from api.store.models import EnvelopeRow, PhaseRow, PresenceRow, Seat

THERE: Final = timedelta(minutes=5)
NOTED: Final = timedelta(minutes=1)
"""So often a word is written down; those between change nothing."""
HELD: Final = timedelta(minutes=10)
"""For so long at most what asks a player waits while they are there."""


def is_news(host: Host, session: Session, game: str, seat: str) -> bool:
    """Is it to be written down that a player is there?"""
    phase = unresolved_phase(session, game)
    if phase is None or phase.awaited is None:
        return False
    known = (PresenceRow.game == game, PresenceRow.seat == seat, col(PresenceRow.at) > host.now() - NOTED)
    return session.exec(select(PresenceRow.id).where(*known)).first() is None


def note_presence(host: Host, session: Session, game: str, seat: str) -> None:
    """Write down that a player is there, and forget who was there before."""
    if is_news(host, session, game, seat):
        old = or_(col(PresenceRow.at) <= host.now() - THERE, col(PresenceRow.seat) == seat)
        session.exec(delete(PresenceRow).where(col(PresenceRow.game) == game, old))
        session.add(PresenceRow(game=game, seat=seat, at=host.now()))


def forget_presence(session: Session, game: str) -> None:
    """Forget who was there: the game is over."""
    session.exec(delete(PresenceRow).where(col(PresenceRow.game) == game))


def players_there(session: Session, game: str, seats: Sequence[Seat], now: datetime) -> set[str]:
    """The players of a game who are there: at the page of one of their seats, or because they answered last."""
    said = select(PresenceRow.seat).where(PresenceRow.game == game, col(PresenceRow.at) > now - THERE)
    answered = (
        select(EnvelopeRow.seat)
        .join(PhaseRow, and_(PhaseRow.game == EnvelopeRow.game, PhaseRow.number == EnvelopeRow.phase))
        .where(EnvelopeRow.game == game, EnvelopeRow.received_at > now - THERE, col(PhaseRow.awaited).is_not(None))
        .order_by(col(EnvelopeRow.received_at).desc(), col(EnvelopeRow.id).desc())
        .limit(1)
    )
    there = {*session.exec(said).all(), *session.exec(answered).all()}
    return {seat.player for seat in seats if seat.player is not None and seat.name in there}


def held_until(begin: datetime, deadline: datetime, at_most: timedelta = HELD) -> datetime:
    """Until when what asks waits for those who are there: half of the time that they have at most."""
    return begin + min(at_most, max(deadline - begin, timedelta()) / 2)
