"""Keys that are replaced: by their player, who signs for the new one, or after a loss, by a claim that is confirmed.

A new key speaks for a player from then on, and the one before never again; tokens and sign-ins made with that end. What
was sealed with the old key stands. In each game the change is one log entry, which all can read: a `rotation` that the
player signed with the old key, or, where that key is lost and a new one claims to be the player's, the organiser's act
`rekey`, for that game only. For the handle itself the operator replaces a lost key (`ostraka db rekey`); running games
keep the old one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlmodel import Session, col, delete, or_, select

from api.access.aliases import refuse_alias
from api.access.credentials import revoke_all
from api.access.signing_keys import card_in, find_former, find_signer
from api.games.game_log import GameLog
from api.games.statements import form, require_signer, require_this_host
from api.host.host import Host
from api.http.answers import statement_form
from api.http.problems import refuse
from api.mail_out.phase_mails import outbox_of
from api.openapi.answers import ClaimingKey, Claims
from api.store.lookups import load_player
from api.store.models import (
    INVITING,
    RUNNING,
    ClaimRow,
    DeviceRow,
    FormerKeyRow,
    Game,
    GameKeyRow,
    KeptKeyRow,
    Player,
    Seat,
    WebSession,
)
from schemas.documents.successions import read_claim, read_rotation
from schemas.keys.identities import Card
from schemas.log import entries
from schemas.statements.payloads import instant
from schemas.statements.statements import Statement

MOST_CLAIMS: Final = 20
KEPT: Final = timedelta(days=90)
"""For how long a claim waits to be confirmed."""


def rotate(host: Host, session: Session, handle: str, statement: Statement) -> Player:
    """Replace a player's key by the one they signed for; the same statement again changes nothing, even later."""
    rotation, card = read_rotation(statement)
    player, former = load_player(session, handle), find_former(session, rotation.player)
    if former is not None and former.player == handle and former.rotation == statement.to_json():
        return player
    if require_signer(session, statement, rotation.player).handle != handle:
        refuse(403, "not-you", f"Only {handle} can do this.")
    refuse_alias(player)
    require_this_host(host, rotation.host)
    require_usable(session, player, card)
    games = [game for game in games_of(session, player) if card_in(session, game.id, player).key_id == player.key_id]
    replace(host, session, player, card, statement)
    for game in games:
        GameLog(host, session, game.id).append(entries.Rekeyed(statement=form(statement)))
        tell(host, session, game, f"{handle} has a new key: {card.key_id}.", statement)
    return player


def require_usable(session: Session, player: Player, card: Card) -> None:
    """Refuse a new key under another handle, or one that speaks or spoke for somebody."""
    if card.handle != player.handle:
        refuse(422, "wrong-handle", f"The card of the new key is for {card.handle}, not for {player.handle}.")
    others = (GameKeyRow.key_id == card.key_id, GameKeyRow.player != player.handle)
    known = find_signer(session, card.key_id) or find_former(session, card.key_id)
    if known is not None or session.exec(select(GameKeyRow.id).where(*others)).first() is not None:
        refuse(409, "key-taken", "The new key already belongs, or belonged, to a player: make another.")


def games_of(session: Session, player: Player) -> Sequence[Game]:
    """The games under way here in which a player has a seat, or which the player organises."""
    seats = select(Seat.game).where(Seat.player == player.handle)
    part = or_(Game.organiser == player.handle, col(Game.id).in_(seats))
    under_way = col(Game.status).in_((INVITING, RUNNING))
    return session.exec(select(Game).where(part, under_way).order_by(col(Game.created_at), col(Game.id))).all()


def replace(host: Host, session: Session, player: Player, card: Card, rotation: Statement | None) -> None:
    """Let a new key speak for a handle; what the old one opened to programs and browsers is closed.

    A copy of the old key goes too: to whoever fetched it, it would be a key that speaks for nobody. And so do the
    devices that get notices, which may have been added by whoever had the old key.
    """
    raw = rotation.to_json() if rotation is not None else None
    former = FormerKeyRow(player=player.handle, key_id=player.key_id, card=player.card, rotation=raw, at=host.now())
    session.add(former)
    now_everywhere = (col(GameKeyRow.key_id) == card.key_id, col(GameKeyRow.until).is_(None))
    session.exec(delete(GameKeyRow).where(*now_everywhere))
    player.key_id, player.card = card.key_id, card.statement.to_json()
    session.add(player)
    revoke_all(session, player)
    session.exec(delete(WebSession).where(col(WebSession.player) == player.handle))
    session.exec(delete(ClaimRow).where(col(ClaimRow.player) == player.handle))
    session.exec(delete(DeviceRow).where(col(DeviceRow.player) == player.handle))
    session.exec(delete(KeptKeyRow).where(col(KeptKeyRow.player) == player.handle))
    session.flush()


def tell(host: Host, session: Session, game: Game, sentence: str, statement: Statement) -> None:
    """Write to all who play of a new key, whatever they mute."""
    outbox = outbox_of(host, session, game)
    outbox.acted(sentence, "", statement.digest.hex()[:16], always=True)


# --- after a loss -----------------------------------------------------------------------------------------------


def take_claim(host: Host, session: Session, handle: str, statement: Statement) -> bool:
    """Keep a claim to a handle by a new key; False when it was made before. It does nothing by itself."""
    claim, card = read_claim(statement)
    player = load_player(session, handle)
    refuse_alias(player)
    require_this_host(host, claim.host)
    session.exec(delete(ClaimRow).where(col(ClaimRow.at) < host.now() - KEPT))
    claims = claims_of(session, player)
    if any(row.key_id == card.key_id for row in claims):
        return False
    require_usable(session, player, card)
    host.meters.statement(statement.key_id)
    for row in claims[: max(0, len(claims) - MOST_CLAIMS + 1)]:
        session.delete(row)
    raw, now = card.statement.to_json(), host.now()
    session.add(ClaimRow(player=handle, key_id=card.key_id, card=raw, statement=statement.to_json(), at=now))
    return True


def claims_of(session: Session, player: Player) -> Sequence[ClaimRow]:
    """The unconfirmed claims to a handle, the oldest first."""
    return session.exec(select(ClaimRow).where(ClaimRow.player == player.handle).order_by(col(ClaimRow.id))).all()


def describe_claims(session: Session, player: Player) -> Claims:
    """The claims to a handle, as everybody may see them."""
    rows = claims_of(session, player)
    claims = [ClaimingKey(key_id=row.key_id, card=statement_form(row.card), at=instant(row.at)) for row in rows]
    return Claims(handle=player.handle, claims=claims)


def claimed(session: Session, player: Player, key_id: str) -> Card:
    """The card of a key that claims to be a player's, or that the handle has by now."""
    claims = {row.key_id: row.card for row in claims_of(session, player)} | {player.key_id: player.card}
    if key_id not in claims:
        detail = f"That key does not claim to belong to {player.handle}, who must first run `ostraka key lost`."
        refuse(409, "not-claimed", detail)
    return Card.from_statement(Statement.parse(claims[key_id]))


def replace_in_game(host: Host, session: Session, game: Game, player: Player, card: Card) -> None:
    """Let a new key speak for a player in one game, in the place of the one that does."""
    before, now = card_in(session, game.id, player), host.now()
    speaking = (GameKeyRow.game == game.id, GameKeyRow.player == player.handle, col(GameKeyRow.until).is_(None))
    row = session.exec(select(GameKeyRow).where(*speaking)).first()
    raw = before.statement.to_json()
    row = row or GameKeyRow(game=game.id, player=player.handle, key_id=before.key_id, card=raw, at=now)
    row.until = now
    session.add(row)
    session.flush()
    if card.key_id != player.key_id:
        raw = card.statement.to_json()
        session.add(GameKeyRow(game=game.id, player=player.handle, key_id=card.key_id, card=raw, at=now))
    session.flush()


def confirm_handle(host: Host, session: Session, handle: str, key_id: str) -> list[str]:
    """Let a claimed key speak for a handle, on the operator's word.

    In games under way the old key stays until the organiser of each confirms the new one; gives those games.
    """
    player = load_player(session, handle)
    card, old = claimed(session, player, key_id), player.key_id
    if key_id == old:
        return []
    games = [game for game in games_of(session, player) if card_in(session, game.id, player).key_id == old]
    before = player.card
    replace(host, session, player, card, None)
    rows = [GameKeyRow(game=game.id, player=handle, key_id=old, card=before, at=host.now()) for game in games]
    session.add_all(rows)
    session.flush()
    return [game.id for game in games]
