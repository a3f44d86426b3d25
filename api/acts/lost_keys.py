"""Lost keys: the organiser says which new key is the player's, in this game."""

from __future__ import annotations

from sqlmodel import select

from api.access.signing_keys import find_in_game
from api.acts.context import ActContext
from api.http.problems import refuse
from api.referee.key_replacement import claimed, replace_in_game
from api.store.models import Seat
from schemas.documents.successions import named
from schemas.statements.payloads import Rekey


def rekey(context: ActContext, act: Rekey) -> None:
    """Let a key that claims to be a player's speak for the player in this game, in place of the one before."""
    player = find_in_game(context.session, context.game.id, act.player)
    if player is None:
        refuse(
            409,
            "wrong-key",
            f"Key {act.player} does not belong to anyone in this game: name the key that the player lost.",
        )
    if player.handle == context.game.organiser:
        refuse(
            409,
            "own-key",
            "You cannot confirm your own new key; replace it with a statement of the old one: ostraka key rotate",
        )
    held = (Seat.game == context.game.id, Seat.player == player.handle)
    if context.session.exec(select(Seat.id).where(*held)).first() is None:
        refuse(409, "holds-no-seat", f"{player.handle} holds no seat in this game and needs no key in it.")
    if act.key == act.player:
        refuse(409, "wrong-key", f"Key {act.key} is already the key of {player.handle} in this game.")
    card = claimed(context.session, player, act.key)
    require_never_spoke(context, act.key)
    replace_in_game(context.host, context.session, context.game, player, card)


def require_never_spoke(context: ActContext, key: str) -> None:
    """Refuse a key that spoke in this game and was replaced: nothing that is old may come back as new."""
    before = [entry.body for entry in context.log.entries()[:-1]]
    if key in named(before):
        refuse(409, "wrong-key", f"Key {key} was used in this game before: the player must claim with a new one.")
