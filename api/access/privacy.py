"""Private games and contests: who may see them, and the door before every address with one in it.

Whoever may not see it is not refused at the door: for their request it is not there (`load_game`, `load_contest`), so
that whatever else is wrong with the request is said in the same order as where there is no such game. What the door
does for a game that is private it also does for one that does not exist: neither can be told from how long it took.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Response, g, request
from sqlmodel import Session, and_, col, or_, select
from werkzeug.exceptions import HTTPException

from api.access.authentication import by_signature, with_token
from api.access.invited import find_invitation
from api.access.signing_keys import find_card, find_in_game
from api.host.host import Host, this_host
from api.http.problems import Problem
from api.store.lookups import deny, refuse_unknown_game
from api.store.models import OVER, AliasRow, ContestReaderRow, ContestRow, Game, InvitedRow, Player, Seat
from schemas.envelopes import MAX_BYTES
from schemas.errors import ProtocolError
from schemas.statements import canonical
from schemas.statements.statements import Statement

SHOWN_BY_LINK: Final = "pages.game_page"
"""The one page of a private game that whoever has the word of an invitation sees."""
SIGNED_FORM: Final = ("payload", "payloadType", "signatures")


def is_private(game: Game) -> bool:
    """Is a game hidden from strangers now?"""
    return game.private == "always" or (game.private == "until-over" and game.status != OVER)


def visible_to(handle: str | None) -> Any:
    """The condition under which a game stands in this player's lists; None: in everybody's."""
    public = or_(Game.private == "no", and_(Game.private == "until-over", Game.status == OVER))
    return public if handle is None else or_(public, concerns(handle))


def concerns(handle: str) -> Any:
    """The condition that a game concerns its organiser, a holder, an alias, who is invited, or reads its contest."""
    seated = select(Seat.game).where(or_(Seat.player == handle, Seat.kept_for == handle))
    invited = select(InvitedRow.game).where(InvitedRow.player == handle)
    aliases = select(AliasRow.place).where(AliasRow.alias == handle)
    of_contest = col(Game.contest).in_(contests_read_by(handle))
    own = (col(Game.id).in_(found) for found in (seated, invited, aliases))
    return or_(Game.organiser == handle, *own, of_contest)


def contests_read_by(handle: str) -> Any:
    """The private contests that a player may see."""
    return select(ContestReaderRow.contest).where(ContestReaderRow.player == handle)


def visible_contests(handle: str | None) -> Any:
    """The condition under which a contest stands in this player's lists; None: in everybody's."""
    public = col(ContestRow.private).is_(False)
    return public if handle is None else or_(public, col(ContestRow.id).in_(contests_read_by(handle)))


def let_in(session: Session, contest: ContestRow, handle: str) -> None:
    """From now on the player may see the contest, if it is private."""
    if contest.private:
        known = contests_read_by(handle).where(ContestReaderRow.contest == contest.id)
        if session.exec(known).first() is None:
            session.add(ContestReaderRow(contest=contest.id, player=handle))
            session.flush()


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
    """The door of every address with a game or contest in it; `visitor` tells who signed in, where it is a page."""
    named = request.view_args or {}
    name = named.get("game", named.get("contest"))
    if not isinstance(name, str) or "\0" in name or request.method == "OPTIONS":
        return  # a name that PostgreSQL cannot even be asked for names no game
    host = this_host()
    with host.database.read() as session:
        seen = sees_game if "game" in named else sees_contest
        if (found := seen(host, session, name, visitor)) is not None:
            g.is_private = True
            deny(None if found else name)


def sees_game(host: Host, session: Session, name: str, visitor: Callable[[], str | None] | None) -> bool | None:
    """May who asks see this game? None: everybody may."""
    game = session.get(Game, name)
    if game is not None and not is_private(game):
        return None
    who = visitor() if visitor else asking(host, session, name)
    shown = select(Game.id).where(Game.id == name, concerns(who or ""))
    if session.exec(shown).first() is not None:
        return True
    word = request.args.get("invited", "") if request.endpoint == SHOWN_BY_LINK else ""
    invitation = find_invitation(session, word, host.now())
    return invitation is not None and invitation.place == name


def sees_contest(host: Host, session: Session, name: str, visitor: Callable[[], str | None] | None) -> bool | None:
    """May who asks see this contest? None: everybody may."""
    contest = session.get(ContestRow, name)
    if contest is not None and not contest.private:
        return None
    who = visitor() if visitor else asking(host, session, whole=True)
    return session.exec(contests_read_by(who or "").where(ContestReaderRow.contest == name)).first() is not None


def keep_from_caches(response: Response) -> Response:
    """What is shown of a private game or contest is for its reader alone to keep."""
    if g.get("is_private") and response.status_code < HTTPStatus.BAD_REQUEST:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def asking(host: Host, session: Session, game: str | None = None, *, whole: bool = False) -> str | None:
    """The player who signed this request, its token or the statement in it; None where nothing shows one.

    `whole`: a token for some games only shows nobody.
    """
    try:
        if request.method == "POST":
            return signer_of(session, request.get_data(), game)
        asker = with_token(host, session) or by_signature(host, session)
    except (Problem, HTTPException):
        return None
    if (game is not None and not asker.covers(game)) or (whole and asker.games is not None):
        return None
    return handle_of(session, asker.key_id, game)


def signer_of(session: Session, raw: bytes, game: str | None) -> str | None:
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
            require_seen(session, game, signer_of(session, raw, name))


def author_of(session: Session, statement: Statement, game: str | None) -> str | None:
    """The player who signed a statement, if the signature holds."""
    card = find_card(session, statement.key_id)
    if card is None:
        return None
    try:
        statement.verify(card.signing_key)
    except ProtocolError:
        return None
    return handle_of(session, statement.key_id, game)


def handle_of(session: Session, key_id: str, game: str | None) -> str | None:
    """The player for whom a key speaks, in a game or at all."""
    if game is not None:
        found = find_in_game(session, game, key_id)
        return found.handle if found else None
    return session.exec(select(Player.handle).where(Player.key_id == key_id)).first()
