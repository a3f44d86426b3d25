"""What has happened in public between two phases, as mails tell it: battles and votes by what came of them; and how a
game that is over went.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlmodel import Session

from adjudicator.kernel import Title
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.kernel.scenes.grouping import Told
from adjudicator.kernel.scenes.telling import in_short
from adjudicator.pictures import endings
from api.games.course import course_of
from api.games.game_log import GameLog, sentences_between
from api.games.told_phases import ToldPhases
from api.host.host import Host
from api.mail_out.rendering import printable
from api.store.lookups import load_seats
from api.store.models import Game
from api.store.sealed_rows import Archive, latest
from schemas.documents.game_in_words import in_names

TURNED: Final = 2
"""Sentences of the phase in which a game turned."""
SOURCES: Final = 6
"""The sources that a mail names of all that points came from."""


def public_news(host: Host, session: Session, game: Game, title: Title[Any], since: int, last: int) -> list[str]:
    """What happened after one phase, up to another: what was done with the game, and what in it."""
    archive = Archive(host.vault, title)
    phases = ToldPhases(session, game.id, archive, None)
    rows = [row for row in phases.after(since) if row.phase <= last]
    if not rows:
        return []
    people, own = (
        title.naming.people,
        {seat.name: title.naming.own_word(None, seat.name) for seat in load_seats(session, game.id)},
    )
    steps = [in_names(line, own, people) for line in sentences_between(GameLog(host, session, game.id), since, last)]
    told = [Told(row.phase, phases.events(row)) for row in (*phases.earlier(rows[0].phase), *rows)]
    view = title.view(archive.position(rows[-1]), None)
    return [printable(line) for line in (*steps, *in_scenes(title, told, since, view))]


def in_scenes(title: Title[Any], told: Sequence[Told], since: int, view: Any) -> Iterator[str]:
    """A sentence for each battle and vote that has come to something after a phase; of all else every sentence."""
    events = {one.phase: one.events for one in told}
    for scene in title.in_scenes(told, view):
        if scene.after.phase > since:
            yield from (f"{name}." for name in scene.chapters if scene.begins[0] > since)
            rows = [row.told for row in scene.rows if row.told[0] > since]
            said = [title.sentence(events[phase][number - 1], view) for phase, number in rows]
            yield from [short] if (short := in_short(scene)) else said


def how_it_went(host: Host, session: Session, game: Game, title: Title[Any]) -> dict[str, Any]:
    """What the last mail of a game tells: why it is over, and its course, if it came to a result."""
    reason = reason_in_words(title.naming.reason(game.reason or "")).rstrip(".")
    archive = Archive(host.vault, title)
    view = title.view(archive.position(latest(session, game.id)), None)
    if view.outcome is None:
        return {"reason": reason, "sources": [], "turned": "", "turned_by": [], "course": []}
    course, seats = course_of(host, session, game.id), endings.seats_at_the_end(title, view, {}, None)
    phases = ToldPhases(session, game.id, archive, None)
    turned = endings.turning_point(course, seats, phases.before)
    told = (
        public_news(host, session, game, title, course.turned.phase - 1, course.turned.phase) if course.turned else []
    )
    return {
        "reason": reason,
        "sources": endings.sources_in_words(course, seats)[:SOURCES],
        "turned": turned["said"] if turned else "",
        "turned_by": told[-TURNED:],
        "course": endings.course_in_words(course, seats),
    }
