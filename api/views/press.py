"""Press: sent as a signed statement, read by its author and those to whom it goes."""

from __future__ import annotations

from flask import Response, url_for

from api.access.ownership import load_own_seat
from api.games.press import readable_press, take_press
from api.host.host import this_host
from api.http.json_answers import answer, answer_taken
from api.openapi import game_answers as answers
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import HOLDER, NUMBERED
from api.openapi.requests import GamePath, MessagesAfter, SeatPath, StatementBody
from api.store.lookups import load_game
from api.views.games import signed
from schemas.statements.payloads import Press

press = blueprint("press", __doc__)


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
