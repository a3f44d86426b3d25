"""Players in all contests of this host: figures of reliability, and ratings; recomputed from public logs.

Private contests count in neither, whoever asks: a number that only some can make again would tell of them.
"""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session, col, func, select

from api.access.privacy import visible_contests
from api.contests.contest_log import ContestLog
from api.games.game_log import read_entry
from api.host.host import Host
from api.reports.record import packed_record
from api.store.models import ENTERING, ContestLogRow, ContestRow, LogRow
from schemas.contests.figures import TELLING, Answered, Figures, answers, contest_figures
from schemas.contests.ratings import RatedGame, Ratings, rated_games, ratings_of, seeding_ratings
from schemas.contests.story import ContestStory
from schemas.log.chain import LogEntry
from schemas.record.form import Record

MOST_KEPT: Final = 10_000


@dataclass(frozen=True)
class InShort:
    """Of a contest what this module looks up in all contests: who entered, and the games that rate."""

    row: ContestRow
    entrants: frozenset[str]
    games: list[RatedGame]


_KEPT: Final[OrderedDict[bytes, tuple[frozenset[str], list[RatedGame]]]] = OrderedDict()
"""By the digest of the newest entry of its log."""
_ANSWERS: Final[OrderedDict[str, list[Answered]]] = OrderedDict()
"""By game."""
_KEEPING: Final = threading.Lock()


def in_short(host: Host, session: Session, reader: str | None = None, title: str | None = None) -> list[InShort]:
    """Every contest that somebody (None: anybody) may see, or those of a title, the newest first."""
    newest = select(ContestLogRow.contest, func.max(ContestLogRow.index).label("last"))
    ends = newest.group_by(col(ContestLogRow.contest)).subquery()
    at_end = (col(ContestLogRow.contest) == ends.c.contest) & (col(ContestLogRow.index) == ends.c["last"])
    wanted = select(ContestRow, ContestLogRow.digest).join(
        ContestLogRow, col(ContestLogRow.contest) == col(ContestRow.id)
    )
    wanted = wanted.where(visible_contests(reader)).join(ends, at_end)
    wanted = wanted.order_by(col(ContestRow.created_at).desc(), col(ContestRow.id))
    if title is not None:
        wanted = wanted.where(ContestRow.title == title)
    return [InShort(row, *_kept(host, session, row.id, head)) for row, head in session.exec(wanted).all()]


def _kept(host: Host, session: Session, contest: str, head: bytes) -> tuple[frozenset[str], list[RatedGame]]:
    with _KEEPING:
        if (kept := _KEPT.get(head)) is not None:
            _KEPT.move_to_end(head)
            return kept
    story = ContestLog(host, session, contest).story()
    found = frozenset((*story.entrants, *story.holders.values())), rated_games(story)
    with _KEEPING:
        _KEPT[head] = found
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return found


def ratings_in(host: Host, session: Session, title: str, explain: str | None = None) -> Ratings:
    """All ratings in a title, by all contests of this host; with the steps of one player."""
    return ratings_of((game for one in in_short(host, session, title=title) for game in one.games), explain)


def ratings_for(host: Host, session: Session, story: ContestStory) -> dict[str, int]:
    """The ratings that seed the first round of a contest that closes now."""
    wanted = (ContestRow.title == story.plan.title, ContestRow.status != ENTERING, visible_contests(None))
    begun = select(ContestRow.id).where(*wanted)
    logs = (ContestLog(host, session, one).entries() for one in session.exec(begun.order_by(ContestRow.id)).all())
    return seeding_ratings(story, story.playing(), logs)


def stories_entered(
    host: Host, session: Session, handle: str, reader: str | None
) -> list[tuple[ContestRow, ContestStory]]:
    """The contests that a player entered and somebody (None: anybody) may see, the newest first."""
    found = [one.row for one in in_short(host, session, reader) if handle in one.entrants]
    return [(row, ContestLog(host, session, row.id).story()) for row in found]


def figures_of(host: Host, session: Session, handle: str, stories: Sequence[ContestStory]) -> Figures:
    """A player's figures in these contests, for a year."""

    def log_of(game: str) -> list[LogEntry]:
        rows = select(LogRow.statement).where(LogRow.game == game, col(LogRow.kind).in_(TELLING))
        return [read_entry(stored) for stored in session.exec(rows.order_by(col(LogRow.index))).all()]

    return contest_figures(handle, stories, log_of, host.now(), lambda game: answers_in(host, game))


def answers_in(host: Host, game: str) -> list[Answered]:
    """Who answered alone in a finished game; read once from its record, which never changes."""
    with _KEEPING:
        if (kept := _ANSWERS.get(game)) is not None:
            _ANSWERS.move_to_end(game)
            return kept
    found = answers(Record.from_json(gzip.decompress(packed_record(host, game))), game)
    with _KEEPING:
        _ANSWERS[game] = found
        while len(_ANSWERS) > MOST_KEPT:
            _ANSWERS.popitem(last=False)
    return found
