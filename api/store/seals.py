"""Every seal at rest, each with its place: what a check opens, and what another master key seals anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from sqlmodel import Session, SQLModel, col, select

from api.http.errors import ConfigurationError
from api.store.database import Database
from api.store.models import AliasRow, ContestRow, Game, HostRow, PhaseRow, PressRow, ResolutionRow
from api.store.vault import Place, Vault, VaultError, alias_place
from schemas.statements.statements import Statement

ROWS_AT_ONCE: Final = 50


class Sealed(NamedTuple):
    """The sealed fields of one table, and the place to which they are bound, by row and field."""

    table: type[SQLModel]
    fields: tuple[str, ...]
    place: Callable[[Any, str], Place]


SEALED: Final = (
    Sealed(HostRow, ("check_value", "identity"), lambda row, field: Place("host", "", 0, field)),
    Sealed(AliasRow, ("statement",), lambda row, field: alias_place(row.place, row.alias)),
    Sealed(ContestRow, ("secret",), lambda row, field: Place("contests", row.id, 0, field)),
    Sealed(Game, ("secret",), lambda row, field: Place("games", row.id, 0, field)),
    Sealed(PhaseRow, ("private_key",), lambda row, field: Place("phases", row.game, row.number, field)),
    Sealed(
        ResolutionRow,
        ("position", "events", "counted", "fallen"),
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
                if isinstance(row, AliasRow):
                    row.mark = new.mark(row.place, Statement.parse(plain).key_id)
                count += 1
        except VaultError as error:
            raise ConfigurationError(f"nothing was changed: {error}") from None
    database.erase()
    return count


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
