"""PostgreSQL: many writers, of which each locks what it writes of.

The locks are advisory ones of the database, held until the end of the transaction: who writes of one game shares the
lock of the host and has that of the game alone; who writes of anything has the lock of the host alone. They are taken
by the first statement, in one order, and every later statement sees what was committed before it (READ COMMITTED):
so no transaction fails for another's sake, and none waits in a circle. Readers see one snapshot (REPEATABLE READ).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import sha256
from typing import Any, ClassVar, Final

import psycopg
from sqlalchemy import make_url
from sqlalchemy.dialects.postgresql.psycopg import dialect
from sqlmodel import SQLModel, create_engine

from api.http.errors import ConfigurationError

HOST: Final = "the host"
SERVICE: Final = "the service"
CONNECTIONS: Final = 10
MOST_CONNECTIONS: Final = 45
"""A thread has one at most, also while it waits for a lock: as many as a process has threads, and some."""
SETTINGS: Final = "-c synchronous_commit=on -c timezone=UTC"
"""A receipt is given only after a commit that is on the disk, whatever the server's own settings are."""
OF_THIS_SCHEMA: Final = "relnamespace = current_schema()::regnamespace"
CHECK_INDEXES: Final = f"SELECT bt_index_check(oid, true) FROM pg_class WHERE relkind = 'i' AND {OF_THIS_SCHEMA}"  # noqa: S608
CHECK_TABLES: Final = (
    "SELECT format('%%s, block %%s: %%s', c.relname, f.blkno, f.msg) "  # noqa: S608
    f"FROM pg_class c, verify_heapam(c.oid) f WHERE c.relkind = 'r' AND c.{OF_THIS_SCHEMA}"
)
DIALECT = dialect()  # type: ignore[no-untyped-call]


class PostgreSQL:
    """A PostgreSQL database."""

    scheme: ClassVar[str] = "postgresql+psycopg"
    plain = DIALECT
    errors: ClassVar[type[Exception]] = psycopg.Error
    begin_reading: ClassVar[Collection[str]] = ()
    begin_writing: ClassVar[Collection[str]] = ()
    lingers: ClassVar[bool] = True
    """Deleted rows rest in the table until they are swept up, and in the write-ahead log and its archives."""

    def __init__(self, url: str) -> None:
        self.writers = create_engine(
            url,
            hide_parameters=True,
            connect_args={"options": SETTINGS},
            pool_size=CONNECTIONS,
            max_overflow=MOST_CONNECTIONS - CONNECTIONS,
            pool_pre_ping=True,
        )
        self.engine = self.writers.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    def turn(self) -> AbstractContextManager[Any]:
        """Nobody waits in the process: the database makes wait."""
        return nullcontext()

    def locks(self, of: Collection[str] | None) -> Collection[str]:
        """The statement that locks what a transaction writes of; None: everything."""
        if of is None:
            return (f"SELECT pg_advisory_xact_lock({lock_of(HOST)})",)
        names = (f"pg_advisory_xact_lock({lock})" for lock in sorted({lock_of(name) for name in of}))
        return (f"SELECT pg_advisory_xact_lock_shared({lock_of(HOST)}), " + ", ".join(names),)

    def erase(self) -> None:
        """Nothing: see `phase_keys`."""

    def size(self) -> int:
        """The bytes of the database on the server's disk."""
        with self.engine.connect() as connection:
            return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    def free(self) -> int | None:
        """The disk is the server's: its operator watches it."""
        return None

    def faults(self) -> list[str]:
        """What PostgreSQL finds in reading all that is stored, and its own check of tables and indexes (amcheck)."""
        with self.writers.connect() as connection:
            for table in sorted(SQLModel.metadata.tables):
                connection.exec_driver_sql(f"SELECT sum(length(t::text)) FROM {table} t")  # noqa: S608
            if connection.exec_driver_sql("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'").first() is None:
                return []
            connection.exec_driver_sql(CHECK_INDEXES)
            return [str(row[0]) for row in connection.exec_driver_sql(CHECK_TABLES)]

    def unchecked(self) -> str:
        """What `faults` could not look at, in words."""
        with self.engine.connect() as connection:
            if connection.exec_driver_sql("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'").first() is not None:
                return ""
        return (
            "Tables were read but not indexes: PostgreSQL's own check is not installed in this database; its operator "
            "can (CREATE EXTENSION amcheck)."
        )


def lock_of(name: str) -> int:
    """The number by which PostgreSQL knows the lock of something."""
    return int.from_bytes(sha256(f"ostraka lock/1|{name}".encode()).digest()[:8], "big", signed=True)


@contextmanager
def sole_host(url: str) -> Iterator[None]:
    """Keep a database to this process, by a lock that goes with the connection that holds it."""
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        connection = psycopg.connect(address, autocommit=True)
    except psycopg.OperationalError as error:
        raise ConfigurationError(f"the database cannot be opened: {str(error).strip()}") from None
    with connection:
        found = connection.execute("SELECT pg_try_advisory_lock(%s)", (lock_of(SERVICE),)).fetchone()
        if found != (True,):
            raise ConfigurationError("another process serves or changes this database: stop it first")
        yield
