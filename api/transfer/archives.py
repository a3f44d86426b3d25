"""Everything about a game in one piece (MessagePack), sealed under the master key of its host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from pydantic import ValidationError
from sqlalchemy import Table
from sqlmodel import Session, SQLModel, col, select
from werkzeug.utils import cached_property

from api.access.signing_keys import find_former
from api.games.game_log import log_row, read_entry, read_log
from api.host.host import Host
from api.http.problems import ConfigurationError
from api.reports.record import cards_of, compose
from api.store.database import newest
from api.store.models import (
    OVER,
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
from api.store.vault import Place, Vault, VaultError
from schemas.documents.game_exports import MASTER_KEY, UNSEALED, Exported, seal_export
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Export, instant
from schemas.statements.statements import Statement

Row = dict[str, Any]
OF_A_GAME: Final[tuple[type[SQLModel], ...]] = (
    Seat, ComponentsRow, PhaseRow, EnvelopeRow, LogRow, ResolutionRow, ActRow, PressRow, GameKeyRow,
)  # fmt: skip
"""What belongs to one game, beside the game itself; mails stay where they were written."""
FILE: Final = "exports"


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
        fields = ("position", "events", "counted")
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


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sealed. `identity` are the host's own keys, which found it again where need be.

    `schema` is that of the database the rows come from.
    """

    schema: str
    identity: bytes
    game: Row
    players: list[Row]
    rows: dict[str, list[Row]]


@dataclass(frozen=True)
class Whole:
    """All parts of an archived game, decoded."""

    parts: Parts

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.parts.game["id"])

    def of(self, model: type[SQLModel]) -> Sequence[Row]:
        """The rows of one table."""
        return self.parts.rows[name_of(model)]

    @cached_property
    def statements(self) -> Sequence[Statement]:
        """The log as it was signed."""
        return [Statement.parse(row["statement"], len(row["statement"])) for row in self.of(LogRow)]


def archive(host: Host, game_id: str) -> bytes:
    """A game as a file: its public record when it is over, else everything, sealed for this host."""
    with host.database.read() as session:
        game = session.get(Game, game_id)
        if game is None:
            raise ExportRefused(f"this host has no game {game_id}")
        if game.status == OVER:
            return compose(host, session, game).to_json()
        if game.opened.anonymous:
            raise ExportRefused(
                "the game is anonymous: whose its aliases are stays in the database until it is over "
                "(`ostraka db backup`)"
            )
        whole = gather(host, session, game)
    return sealed(host, whole, host.now())


def gather(host: Host, session: Session, game: Game) -> Whole:
    """Take a game out of the database."""
    rows = {name_of(model): [taken(host.vault, row) for row in rows_of(session, model, game.id)] for model in OF_A_GAME}
    rows[name_of(GameKeyRow)] += former_keys(session, game)
    players = [taken(host.vault, player) for player in players_of(session, game)]
    return Whole(Parts(newest(), host.identity.to_bytes(), taken(host.vault, game), players, rows))


def sealed(host: Host, whole: Whole, at: datetime) -> bytes:
    """The file of a whole game."""
    last = whole.statements[-1]
    header = Export(
        format=1,
        game=whole.id,
        host=host.identity.key_id,
        to=host.identity.key_id,
        suite=MASTER_KEY,
        entries=len(whole.statements),
        head=to_base64url(last.digest),
        at=instant(at),
        sealed_sha256=UNSEALED,
    )
    plain = msgspec.msgpack.encode(whole.parts)
    return seal_export(header, lambda info: host.vault.seal(place(info), plain), host.identity).to_json()


def place(info: bytes) -> Place:
    """Where an archive rests: in a file with just this header."""
    return Place(FILE, info.decode(), 0, "sealed")


def opened(exported: Exported, vault: Vault) -> Whole:
    """Open what was sealed under this master key."""
    try:
        plain = vault.open(place(exported.header.info()), exported.sealed)
    except VaultError:
        raise ExportRefused("the archive was not sealed with this master key: it opens in the host it is of") from None
    return read(plain, exported.header.game)


def read(plain: bytes, game: str) -> Whole:
    """What was sealed, by its form."""
    try:
        whole = Whole(msgspec.msgpack.decode(plain, type=Parts))
    except msgspec.DecodeError as error:
        raise ExportRefused(f"what is sealed in the archive is not a game: {error}") from None
    wanted = {name_of(model) for model in OF_A_GAME}
    if whole.parts.game.get("id") != game or set(whole.parts.rows) != wanted:
        raise ExportRefused(f"what is sealed in the archive is not the whole of game {game}")
    return whole
