"""The host: what every part of the service is handed, and how a host is founded and opened.

A new host is founded once: it gets an identity (its Ed25519 key, wrapped under the master key) and a check value, by
which a wrong master key is told at the start and not at the first secret.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from flask import current_app
from sqlmodel import Session, col, select, tuple_

from api.host.config import Config
from api.host.long_polls import LongPolls
from api.host.push_key import PushKey, push_key_of
from api.host.readiness import Readiness
from api.http.problems import ConfigurationError
from api.http.rate_limits import Draw, Meters, Resting
from api.rules.limits import Limit
from api.store.database import Database, kind_of, require_newest
from api.store.models import HostRow, PhaseRow
from api.store.postgresql import PostgreSQL
from api.store.vault import PhaseKeys, Place, Vault, VaultError
from schemas.keys.identities import Card, Identity
from schemas.statements.statements import Statement

EXTENSION: Final = "ostraka"
HANDLE: Final = "host"
KEYS_AT_ONCE: Final = 500
CHECK: Final = b"ostraka master key/1"
CHECK_PLACE: Final = Place("host", "", 0, "check_value")
IDENTITY_PLACE: Final = Place("host", "", 0, "identity")


@dataclass(frozen=True)
class Host:
    """One service with its database, its keys and its clock."""

    config: Config
    database: Database
    vault: Vault
    identity: Identity
    card: Card
    push_key: PushKey
    long_polls: LongPolls
    meters: Meters
    readiness: Readiness
    resting: Resting = field(default_factory=Resting)

    def now(self) -> datetime:
        """The time by this host's clock."""
        return self.config.clock()


def found(config: Config) -> bool:
    """Give an empty database its host; False when it has one already (which this master key must open)."""
    database, vault = storage_of(config)
    try:
        require_newest(database)
        with database.write() as session:
            if session.get(HostRow, 1) is not None:
                read_identity(session, vault)
                return False
            session.add(new_host(vault, config.clock()))
            return True
    finally:
        database.dispose()


def storage_of(config: Config) -> tuple[Database, Vault]:
    """The database, and what seals and opens what rests in it."""
    keys = None
    if kind_of(config.database).lingers:
        if config.phase_keys is None or not config.phase_keys.is_dir():
            raise ConfigurationError(
                f"there is no folder {config.phase_keys or ''} with the keys of open phases, which this database "
                "needs: name it in OSTRAKA_PHASE_KEYS, or bring it back from its backup. With an empty one the host "
                "starts, but what was sent to the open phases can never be opened"
            )
        keys = PhaseKeys(config.phase_keys)
    return Database(config.database, keys, config.connections), Vault(config.master_key, keys)


def forget_lost_keys(host: Host) -> None:
    """Destroy what wraps the private keys that are deleted: a service that was killed may have left it."""
    if (keys := host.database.phase_keys) is None:
        return
    place, kept = tuple_(col(PhaseRow.game), col(PhaseRow.number)), list(keys.kept())
    deleted = select(PhaseRow.game, PhaseRow.number).where(col(PhaseRow.private_key).is_(None))
    for begin in range(0, len(kept), KEYS_AT_ONCE):
        with host.database.read() as session:
            gone = session.exec(deleted.where(place.in_(kept[begin : begin + KEYS_AT_ONCE]))).all()
        for game, phase in gone:
            keys.destroy(game, phase)


def new_host(vault: Vault, now: datetime, identity: Identity | None = None) -> HostRow:
    """A host, with a fresh identity unless it has one from an archive."""
    identity = identity or Identity.generate()
    return HostRow(
        id=1,
        check_value=vault.seal(CHECK_PLACE, CHECK),
        identity=vault.seal(IDENTITY_PLACE, identity.to_bytes()),
        card=identity.card(HANDLE).statement.to_json(),
        created_at=now,
    )


def open_host(config: Config) -> Host:
    """Open a host that was founded; refuses another master key or an older schema."""
    database, vault = storage_of(config)
    require_newest(database)
    with database.read() as session:
        identity, card = read_identity(session, vault)
    push_key = push_key_of(database, vault)
    long_polls = LongPolls(config.waiting)
    database.listeners.append(long_polls.tell)
    meters = Meters(config.limits, database.kind, config.clock, shared_limits(database, config.master_key))
    readiness = Readiness(database, long_polls)
    Limit.seconds = config.rules_seconds
    return Host(config, database, vault, identity, card, push_key, long_polls, meters, readiness)


def shared_limits(database: Database, master_key: bytes) -> Draw | None:
    """How to draw from the limits that all processes share; None where there is one process.

    Addresses and keys are stored as hashes that nobody can try out without the master key.
    """
    if not isinstance(database.kind, PostgreSQL):
        return None
    draw, key = database.kind.draw, hmac.digest(master_key, b"ostraka limits/1", "sha256")

    def hidden(values: dict[str, float | str]) -> tuple[float, float]:
        return draw(values | {"who": hmac.digest(key, str(values["who"]).encode(), "sha256").hex()[:32]})

    return hidden


def read_identity(session: Session, vault: Vault) -> tuple[Identity, Card]:
    """The keys of the host with its card; ConfigurationError where the database has none."""
    host = session.get(HostRow, 1)
    if host is None:
        raise ConfigurationError("the database has no host yet: run `ostraka db init`")
    try:
        vault.open(CHECK_PLACE, host.check_value)
    except VaultError:
        raise ConfigurationError(
            "the master key is not the one that this database was made with; without that one nothing secret in it "
            "can be read: bring the right key back from its backup"
        ) from None
    identity = Identity.from_bytes(vault.open(IDENTITY_PLACE, host.identity))
    return identity, Card.from_statement(Statement.parse(host.card))


def this_host() -> Host:
    """The host of the application that answers this request."""
    host: Host = current_app.extensions[EXTENSION]
    return host
