"""Players: registered by a card that they signed."""

from __future__ import annotations

import json

from flask import Response

from api import told as answers
from api.answers import answer, shown
from api.bodies import PlayerBody, PlayerPath
from api.house import this_house
from api.inviting import register
from api.loaders import load_player
from api.views.documented import blueprint
from schemas.statements import Statement

players = blueprint("players")


@players.post(
    "/players",
    summary="Register a player by a signed card",
    responses={200: answers.Registered, 201: answers.Registered},
)
def post_player(body: PlayerBody) -> Response:
    """Register; the same card again changes nothing."""
    house = this_house()
    statement = Statement.parse(json.dumps(body.card.model_dump()).encode())
    with house.database.write() as session:
        player, new = register(house, session, statement, body.email)
        told = {"handle": player.handle, "key_id": player.key_id}
    return answer(told, 201 if new else 200)


@players.get("/players/<handle>", summary="A player's card", responses={200: answers.Player})
def get_player(path: PlayerPath) -> Response:
    """A player's public keys; never the address."""
    with this_house().database.read() as session:
        player = load_player(session, path.handle)
        return answer({"handle": player.handle, "key_id": player.key_id, "card": shown(player.card)})
