"""Who plays a game, by the names that everybody may know; its rules in whose words seats are called so; who decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from adjudicator.kernel import Title
from api.games.statements import players_there
from api.store.lookups import load_seats
from api.store.models import OVER, AliasRow, ContestOrganiserRow, Game
from schemas.documents.game_in_words import as_name, called


def people_of(session: Session, game: Game) -> dict[str, str]:
    """By seat who plays it: in an anonymous game the alias, until the host tells whose it was."""
    holders = revealed_holders(session, [game] if game.opened.anonymous and game.status == OVER else [])
    return {seat.name: holders.get(seat.player, seat.player) for seat in load_seats(session, game.id) if seat.player}


def calling_people(session: Session, game: Game, title: Title[Any]) -> Title[Any]:
    """The rules of a game in the words of a page or a mail; what scripts read keeps the seats as they are."""
    return title.calling(people_of(session, game))


def seat_name(title: Title[Any], seat: str) -> str:
    """What a title calls a seat, whoever plays it, where that stands alone: `Black`, `Agiads`."""
    return as_name(title.naming.own_word(None, seat).removeprefix("the "))


def seat_in_words(title: Title[Any], seat: str) -> str:
    """A seat in a sentence, whoever plays it: `seat Black`, `the seat of the Agiads`."""
    return called("seat ", title.naming.own_word(None, seat))


def to_choose(title: Title[Any], seat: str) -> str:
    """A seat with what is typed for it: `Black`, `Agiads (AK)`."""
    name = seat_name(title, seat)
    return name if name.lower() == seat else f"{name} ({seat})"


def revealed_holders(session: Session, games: Sequence[Game]) -> dict[str, str]:
    """By alias, whose it was, in those of these games of which it is known."""
    if not games:
        return {}
    of_places = col(AliasRow.place).in_([game.contest or game.id for game in games])
    rows = session.exec(select(AliasRow).where(of_places, col(AliasRow.holder).is_not(None))).all()
    return {row.alias: row.holder for row in rows if row.holder is not None}


def organisers_of(session: Session, games: Sequence[Game]) -> dict[str, list[str]]:
    """By game, who may act as its organiser: in a contest also those who organise that too, and play no part in it."""
    contests = {game.contest for game in games if game.contest is not None}
    of_contests = select(ContestOrganiserRow).where(col(ContestOrganiserRow.contest).in_(contests))
    further: dict[str, list[str]] = {}
    for row in session.exec(of_contests.order_by(col(ContestOrganiserRow.id))).all() if contests else ():
        further.setdefault(row.contest, []).append(row.player)
    return {game.id: [game.organiser, *_free(session, game, further.get(game.contest or "", []))] for game in games}


def _free(session: Session, game: Game, further: Sequence[str]) -> list[str]:
    there = {game.organiser, *players_there(session, game, drawn=True)} if further else set()
    return [one for one in further if one not in there]
