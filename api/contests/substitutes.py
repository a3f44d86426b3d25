"""Seats that fall vacant are offered to the pool: to each in turn, for a day."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, select

from api.contests.contest_log import ContestLog
from api.host.host import Host
from api.mail_out.phase_mails import outbox_of
from api.store.lookups import load_seats
from api.store.models import RUNNING, Game, Seat
from schemas.contests.story import ContestStory

OFFER: Final = timedelta(hours=24)


def offer_due(host: Host, contest: str) -> bool:
    """Offer the seats whose time has come to the next of the pool; was there one?"""
    with host.database.read() as session:
        due = _vacant(session, contest, host.now())
    for game, name in due:
        with host.database.write(game) as session:
            _offer(host, session, contest, game, name)
    return bool(due)


def next_offer(session: Session, contest: str) -> datetime | None:
    """When the next seat is to be offered."""
    found = [seat.offer_at for seat in _open(session, contest) if seat.offer_at is not None]
    return min(found, default=None)


def offer_again(session: Session, contest: str, now: datetime) -> None:
    """Have the vacant seats that were offered to all offered again: there is somebody new in the pool."""
    of_contest = (Game.contest == contest, Game.status == RUNNING)
    free = (col(Seat.player).is_(None), col(Seat.vacant_since).is_not(None), col(Seat.kept_for).is_(None))
    seats = select(Seat).join(Game, col(Game.id) == col(Seat.game)).where(*of_contest, *free)
    for seat in session.exec(seats).all():
        seat.offer_at = now
        session.add(seat)


def _open(session: Session, contest: str) -> Sequence[Seat]:
    of_contest = (Game.contest == contest, Game.status == RUNNING)
    free = (col(Seat.offer_at).is_not(None), col(Seat.player).is_(None))
    seats = select(Seat).join(Game, col(Game.id) == col(Seat.game)).where(*of_contest, *free)
    return session.exec(seats.order_by(col(Seat.offer_at), col(Seat.id))).all()


def _vacant(session: Session, contest: str, now: datetime) -> list[tuple[str, str]]:
    return [(seat.game, seat.name) for seat in _open(session, contest) if seat.offer_at and seat.offer_at <= now]


def _offer(host: Host, session: Session, contest: str, game_id: str, name: str) -> None:
    """Keep a vacant seat for the next of the pool; when it was offered to all, for nobody: then anybody may join."""
    game, seats = session.get_one(Game, game_id), load_seats(session, game_id)
    seat = next(one for one in seats if one.name == name)
    if seat.player is not None or game.status != RUNNING:
        return
    story = ContestLog(host, session, contest).story()
    drawn = story.game(game_id)
    there = {handle for one in seats for handle in (one.player, one.kept_for) if handle is not None}
    there |= set(drawn.seats.values()) if drawn else set()
    waiting = [one for one in story.pool() if one not in there and one not in seat.offered]
    if not waiting:
        seat.kept_for = seat.offer_at = None
        session.add(seat)
        return
    chosen = min(waiting, key=lambda one: (*_claims(session, story, one, there), _lot(story, game_id, name, one)))
    seat.kept_for, seat.offer_at, seat.offered = chosen, host.now() + OFFER, [*seat.offered, chosen]
    session.add(seat)
    session.flush()
    outbox_of(host, session, game).offered(chosen, name, seat.offer_at, f"substitute.{name}.{len(seat.offered)}")


def _claims(session: Session, story: ContestStory, player: str, opponents: set[str]) -> tuple[int, int]:
    """How many games of the contest a substitute has come into, and how many of these opponents they met there."""
    mine = select(Seat.game).join(Game, col(Game.id) == col(Seat.game))
    games = session.exec(mine.where(Game.contest == story.contest, Seat.player == player)).all()
    beside = session.exec(select(Seat.player).where(col(Seat.game).in_(games))).all()
    return len(games), len(opponents & {one for one in beside if one is not None} - {player})


def _lot(story: ContestStory, game: str, seat: str, player: str) -> bytes:
    """Chance that was settled by the draw."""
    key = story.rounds[-1].key if story.rounds else b""
    return hashlib.sha256(key + f"|{game}|{seat}|{player}".encode()).digest()
