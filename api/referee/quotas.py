"""What a player has under way here, held against the host's limits before more is added."""

from __future__ import annotations

from flask import g
from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.store.models import INVITING, RUNNING, Game, Player, Seat

UNDER_WAY = (INVITING, RUNNING)


def require_room_for_player(host: Host) -> None:
    """Refuse one more new player of the address that asks."""
    host.meters.player(g.address)


def require_room_for_game(host: Host, session: Session, organiser: Player) -> None:
    """Refuse an organiser one game more than the limit."""
    games = select(func.count()).select_from(Game)
    own = (Game.organiser == organiser.handle, col(Game.contest).is_(None))
    mine = games.where(*own, col(Game.status).in_(UNDER_WAY))
    host.meters.game(session.exec(mine).one())


def require_room_for_seat(host: Host, session: Session, player: Player) -> None:
    """Refuse a player one seat more than the limit."""
    seats = select(func.count()).select_from(Seat).join(Game, col(Game.id) == col(Seat.game))
    mine = seats.where(Seat.player == player.handle, col(Game.status).in_(UNDER_WAY))
    host.meters.seat(session.exec(mine).one())
