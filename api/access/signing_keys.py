"""Which key speaks for which player: a handle has one key, and in a single game another may speak in its place."""

from __future__ import annotations

from functools import lru_cache
from typing import NoReturn

from sqlmodel import Session, col, select

from api.http.problems import refuse
from api.store.models import FormerKeyRow, GameKeyRow, Player
from schemas.keys.identities import Card
from schemas.statements.statements import Statement


def find_signer(session: Session, key_id: str) -> Player | None:
    """The player for whose handle this key speaks, if there is one."""
    return session.exec(select(Player).where(Player.key_id == key_id)).first()


def find_former(session: Session, key_id: str) -> FormerKeyRow | None:
    """A key that spoke for a handle and was replaced."""
    return session.exec(select(FormerKeyRow).where(FormerKeyRow.key_id == key_id)).first()


def find_card(session: Session, key_id: str) -> Card | None:
    """The card of a key that speaks for a handle, or for a player in some game."""
    found = find_speaker(session, key_id)
    return found[1] if found is not None else None


def find_speaker(session: Session, key_id: str) -> tuple[Player, Card] | None:
    """The player for whom a key speaks, for the handle or in some game, and its card."""
    player = find_signer(session, key_id)
    if player is not None:
        return player, card_of(player)
    speaking = (GameKeyRow.key_id == key_id, col(GameKeyRow.until).is_(None))
    of_game = select(Player, GameKeyRow.card).join(GameKeyRow, col(GameKeyRow.player) == col(Player.handle))
    found = session.exec(of_game.where(*speaking)).first()
    return (found[0], card_from(found[1])) if found is not None else None


def require_unblocked(player: Player) -> None:
    """Refuse whoever the operator has shut out; to be asked once a signature has shown who it is."""
    if player.blocked:
        refuse_blocked(player.handle)


def refuse_blocked(handle: str) -> NoReturn:
    """Say that a player is shut out."""
    detail = f"Whoever runs this host has blocked {handle}: nothing that {handle} signs is taken here. Ask them why."
    refuse(403, "blocked", detail)


def find_in_game(session: Session, game: str, key_id: str) -> Player | None:
    """The player for whom this key speaks in a game."""
    speaking = (GameKeyRow.game == game, GameKeyRow.key_id == key_id, col(GameKeyRow.until).is_(None))
    handle = session.exec(select(GameKeyRow.player).where(*speaking)).first()
    if handle is not None:
        return session.exec(select(Player).where(Player.handle == handle)).one()
    player = find_signer(session, key_id)
    return player if player is not None and card_in(session, game, player).key_id == key_id else None


def was_replaced(session: Session, key_id: str) -> bool:
    """Did this key once speak for a player, for the handle or in a game, until another took its place?"""
    former = (GameKeyRow.key_id == key_id, col(GameKeyRow.until).is_not(None))
    return (
        find_former(session, key_id) is not None
        or session.exec(select(GameKeyRow.id).where(*former)).first() is not None
    )


def stored_card(session: Session, game: str, key_id: str) -> bytes | None:
    """The card of a key that speaks, or ever spoke, for a player: for the handle or in this game."""
    for row in (
        find_signer(session, key_id),
        session.exec(select(GameKeyRow).where(GameKeyRow.game == game, GameKeyRow.key_id == key_id)).first(),
        find_former(session, key_id),
    ):
        if row is not None:
            return row.card
    return None


def other_cards(session: Session, player: Player) -> list[bytes]:
    """The cards of a player's earlier keys, and of the keys that speak or spoke for the player in single games."""
    former = select(FormerKeyRow.card).where(FormerKeyRow.player == player.handle).order_by(col(FormerKeyRow.id))
    single = select(GameKeyRow.card).where(GameKeyRow.player == player.handle).order_by(col(GameKeyRow.id))
    found = [*session.exec(former).all(), *session.exec(single).all()]
    return [card for card in dict.fromkeys(found) if card != player.card]


def card_in(session: Session, game: str, player: Player) -> Card:
    """The public keys that speak for a player in a game."""
    speaking = (GameKeyRow.game == game, GameKeyRow.player == player.handle, col(GameKeyRow.until).is_(None))
    stored = session.exec(select(GameKeyRow.card).where(*speaking)).first()
    return card_from(stored) if stored is not None else card_of(player)


def card_of(player: Player) -> Card:
    """The public keys that speak for a handle."""
    return card_from(player.card)


@lru_cache(maxsize=1024)
def card_from(stored: bytes) -> Card:
    """A stored card; one that was read before is not verified again."""
    return Card.from_statement(Statement.parse(stored))
