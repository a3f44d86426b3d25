"""How a finished game went, by everything that happened in it and was not undone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlmodel import Session

from adjudicator.kernel.title.course import Course, course
from api.games.game_log import GameLog
from api.host.host import Host
from api.host.kept import Kept
from api.store.lookups import load_finished_game, title_of
from api.store.sealed_rows import Archive, resolutions
from schemas.log.chain import LogEntry
from schemas.log.entries import Reopened

_KEPT: Final[Kept[Course]] = Kept(64)
BEFORE_ALL: Final = -1


def course_of(host: Host, session: Session, game: str) -> Course:
    """The scores after each phase, what they are made of at the end, and the turning point; refuses before that."""
    found = load_finished_game(session, game)
    undone = undone_phases(GameLog(host, session, game).entries())
    rows = [row for row in resolutions(session, game, BEFORE_ALL) if row.phase not in undone]

    def make() -> Course:
        rules = title_of(session, found)
        archive = Archive(host.vault, rules)
        return course(rules, ((row.phase, archive.position(row), archive.events(row)) for row in rows))

    return _KEPT.of(rows[-1].position, make)


def undone_phases(log: Iterable[LogEntry]) -> frozenset[int]:
    """The resolved phases that a rollback took back: what happened in them counts for nothing."""
    reopened = [entry.body for entry in log if isinstance(entry.body, Reopened)]
    return frozenset(phase for one in reopened for phase in range(one.since, one.phase))
