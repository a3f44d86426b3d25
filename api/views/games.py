"""Games: opened, joined and started by signed statements; summary, open phase, log and record are public."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request, url_for
from sqlmodel import Session, col, select

from api.access.privacy import asking, visible_to
from api.contests.substitutes import take_seat
from api.games.course import course_of
from api.games.game_log import GameLog
from api.host.host import this_host
from api.http.answers import answer, answer_packed, answer_taken, answer_text
from api.http.problems import refuse
from api.openapi.decorators import blueprint, notes, refuses, takes
from api.openapi.error_codes import DEALT
from api.openapi.fields import NOTE
from api.openapi.game_answers import (
    ComponentsFile,
    CourseAnswer,
    CoursePhase,
    Games,
    GameSummary,
    Log,
    PhaseAnswer,
    RecordAnswer,
    TurningPoint,
    UnseenThings,
)
from api.openapi.requests import EntriesAfter, GamePath, GamesPage, OpeningBody, StatementBody
from api.referee.lobby import add_sent_components, open_game, start
from api.reports.game_summaries import describe_phase, load_unresolved_phase, summarize_game, summarize_games
from api.reports.paging import conditions_after, entries_part, filters, take_part
from api.reports.record import packed_record
from api.rules.outside import outside
from api.store.lookups import load_components, load_dealt_game, load_game
from api.store.models import Game
from schemas.documents.components_files import MAX_BYTES, named
from schemas.log.checkpoints import HEADER
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Game as GameStatement
from schemas.statements.payloads import Join, Start
from schemas.statements.statements import Statement

games = blueprint("games", __doc__)
MOST_BYTES = 2 * MAX_BYTES + 65_536
"""Of a game's statement with its components file, whose characters JSON may escape."""


@games.post(
    "/games",
    summary="Open a game (statement `game`, signed by its organiser)",
    responses={200: GameSummary, 201: GameSummary},
)
@takes(GameStatement)
@refuses(
    *("unknown-title", "unknown-scenario", "wrong-seats", "wrong-deadline", "wrong-terms", "wrong-options"),
    *("wrong-components", "unknown-name", "wrong-host", "try-again", "too-many-games", "too-much-stored", "host-full"),
    "not-by-alias",
)
def post_game(body: OpeningBody) -> Response:
    """Open a game; the same statement again changes nothing."""
    host = this_host()
    statement = Statement.from_json(without_components(request.get_data()))
    if body.components is not None:
        add_sent_components(host, statement, body.components, statement.read(GameStatement))
    with host.database.write() as session:
        game, new = open_game(host, session, statement, body.components)
        session.flush()
        summary = summarize_game(session, game)
    return answer_taken(summary, new, url_for("games.get_game", game=summary.game))


@games.get("/games", summary="The games of this host", responses={200: Games})
@refuses("wrong-cursor")
def get_games(query: GamesPage) -> Response:
    """The games of this host, the newest first; all of them, or those of a status, title, player, organiser or tag.

    Private ones come only in the answer to a signed request of somebody whom they concern.
    """
    host = this_host()
    with host.database.read() as session:
        who = asking(host, session)
        shown = (visible_to(who), *filters(query))
        newest = select(Game).where(*shown, *conditions_after(session, query, shown[0]))
        rows = session.exec(newest.order_by(col(Game.created_at).desc(), col(Game.id)).limit(query.limit + 1)).all()
        games, following = take_part(rows, query, lambda game: game.id)
        return answer(Games(games=summarize_games(session, games), **following), private=who is not None)


@games.get("/games/<game>", summary="A game's summary", responses={200: GameSummary})
def get_game(path: GamePath) -> Response:
    """What everybody may know of a game at a glance."""
    with this_host().database.read() as session:
        return answer(summarize_game(session, load_game(session, path.game)))


@games.get(
    "/games/<game>/components",
    summary="The components file that is laid over the title's own in this game",
    responses={200: ComponentsFile},
)
@refuses("no-components")
def get_components(path: GamePath) -> Response:
    """The file whose SHA-256 the game's options name."""
    with this_host().database.read() as session:
        game = load_game(session, path.game)
        text = load_components(session, game)
        if text is None:
            refuse(404, "no-components", "The game uses the title's own components; it has no components file.")
        return answer(ComponentsFile(game=game.id, digest=str(named(game.opened.options)), components=text))


@games.post(
    "/games/<game>/joins",
    summary="Take a seat (statement `join`)",
    responses={200: GameSummary, 201: GameSummary},
)
@takes(Join)
@refuses(
    *("unknown-seat", "wrong-game", "wrong-host", "wrong-commitment", "seat-taken", "seat-unmanned"),
    *("game-over", "already-started", "seat-kept", "not-together", "enough-seats", "join-used", "too-many-seats"),
    *("alias-wanted", "not-by-alias", "not-entered", "not-offered"),
)
def post_join(path: GamePath, body: StatementBody) -> Response:
    """Take a seat; the same player on the same seat again changes nothing."""
    host = this_host()

    def written(session: Session) -> tuple[GameSummary, bool]:
        game = load_game(session, path.game)
        new = take_seat(host, session, game, signed(body))
        session.flush()
        return summarize_game(session, game), new

    summary, new = outside(host.database.write, written)
    return answer_taken(summary, new, url_for("games.get_game", game=summary.game))


@games.post(
    "/games/<game>/start",
    summary="Deal the game (statement `start`, signed by its organiser)",
    responses={200: GameSummary},
)
@takes(Start)
@refuses("wrong-game", "not-organiser", "plays-here", "never-started", "seats-empty")
def post_start(path: GamePath, body: StatementBody) -> Response:
    """Deal the game; a second start changes nothing."""
    host = this_host()
    with host.database.write() as session:
        game = load_game(session, path.game)
        start(host, session, game, signed(body))
        session.flush()
        summary = summarize_game(session, game)
    return answer(summary)


@games.get(
    "/games/<game>/phase",
    summary="The open phase: its key, its deadline, and the seats it waits for",
    responses={200: PhaseAnswer},
)
@notes
@refuses(*DEALT, "no-open-phase")
def get_phase(path: GamePath) -> Response:
    """The open phase, as everybody may know it."""
    host = this_host()
    with host.database.read() as session:
        game = load_dealt_game(session, path.game)
        found = answer(describe_phase(load_unresolved_phase(host, session, game)))
        found.headers[HEADER] = GameLog(host, session, game.id).checkpoint().to_header()
    return found


@games.get("/games/<game>/log", summary="The log: every entry, signed by the host", responses={200: Log})
def get_log(path: GamePath, query: EntriesAfter) -> Response:
    """The log, from its first entry or after the one of an index."""
    host = this_host()
    with host.database.read() as session:
        game = load_game(session, path.game)
        begin = query.after + 1
        found = GameLog(host, session, game.id).entries(begin, begin + query.limit + 1)
    return answer(Log(host_key=to_base64url(host.identity.signing_key), **entries_part(found, query)))


@games.get(
    "/games/<game>/checkpoint",
    summary="The newest checkpoint of the log: how long it is and in which hash it ends, signed by the host",
    responses={200: NOTE},
)
def get_checkpoint(path: GamePath) -> Response:
    """A signed note, as text. Every receipt, mail and letter of the game comes with the one of its time."""
    host = this_host()
    with host.database.read() as session:
        found = GameLog(host, session, load_game(session, path.game).id).checkpoint()
    return answer_text(found.to_note())


@games.get(
    "/games/<game>/course",
    summary="How a finished game went: its scores, what they are made of, its turning point",
    responses={200: CourseAnswer},
)
@refuses(*DEALT, "not-over")
def get_course(path: GamePath) -> Response:
    """The scores after each phase, what those at the end are made of, and the phase that decided it."""
    host = this_host()
    with host.database.read() as session:
        found = course_of(host, session, path.game)
    return answer(
        CourseAnswer(
            game=path.game,
            phases=[CoursePhase(phase=phase, scores=scores) for phase, scores in found.scores.items()],
            tally=found.tally,
            turned=TurningPoint(**msgspec.structs.asdict(found.turned)) if found.turned else None,
            unseen=[UnseenThings(**msgspec.to_builtins(one)) for one in found.unseen],
        )
    )


@games.get("/games/<game>/record", summary="The whole record of a finished game", responses={200: RecordAnswer})
@refuses(*DEALT, "not-over")
def get_record(path: GamePath) -> Response:
    """Everything that anybody needs to check the game: log, cards, secret, and the orders that counted."""
    return answer_packed(packed_record(this_host(), path.game))


def allow_components() -> None:
    """A game or contest may come with a components file: said before the body is read."""
    if request.method == "POST" and request.path.endswith(("/games", "/contests")):
        request.max_content_length = MOST_BYTES


games.before_request(allow_components)


def without_components(raw: bytes) -> Any:
    """What opens a game or contest, from the very bytes that came, read as strictly as every other statement."""
    form = canonical.loads(raw, "game")
    return {name: value for name, value in form.items() if name != "components"} if isinstance(form, dict) else form


def signed(_body: StatementBody) -> Statement:
    """The statement in the body, from the very bytes that came."""
    return Statement.parse(request.get_data())
