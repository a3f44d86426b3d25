"""Everything about a game in one piece (MessagePack), as it is sealed into an export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from sqlmodel import Session, SQLModel
from werkzeug.utils import cached_property

from api.host.host import Host
from api.store.database import newest
from api.store.models import Game, GameKeyRow, LogRow
from api.store.vault import Place, Vault, VaultError
from api.transfer.rows import OF_A_GAME, ExportRefused, Row, former_keys, name_of, players_of, rows_of, taken, thaw
from schemas.documents.game_exports import MASTER_KEY, UNSEALED, Exported, seal_export, seal_to_host, unseal_by_host
from schemas.errors import ProtocolError
from schemas.keys.identities import Card, Identity
from schemas.keys.sealing import HYBRID
from schemas.log.chain import LogEntry
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Export, instant
from schemas.statements.statements import Statement

FILE: Final = "exports"


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sealed. `identity` are the host's own keys, in an archive only: it founds the host again where need be.

    `schema` is that of the database the rows come from, `founder` the key of the host that began the game.
    """

    schema: str
    founder: bytes
    identity: bytes | None
    game: Row
    players: list[Row]
    rows: dict[str, list[Row]]


@dataclass(frozen=True)
class Whole:
    """All parts of an exported game, decoded but not yet proved."""

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


def gather(host: Host, session: Session, game: Game, *, with_identity: bool) -> Whole:
    """Take a game out of the database, as it stood before it was frozen."""
    plain = taken(host.vault, game)
    rows = {name_of(model): [taken(host.vault, row) for row in rows_of(session, model, game.id)] for model in OF_A_GAME}
    rows[name_of(GameKeyRow)] += former_keys(session, game)
    players = [taken(host.vault, player) for player in players_of(session, game)]
    identity = host.identity.to_bytes() if with_identity else None
    founder = game.host_key or host.identity.signing_key
    whole = Whole(Parts(newest(), founder, identity, plain, players, rows))
    thaw(plain, rows, [LogEntry.from_statement(statement).body for statement in whole.statements])
    return whole


def sealed(host: Host, whole: Whole, at: datetime, to: Card | None) -> bytes:
    """The file of a whole game: for another host, or (None) for this one."""
    last = whole.statements[-1]
    header = Export(
        format=1,
        game=whole.id,
        host=host.identity.key_id,
        to=to.key_id if to else host.identity.key_id,
        suite=HYBRID if to else MASTER_KEY,
        entries=len(whole.statements),
        head=to_base64url(last.digest),
        at=instant(at),
        sealed_sha256=UNSEALED,
    )
    plain = msgspec.msgpack.encode(whole.parts)

    def seal(info: bytes) -> bytes:
        return seal_to_host(to, plain, info) if to else host.vault.seal(place(info), plain)

    return seal_export(header, seal, host.identity).to_json()


def place(info: bytes) -> Place:
    """Where an archive rests: in a file with just this header."""
    return Place(FILE, info.decode(), 0, "sealed")


def opened(exported: Exported, vault: Vault, identity: Identity | None) -> Whole:
    """Open what was sealed for this host, by its master key or by its card."""
    header = exported.header
    try:
        if header.suite == MASTER_KEY:
            plain = vault.open(place(header.info()), exported.sealed)
        elif identity is None or header.to != identity.key_id:
            here = identity.key_id if identity else "no host yet: `ostraka db init` founds one"
            raise ExportRefused(f"the export is sealed to the host {header.to}, and here is {here}")
        else:
            plain = unseal_by_host(identity, exported)
        return read(plain, header.game)
    except VaultError:
        raise ExportRefused("the archive was not sealed with this master key: it opens in the host it is of") from None
    except ProtocolError as error:
        raise ExportRefused(f"the export does not open: {error}") from None


def read(plain: bytes, game: str) -> Whole:
    """What was sealed, by its form."""
    try:
        whole = Whole(msgspec.msgpack.decode(plain, type=Parts))
    except msgspec.DecodeError as error:
        raise ExportRefused(f"what is sealed in the export is not a game: {error}") from None
    wanted = {name_of(model) for model in OF_A_GAME}
    if whole.parts.game.get("id") != game or set(whole.parts.rows) != wanted:
        raise ExportRefused(f"what is sealed in the export is not the whole of game {game}")
    return whole


def require_schema(whole: Whole) -> None:
    """Both hosts run releases with the same schema."""
    here = newest()
    if whole.parts.schema != here:
        raise ExportRefused(
            f"the export comes from a release with schema {whole.parts.schema}, and this one has {here}: "
            "run the same release at both hosts, then export again"
        )
