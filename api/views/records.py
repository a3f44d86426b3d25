"""The record of a finished game: everything that anybody needs to check it."""

from __future__ import annotations

from flask import Response

from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import DEALT
from api.openapi.requests import GamePath
from api.reports.record import compose
from api.store.lookups import load_finished_game

records = blueprint("records", __doc__)


@records.get("/games/<game>/record", summary="The whole record of a finished game", responses={200: answers.Record})
@refuses(*DEALT, "not-over")
def get_record(path: GamePath) -> Response:
    """The log, the cards, the secret, and the orders that counted with their salts."""
    host = this_host()
    with host.database.read() as session:
        game = load_finished_game(session, path.game)
        return answer(compose(host, session, game).to_json_value())
