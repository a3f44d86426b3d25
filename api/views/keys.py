"""Keys that are replaced: by a statement of the old key (`rotation`), or after a loss by a claim of the new one."""

from __future__ import annotations

from flask import Response

from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers_keys as answers
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.requests import PlayerPath, StatementBody
from api.referee.key_replacement import claims_of, rotate, take_claim, told_claim
from api.store.lookups import load_player
from api.views.games import signed
from schemas.statements.payloads import Claim, Rotation

keys = blueprint("keys", __doc__)


@keys.post(
    "/players/<handle>/keys",
    summary="Replace one's key (statement `rotation`, signed by the old one)",
    responses={200: answers.Speaking},
)
@takes(Rotation)
@refuses("key-taken", "not-you", "wrong-handle", "wrong-host")
def post_key(path: PlayerPath, body: StatementBody) -> Response:
    """From now on the new key speaks for the player, also in all his games, whose players are told.

    His tokens and sign-ins end. The same again changes nothing.
    """
    host, statement = this_host(), signed(body)
    with host.database.write() as session:
        player = rotate(host, session, path.handle, statement)
        told = {"handle": player.handle, "key_id": player.key_id}
    return answer(told)


@keys.post(
    "/players/<handle>/claims",
    summary="Claim one's handle with a new key after a loss (statement `claim`, signed by the new key)",
    responses={200: answers.Claims, 201: answers.Claims},
)
@takes(Claim)
@refuses("key-taken", "wrong-handle", "wrong-host")
def post_claim(path: PlayerPath, body: StatementBody) -> Response:
    """Have a new key wait to be confirmed: by the organiser of each game, for the handle by the host's operator."""
    host, statement = this_host(), signed(body)
    with host.database.write() as session:
        new = take_claim(host, session, path.handle, statement)
        session.flush()
        told = [told_claim(row) for row in claims_of(session, load_player(session, path.handle))]
    return answer({"handle": path.handle, "claims": told}, 201 if new else 200)


@keys.get("/players/<handle>/claims", summary="The new keys that claim a handle", responses={200: answers.Claims})
def get_claims(path: PlayerPath) -> Response:
    """Anybody can claim: ask the player, by another way than this host, which key is his."""
    with this_host().database.read() as session:
        told = [told_claim(row) for row in claims_of(session, load_player(session, path.handle))]
    return answer({"handle": path.handle, "claims": told})
