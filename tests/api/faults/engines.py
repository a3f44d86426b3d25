"""The databases under test: how a host is kept and brought back, how its statements are seen, what must be free.

Whatever else is tried here knows no database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol

from sqlalchemy import event

from api.store.database import Database
from tests.api.faults.turns import Turns
from tests.api.hosts import Clock, HostUnderTest

COMMIT = "COMMIT"
READS, WRITES = "BEGIN", "BEGIN IMMEDIATE"


@dataclass(frozen=True)
class Statement:
    """A statement that is about to be executed: by `run`, unless it fails as the database would have it fail."""

    sql: str
    run: Callable[[], Any]
    fail: Callable[[], NoReturn]
    cut: Callable[[], NoReturn]
    """Fails because the connection to the database is gone."""


class Tap:
    """Is shown every statement of a host, the ORM's and those of raw cursors alike, with every BEGIN and COMMIT."""

    on = False

    def __call__(self, statement: Statement) -> Any:
        return self.around(statement) if self.on else statement.run()

    def around(self, statement: Statement) -> Any:
        return statement.run()


class Engine(Protocol):
    """A database."""

    name: str
    errors: type[Exception]
    can_cut: bool
    """The database is behind a connection, which may end."""

    def new_host(self, folder: Path) -> HostUnderTest:
        """A host with nothing in it."""

    def keep(self, host: HostUnderTest) -> Any:
        """All that is stored, once nobody writes."""

    def bring_back(self, kept: Any, folder: Path, clock: Clock) -> HostUnderTest:
        """A host with that in it."""

    def watch(self, database: Database, tap: Tap) -> None:
        """Have every statement from now on go through a tap."""

    def stop_watching(self) -> None:
        """Connections that are made from now on are as always."""

    def held(self, database: Database) -> Iterator[str]:
        """What is still held though nothing is under way: connections, locks, transactions."""

    def take_turns(self, database: Database, turns: Turns) -> None:
        """Where threads of one host wait for each other, have them wait in turns."""


class Watched:
    """Listeners on engines, until they are taken off."""

    def __init__(self) -> None:
        self._listeners: list[tuple[Any, str, Any]] = []

    def connect_by(self, database: Database, connect: Callable[..., Any], tap: Tap) -> None:
        """Connect anew, in this way, before the statements are seen."""
        event.listen(database.engine, "do_connect", connect)
        self._listeners.append((database.engine, "do_connect", connect))
        database.dispose()
        with database.read() as session:
            session.connection()
        tap.on = True

    def stop_watching(self) -> None:
        while self._listeners:
            event.remove(*self._listeners.pop())

    @staticmethod
    def connections_out(database: Database) -> Iterator[str]:
        if database.engine.pool.checkedout():  # type: ignore[attr-defined]
            yield "a connection was not given back"


class SQLite(Watched):
    """SQLite: writers queue at one lock, readers see a snapshot."""

    name = "SQLite"
    errors = sqlite3.OperationalError
    can_cut = False

    def new_host(self, folder: Path) -> HostUnderTest:
        return HostUnderTest(folder)

    def keep(self, host: HostUnderTest) -> bytes:
        with closing(sqlite3.connect(host.path)) as connection:
            return connection.serialize()

    def bring_back(self, kept: bytes, folder: Path, clock: Clock) -> HostUnderTest:
        path = folder / "host.db"
        for old in folder.glob(f"{path.name}*"):
            old.unlink()
        path.write_bytes(kept)
        return HostUnderTest(folder, clock)

    def watch(self, database: Database, tap: Tap) -> None:
        def fail() -> NoReturn:
            raise self.errors("failed by a test")

        class Cursor(sqlite3.Cursor):
            def execute(self, sql: str, /, *parameters: Any) -> Any:
                return tap(Statement(sql, lambda: super(Cursor, self).execute(sql, *parameters), fail, fail))

            def executemany(self, sql: str, parameters: Any, /) -> Any:
                return tap(Statement(sql, lambda: super(Cursor, self).executemany(sql, parameters), fail, fail))

        class Connection(sqlite3.Connection):
            def cursor(self, factory: Any = Cursor) -> Any:
                return super().cursor(factory)

            def commit(self) -> None:
                if self.in_transaction:
                    tap(Statement(COMMIT, super().commit, fail, fail))

        def connect(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> None:
            options["factory"] = Connection

        self.connect_by(database, connect, tap)

    def held(self, database: Database) -> Iterator[str]:
        yield from self.connections_out(database)
        if database.kind._lock.locked():  # type: ignore[union-attr]
            yield "the lock of the writers is held"
            return
        with closing(sqlite3.connect(database.engine.url.database or "", isolation_level=None, timeout=0)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
                other.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                yield f"a transaction is open: {error}"

    def take_turns(self, database: Database, turns: Turns) -> None:
        database.kind._lock = turns.lock()  # type: ignore[union-attr]
        database.together._turn = turns.condition()
