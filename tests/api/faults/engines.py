"""The database under test: how its statements are watched, how a host is kept and brought back, what must be free.

Whatever else is tried here knows no database. Another one is another class with these methods, in `ENGINES`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import event

from api.store.database import Database
from tests.api.faults.turns import Turns

T = TypeVar("T")


class Tap:
    """Is shown every statement of a host, the ORM's and those of raw cursors alike, and every COMMIT."""

    on = False

    def __call__(self, sql: str, run: Callable[[], T]) -> T:
        return self.around(sql, run) if self.on else run()

    def around(self, sql: str, run: Callable[[], T]) -> T:
        """Run a statement, or fail before it or after it."""
        return run()


class Engine(Protocol):
    """A database."""

    name: str
    error: type[Exception]

    def keep(self, path: Path) -> bytes:
        """All that is stored, once nobody writes."""

    def bring_back(self, kept: bytes, path: Path) -> None:
        """Store that again, elsewhere."""

    def watch(self, database: Database, tap: Tap) -> None:
        """Have every statement from now on go through a tap."""

    def stop_watching(self) -> None:
        """Connections that are made from now on are as always."""

    def held(self, database: Database) -> Iterator[str]:
        """What is still held though nothing is under way: connections, locks, transactions."""

    def take_turns(self, database: Database, turns: Turns) -> None:
        """Where threads of one host wait for each other, have them wait in turns."""


class SQLite:
    """SQLite: writers queue at one lock, readers see a snapshot."""

    name = "SQLite"
    error = sqlite3.OperationalError

    def __init__(self) -> None:
        self.watching: list[tuple[Any, str, Any]] = []

    def keep(self, path: Path) -> bytes:
        with closing(sqlite3.connect(path)) as connection:
            return connection.serialize()

    def bring_back(self, kept: bytes, path: Path) -> None:
        for old in path.parent.glob(f"{path.name}*"):
            old.unlink()
        path.write_bytes(kept)

    def watch(self, database: Database, tap: Tap) -> None:
        class Cursor(sqlite3.Cursor):
            def execute(self, sql: str, /, *parameters: Any) -> Any:
                return tap(sql, lambda: super(Cursor, self).execute(sql, *parameters))

            def executemany(self, sql: str, parameters: Any, /) -> Any:
                return tap(sql, lambda: super(Cursor, self).executemany(sql, parameters))

        class Connection(sqlite3.Connection):
            def cursor(self, factory: Any = Cursor) -> Any:
                return super().cursor(factory)

            def commit(self) -> None:
                if self.in_transaction:
                    tap("COMMIT", super().commit)

        def connect(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> None:
            options["factory"] = Connection

        event.listen(database.engine, "do_connect", connect)
        self.watching.append((database.engine, "do_connect", connect))
        database.engine.dispose()
        with database.read() as session:
            session.connection()  # connections are made before the statements are counted
        tap.on = True

    def stop_watching(self) -> None:
        while self.watching:
            event.remove(*self.watching.pop())

    def held(self, database: Database) -> Iterator[str]:
        if database.engine.pool.checkedout():  # type: ignore[attr-defined]
            yield "a connection was not given back"
        if database.kind._lock.locked():
            yield "the lock of the writers is held"
            return
        with closing(sqlite3.connect(database.engine.url.database or "", isolation_level=None, timeout=0)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
                other.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                yield f"a transaction is open: {error}"

    def take_turns(self, database: Database, turns: Turns) -> None:
        database.kind._lock = turns.lock()
        database.together._turn = turns.condition()


ENGINES: dict[str, Engine] = {"sqlite": SQLite()}
