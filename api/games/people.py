"""Who plays a game, by the names that everybody may know, and its rules in whose words seats are called so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from adjudicator.kernel import Title
from api.store.lookups import load_seats
from api.store.models import OVER, AliasRow, Game


def people_of(session: Session, game: Game) -> dict[str, str]:
    """By seat who plays it: in an anonymous game the alias, until the host tells whose it was."""
    holders = revealed_holders(session, [game] if game.opened.anonymous and game.status == OVER else [])
    return {seat.name: holders.get(seat.player, seat.player) for seat in load_seats(session, game.id) if seat.player}


def calling_people(session: Session, game: Game, title: Title[Any]) -> Title[Any]:
    """The rules of a game in the words of a page or a mail; what scripts read keeps the seats as they are."""
    return title.calling(people_of(session, game))


def revealed_holders(session: Session, games: Sequence[Game]) -> dict[str, str]:
    """By alias, whose it was, in those of these games of which it is known."""
    if not games:
        return {}
    of_places = col(AliasRow.place).in_([game.contest or game.id for game in games])
    rows = session.exec(select(AliasRow).where(of_places, col(AliasRow.holder).is_not(None))).all()
    return {row.alias: row.holder for row in rows if row.holder is not None}
