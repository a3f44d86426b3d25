"""A game as one looks on: board, seats, whom it waits for, the story; the same for a seat, with what it may know."""

from __future__ import annotations

from typing import Any, Final

from adjudicator.kernel.scenes.telling import Scene
from adjudicator.pictures.endings import ending_facts
from adjudicator.pictures.people import mark, marked
from adjudicator.pictures.told import SIGNS, WEIGHTY
from api.acts.seat_acts import under_way
from api.contests.summaries import corrections_of
from api.games.course import course_of
from api.games.open_phase import OpenPhase, absences
from api.games.people import seat_name
from api.openapi.game_answers import PhaseAnswer
from api.pages.boards import Board, Viewpoint, board, drawn_of
from api.pages.chapters import chapters, phase_lines, place, story
from api.reports.game_summaries import describe_phase, load_unresolved_phase, summarize_game
from api.reports.scenes import Retelling
from api.store.lookups import load_seats, unresolved_phase
from api.store.models import OVER, RUNNING
from schemas.documents.game_in_words import absences_in_words, as_name, in_names, misses_in_words, votes_in_words

SHOWN: Final = 12
"""Phases of the story that stand beside a board."""


def watched(viewpoint: Viewpoint, phase: int) -> dict[str, Any]:
    """What the page of a game shows of it after a phase: the last one is now."""
    row = viewpoint.row(phase)
    view, drawn, title = viewpoint.view(row), board(viewpoint, row), viewpoint.title
    every = chapters(viewpoint)
    before = [one for one in viewpoint.phases if one <= phase]
    now = find_open_phase(viewpoint)
    return {
        "base": viewpoint.base,
        "seat": viewpoint.seat,
        "at": place(every, phase, viewpoint.latest),
        "chapters": every,
        "board": drawn,
        "resolved_at": row.resolved_at,
        "then": phase_lines(viewpoint, row),
        "story": story(viewpoint, before[-SHOWN:]),
        "more": len(before) > SHOWN,
        "scenes": scenes_of(viewpoint, before[-SHOWN:][0], phase),
        "scene": None,
        "open": now,
        "waiting": [marked(title, title.naming.in_text(line)) for line in waiting(viewpoint)] if now else [],
        "in_text": title.naming.in_text,
        **events_said(viewpoint),
        "why": title.why_over(view, viewpoint.game.reason or ""),
        "end": end(viewpoint, view) if phase == viewpoint.latest else None,
        "seats": seats_at(viewpoint, view, now),
        "seats_drawn": all(f'data-id="seat:{seat}"'.encode() in drawn.wide.svg for seat in view.seats),
    }


def scenes_of(viewpoint: Viewpoint, since: int, last: int) -> list[dict[str, Any]]:
    """Battles, votes and reckonings that came to their end in these phases, the newest first."""
    found = retelling(viewpoint).headings(since, last)
    return [headed(viewpoint, one) for one in reversed(found) if one.shape in WEIGHTY]


def retelling(viewpoint: Viewpoint) -> Retelling:
    """What the viewer was told."""
    return Retelling(viewpoint.host, viewpoint.session, viewpoint.game, viewpoint.seat, called=True)


def headed(viewpoint: Viewpoint, scene: Scene) -> dict[str, Any]:
    """A scene in a list, and where it is told."""
    phase, number = scene.begins
    address = f"{viewpoint.base}/phases/{phase}?scene={number}"
    words = {name: marked(viewpoint.title, getattr(scene, name)) for name in ("heading", "result")}
    return {"phase": scene.after.phase, "sign": SIGNS[scene.shape], "address": address, **words}


def scene_told(viewpoint: Viewpoint, phase: int, number: int) -> dict[str, Any]:
    """One scene, line by line, with the board that it ended with."""
    scene, before, after = retelling(viewpoint).scene(phase, number)
    facts = watched(viewpoint, scene.after.phase)
    told = {**headed(viewpoint, scene), "rows": [marked(viewpoint.title, row.words) for row in scene.rows]}
    told |= {"chapters": scene.chapters, "number": number, "begins": phase}
    beside = {"before": before and headed(viewpoint, before), "after": after and headed(viewpoint, after)}
    return {**facts, "board": scene_board(viewpoint, phase, number)[1], "scene": told | beside}


def scene_board(viewpoint: Viewpoint, phase: int, number: int) -> tuple[Board, Board]:
    """The boards that a scene began and ended with."""
    retold = retelling(viewpoint)
    scene, *_ = retold.scene(phase, number)
    ends = (retold.position(one.phase, one.told) for one in (scene.before, scene.after))
    before, after = (drawn_of(viewpoint, viewpoint.title.view(one, viewpoint.seat)) for one in ends)
    return before, after


def waiting(viewpoint: Viewpoint) -> list[str]:
    """Whom the game waits for, as everybody may know it."""
    now = viewpoint.archive.position(viewpoint.row(viewpoint.latest))
    return viewpoint.title.waiting(viewpoint.title.view(now, None))


def end(viewpoint: Viewpoint, view: Any) -> dict[str, Any] | None:
    """How a finished game went; nothing before, and where it was ended without places."""
    if viewpoint.game.status != OVER or view.outcome is None:
        return None
    summary = summarize_game(viewpoint.session, viewpoint.game)
    players = {one.seat: one.player or "" for one in summary.seats}
    course = course_of(viewpoint.host, viewpoint.session, viewpoint.game.id)
    return ending_facts(viewpoint.title, view, players, course, retelling(viewpoint).phases.before, viewpoint.seat)


def events_said(viewpoint: Viewpoint) -> dict[str, Any]:
    """What the players should know beside the board: misses, each with its phase, absences and votes under way."""
    session, game, base = viewpoint.session, viewpoint.game, viewpoint.base
    away = [
        {"seat": seat, "first": one.first.isoformat(), "last": one.last.isoformat()}
        for seat, every in absences(session, game.id).items()
        for one in every
    ]
    own = {seat.name: viewpoint.title.naming.own_word(None, seat.name) for seat in load_seats(session, game.id)}
    people = viewpoint.title.naming.people
    return {
        "away": [in_names(line, own, people) for line in absences_in_words(away)],
        "votes": [in_names(line, own, people) for line in votes_in_words(under_way(session, game.id))],
        "corrected": corrections_of(viewpoint.host, session, game),
        "missed": [(f"{base}/phases/{one['phase']}", line) for one in game.missed for line in misses_in_words([one])],
    }


def find_open_phase(viewpoint: Viewpoint) -> PhaseAnswer | None:
    """The open phase as everybody may see it; None if no phase is open."""
    opened = load_open(viewpoint)
    return describe_phase(opened) if opened else None


def load_open(viewpoint: Viewpoint) -> OpenPhase | None:
    """The open phase; None if no phase is open."""
    game = viewpoint.game
    if game.status != RUNNING or unresolved_phase(viewpoint.session, game.id) is None:
        return None
    return load_unresolved_phase(viewpoint.host, viewpoint.session, game)


def seats_at(viewpoint: Viewpoint, view: Any, now: PhaseAnswer | None) -> list[dict[str, Any]]:
    """The seats of a view by name, each with its score, and whether the game waits for it now."""
    scores = viewpoint.title.scores(view)
    awaited = {ask.seat for ask in now.asked if not ask.final} if now else set()
    return [
        {
            "seat": seat,
            "name": as_name(viewpoint.title.naming.own_word(view, seat).removeprefix("the ")),
            "mark": mark(viewpoint.title, seat),
            "called": viewpoint.title.naming.people.get(seat) or seat_name(viewpoint.title, seat),
            "letters": seat[:2] if seat.isupper() else seat[0].upper(),
            "score": scores.get(seat),
            "asked": seat in awaited,
        }
        for seat in view.seats
    ]
