"""What waits for somebody's word in contests, as the database has their games now."""

from __future__ import annotations

from sqlmodel import Session, col, select

from api.access.privacy import visible_contests
from api.contests.contest_log import ContestLog
from api.host.host import Host
from api.openapi.game_answers import ContestDuty
from api.store.lookups import load_seats
from api.store.models import GOING, ContestRow, Seat
from schemas.contests.duties import Duty, SeatNow, duties


def duties_in(log: ContestLog) -> list[Duty]:
    """All that is to be done in a contest."""
    return duties(log.story(), log.host.now(), lambda game: [as_now(seat) for seat in load_seats(log.session, game)])


def as_now(seat: Seat) -> SeatNow:
    """A seat; one that is being offered to substitutes waits for nobody else."""
    is_vacant = seat.player is None and seat.vacant_since is not None
    return SeatNow(seat.name, seat.player, is_vacant and seat.offer_at is None and seat.kept_for is None)


def duties_of(host: Host, session: Session, handle: str) -> list[ContestDuty]:
    """What a player has to do in the contests that go on, the newest first."""
    going = select(ContestRow).where(ContestRow.status == GOING, visible_contests(handle))
    rows = session.exec(going.order_by(col(ContestRow.created_at).desc(), col(ContestRow.id))).all()
    return [
        describe_duty(row, duty)
        for row in rows
        for duty in duties_in(ContestLog(host, session, row.id))
        if duty.player == handle
    ]


def describe_duty(row: ContestRow, duty: Duty) -> ContestDuty:
    """A duty, with the contest in which it is one."""
    return ContestDuty(
        contest=row.id,
        name=row.plan.name,
        title=row.title,
        player=duty.player,
        what=duty.what,
        line=duty.line,
        game=duty.game,
    )
