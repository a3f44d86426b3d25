"""The rows of a game, taken out with their secrets opened, and put in with them sealed anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy import Table
from sqlmodel import Session, SQLModel, col, select

from api.access.signing_keys import find_former
from api.games.game_log import log_row, read_entry, read_log
from api.http.errors import ConfigurationError
from api.reports.record import cards_of
from api.store.models import (
    ActRow,
    ComponentsRow,
    EnvelopeRow,
    Game,
    GameKeyRow,
    LogRow,
    PhaseRow,
    Player,
    PressRow,
    ResolutionRow,
    Seat,
)
from api.store.sealed_rows import TABLE as RESOLUTIONS
from api.store.vault import Place, Vault

Row = dict[str, Any]
OF_A_GAME: Final[tuple[type[SQLModel], ...]] = (
    Seat, ComponentsRow, PhaseRow, EnvelopeRow, LogRow, ResolutionRow, ActRow, PressRow, GameKeyRow,
)  # fmt: skip
"""What belongs to one game, beside the game itself; mails stay where they were written."""


class ExportRefused(ConfigurationError):
    """A game cannot be exported or imported as was asked."""


def name_of(model: type[SQLModel]) -> str:
    """The name of a model's table."""
    return str(model.__tablename__)


def secrets_of(model: type[SQLModel], row: Mapping[str, Any]) -> dict[str, Place]:
    """The columns of a row that rest sealed, each with its place."""
    if model is Game:
        return {"secret": Place("games", row["id"], 0, "secret")}
    if model is PhaseRow:
        return {"private_key": Place("phases", row["game"], row["number"], "private_key")}
    if model is ResolutionRow:
        fields = ("position", "events", "counted", "fallen")
        return {field: Place(RESOLUTIONS, row["game"], row["phase"], field) for field in fields}
    if model is PressRow:
        return {"message": Place("press", row["game"], row["number"], "message")}
    return {}


def columns_of(model: type[SQLModel]) -> set[str]:
    """The columns that travel: all but the numbers that a database gives its rows."""
    table: Table = SQLModel.metadata.tables[name_of(model)]
    return {column.name for column in table.columns if column.name != "id" or model is Game}


def taken(vault: Vault, row: SQLModel) -> Row:
    """A row as data, its secrets opened."""
    model = type(row)
    values = {name: getattr(row, name) for name in columns_of(model)}
    for field, place in secrets_of(model, values).items():
        if values[field] is not None:
            values[field] = vault.open(place, values[field])
    return values


def made(vault: Vault, model: type[SQLModel], values: Row, game: str) -> SQLModel:
    """A row from data, its secrets sealed; refused where it is not of this form or not of this game."""
    what = f"a row of {name_of(model)}"
    if set(values) != columns_of(model):
        raise ExportRefused(f"{what} has other columns than this release: export and import with the same release")
    try:
        row = model.model_validate(values)
    except ValidationError as error:
        raise ExportRefused(f"{what} has a value of another kind in {error.errors()[0]['loc'][0]}") from None
    if isinstance(row, LogRow):
        row = log_row(read_entry(row.statement))
    plain = {name: getattr(row, name) for name in values}
    if model is not Player and plain["id" if model is Game else "game"] != game:
        raise ExportRefused(f"{what} belongs to another game than {game}")
    for field, place in secrets_of(model, plain).items():
        if plain[field] is not None:
            setattr(row, field, vault.seal(place, plain[field]))
    return row


def rows_of(session: Session, model: type[SQLModel], game: str) -> Sequence[SQLModel]:
    """A game's rows of one table, in the order in which they were written."""
    columns = SQLModel.metadata.tables[name_of(model)].columns
    return session.exec(select(model).where(columns["game"] == game).order_by(columns["id"])).all()


def players_of(session: Session, game: Game) -> Sequence[Player]:
    """Organiser, holders of seats now and before, and those for whom a seat is kept."""
    seats = session.exec(select(Seat).where(Seat.game == game.id)).all()
    spoke = {card.handle for card in cards_of(session, game, read_log(session, game.id))}
    handles = {game.organiser, *spoke, *(seat.kept_for for seat in seats if seat.kept_for)}
    return session.exec(select(Player).where(col(Player.handle).in_(handles)).order_by(Player.handle)).all()


def former_keys(session: Session, game: Game) -> list[Row]:
    """The cards of keys that spoke in a game and were replaced for their handles, as rows of the game's own."""
    every = cards_of(session, game, read_log(session, game.id))
    former = [row for card in every if (row := find_former(session, card.key_id)) is not None]
    kept = {row.key_id for row in session.exec(select(GameKeyRow).where(GameKeyRow.game == game.id)).all()}
    return [
        {"game": game.id, "player": one.player, "key_id": one.key_id, "card": one.card, "at": one.at, "until": one.at}
        for one in former
        if one.key_id not in kept
    ]
