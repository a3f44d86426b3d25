"""Aliases: under which players hold seats in anonymous games and contests. Nobody else is told whose they are."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request, url_for
from flask_openapi.types import ResponseDict
from sqlmodel import Session

from api.access.privacy import let_in
from api.contests.entering import require_going as require_contest
from api.games.statements import require_going
from api.host.host import Host, this_host
from api.http.answers import answer_taken
from api.openapi.answers import PlayerKey
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.requests import AliasBody, ContestPath, GamePath
from api.referee.aliases import Place, take_alias
from api.store.lookups import load_contest, load_game
from schemas.log.contest_officers import Officers
from schemas.statements import canonical
from schemas.statements.payloads import Alias
from schemas.statements.statements import Statement

aliases = blueprint("aliases", __doc__)
TAKEN: ResponseDict = {200: PlayerKey, 201: PlayerKey}
REFUSED = (
    *("wrong-host", "wrong-alias", "not-anonymous", "alias-taken", "key-taken", "not-by-alias", "too-much-stored"),
    "unknown-player",
)


@aliases.post(
    "/games/<game>/aliases", summary="Take an alias in an anonymous game (statement `alias`)", responses=TAKEN
)
@takes(Alias)
@refuses(*REFUSED, "game-over")
def post_game_alias(path: GamePath, body: AliasBody) -> Response:
    """Register the key and handle under which one will join; the same again changes nothing."""

    def place(_: Host, session: Session) -> Place:
        game = load_game(session, path.game)
        require_going(game, inviting=True)
        return Place(game.id, game.opened.anonymous and game.contest is None)

    return taken(place)


@aliases.post(
    "/contests/<contest>/aliases", summary="Take an alias in an anonymous contest (statement `alias`)", responses=TAKEN
)
@takes(Alias)
@refuses(*REFUSED, "contest-over", "organiser-plays")
def post_contest_alias(path: ContestPath, body: AliasBody) -> Response:
    """Register the key and handle under which one will enter and play; the same again changes nothing."""

    def place(_: Host, session: Session) -> Place:
        row = load_contest(session, path.contest)
        require_contest(row)
        officers = Officers.of(row.plan, row.organiser).organisers
        return Place(row.id, row.plan.anonymous, officers, lambda alias: let_in(session, row, alias))

    return taken(place)


def taken(place: Callable[[Host, Session], Place]) -> Response:
    """Take the alias in the body, from the very bytes that came."""
    host, form = this_host(), canonical.loads(request.get_data(), "alias")
    card = Statement.from_json(form.pop("card"))
    with host.database.write() as session:
        alias, new = take_alias(host, session, place(host, session), Statement.from_json(form), card)
        registered = PlayerKey(handle=alias.handle, key_id=alias.key_id)
    return answer_taken(registered, new, url_for("players.get_player", handle=registered.handle))
