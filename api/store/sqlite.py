"""SQLite: one file, one process, one writer at a time.

It makes writers sleep ever longer who meet a lock, so those of this process queue at a lock of our own and begin with
`BEGIN IMMEDIATE`; readers take no lock and see a snapshot (WAL). A receipt is given only after a commit that is on the
disk (`synchronous=FULL`), and what is deleted is overwritten (`secure_delete`).
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Connection, PoolProxiedConnection, event
from sqlalchemy.dialects.sqlite import dialect
from sqlmodel import create_engine

BUSY_MILLISECONDS = 10_000
PRAGMAS = (
    "journal_mode=wal",
    "synchronous=full",
    f"busy_timeout={BUSY_MILLISECONDS}",
    "foreign_keys=on",
    "secure_delete=on",
)
DIALECT = dialect(paramstyle="named")


class SQLite:
    """An SQLite database, for this process alone."""

    scheme: ClassVar[str] = "sqlite"
    plain = DIALECT
    errors: ClassVar[type[Exception]] = sqlite3.Error
    begin_writing: ClassVar[Collection[str]] = ("BEGIN IMMEDIATE",)
    shared: ClassVar[bool] = False
    lingers: ClassVar[bool] = False
    """What is deleted is overwritten, in the file and in its write-ahead log."""

    def __init__(self, url: str, _connections: int = 0) -> None:
        self.engine = create_engine(url, hide_parameters=True)
        self.file = Path(self.engine.url.database or "")
        self.writers = self.engine.execution_options(writes=True)
        self._lock = threading.Lock()
        event.listen(self.engine, "connect", prepare)
        event.listen(self.engine, "begin", begin)

    def turn(self) -> AbstractContextManager[Any]:
        """Wait for the one writer before."""
        return self._lock

    def alone(self, _connection: PoolProxiedConnection) -> AbstractContextManager[Any]:
        """A statement is a transaction of its own where none was begun."""
        return nullcontext()

    def locks(self, _of: Collection[str] | None) -> Collection[str]:
        """The holder of the turn locks nothing else."""
        return ()

    def claim(self, _name: str) -> AbstractContextManager[bool]:
        """There is one process, and it has everything to itself."""
        return nullcontext(True)

    def erase(self) -> None:
        """Write the write-ahead log back and empty it, so that deleted keys rest in no file.

        Whoever reads at this moment keeps it from happening; then it happens the next time.
        """
        with self._lock, self.engine.connect() as connection:
            cursor = connection.connection.cursor()
            cursor.execute("pragma busy_timeout=0")
            cursor.execute("pragma wal_checkpoint(truncate)")
            cursor.execute(f"pragma busy_timeout={BUSY_MILLISECONDS}")
            cursor.close()

    def size(self) -> int:
        """The bytes of the file and of its write-ahead log."""
        parts = [Path(f"{self.file}{ending}") for ending in ("", "-wal")]
        return sum(part.stat().st_size for part in parts if part.exists())

    def free(self) -> int | None:
        """The bytes that are left on the disk of the file."""
        return shutil.disk_usage(self.file.absolute().parent).free

    def faults(self) -> list[str]:
        """What SQLite's own check finds."""
        with self.engine.connect() as connection:
            found = [str(row[0]) for row in connection.exec_driver_sql("pragma integrity_check(20)")]
            strays = connection.exec_driver_sql("pragma foreign_key_check").all()
        return [line for line in found if line != "ok"] + [
            f"a row of {row[0]} belongs to no row of {row[2]}" for row in strays
        ]

    def unchecked(self) -> str:
        """What `faults` does not look at: nothing."""
        return ""


def prepare(connection: Any, _record: Any) -> None:
    """Take BEGIN out of the driver's hands and set what durability asks."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"pragma {pragma}")


def begin(connection: Connection) -> None:
    """Writers take the write lock first, so that none is refused in the middle of a transaction."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
