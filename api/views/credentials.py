"""What speaks for a player: keys and their replacement, bearer tokens for programs, links that sign a browser in."""

from __future__ import annotations

from flask import Response, url_for

from api.access.authentication import load_own_player, who_writes
from api.access.credentials import (
    Wanted,
    describe_new_token,
    describe_token,
    make_link,
    make_token,
    revoke_token,
    valid_tokens,
)
from api.access.privacy import require_seen
from api.host.host import this_host
from api.http.answers import answer, answer_taken
from api.openapi.answers import Claims, MadeToken, PlayerKey, RevokedToken, SignInLink, Tokens
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import OWNER, WRITER
from api.openapi.requests import PlayerPath, SessionBody, StatementBody, TokenBody, TokenPath
from api.referee.key_replacement import describe_claims, rotate, take_claim
from api.store.lookups import load_game, load_player
from api.views.games import signed
from schemas.statements.payloads import Claim, Rotation, instant

credentials = blueprint("credentials", __doc__)


@credentials.post(
    "/players/<handle>/keys",
    summary="Replace one's key (statement `rotation`, signed by the old one)",
    responses={200: PlayerKey},
)
@takes(Rotation)
@refuses("key-taken", "not-you", "not-by-alias", "wrong-handle", "wrong-host")
def post_key(path: PlayerPath, body: StatementBody) -> Response:
    """From now on the new key speaks for the player, also in all their games, and the other players are told.

    The player's tokens and browser sessions end. The same again changes nothing.
    """
    host, statement = this_host(), signed(body)
    with host.database.write() as session:
        player = rotate(host, session, path.handle, statement)
        speaking = PlayerKey(handle=player.handle, key_id=player.key_id)
    return answer(speaking)


@credentials.post(
    "/players/<handle>/claims",
    summary="Claim one's handle with a new key after a loss (statement `claim`, signed by the new key)",
    responses={200: Claims, 201: Claims},
)
@takes(Claim)
@refuses("key-taken", "not-by-alias", "wrong-handle", "wrong-host")
def post_claim(path: PlayerPath, body: StatementBody) -> Response:
    """A claim waits to be confirmed: for each game by its organiser, for the handle by the host's operator."""
    host, statement = this_host(), signed(body)
    with host.database.write() as session:
        new = take_claim(host, session, path.handle, statement)
        session.flush()
        claims = describe_claims(session, load_player(session, path.handle))
    return answer_taken(claims, new, url_for("credentials.get_claims", handle=path.handle))


@credentials.get("/players/<handle>/claims", summary="The new keys that claim a handle", responses={200: Claims})
def get_claims(path: PlayerPath) -> Response:
    """Anybody can claim: ask the player, by some way other than this host, which key is theirs."""
    with this_host().database.read() as session:
        return answer(describe_claims(session, load_player(session, path.handle)))


@credentials.post("/players/<handle>/tokens", summary="Make a token", responses={201: MadeToken})
@refuses(*WRITER, "token-exists", "too-many-tokens", "unknown-game")
def post_token(path: PlayerPath, body: TokenBody) -> Response:
    """Make a bearer token for reading. Only this answer holds its secret."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        player = who_writes(host, session, path.handle)
        for game in body.games or ():
            require_seen(session, load_game(session, game), player.handle)
        wanted = Wanted(body.name, body.scopes, body.games, body.days)
        token = describe_new_token(*make_token(host, session, player, wanted))
    place = url_for("credentials.delete_token", handle=path.handle, token=token.token)
    return answer_taken(token, True, place, private=True)


@credentials.get("/players/<handle>/tokens", summary="One's own tokens", responses={200: Tokens})
@refuses(*OWNER)
def get_tokens(path: PlayerPath) -> Response:
    """The tokens that are valid now, without their secrets."""
    host = this_host()
    with host.database.read() as session:
        player = load_own_player(host, session, path.handle)
        rows = valid_tokens(host, session, player)
        return answer(Tokens(tokens=[describe_token(row) for row in rows]), private=True)


@credentials.delete("/players/<handle>/tokens/<token>", summary="Revoke a token", responses={200: RevokedToken})
@refuses(*WRITER, "unknown-token")
def delete_token(path: TokenPath) -> Response:
    """Revoke a token: requests that bring it are refused from now on."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        revoke_token(session, who_writes(host, session, path.handle), path.token)
    return answer(RevokedToken(token=path.token), private=True)


@credentials.post("/players/<handle>/sessions", summary="Sign a browser in", responses={201: SignInLink})
@refuses(*WRITER)
def post_session(path: PlayerPath, body: SessionBody) -> Response:
    """Make a link; the first browser that opens it sees the player's own pages. It is good for two minutes."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        secret, until = make_link(host, session, who_writes(host, session, path.handle))
    url = f"{host.config.public_url.rstrip('/')}/sign-in/{secret}"
    return answer_taken(SignInLink(url=url, expires_at=instant(until)), True, url, private=True)
