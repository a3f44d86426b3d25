"""What mails tell in the clear: what has happened in public between two phases, battles and votes by what came of them;
what is asked, as a spectator may know it; and how a game that is over went.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from sqlmodel import Session

from adjudicator.kernel import Ask, Title
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.kernel.questions.offers import spread
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

MOST_OPTIONS: Final = 12
MOST_COUNTED: Final = 500
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


def public_question(title: Title[Any], spectator: Any, ask: Ask, called: str) -> dict[str, Any]:
    """A question as a spectator may know it: its options only where they follow from public facts.

    `title` in whose words people are called by their names; `called`: the seat that is asked.
    """
    kind = title.question(ask.question)
    described = {"seat": ask.seat, "called": called}
    if not kind.public_options:
        deed = kind.awaited(ask)
        prompt = f"{deed[:1].upper()}{deed[1:]}. The question and its options are in your letter, for you alone."
        return {**described, "prompt": prompt, "options": [], "default": ""}
    found = list(islice(kind.options(spectator, ask), MOST_COUNTED + 1))
    shown = [found[place] for place in spread([title.order_to_dict(one) for one in found], MOST_OPTIONS)]
    options = [title.order_in_words(spectator, ask.seat, order) for order in shown]
    more = len(found) - len(shown)
    if not kind.listed:
        options.append("… and others: these are only some of the legal answers")
    elif more > 0:
        count = more if len(found) <= MOST_COUNTED else f"more than {MOST_COUNTED - len(shown)}"
        options.append(f"… and {count} more")
    default = title.order_in_words(spectator, ask.seat, kind.default(spectator, ask))
    prompt = title.naming.in_text(kind.prompt(spectator, ask))
    return {**described, "prompt": prompt, "options": options, "default": default}


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
