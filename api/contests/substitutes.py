"""Seats that fall vacant are offered to the pool, to each in turn for a day; else only who is named may take one.

Nobody has two offers at once: a seat goes to the next who has none, or waits until somebody takes or lets go theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from api.contests.contest_log import ContestLog
from api.contests.games import hand_over, players_of, who_lost
from api.contests.mails import tell
from api.games.game_log import read_log
from api.games.people import seat_in_words
from api.games.statements import require_signer
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.phase_mails import outbox_of
from api.referee.lobby import join
from api.store.database import ring
from api.store.lookups import load_contest, load_seat, load_seats, title_of
from api.store.models import RUNNING, URGENT, Game, Seat
from schemas.contests.allowed import seat_refused
from schemas.contests.story import ContestStory
from schemas.statements.payloads import Join
from schemas.statements.statements import Statement

OFFER: Final = timedelta(hours=24)
LOOK: Final = timedelta(hours=1)
"""So often a seat is looked at that waits for somebody with another offer: the organiser may end that, or its game."""


def take_seat(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Seat a player, in a vacant seat of a contest's game only one who may; False where they hold the seat already."""
    if game.contest is None:
        return join(host, session, game, statement)
    wanted, story = statement.read(Join), ContestLog(host, session, game.contest).story()
    player, seat = require_signer(session, statement, wanted.player, game), load_seat(session, game.id, wanted.seat)
    if seat.player is None and seat.vacant_since is not None:
        is_named = seat.kept_for == player.handle and player.handle not in seat.offered
        lost = who_lost(session, game.id)
        why = seat_refused(story, game.id, player.handle, named=is_named, seat=seat.name, lost=lost)
        if why is not None:
            refuse(409, "not-offered", f"In a contest a vacant seat is not for anybody to take: {why}.")
    new = join(host, session, game, statement)
    if new:
        withdraw_offers(session, game.contest, player.handle, host.now())
    if new and (table := story.game(game.id)) is not None and player.handle == game.organiser:
        hand_over(session, game, story.officers, table)
    return new


def offer_due(host: Host, contest: str) -> bool:
    """Offer the seats whose time has come to the next of the pool; was there one?"""
    with host.database.read() as session:
        due = _vacant(session, contest, host.now())
    for game, name in due:
        with host.database.write(game) as session:
            _offer(host, session, contest, game, name)
    return bool(due)


def next_offer(session: Session, contest: str) -> datetime | None:
    """When the next seat is offered."""
    found = [seat.offer_at for seat in _open(session, contest) if seat.offer_at is not None]
    return min(found, default=None)


def withdraw_offers(session: Session, contest: str, player: str, now: datetime) -> None:
    """Offer to others the seats that are offered to somebody who took one or left, and to anybody those that wait.

    A row that another transaction changes just now is passed over: it is being taken, or offered.
    """
    seats = _offered(contest).with_for_update(skip_locked=True, of=Seat)
    for seat in (one for one in session.exec(seats).all() if one.kept_for in (None, player)):
        seat.kept_for, seat.offer_at = None, now
        session.add(seat)
    ring(session)


def offer_again(session: Session, contest: str, now: datetime) -> None:
    """Have the vacant seats that were offered to all offered again: there is somebody new in the pool."""
    of_contest = (Game.contest == contest, Game.status == RUNNING)
    free = (col(Seat.player).is_(None), col(Seat.vacant_since).is_not(None), col(Seat.kept_for).is_(None))
    seats = select(Seat).join(Game, col(Game.id) == col(Seat.game)).where(*of_contest, *free)
    for seat in session.exec(seats).all():
        seat.offer_at = now
        session.add(seat)


def _offered(contest: str) -> SelectOfScalar[Seat]:
    """The vacant seats that are offered to somebody, or are going to be, the first first."""
    of_contest = (Game.contest == contest, Game.status == RUNNING)
    free = (col(Seat.offer_at).is_not(None), col(Seat.player).is_(None))
    seats = select(Seat).join(Game, col(Game.id) == col(Seat.game)).where(*of_contest, *free)
    return seats.order_by(col(Seat.offer_at), col(Seat.id))


def _open(session: Session, contest: str) -> Sequence[Seat]:
    return session.exec(_offered(contest)).all()


def _vacant(session: Session, contest: str, now: datetime) -> list[tuple[str, str]]:
    """Those whose time has come, first the one that was offered to the fewest."""
    due = [seat for seat in _open(session, contest) if seat.offer_at and seat.offer_at <= now]
    return [(seat.game, seat.name) for seat in sorted(due, key=lambda seat: len(seat.offered))]


def _asked(session: Session, contest: str, now: datetime) -> dict[str, datetime]:
    """Who has an offer, and until when."""
    open_ = [(seat.kept_for, seat.offer_at) for seat in _open(session, contest)]
    return {player: until for player, until in open_ if player is not None and until is not None and until > now}


def _offer(host: Host, session: Session, contest: str, game_id: str, name: str) -> None:
    """Keep a vacant seat for the next of the pool who has no other offer; after the last for nobody: then each of them
    may join."""
    game, seats = session.get_one(Game, game_id), load_seats(session, game_id)
    seat = next(one for one in seats if one.name == name)
    if seat.player is not None or game.status != RUNNING or seat.offer_at is None or seat.offer_at > host.now():
        return
    story = ContestLog(host, session, contest).story()
    there = {handle for one in seats for handle in (one.player, one.kept_for) if handle is not None}
    waiting, asked = _not_asked(session, story, seat, seats), _asked(session, contest, host.now())
    free = [one for one in waiting if one not in asked]
    if not free:
        until = min((asked[one] for one in waiting), default=None)
        seat.kept_for, seat.offer_at = None, until and min(until, host.now() + LOOK)
        session.add(seat)
        if not waiting:
            _ask_organiser(host, session, story, game, seat)
        return
    chosen = min(free, key=lambda one: (*_claims(session, story, one, there), _lot(story, game_id, name, one)))
    seat.kept_for, seat.offer_at, seat.offered = chosen, host.now() + OFFER, [*seat.offered, chosen]
    session.add(seat)
    session.flush()
    vacancy = len(read_log(session, game_id))  # which has an entry each time that a seat falls vacant
    part = f"substitute.{name}.{vacancy}.{len(seat.offered)}"
    outbox_of(host, session, game).offered(chosen, name, seat.offer_at, part)


def _not_asked(session: Session, story: ContestStory, seat: Seat, seats: Sequence[Seat]) -> list[str]:
    """Who of the pool could take a vacant seat, and was not asked: not whom the organiser named for another one."""
    named = {one.kept_for for one in seats if one.offer_at is None}
    there, lost = {*seat.offered, *named, *(one.player for one in seats)}, who_lost(session, seat.game)
    free = [one for one in story.pool() if one not in there]
    return [one for one in free if seat_refused(story, seat.game, one, named=False, lost=lost) is None]


def _ask_organiser(host: Host, session: Session, story: ContestStory, game: Game, seat: Seat) -> None:
    """Tell who decides in a game that nobody is left to offer a vacant seat to; where nobody does, whoever can name
    somebody."""
    table = story.game(game.id)
    decide = story.officers.deciding(players_of(session, table)) if table else []
    named = f"To give it to somebody: ostraka game replace {game.id} {seat.name} PLAYER --reason TEXT"
    if story.plan.anonymous:
        named = "More substitutes can enter: they are asked then."
    elif not decide:
        line = f"ostraka contest act {story.contest} assistant PLAYER --reason TEXT"
        named = f"You play in it: name somebody who does not, to decide: {line}"
    called = seat_in_words(title_of(session, game), seat.name)
    sentence = (
        f"{called[:1].upper()}{called[1:]} in game {game.id} is vacant, and there is no substitute to offer it to."
    )
    since = int(seat.vacant_since.timestamp()) if seat.vacant_since else 0
    subject, part = f"{called} in {game.id} is vacant", f"vacant.{game.id}.{seat.name}.{since}"
    row = load_contest(session, story.contest)
    part, asked = f"{part}.{len(seat.offered)}", {*(decide or story.officers.organisers)}
    tell(host, session, row, subject, [sentence, named], part, only=asked, rank=URGENT)


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
