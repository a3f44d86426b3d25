"""The database: one engine, one lock.

SQLite takes one writer at a time and makes the others sleep ever longer, so the writers of this process queue at a
lock of our own and begin with `BEGIN IMMEDIATE`; readers take no lock and see a snapshot (WAL). A receipt is given
only after a commit that is on the disk (`synchronous=FULL`), and what is deleted is overwritten (`secure_delete`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, cast

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, create_engine

from api.http.errors import ConfigurationError
from api.store.group_commit import Cursor, Together

BUSY_MILLISECONDS = 10_000
PRAGMAS = (
    "journal_mode=wal",
    "synchronous=full",
    f"busy_timeout={BUSY_MILLISECONDS}",
    "foreign_keys=on",
    "secure_delete=on",
)
NEWS = "news"


def announce(session: Session, game: str) -> None:
    """Have it told after the commit of this transaction that there is news of a game."""
    session.info.setdefault(NEWS, set()).add(game)


class Database:
    """Reads beside each other, writes one after another."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = make_engine(url)
        self._writers = self.engine.execution_options(writes=True)
        self._lock = threading.Lock()
        self.listeners: list[Callable[[str], None]] = []
        """Told of each game of which a commit brought news."""
        self.together = Together(self.write_plainly)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A snapshot to read from; it sees no later commit."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that commits when its block ends well, and leaves no trace otherwise."""
        with self._lock, Session(self._writers, expire_on_commit=False) as session, session.begin():
            yield session
        for game in session.info.get(NEWS, ()):
            for listener in self.listeners:
                listener(game)

    @contextmanager
    def read_plainly(self) -> Iterator[Cursor]:
        """The driver's own cursor on a snapshot: for the hot path, where the ORM costs more than the cryptography."""
        with self._cursor("BEGIN") as cursor:
            yield cursor

    @contextmanager
    def write_plainly(self) -> Iterator[Cursor]:
        """The driver's own cursor in a transaction that commits when its block ends well."""
        with self._lock, self._cursor("BEGIN IMMEDIATE") as cursor:
            yield cursor

    @contextmanager
    def _cursor(self, begin: str) -> Iterator[Cursor]:
        connection = self.engine.raw_connection()
        cursor = cast(Cursor, connection.cursor())
        try:
            cursor.execute(begin)
            yield cursor
            cursor.execute("COMMIT")
        finally:
            cursor.close()
            connection.close()  # back into the pool, which rolls back what was not committed

    def erase(self) -> None:
        """Write SQLite's write-ahead log back and empty it, so that deleted keys rest in no file.

        Whoever reads at this moment keeps it from happening; then it happens the next time.
        """
        if self.engine.dialect.name == "sqlite":
            with self._lock, self.engine.connect() as connection:
                cursor = connection.connection.cursor()
                cursor.execute("pragma busy_timeout=0")
                cursor.execute("pragma wal_checkpoint(truncate)")
                cursor.execute(f"pragma busy_timeout={BUSY_MILLISECONDS}")
                cursor.close()

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def make_engine(url: str) -> Engine:
    """An engine whose transactions begin as this host needs them, and whose errors do not quote what was stored."""
    engine = create_engine(url, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Take BEGIN out of the driver's hands and set what durability asks."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"pragma {pragma}")


def begin_sqlite(connection: Connection) -> None:
    """Writers take the write lock first, so that none is refused in the middle of a transaction."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def alembic_config(url: str) -> AlembicConfig:
    """Alembic's configuration, from the migrations that this package ships."""
    config = AlembicConfig(stdout=StringIO())
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def upgrade(url: str) -> None:
    """Bring a database, empty or older, to the newest schema."""
    try:
        command.upgrade(alembic_config(url), "head")
    except CommandError:
        raise ConfigurationError(
            f"{url} has a schema that this release does not know: it was made by a newer release, or before the first"
        ) from None


def check_schema(url: str) -> str | None:
    """What is wrong between the stored schema and the models, or None."""
    try:
        command.check(alembic_config(url))
    except CommandError as error:
        return str(error)
    return None


def integrity_faults(database: Database) -> list[str]:
    """What the database itself finds wrong with what it has stored."""
    if database.engine.dialect.name != "sqlite":
        return []
    try:
        with database.engine.connect() as connection:
            found = [str(row[0]) for row in connection.exec_driver_sql("pragma integrity_check(20)")]
            strays = connection.exec_driver_sql("pragma foreign_key_check").all()
    except DatabaseError as error:
        return [str(error.orig)]
    return [line for line in found if line != "ok"] + [
        f"a row of {row[0]} belongs to no row of {row[2]}" for row in strays
    ]


@cache
def newest() -> str:
    """The schema of this release. The migrations are read for it once."""
    return str(ScriptDirectory.from_config(alembic_config("sqlite://")).get_current_head())


def require_newest(database: Database) -> None:
    """Refuse to run on a schema that is not the newest."""
    head = newest()
    with database.engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    if current != head:
        raise ConfigurationError(
            f"the database is at schema {current or '(empty)'} and this release needs {head}: run "
            + ("`ostraka db init`" if current is None else "`ostraka db upgrade`")
        )
