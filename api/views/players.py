"""Players: registered by a card that they signed."""

from __future__ import annotations

import json

from flask import Response, g, url_for

from api.access.aliases import find_alias
from api.access.authentication import load_asking_player, load_own_player
from api.access.signing_keys import other_cards
from api.contests.duties import duties_of
from api.host.host import this_host
from api.http.answers import answer, answer_taken, statement_form
from api.openapi.answers import FetchedKey, KeptKeyAnswer, PlayerCards, PlayerKey, PreferencesAnswer
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import OWNER, STATEMENT
from api.openapi.game_answers import Waiting
from api.openapi.requests import FetchBody, PlayerBody, PlayerPath, StatementBody, WaitingPage
from api.referee.kept_keys import describe_kept_key, fetch_kept_key, take_kept_key
from api.referee.players import describe_preferences, register, take_preferences
from api.reports.waiting_seats import waiting_for
from api.store.lookups import load_player
from api.views.games import signed
from schemas.statements.payloads import KeptKey, Preferences
from schemas.statements.statements import Statement

players = blueprint("players", __doc__)


@players.post(
    "/players",
    summary="Register a player by a signed card",
    responses={200: PlayerKey, 201: PlayerKey},
)
@refuses(*STATEMENT, "handle-taken", "key-taken", "too-many-players", "host-full", "invited-only", "invitation-ended")
def post_player(body: PlayerBody) -> Response:
    """Register; the same card again changes nothing."""
    host = this_host()
    statement = Statement.parse(json.dumps(body.card.model_dump()).encode())
    with host.database.write() as session:
        player, new = register(host, session, statement, body.email, body.invited)
        registered = PlayerKey(handle=player.handle, key_id=player.key_id)
    return answer_taken(registered, new, url_for("players.get_player", handle=registered.handle))


@players.get("/players/<handle>", summary="A player's card", responses={200: PlayerCards})
def get_player(path: PlayerPath) -> Response:
    """A player's public keys, with those that spoke for them before or speak in single games; never the address."""
    with this_host().database.read() as session:
        player = load_player(session, path.handle)
        others = [statement_form(card) for card in other_cards(session, player)]
        card = statement_form(player.card)
        alias = find_alias(session, player.handle)
        holder = alias.holder if alias is not None else None
        cards = PlayerCards(handle=player.handle, key_id=player.key_id, card=card, holder=holder, others=others)
        return answer(cards)


@players.post(
    "/players/<handle>/preferences",
    summary="Say which mails and press one wants (statement `preferences`)",
    responses={200: PreferencesAnswer},
)
@takes(Preferences)
@refuses("wrong-host", "not-you", "not-by-alias", "number-not-newer", "unknown-time-zone")
def post_preferences(path: PlayerPath, body: StatementBody) -> Response:
    """Replace one's preferences; the same again changes nothing."""
    host, statement = this_host(), signed(body)
    with host.database.write() as session:
        preferences = describe_preferences(take_preferences(host, session, path.handle, statement))
    return answer(preferences, private=True)


@players.get("/players/<handle>/preferences", summary="One's own preferences", responses={200: PreferencesAnswer})
@refuses(*OWNER)
def get_preferences(path: PlayerPath) -> Response:
    """Address, muted mail and muted press, for the player alone."""
    host = this_host()
    with host.database.read() as session:
        return answer(describe_preferences(load_own_player(host, session, path.handle)), private=True)


@players.post(
    "/players/<handle>/kept-key",
    summary="Have the host keep a copy of one's locked key (statement `kept-key`)",
    responses={200: KeptKeyAnswer},
)
@takes(KeptKey)
@refuses("wrong-host", "not-you", "not-by-alias", "number-not-newer", "too-much-stored")
def post_kept_key(path: PlayerPath, body: StatementBody) -> Response:
    """Keep a copy in the place of an earlier one, or withdraw it; the same again changes nothing."""
    host, statement = this_host(), signed(body)
    with host.database.write() as session:
        kept = take_kept_key(host, session, path.handle, statement)
    return answer(kept, private=True)


@players.get(
    "/players/<handle>/kept-key", summary="Whether a copy of one's key is kept", responses={200: KeptKeyAnswer}
)
@refuses(*OWNER)
def get_kept_key(path: PlayerPath) -> Response:
    """Since when the host has kept a copy of the player's locked key, for the player alone."""
    host = this_host()
    with host.database.read() as session:
        return answer(describe_kept_key(host, session, load_own_player(host, session, path.handle)), private=True)


@players.post("/players/<handle>/kept-key/fetch", summary="Fetch the copy of a key", responses={200: FetchedKey})
@refuses("copy-refused", "too-many-tries", "malformed")
def post_fetch(path: PlayerPath, body: FetchBody) -> Response:
    """Hand out a locked key to whoever proves its password, without a signature.

    A wrong password, a name without a copy and a name that nobody has are answered alike.
    """
    host = this_host()
    host.meters.fetch(path.handle, g.address)
    with host.database.read() as session:
        return answer(FetchedKey(file=fetch_kept_key(host, session, path.handle, body.proof)), private=True)


@players.get("/players/<handle>/waiting", summary="What waits for one in all games", responses={200: Waiting})
@refuses(*OWNER, "wrong-cursor")
def get_waiting(path: PlayerPath, query: WaitingPage) -> Response:
    """A player's seats, those in the newest game first, with what each is asked.

    Also whose mail bounces in the games that the player organises, and what contests that go on want of the player.
    """
    host = this_host()
    with host.database.read() as session:
        player, asker = load_asking_player(host, session, path.handle, "waiting")
        contests = duties_of(host, session, player.handle) if asker.games is None else []
        return answer(waiting_for(host, session, player, asker, query, contests), private=True)
