"""What a seat, or a spectator, may know: questions, views, reports and press."""

from __future__ import annotations

from flask import Response, url_for

from api.access.authentication import load_own_seat
from api.games.presence import is_news, note_presence
from api.games.press import readable_press, take_press
from api.host.host import this_host
from api.http.answers import answer, answer_taken
from api.openapi import game_answers as answers
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import DEALT, HOLDER, NUMBERED
from api.openapi.game_answers import (
    FallenOrder,
    OwnScenes,
    PhaseReport,
    PublicPhaseReport,
    PublicReport,
    PublicScenes,
    Questions,
    Report,
    View,
)
from api.openapi.requests import (
    BoardOfThen,
    GamePath,
    MessagesAfter,
    PhasesAfter,
    ScenesAfter,
    SeatPath,
    StatementBody,
)
from api.reports.game_summaries import load_unresolved_phase
from api.reports.scenes import Retelling, describe_scene
from api.reports.seat_questions import describe_cut, describe_questions, describe_view, events_by_phase
from api.store.lookups import load_dealt_game, load_game, title_of
from api.store.sealed_rows import Archive, resolutions
from api.views.games import signed
from schemas.statements.payloads import Press

seats = blueprint("seats", "What a seat, or a spectator, may know: questions, views and reports.")
press = blueprint("press", "Press: sent as a signed statement, read by its author and those to whom it goes.")


@seats.get(
    "/games/<game>/seats/<seat>/questions",
    summary="What is asked of one's own seat",
    responses={200: Questions},
)
@refuses(*DEALT, *HOLDER, "no-open-phase")
def get_questions(path: SeatPath) -> Response:
    """The open phase with what it asks of this seat, and what this seat has sent."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(host, session, game.id, path.seat)
        questions = describe_questions(load_unresolved_phase(host, session, game), path.seat)
    return answer(questions, private=True)


@seats.post(
    "/games/<game>/seats/<seat>/presence",
    summary="Say that one is at work at one's own seat",
    responses={204: None},
)
@refuses(*HOLDER)
def post_presence(path: SeatPath) -> Response:
    """For five minutes a mail that asks this player for orders waits, but no longer than ten minutes, nor than half of
    the time until the deadline. Nobody is shown it. In a veiled phase it changes nothing.

    A program says it for a person who has just clicked or typed, once in two minutes at most. There is no body, so it
    is signed as a read is.
    """
    host = this_host()
    with host.database.read() as session:
        game = load_game(session, path.game).id
        seat = load_own_seat(host, session, game, path.seat, scope=None).name
        new = is_news(host, session, game, seat)
    if new:
        with host.database.write(game) as session:
            note_presence(host, session, game, seat)
    return Response(status=204)


@seats.get("/games/<game>/view", summary="The position as a spectator knows it", responses={200: View})
@refuses(*DEALT, "unknown-phase", "unknown-moment")
def get_public_view(path: GamePath, query: BoardOfThen) -> Response:
    """The board that everybody sees, or saw after a phase or inside it."""
    host = this_host()
    with host.database.read() as session:
        return answer(describe_view(host, session, load_dealt_game(session, path.game), None, query.phase, query.told))


@seats.get("/games/<game>/seats/<seat>/view", summary="The position as one's own seat knows it", responses={200: View})
@refuses(*DEALT, *HOLDER, "unknown-phase", "unknown-moment")
def get_view(path: SeatPath, query: BoardOfThen) -> Response:
    """The board that this seat sees, or what it would have seen of it after a phase, or inside it."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(host, session, game.id, path.seat)
        return answer(describe_view(host, session, game, path.seat, query.phase, query.told), private=True)


@seats.get("/games/<game>/report", summary="What happened, as everybody may know it", responses={200: PublicReport})
@refuses(*DEALT)
def get_public_report(path: GamePath, query: PhasesAfter) -> Response:
    """The public events of the resolved phases."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        archive = Archive(host.vault, title_of(session, game))
        rows = resolutions(session, game.id, query.after)
        phases = [
            PublicPhaseReport(phase=row.phase, events=events)
            for row, events in events_by_phase(archive, rows[: query.limit], None)
        ]
    last = phases[-1].phase if phases else query.after
    return answer(PublicReport(game=game.id, phases=phases, more=len(rows) > query.limit, next=last))


@seats.get(
    "/games/<game>/seats/<seat>/report",
    summary="What happened, as one's own seat may know it",
    responses={200: Report},
)
@refuses(*DEALT, *HOLDER)
def get_report(path: SeatPath, query: PhasesAfter) -> Response:
    """A seat's events, its orders that fell, and its own leaf in each cut."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(host, session, game.id, path.seat)
        archive = Archive(host.vault, title_of(session, game))
        rows = resolutions(session, game.id, query.after)
        phases = [
            PhaseReport(
                phase=row.phase,
                events=events,
                fallen=[
                    FallenOrder(question=fallen.question, clause=fallen.clause, message=fallen.message)
                    for fallen in archive.fallen(row, path.seat)
                ],
                cut=describe_cut(host, session, game, row.phase, path.seat),
            )
            for row, events in events_by_phase(archive, rows[: query.limit], path.seat)
        ]
    more, last = len(rows) > query.limit, phases[-1].phase if phases else query.after
    return answer(Report(game=game.id, seat=path.seat, phases=phases, more=more, next=last), private=True)


@seats.get(
    "/games/<game>/scenes", summary="What happened in scenes, as everybody may know it", responses={200: PublicScenes}
)
@refuses(*DEALT)
def get_public_scenes(path: GamePath, query: ScenesAfter) -> Response:
    """The scenes of the resolved phases. One that goes on after the last of these phases comes again, whole, with those
    that follow."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        scenes, last, more = Retelling(host, session, game, None).scenes(query.after, query.limit)
    return answer(PublicScenes(game=path.game, scenes=[*map(describe_scene, scenes)], more=more, next=last))


@seats.get(
    "/games/<game>/seats/<seat>/scenes",
    summary="What happened in scenes, as one's own seat may know it",
    responses={200: OwnScenes},
)
@refuses(*DEALT, *HOLDER)
def get_scenes(path: SeatPath, query: ScenesAfter) -> Response:
    """The same with what this seat alone was told."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(host, session, game.id, path.seat)
        scenes, last, more = Retelling(host, session, game, path.seat).scenes(query.after, query.limit)
    told = OwnScenes(game=path.game, seat=path.seat, scenes=[*map(describe_scene, scenes)], more=more, next=last)
    return answer(told, private=True)


@press.post(
    "/games/<game>/press",
    summary="Write to other seats (statement `press`)",
    responses={200: answers.PressTaken, 201: answers.PressTaken},
)
@takes(Press)
@refuses("wrong-game", "not-your-seat", "unknown-seat", *NUMBERED, "wrong-recipients", "too-much-press")
def post_press(path: GamePath, body: StatementBody) -> Response:
    """Take a message; the same again changes nothing."""
    host, statement = this_host(), signed(body)
    with host.database.write(path.game) as session:
        new = take_press(host, session, load_game(session, path.game), statement)
    written = statement.read(Press)
    place = url_for("press.get_press", game=path.game, seat=written.seat)
    return answer_taken(answers.PressTaken(game=path.game, number=written.number), new, place, private=True)


@press.get("/games/<game>/seats/<seat>/press", summary="The press of one's own seat", responses={200: answers.Press})
@refuses(*HOLDER)
def get_press(path: SeatPath, query: MessagesAfter) -> Response:
    """What this seat sent and received, numbered for it alone."""
    host = this_host()
    with host.database.read() as session:
        game = load_game(session, path.game)
        seat = load_own_seat(host, session, game.id, path.seat)
        messages = [one for one in readable_press(host, session, game, seat) if one.number > query.after]
    page, more = messages[: query.limit], len(messages) > query.limit
    last = page[-1].number if page else query.after
    return answer(answers.Press(game=path.game, seat=path.seat, press=page, more=more, next=last), private=True)
