"""What rests sealed, read and written; and every seal with its place, for a check and for another master key.

Of the leaves of a counted envelope the orders that counted are kept with their salts, so that they can be published
when the game is over; of the others the hash alone is kept. Of a book all is kept, and those entries are published on
which something rested.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from sqlmodel import Session, SQLModel, col, select

from adjudicator.kernel import Counted, Event, Fallen, Malformed, Resolution, Title
from api.http.problems import ConfigurationError
from api.store.database import Database, destroy
from api.store.models import (
    AliasRow,
    ContestRow,
    DeviceRow,
    Game,
    HostRow,
    KeptKeyRow,
    PhaseRow,
    PressRow,
    ResolutionRow,
)
from api.store.vault import Place, Vault, VaultError, alias_place, device_place, kept_key_place
from schemas.envelopes import Leaf
from schemas.record.form import RecordedLeaf
from schemas.statements.forms import prepare
from schemas.statements.payloads import KeptKey
from schemas.statements.statements import Statement

TABLE: Final = "resolutions"
ROWS_AT_ONCE: Final = 50


class CountedOrders(msgspec.Struct, frozen=True):
    """The orders that counted in one phase, those that fell, and the leaves of those envelopes that opened.

    `books` are those that the cut put in force, whole: the host needs them to resolve the phase again. None where a
    book did not open. `used` are by seat the entries of its book (from 0) on which something rested in this phase:
    those are published when the game is over.
    """

    orders: list[Counted]
    leaves: dict[str, list[RecordedLeaf]] = {}
    books: dict[str, list[RecordedLeaf] | None] = {}
    used: dict[str, list[int]] = {}
    fallen: list[Fallen] = []


prepare(CountedOrders)


@dataclass(frozen=True)
class Archive:
    """The sealed rows of a game of one title."""

    vault: Vault
    title: Title[Any]

    def row(
        self, game: str, phase: int, resolution: Resolution[Any], counted: CountedOrders, now: datetime
    ) -> ResolutionRow:
        """What a phase led to, sealed."""

        def seal(field: str, plain: bytes) -> bytes:
            return self.vault.seal(Place(TABLE, game, phase, field), plain)

        counted = msgspec.structs.replace(counted, fallen=resolution.fallen)
        return ResolutionRow(
            game=game,
            phase=phase,
            position=seal("position", self.title.encode(resolution.position)),
            events=seal("events", self.title.encode_events(resolution.events)),
            counted=seal("counted", msgspec.json.encode(counted)),
            resolved_at=now,
        )

    def position(self, row: ResolutionRow) -> Any:
        """The position that a phase led to; what older rules led to as these have it."""
        return self.title.upgraded(self.stored_position(row))

    def stored_position(self, row: ResolutionRow) -> bytes:
        """The bytes of the position that a phase led to, by the rules of then."""
        return self._open(row, "position", row.position)

    def events(self, row: ResolutionRow) -> list[Event]:
        """What happened in a phase, all of it."""
        return self.title.decode_events(self._open(row, "events", row.events))

    def counted(self, row: ResolutionRow) -> CountedOrders:
        """The orders that counted in a phase, and those that fell."""
        return msgspec.json.decode(self._open(row, "counted", row.counted), type=CountedOrders)

    def fallen(self, row: ResolutionRow, seat: str) -> list[Fallen]:
        """A seat's own orders that fell in a phase."""
        return [fallen for fallen in self.counted(row).fallen if fallen.seat == seat]

    def _open(self, row: ResolutionRow, field: str, sealed: bytes) -> bytes:
        return self.vault.open(Place(TABLE, row.game, row.phase, field), sealed)


def recorded_leaves(
    title: Title[Any], counted: Sequence[Counted], opened: Mapping[str, Sequence[Leaf]]
) -> dict[str, list[RecordedLeaf]]:
    """The opened leaves, in the order of their envelopes; those whose order counted are kept whole."""
    waiting = [(order.seat, json.dumps(order.order, sort_keys=True)) for order in counted if order.source == "envelope"]
    recorded: dict[str, list[RecordedLeaf]] = {seat: [] for seat in opened}
    for seat, leaves in opened.items():
        for leaf in leaves:
            key = (seat, plain_order(title, leaf.order))
            counts = key in waiting
            if counts:
                waiting.remove(key)
            recorded[seat].append(RecordedLeaf.of(leaf, shown=counts))
    return recorded


def plain_order(title: Title[Any], order: dict[str, Any]) -> str:
    """An order in the one form that counted orders have."""
    try:
        return json.dumps(title.order_to_dict(title.decode_orders([order])[0]), sort_keys=True)
    except Malformed:
        return ""


def seal_secret(vault: Vault, game: str, secret: bytes) -> bytes:
    """Seal a game's chance secret for its row."""
    return vault.seal(Place("games", game, 0, "secret"), secret)


def chance_secret(vault: Vault, game: Game) -> bytes:
    """Open a game's chance secret from its row."""
    return vault.open(Place("games", game.id, 0, "secret"), game.secret)


def seal_phase_key(vault: Vault, game: str, phase: int, private: bytes) -> bytes:
    """Seal a phase's private key for its row."""
    return vault.seal(Place("phases", game, phase, "private_key"), private)


def forget_phase_key(session: Session, phase: PhaseRow) -> None:
    """Delete the private key of a phase; what wraps it is destroyed after the commit."""
    phase.private_key = None
    destroy(session, phase.game, phase.number)


def phase_private(vault: Vault, phase: PhaseRow) -> bytes:
    """The private key of a phase that is not resolved."""
    if phase.private_key is None:
        raise ValueError(f"phase {phase.number} of {phase.game} is resolved: its private key is deleted")
    return vault.open(Place("phases", phase.game, phase.number, "private_key"), phase.private_key)


def latest(session: Session, game: str) -> ResolutionRow:
    """What the last resolved phase of a game that has begun led to."""
    rows = select(ResolutionRow).where(ResolutionRow.game == game).order_by(col(ResolutionRow.phase).desc())
    return session.exec(rows.limit(1)).one()


def resolutions(session: Session, game: str, after: int) -> Sequence[ResolutionRow]:
    """What the phases after one led to, in their order."""
    return session.exec(
        select(ResolutionRow)
        .where(ResolutionRow.game == game, ResolutionRow.phase > after)
        .order_by(col(ResolutionRow.phase))
    ).all()


class Sealed(NamedTuple):
    """The sealed fields of one table, and the place to which they are bound, by row and field."""

    table: type[SQLModel]
    fields: tuple[str, ...]
    place: Callable[[Any, str], Place]


SEALED: Final = (
    Sealed(HostRow, ("check_value", "identity", "push_key"), lambda row, field: Place("host", "", 0, field)),
    Sealed(AliasRow, ("statement",), lambda row, field: alias_place(row.place, row.alias)),
    Sealed(KeptKeyRow, ("statement",), lambda row, field: kept_key_place(row.player)),
    Sealed(DeviceRow, ("subscription",), lambda row, field: device_place(row.device)),
    Sealed(ContestRow, ("secret",), lambda row, field: Place("contests", row.id, 0, field)),
    Sealed(Game, ("secret",), lambda row, field: Place("games", row.id, 0, field)),
    Sealed(PhaseRow, ("private_key",), lambda row, field: Place("phases", row.game, row.number, field)),
    Sealed(
        ResolutionRow,
        ("position", "events", "counted"),
        lambda row, field: Place("resolutions", row.game, row.phase, field),
    ),
    Sealed(PressRow, ("message",), lambda row, field: Place("press", row.game, row.number, field)),
)


def all_seals(session: Session) -> Iterator[tuple[Any, str, Place]]:
    """Every row and field that is sealed, with its place."""
    for sealed in SEALED:
        rows = select(sealed.table).order_by(col(sealed.table.id)).execution_options(yield_per=ROWS_AT_ONCE)  # type: ignore[attr-defined]
        for row in session.exec(rows):
            for field in sealed.fields:
                if getattr(row, field) is not None:
                    yield row, field, sealed.place(row, field)


def unopened(session: Session, vault: Vault) -> list[str]:
    """What does not open, in words."""
    faults = []
    for row, field, place in all_seals(session):
        try:
            vault.open(place, getattr(row, field))
        except VaultError as error:
            faults.append(str(error))
    return faults


def rotate(database: Database, old: Vault, new: Vault) -> int:
    """Seal everything under another master key, at once or not at all; answers how many seals that were.

    0: it is done already. ConfigurationError where something does not open with the old key.
    """
    count = 0
    with database.write() as session:
        if is_sealed_under(session, new):
            return 0
        try:
            for row, field, place in all_seals(session):
                plain = old.open(place, getattr(row, field))
                setattr(row, field, new.seal(place, plain))
                mark_anew(row, plain, new)
                count += 1
        except VaultError as error:
            raise ConfigurationError(f"nothing was changed: {error}") from None
    database.erase()
    return count


def mark_anew(row: Any, plain: bytes, vault: Vault) -> None:
    """Have a row that is found by its mark found under another master key."""
    if isinstance(row, AliasRow):
        row.mark = vault.mark(row.place, Statement.parse(plain).key_id)
    elif isinstance(row, KeptKeyRow):
        row.mark = kept_key_mark(vault, row.player, Statement.parse(plain).read(KeptKey))


def kept_key_mark(vault: Vault, handle: str, said: KeptKey) -> str | None:
    """By what the copy of a player's key is found; None where it is withdrawn."""
    return verifier_mark(vault, handle, said.locked.verifier) if said.locked is not None else None


def verifier_mark(vault: Vault, handle: str, verifier: str) -> str:
    """By what a copy of a player's key is found that has this verifier."""
    return vault.mark("kept-key", handle, verifier)


def is_sealed_under(session: Session, vault: Vault) -> bool:
    """Does this vault open the host's own secrets?"""
    host = session.get(HostRow, 1)
    if host is None:
        raise ConfigurationError("the database has no host yet: run `ostraka db init`")
    try:
        vault.open(Place("host", "", 0, "identity"), host.identity)
    except VaultError:
        return False
    return True
