"""Private games: who may see them, and the door before every address with a game in it.

Whoever may not see a game is not refused at the door: for their request the game is not there (`load_game`), so that
whatever else is wrong with it is said in the same order as where there is no such game.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Response, g, request
from sqlmodel import Session, and_, col, or_, select
from werkzeug.exceptions import HTTPException

from api.access.authentication import by_signature, with_token
from api.access.signing_keys import find_card, find_in_game
from api.host.host import Host, this_host
from api.http.problems import Problem
from api.store.lookups import deny, refuse_unknown_game
from api.store.models import OVER, Game, InvitedRow, Player, Seat
from schemas.envelopes import MAX_BYTES
from schemas.errors import ProtocolError
from schemas.statements import canonical
from schemas.statements.statements import Statement

SIGNED_FORM: Final = ("payload", "payloadType", "signatures")


def is_private(game: Game) -> bool:
    """Is a game hidden from strangers now?"""
    return game.private == "always" or (game.private == "until-over" and game.status != OVER)


def visible_to(handle: str | None) -> Any:
    """The condition under which a game stands in this player's lists; None: in everybody's."""
    public = or_(Game.private == "no", and_(Game.private == "until-over", Game.status == OVER))
    return public if handle is None else or_(public, concerns(handle))


def concerns(handle: str) -> Any:
    """The condition that a player organises a game, holds a seat or has one kept, or was invited."""
    seated = select(Seat.game).where(or_(Seat.player == handle, Seat.kept_for == handle))
    invited = select(InvitedRow.game).where(InvitedRow.player == handle)
    return or_(Game.organiser == handle, col(Game.id).in_(seated), col(Game.id).in_(invited))


def may_see(session: Session, game: Game, handle: str | None) -> bool:
    """May this player (None: anybody) see a game?"""
    if not is_private(game) or handle is None:
        return not is_private(game)
    return session.exec(select(Game.id).where(Game.id == game.id, concerns(handle))).first() is not None


def require_seen(session: Session, game: Game, handle: str | None) -> None:
    """Answer as if there were no such game."""
    if not may_see(session, game, handle):
        refuse_unknown_game()


def hide_private(visitor: Callable[[], str | None] | None = None) -> None:
    """The door of every address with a game in it; `visitor` tells who signed in, where it is a page."""
    name = (request.view_args or {}).get("game")
    if not isinstance(name, str) or "\0" in name or request.method == "OPTIONS":
        return  # a name that PostgreSQL cannot even be asked for names no game
    host = this_host()
    with host.database.read() as session:
        game = session.get(Game, name)
        if game is not None and is_private(game):
            seen = may_see(session, game, visitor() if visitor else asking(host, session, game))
            g.private_game = True
            deny(None if seen else name)


def keep_from_caches(response: Response) -> Response:
    """What is shown of a private game is for its reader alone to keep."""
    if g.get("private_game") and response.status_code < HTTPStatus.BAD_REQUEST:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def asking(host: Host, session: Session, game: Game | None = None) -> str | None:
    """The player who signed this request, its token or the statement in it; None where nothing shows one."""
    try:
        if request.method == "POST":
            return signer_of(session, request.get_data(), game)
        asker = with_token(host, session) or by_signature(host, session)
    except (Problem, HTTPException):
        return None
    if game is not None and not asker.covers(game.id):
        return None
    return handle_of(session, asker.key_id, game)


def signer_of(session: Session, raw: bytes, game: Game | None) -> str | None:
    """The player who signed a statement or an envelope, if the signature holds."""
    try:
        form = canonical.loads(raw[: MAX_BYTES + 1], "statement")
        return author_of(session, Statement.from_json({name: form[name] for name in SIGNED_FORM}), game)
    except (ProtocolError, KeyError, TypeError):
        return None


def require_seen_by_author(host: Host, name: str, raw: bytes) -> None:
    """Answer an envelope that was refused as if there were no such game, unless its author may see the game."""
    with host.database.read() as session:
        game = session.get(Game, name)
        if game is not None and is_private(game):
            require_seen(session, game, signer_of(session, raw, game))


def author_of(session: Session, statement: Statement, game: Game | None) -> str | None:
    """The player who signed a statement, if the signature holds."""
    card = find_card(session, statement.key_id)
    if card is None:
        return None
    try:
        statement.verify(card.signing_key)
    except ProtocolError:
        return None
    return handle_of(session, statement.key_id, game)


def handle_of(session: Session, key_id: str, game: Game | None) -> str | None:
    """The player for whom a key speaks, in a game or at all."""
    if game is not None:
        found = find_in_game(session, game, key_id)
        return found.handle if found else None
    return session.exec(select(Player.handle).where(Player.key_id == key_id)).first()
