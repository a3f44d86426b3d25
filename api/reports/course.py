"""How a finished game went, by everything that happened in it. (Short: the rules say it.)"""

from __future__ import annotations

from typing import Final

from sqlmodel import Session

from adjudicator.kernel.title.course import Course, course
from api.host.host import Host
from api.host.kept import Kept
from api.store.lookups import load_finished_game, title_of
from api.store.sealed_rows import Archive, resolutions

_KEPT: Final[Kept[Course]] = Kept(64)
BEFORE_ALL: Final = -1


def course_of(host: Host, session: Session, game: str) -> Course:
    """The scores after each phase, what they are made of at the end, and the turning point; refuses before that."""
    found = load_finished_game(session, game)
    rows = resolutions(session, game, BEFORE_ALL)

    def make() -> Course:
        rules = title_of(session, found)
        archive = Archive(host.vault, rules)
        return course(rules, ((row.phase, archive.position(row), archive.events(row)) for row in rows))

    return _KEPT.of(rows[-1].position, make)
