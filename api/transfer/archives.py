"""Everything about a game in one piece (MessagePack), sealed under the master key of its host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from sqlmodel import Session, SQLModel
from werkzeug.utils import cached_property

from api.host.host import Host
from api.reports.record import compose
from api.store.database import newest
from api.store.models import OVER, Game, GameKeyRow, LogRow
from api.store.vault import Place, Vault, VaultError
from api.transfer.rows import OF_A_GAME, ExportRefused, Row, former_keys, name_of, players_of, rows_of, taken
from schemas.documents.game_exports import MASTER_KEY, UNSEALED, Exported, seal_export
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Export, instant
from schemas.statements.statements import Statement

FILE: Final = "exports"


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
