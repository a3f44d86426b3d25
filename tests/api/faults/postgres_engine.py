"""PostgreSQL under test: one database for this process, emptied and filled again for every try."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import psycopg
from psycopg.pq import TransactionStatus

from api.store.database import Database
from tests.api import postgres
from tests.api.faults.engines import COMMIT, READS, WRITES, Statement, Tap, Watched
from tests.api.faults.turns import Turns
from tests.api.hosts import Clock, HostUnderTest, PostgresHost
from tests.patience import PAUSE, wait_until

LOCK = "pg_advisory_xact_lock"
WAITS_IN_VAIN = "-c lock_timeout=20s"
NO_ROOM = "DO $$ BEGIN RAISE EXCEPTION 'failed by a test' USING ERRCODE = 'disk_full'; END $$"
CUT = "SELECT pg_terminate_backend(pg_backend_pid())"
TABLES = (
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname <> 'alembic_version' "
    "AND relnamespace = 'public'::regnamespace ORDER BY relname"
)
NUMBERS = "SELECT format('SELECT setval(%L, %s)', sequencename, last_value) FROM pg_sequences WHERE last_value > 0"
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

BUSY = f"SELECT state, query {OTHERS} AND state <> 'idle'"
SECONDS = 5
"""In which the server notices that a process is gone."""


@dataclass(frozen=True)
class Kept:
    """The rows of each table, the statements that set the numbers of the next ones, and the files of phase keys."""

    rows: dict[str, bytes]
    numbers: list[str]
    files: dict[str, bytes]


class Cursor(psycopg.Cursor[Any]):
    """Shows a tap every statement, and the BEGIN that the driver sends before the first."""

    def execute(self, query: Any, parameters: Any = None, **options: Any) -> Any:
        return self.tapped(str(query), lambda: super(Cursor, self).execute(query, parameters, **options))

    def executemany(self, query: Any, parameters: Any, **options: Any) -> Any:
        return self.tapped(str(query), lambda: super(Cursor, self).executemany(query, parameters, **options))

    def tapped(self, sql: str, run: Any) -> Any:
        connection: Any = self.connection
        return connection.tapped(sql, run)


class Connection(psycopg.Connection[Any]):
    """A connection that is watched."""

    tap: Tap
    engine: PostgreSQL

    def tapped(self, sql: str, run: Any) -> Any:
        if self.info.transaction_status == TransactionStatus.IDLE and not self.autocommit:
            self.tap(Statement(WRITES if LOCK in sql else READS, lambda: None, self.fail, self.cut))
        self.engine.wait_in_turns(sql)
        return self.tap(Statement(sql, run, self.fail, self.cut))

    def commit(self) -> None:
        if self.info.transaction_status == TransactionStatus.IDLE:
            super().commit()
        else:
            self.tap(Statement(COMMIT, super().commit, self.fail_to_commit, self.cut))

    def fail(self) -> NoReturn:
        psycopg.Cursor(self).execute(NO_ROOM)
        raise AssertionError("it did not fail")

    def fail_to_commit(self) -> NoReturn:
        super().rollback()
        raise psycopg.errors.DiskFull("failed by a test")

    def cut(self) -> NoReturn:
        psycopg.Cursor(self).execute(CUT)
        raise AssertionError("it did not fail")


class PostgreSQL(Watched):
    """PostgreSQL: writers of one game queue at its lock, readers see a snapshot."""

    name = "PostgreSQL"
    errors = psycopg.OperationalError
    can_cut = True

    def __init__(self, database: str = "") -> None:
        super().__init__()
        self.database = database
        self.turns: Turns | None = None

    def new_host(self, folder: Path) -> HostUnderTest:
        self.database = postgres.new_database()
        return PostgresHost.on(self.database, folder)

    @cached_property
    def operator(self) -> psycopg.Connection[Any]:
        """A connection that nobody watches."""
        return psycopg.connect(host=str(postgres.server()), user="ostraka", dbname=self.database, autocommit=True)

    @cached_property
    def tables(self) -> list[str]:
        return [str(row[0]) for row in self.operator.execute(TABLES)]

    def keep(self, host: HostUnderTest) -> Kept:
        rows = {}
        for table in self.tables:
            with self.operator.cursor().copy(f"COPY {table} TO STDOUT") as copy:
                rows[table] = b"".join(bytes(part) for part in copy)
        numbers = [str(row[0]) for row in self.operator.execute(NUMBERS)]
        files = {file.name: file.read_bytes() for file in host.path.parent.iterdir()}
        return Kept({table: row for table, row in rows.items() if row}, numbers, files)

    def empty(self) -> None:
        """Remove every row, when nobody is connected any more."""
        self.operator.execute(f"SELECT pg_terminate_backend(pid) {OTHERS}")
        wait_until("nobody is connected", lambda: not self.operator.execute(f"SELECT 1 {OTHERS}").fetchall())
        self.operator.execute(
            "; ".join(["SET session_replication_role = replica", *map("DELETE FROM {}".format, self.tables)])
        )

    def bring_back(self, kept: Kept, folder: Path, clock: Clock) -> HostUnderTest:
        self.empty()
        for table, rows in kept.rows.items():
            with self.operator.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                copy.write(rows)
        self.operator.execute("; ".join(kept.numbers))
        for old in folder.iterdir():
            old.unlink()
        for name, content in kept.files.items():
            (folder / name).write_bytes(content)
        return PostgresHost.on(self.database, folder, clock)

    def watch(self, database: Database, tap: Tap) -> None:
        def connect(_dialect: Any, _record: Any, arguments: Any, options: dict[str, Any]) -> Connection:
            options["options"] += f" {WAITS_IN_VAIN}"
            connection = Connection.connect(*arguments, **options, cursor_factory=Cursor)
            connection.tap, connection.engine = tap, self
            return connection

        self.connect_by(database, connect, tap)

    def held(self, database: Database) -> Iterator[str]:
        yield from self.connections_out(database)
        end = time.monotonic() + SECONDS
        while (busy := self.operator.execute(BUSY).fetchall()) and time.monotonic() < end:
            time.sleep(PAUSE)
        yield from (f"a transaction is open: {row}" for row in busy)

    def take_turns(self, database: Database, turns: Turns) -> None:
        self.turns = turns
        database.together._turn = turns.condition()

    def stop_watching(self) -> None:
        super().stop_watching()
        self.turns = None

    def wait_in_turns(self, sql: str) -> None:
        """Before a statement that takes locks, wait until they are free."""
        if self.turns is not None and LOCK in sql:
            self.turns.point(lambda: self.is_free(sql))

    def is_free(self, sql: str) -> bool:
        """Would a statement that takes locks get them now?"""
        with self.operator.transaction(force_rollback=True):
            return all(self.operator.execute(sql.replace(LOCK, "pg_try_advisory_xact_lock")).fetchone() or ())
