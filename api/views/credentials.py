"""Bearer tokens: made, listed and revoked by their owner, who signs each request; with them programs read for him."""

from __future__ import annotations

from flask import Response

from api.access import bearer_tokens as kept
from api.access.authentication import who_writes
from api.access.ownership import load_own_player
from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers_keys as answers
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import HIMSELF, WRITER
from api.openapi.requests import PlayerPath, TokenBody, TokenPath
from api.store.lookups import load_game, load_player

tokens = blueprint("tokens", __doc__)


@tokens.post("/players/<handle>/tokens", summary="Make a token", responses={201: answers.NewToken})
@refuses(*WRITER, "token-exists", "too-many-tokens", "unknown-game")
def post_token(path: PlayerPath, body: TokenBody) -> Response:
    """Make a bearer token for reading. Its secret is in this answer, and never told again."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        player = who_writes(host, session, path.handle)
        for game in body.games or ():
            load_game(session, game)
        wanted = kept.Wanted(body.name, body.scopes, body.games, body.days)
        row, secret = kept.make(host, session, player, wanted)
        told = kept.told_token(row) | {"secret": secret}
    return answer(told, 201, private=True)


@tokens.get("/players/<handle>/tokens", summary="One's own tokens", responses={200: answers.Tokens})
@refuses(*HIMSELF)
def get_tokens(path: PlayerPath) -> Response:
    """The tokens that are good now, never their secrets."""
    host = this_host()
    with host.database.read() as session:
        player = load_own_player(host, session, path.handle)
        rows = kept.good(host, session, player)
        return answer({"tokens": [kept.told_token(row) for row in rows]}, private=True)


@tokens.delete("/players/<handle>/tokens/<token>", summary="Revoke a token", responses={200: answers.Revoked})
@refuses(*WRITER, "unknown-token")
def delete_token(path: TokenPath) -> Response:
    """Revoke a token: what is sent with it from now on is refused."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        kept.revoke(session, who_writes(host, session, path.handle), path.token)
    return answer({"token": path.token}, private=True)
