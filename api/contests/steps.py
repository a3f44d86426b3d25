"""What a contest does by itself: closes, draws, has its games played, counts them, and finishes; and when.

Each step is one short transaction that does nothing where it was done before, and what it writes follows from the log
and the root alone: after a crash the same round is drawn, and the same games are created. The draw itself is searched
for outside of any transaction; it is written only if nothing came into the log meanwhile.

As with games there is no table of jobs: contests whose time has come, of which a game is over, or in which a seat is
vacant, are rows, and the rows are the queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlmodel import col, select

from api.contests.contest_log import ContestLog, root_of
from api.contests.figures import ratings_for
from api.contests.games import TableOfDraw, end_late, enters_of, result_of
from api.contests.inviting import tell_invited
from api.contests.mails import contest_over, filling_in, late, rests
from api.contests.substitutes import next_offer, offer_due
from api.host.host import Host
from api.host.loops import AFTER_FAULT
from api.http.problems import fault
from api.referee.aliases import reveal
from api.reports.record import packed_record
from api.store.lookups import IS_OFFERED, IS_UNCOUNTED, load_contest
from api.store.models import FINISHED, GOING, ContestRow, Game, Seat
from schemas.contests.draws.drawing import drawn_tables
from schemas.contests.rounds import Close, Draw, EndGames, Finish, Wait, by_rating, next_step
from schemas.contests.story import ContestStory
from schemas.keys.chance import draw_secrets, drawn_game
from schemas.log import contest_entries
from schemas.log.chain import ContestLogEntry
from schemas.log.contest_entries import ContestActed, Drawn, DrawnTable
from schemas.log.entries import Body
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import ContestAct, DismissOrganiser, NameAssistant, NameOrganiser
from schemas.statements.statements import Statement
from schemas.statements.texts import game_id

AFTER_ANOTHER: Final = timedelta(seconds=1)
"""So soon a game whose phase is being resolved is looked at again."""
LOG: Final = structlog.get_logger("ostraka.contests")
LONGEST_PAUSE: Final = timedelta(hours=1)
SOON: Final = timedelta(milliseconds=250)


def advance(host: Host, contest: str) -> None:
    """Bring a contest as far as it goes without waiting, and set when it is looked at next."""
    while take_step(host, contest):
        pass


def take_step(host: Host, contest: str) -> bool:
    """Do the next thing; False when there is nothing to do but wait."""
    if create_games(host, contest) or count_games(host, contest) or offer_due(host, contest):
        return True
    with host.database.read() as session:
        log = ContestLog(host, session, contest)
        story, length = log.story(), len(log.entries())
    step = next_step(story, host.now())
    match step:
        case Close():
            return write(host, contest, length, closed(host, story, step))
        case Draw():
            return write(host, contest, length, drawn(host, contest, story, step.round))
        case EndGames():
            ended = [end_late(host, game) for game in step.games]
            return any(ended) or wait(host, contest, length, host.now() + AFTER_ANOTHER)
        case Finish():
            return write(host, contest, length, finished(host, contest, step))
        case Wait():
            ask_to_adjudicate(host, contest, story)
            return wait(host, contest, length, step.until)


def write(host: Host, contest: str, length: int, body: Body) -> bool:
    """Append what comes next, unless something else came into the log since it was read. True: look again."""
    with host.database.write(contest) as session:
        log, row = ContestLog(host, session, contest), load_contest(session, contest)
        if len(log.entries()) != length:
            return True
        for revealed in reveal(host, session, contest) if isinstance(body, contest_entries.Finished) else ():
            log.append(revealed)
        log.append(body)
        if isinstance(body, contest_entries.Closed):
            row.status = GOING
        elif isinstance(body, Drawn):
            filling_in(host, session, row, log.story().rounds[-1])
        elif isinstance(body, contest_entries.Finished):
            row.status, row.look_at = FINISHED, None
            contest_over(host, session, row, log.story())
            tell_invited(host, session, row, log.story())
        row.faults = 0
        session.add(row)
    LOG.info(body.kind, contest=contest)
    return True


def wait(host: Host, contest: str, length: int, until: datetime | None) -> bool:
    """Set when the contest is looked at next; True where something came meanwhile."""
    with host.database.write(contest) as session:
        row = load_contest(session, contest)
        if len(ContestLog(host, session, contest).entries()) != length:
            return True
        offer = next_offer(session, contest)
        row.look_at = min((moment for moment in (until, offer) if moment is not None), default=None)
        row.faults = 0
        session.add(row)
    return False


def ask_to_adjudicate(host: Host, contest: str, story: ContestStory) -> None:
    """Write to those who decide about games that go on when a round's time is up, once, if the plan says so."""
    last = story.rounds[-1] if story.is_running else None
    ends = last.ends_at(story.plan) if last else None
    if last is None or ends is None or last.is_done or story.plan.late != "adjudicate" or host.now() < ends:
        return
    with host.database.write(contest) as session:
        row = load_contest(session, contest)
        if row.asked_at != ends:
            row.asked_at = ends
            session.add(row)
            late(host, session, row, last, ends)


def closed(host: Host, story: ContestStory, step: Close) -> contest_entries.Closed:
    """The closing of a round; of the first one in the sequence of ratings where these seed."""
    if step.ratings is None:
        return contest_entries.Closed(round=step.round, entrants=step.entrants)
    with host.database.read() as session:
        ratings = ratings_for(host, session, story)
    return contest_entries.Closed(round=step.round, entrants=by_rating(story.playing(), ratings), ratings=ratings)


def drawn(host: Host, contest: str, story: ContestStory, number: int) -> Drawn:
    """The draw of a closed round."""
    with host.database.read() as session:
        root = root_of(host, load_contest(session, contest))
    count = story.draws + 1
    secret = draw_secrets(root)[count]
    found = drawn_tables(story, number, secret)
    return Drawn(
        round=number,
        draw=count,
        secret=to_base64url(secret),
        tables=[
            DrawnTable(game_id(drawn_game(contest, count, place)), seats)
            for place, seats in enumerate(found.tables, start=1)
        ],
        byes=found.byes,
        reason=story.rounds[-1].again or "",
    )


def finished(host: Host, contest: str, step: Finish) -> contest_entries.Finished:
    """The end, with the root of all secrets."""
    with host.database.read() as session:
        root = root_of(host, load_contest(session, contest))
    return contest_entries.Finished(places=step.places, secret=to_base64url(root), reason=step.reason)


def create_games(host: Host, contest: str) -> bool:
    """Create the games of the newest draw that are not there yet; was there one?"""
    with host.database.read() as session:
        row, log = load_contest(session, contest), ContestLog(host, session, contest)
        story, entries = log.story(), log.entries()
        round_ = story.rounds[-1] if story.rounds and story.finished is None else None
        wanted = [table.game for table in round_.tables if not table.annulled] if round_ else []
        there = session.exec(select(Game.id).where(col(Game.id).in_(wanted))).all()
    missing = [game for game in wanted if game not in there]
    if not missing:
        return False
    entry = next(one for one in reversed(entries) if isinstance(one.body, Drawn))
    enters, body = enters_of(entries), Drawn.from_body(entry.entry.body)
    plan = Statement.from_form(contest_entries.Opened.from_body(entries[0].entry.body).statement)
    named = naming(entries)
    for number, table in enumerate(body.tables, start=1):
        if table.game in missing:
            decide = [*story.officers.deciding({*table.seats.values()}), story.organiser]
            TableOfDraw(row, plan, entry, number, table, enters, decide[0], named).create(host)
    return True


def naming(log: list[ContestLogEntry]) -> list[Statement]:
    """The acts that say who organises it, and the one that named the assistant of now."""
    acts = [Statement.from_form(entry.body.statement) for entry in log if isinstance(entry.body, ContestActed)]
    said = [(act, act.read(ContestAct).act) for act in acts]
    newest = next((act for act, what in reversed(said) if isinstance(what, NameAssistant)), None)
    return [act for act, what in said if act is newest or isinstance(what, NameOrganiser | DismissOrganiser)]


def count_games(host: Host, contest: str) -> bool:
    """Write the results of games that are over into the log; was there one?"""
    with host.database.read() as session:
        over = session.exec(select(Game.id).where(IS_UNCOUNTED, Game.contest == contest)).all()
    for name in over:
        with host.database.write() as session:
            game, log = session.get_one(Game, name), ContestLog(host, session, contest)
            story = log.story()
            table = story.game(game.id)
            is_void = table is None or table.result is not None or table in story.void or story.finished is not None
            if not is_void and table is not None:
                log.append(result_of(session, game, table))
                now = log.story()
                for player in (one for one in now.entered() if now.rests(one) and not story.rests(one)):
                    rests(host, session, load_contest(session, contest), player, name)
            game.counted = True
            session.add(game)
        if not is_void:
            packed_record(host, name)  # put together now, so that figures find it
    return bool(over)


@dataclass(frozen=True)
class ContestWorker:
    """Looks at the contests whose time has come."""

    host: Host

    def run_once(self) -> datetime | None:
        """Bring on whatever is due; answers when there is something to look at next."""
        went_well = [self._take(contest) for contest in self._due()]
        if not all(went_well):
            return self.host.now() + SOON
        return self._next_look()

    def _take(self, contest: str) -> bool:
        """Bring a contest on, unless another process is at it."""
        with self.host.database.claim(f"contest|{contest}") as mine:
            if not mine:
                return False
            try:
                advance(self.host, contest)
            except Exception as error:
                LOG.error("fault", contest=contest, **fault(error))
                self._postpone(contest)
            return True

    def _postpone(self, contest: str) -> None:
        with self.host.database.write(contest) as session:
            row = load_contest(session, contest)
            row.faults += 1
            row.look_at = self.host.now() + min(AFTER_FAULT * (1 << min(row.faults - 1, 20)), LONGEST_PAUSE)
            session.add(row)

    def _due(self) -> Sequence[str]:
        """The contests to look at; one that failed waits for its time, whatever happens in its games."""
        now = self.host.now()
        timed = select(ContestRow.id).where(col(ContestRow.look_at) <= now)
        counted = select(Game.contest).where(IS_UNCOUNTED)
        offered = select(Game.contest).join(Seat, col(Seat.game) == col(Game.id))
        offered = offered.where(IS_OFFERED, col(Seat.offer_at) <= now, col(Seat.player).is_(None))
        with self.host.database.read() as session:
            found = {*session.exec(timed), *session.exec(counted), *session.exec(offered)}
            waiting = (ContestRow.faults > 0, col(ContestRow.look_at) > now)
            failed = set(session.exec(select(ContestRow.id).where(*waiting)))
        return sorted(contest for contest in found - failed if contest is not None)

    def _next_look(self) -> datetime | None:
        timed = select(ContestRow.look_at).where(col(ContestRow.look_at).is_not(None))
        with self.host.database.read() as session:
            return session.exec(timed.order_by(col(ContestRow.look_at)).limit(1)).first()
