"""Players: registered by a card that they signed."""

from __future__ import annotations

import json

from flask import Response, url_for

from api.access.aliases import find_alias
from api.access.authentication import load_asking_player, load_own_player
from api.access.signing_keys import other_cards
from api.host.host import this_host
from api.http.answers import answer, answer_taken, statement_form
from api.openapi.answers import PlayerCards, PlayerKey, PreferencesAnswer
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import OWNER, STATEMENT
from api.openapi.game_answers import Waiting
from api.openapi.requests import PlayerBody, PlayerPath, StatementBody, WaitingPage
from api.referee.players import describe_preferences, register, take_preferences
from api.reports.waiting_seats import waiting_for
from api.store.lookups import load_player
from api.views.games import signed
from schemas.statements.payloads import Preferences
from schemas.statements.statements import Statement

players = blueprint("players", __doc__)


@players.post(
    "/players",
    summary="Register a player by a signed card",
    responses={200: PlayerKey, 201: PlayerKey},
)
@refuses(*STATEMENT, "handle-taken", "key-taken", "too-many-players", "host-full")
def post_player(body: PlayerBody) -> Response:
    """Register; the same card again changes nothing."""
    host = this_host()
    statement = Statement.parse(json.dumps(body.card.model_dump()).encode())
    with host.database.write() as session:
        player, new = register(host, session, statement, body.email)
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


@players.get("/players/<handle>/waiting", summary="What waits for one in all games", responses={200: Waiting})
@refuses(*OWNER, "wrong-cursor")
def get_waiting(path: PlayerPath, query: WaitingPage) -> Response:
    """A player's seats, those in the newest game first, with what each is asked.

    Also whose mail bounces in the games that the player organises.
    """
    host = this_host()
    with host.database.read() as session:
        player, asker = load_asking_player(host, session, path.handle, "waiting")
        return answer(waiting_for(host, session, player, asker, query), private=True)
