"""Players: registered by card; their preferences, which say where mail goes, in whose time, and what is not wanted."""

from __future__ import annotations

from typing import Final

from sqlmodel import Session, col, delete, select

from api.access.aliases import own_aliases, refuse_alias
from api.access.credentials import revoke_all
from api.access.signing_keys import find_signer, was_replaced
from api.games.statements import refuse_older, require_signer, require_this_host
from api.host.host import Host
from api.http.problems import refuse
from api.openapi.answers import PreferencesAnswer
from api.referee.invitation_links import require_admitted, take_invitation
from api.referee.lobby import require_room_for_player, require_time_zone
from api.store.lookups import load_player
from api.store.models import OVER, Game, Player, Seat, WebSession
from schemas.keys.aliases import is_alias
from schemas.keys.identities import Card
from schemas.statements.payloads import Preferences
from schemas.statements.statements import Statement

RESERVED: Final = frozenset({
    "abuse", "admin", "administrator", "host", "hostmaster", "mailer-daemon", "moderator", "noreply", "operator",
    "organiser", "ostraka", "postmaster", "referee", "root", "security", "support", "system", "webmaster",
})  # fmt: skip


def register(
    host: Host, session: Session, statement: Statement, email: str | None, word: str | None = None
) -> tuple[Player, bool]:
    """Register a player by card; answers whether the player is new. An address is set once, with the card.

    The word of an invitation shows what it invites to, to players who are registered already too.
    """
    card = Card.from_statement(statement)
    known = session.exec(select(Player).where(Player.handle == card.handle)).first()
    if known is not None:
        if known.key_id != card.key_id:
            detail = "This handle belongs to another key; choose another handle."
            refuse(409, "handle-taken", detail)
        if word is not None:
            take_invitation(host, session, word, known)
        return known, False
    if find_signer(session, card.key_id) is not None or was_replaced(session, card.key_id):
        refuse(409, "key-taken", "This key is already registered under another handle.")
    if card.handle in RESERVED or is_alias(card.handle):
        refuse(409, "handle-taken", "This handle could be mistaken for the host's own; choose another.")
    require_admitted(host, session, word)
    require_room_for_player(host)
    player = Player(
        handle=card.handle, key_id=card.key_id, card=statement.to_json(), email=email, created_at=host.now()
    )
    session.add(player)
    session.flush()
    if word is not None:
        take_invitation(host, session, word, player)
    return player, True


def shut_out(session: Session, handle: str, blocked: bool) -> list[str]:
    """Shut a player out, or let them in again; gives their seats in games that are not over.

    An alias of theirs plays on where it has begun: nothing that rests here may tell whose it is.
    """
    player = load_player(session, handle)
    player.blocked = blocked
    session.add(player)
    revoke_all(session, player)
    session.exec(delete(WebSession).where(col(WebSession.player) == handle))
    seats = select(Seat.game, Seat.name).join(Game, col(Game.id) == col(Seat.game)).where(Seat.player == handle)
    held = session.exec(seats.where(Game.status != OVER).order_by(Seat.game, Seat.name)).all()
    return [f"{seat} in {game}" for game, seat in held]


def take_preferences(host: Host, session: Session, handle: str, statement: Statement) -> Player:
    """Replace a player's preferences; the same statement again changes nothing."""
    wanted = statement.read(Preferences)
    player = require_signer(session, statement, wanted.player)
    refuse_alias(player)
    require_this_host(host, wanted.host)
    if player.handle != load_player(session, handle).handle:
        refuse(403, "not-you", f"Only {handle} can set these.")
    if wanted.time_zone is not None:
        require_time_zone(wanted.time_zone, "unknown-time-zone")
    if wanted == player.wishes:
        return player
    refuse_older(wanted.number, player.wishes.number)
    if wanted.address != player.email:
        player.email, player.bounces = wanted.address, 0
        for alias in own_aliases(host, session, player):
            load_player(session, alias.alias).bounces = 0
    player.preferences = statement.to_json()
    session.add(player)
    return player


def describe_preferences(player: Player) -> PreferencesAnswer:
    """A player's preferences, for that player alone."""
    said = player.wishes.to_body()
    return PreferencesAnswer(
        handle=player.handle, **{name: said[name] for name in PreferencesAnswer.model_fields if name in said}
    )
