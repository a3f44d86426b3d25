"""Loading what belongs to the caller: 403 where it is another's."""

from __future__ import annotations

from sqlmodel import Session

from api.access.authentication import Asker, Scope, who_asks
from api.access.signing_keys import card_in
from api.host.host import Host
from api.http.problems import refuse
from api.store.lookups import load_player, load_seat
from api.store.models import Player, Seat


def load_own_seat(host: Host, session: Session, game: str, name: str) -> Seat:
    """A seat, for the eyes of the player who holds it."""
    seat = load_seat(session, game, name)
    asker = who_asks(host, session)
    asker.require("seats", game)
    if not holds(session, seat, asker.key_id):
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'no one'}, not by you.")
    return seat


def holds(session: Session, seat: Seat, key_id: str) -> bool:
    """Does this key speak for the player who holds a seat now?"""
    return seat.player is not None and card_in(session, seat.game, load_player(session, seat.player)).key_id == key_id


def load_own_player(host: Host, session: Session, handle: str) -> Player:
    """The player of a handle, for a request that this player signed."""
    return load_asking_player(host, session, handle, None)[0]


def load_asking_player(host: Host, session: Session, handle: str, scope: Scope | None) -> tuple[Player, Asker]:
    """The player of a handle, for a request of their own, and how the request was authenticated."""
    player, asker = load_player(session, handle), who_asks(host, session)
    asker.require(scope)
    if player.key_id != asker.key_id:
        refuse(403, "not-you", f"Only {player.handle} can see this.")
    return player, asker
