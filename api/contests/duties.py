"""What waits for somebody's word in contests, as the database has their games now."""

from __future__ import annotations

from sqlmodel import Session, col, select

from adjudicator.registry import title as registered_title
from api.access.privacy import visible_contests
from api.contests.contest_log import ContestLog
from api.contests.games import who_lost
from api.games.people import seat_in_words
from api.host.host import Host
from api.openapi.game_answers import ContestDuty
from api.store.models import GOING, ContestRow, Seat
from schemas.contests.duties import Duty, SeatNow, duties


def duties_in(log: ContestLog) -> list[Duty]:
    """All that is to be done in a contest."""
    story, seats = log.story(), dict[str, list[SeatNow]]()
    games = [table.game for table in story.rounds[-1].tables if table.is_open] if story.is_running else []
    rows = select(Seat).where(col(Seat.game).in_(games)).order_by(col(Seat.ordinal))
    for seat in log.session.exec(rows).all() if games else ():
        seats.setdefault(seat.game, []).append(as_now(log.session, seat, story.plan.title))
    return duties(story, log.host.now(), lambda game: seats.get(game, []))


def as_now(session: Session, seat: Seat, title: str) -> SeatNow:
    """A seat; one that is being offered to substitutes waits for nobody else."""
    is_vacant = seat.player is None and seat.vacant_since is not None
    waits = is_vacant and seat.offer_at is None and seat.kept_for is None
    if not waits:
        return SeatNow(seat.name, seat.player)
    called = seat_in_words(registered_title(title), seat.name)
    return SeatNow(seat.name, seat.player, True, who_lost(session, seat.game), called)


def duties_of(host: Host, session: Session, handle: str) -> list[ContestDuty]:
    """What a player has to do in the contests that go on, the newest first."""
    going = select(ContestRow).where(ContestRow.status == GOING, visible_contests(handle))
    rows = session.exec(going.order_by(col(ContestRow.created_at).desc(), col(ContestRow.id))).all()
    return [
        describe_duty(row, duty)
        for row in rows
        for duty in _duties_by(ContestLog(host, session, row.id), handle)
        if duty.player == handle
    ]


def _duties_by(log: ContestLog, handle: str) -> list[Duty]:
    """Those of a contest that can be this player's: games are looked at only for who decides in them or may come in."""
    story = log.story()
    if handle in (*story.officers.organisers, story.assistant, *story.pool()):
        return duties_in(log)
    return duties(story, log.host.now(), lambda _: ())


def describe_duty(row: ContestRow, duty: Duty) -> ContestDuty:
    """A duty, with the contest in which it is one."""
    return ContestDuty(
        contest=row.id,
        name=row.plan.name,
        title=row.title,
        player=duty.player,
        kind=duty.kind,
        what=duty.what,
        line=duty.line,
        game=duty.game,
    )
