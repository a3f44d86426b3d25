"""The database: one engine, what a transaction of this host may rely on, and who may have it at once.

Whoever writes names what it writes of (a game, or nothing: then it may touch anything), and nobody else writes of that
meanwhile: what it reads of it stays as it was read until it commits. Readers lock nothing and see a snapshot. How that
is had of SQLite and of PostgreSQL, and what durability asks of them, is in `sqlite` and `postgresql`.

On SQLite one process has it, on PostgreSQL all that serve, or one command alone. On SQLite the lock is the operating
system's, on a file beside the database; it goes with its process, however that ends. Where it has none (Windows)
nothing is locked: the service itself does not run there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from functools import cache
from io import StringIO
from pathlib import Path
from secrets import token_hex
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import ClauseElement, Engine, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlmodel import Session

from api.http.problems import ConfigurationError
from api.store import postgresql
from api.store.group_commit import Cursor, Together
from api.store.postgresql import CONNECTIONS, NOTICE, PostgreSQL
from api.store.sqlite import SQLite
from api.store.vault import PhaseKeys

NEWS = "news"
DESTROYED = "destroyed"
WORK = "work"
PHASE_WORK, MAIL_WORK = "phases", "mails"
"""What there may be work on: phases and mails that are to be written, and mails that are to be sent."""
WORK_NOTICE = "+"
"""Begins a notice of work; one of news begins with the id of a game."""
WEBHOOKS = "webhooks"
"""What those write of who gather and deliver what webhooks are told."""


def announce(session: Session, game: str) -> None:
    """Have it told after the commit of this transaction that there is news of a game."""
    session.info.setdefault(NEWS, set()).add(game)


def ring(session: Session, work: str = PHASE_WORK) -> None:
    """Have those who work through these rows rung after the commit of this transaction."""
    session.info.setdefault(WORK, set()).add(work)


def destroy(session: Session, game: str, phase: int) -> None:
    """Have what wraps the private key of a phase destroyed after the commit of this transaction."""
    session.info.setdefault(DESTROYED, set()).add((game, phase))


class Database:
    """Reads beside each other; writes of one thing one after another."""

    def __init__(self, url: str, phase_keys: PhaseKeys | None = None, connections: int = CONNECTIONS) -> None:
        self.url = url
        self.phase_keys = phase_keys
        self.kind = kind_of(url, connections)
        self.name = token_hex(8)
        """By which this process knows its own notices."""
        self.engine = self.kind.engine
        self.listeners: list[Callable[[str | None], None]] = []
        """Told of each game of which a commit brought news; None: some may have been missed."""
        self.rings: dict[str, list[Callable[[], None]]] = {PHASE_WORK: [], MAIL_WORK: []}
        """Rung after each commit that left such work."""
        self.together = Together(self.write_plainly, self.kind.errors)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A snapshot to read from; it sees no later commit."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self, of: str | None = None) -> Iterator[Session]:
        """A transaction that commits when its block ends well, and leaves no trace otherwise.

        It changes rows of one game only, or of ROWS or WEBHOOKS; None: of anything, and nobody else writes meanwhile.
        """
        with self.kind.turn(), Session(self.kind.writers, expire_on_commit=False) as session, session.begin():
            for lock in self.kind.locks(None if of is None else (of,)):
                session.connection().exec_driver_sql(lock)
            yield session
            if self.kind.shared:
                session.flush()
                for payload in notices(session):
                    session.execute(NOTICE, {"payload": f"{self.name} {payload}"})
        if self.phase_keys is not None:
            for game, phase in session.info.get(DESTROYED, ()):
                self.phase_keys.destroy(game, phase)
        for game in session.info.get(NEWS, ()):
            self.tell(game)
        for work in sorted(session.info.get(WORK, ())):
            self.ring(work)

    def tell(self, game: str | None) -> None:
        """Tell those of this process who wait for news of a game; None: of all, since some may have been missed."""
        for listener in self.listeners:
            listener(game)

    def ring(self, *works: str) -> None:
        """Wake those of this process who work through these rows, or through any."""
        for work in works or self.rings:
            for wake in self.rings[work]:
                wake()

    def ring_others(self, cursor: Cursor) -> None:
        """Have those of other processes rung by the commit of this transaction."""
        if self.kind.shared:
            cursor.run(NOTICE, {"payload": f"{self.name} {WORK_NOTICE}{PHASE_WORK}"})

    def claim(self, name: str) -> AbstractContextManager[bool]:
        """Have something to oneself among all processes while the block lasts; False where another has it."""
        return self.kind.claim(name)

    def first_plainly(self, statement: ClauseElement, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The first row that one statement finds, by the driver's own cursor and without a transaction around it.

        For the hot path, where the ORM costs more than the cryptography.
        """
        connection = self.engine.raw_connection()
        try:
            with self.kind.alone(connection), closing(connection.cursor()) as raw:
                return Cursor(raw, self.kind.plain).first(statement, values)
        finally:
            connection.close()

    @contextmanager
    def write_plainly(self, of: Collection[str]) -> Iterator[Cursor]:
        """The driver's own cursor in a transaction that commits when its block ends well and changes these games."""
        with self.kind.turn(), self._cursor((*self.kind.begin_writing, *self.kind.locks(of))) as cursor:
            yield cursor

    @contextmanager
    def _cursor(self, begin: Collection[str]) -> Iterator[Cursor]:
        connection = self.engine.raw_connection()
        raw = connection.cursor()
        try:
            for statement in begin:
                raw.execute(statement)
            yield Cursor(raw, self.kind.plain)
            raw.execute("COMMIT")
        finally:
            raw.close()
            connection.close()  # back into the pool, which rolls back what was not committed

    def erase(self) -> None:
        """Have what was deleted rest in no file, as far as this database can."""
        self.kind.erase()

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def notices(session: Session) -> Collection[str]:
    """What other processes hear of a transaction: the games of which it brings news, and what work it left."""
    works = [f"{WORK_NOTICE}{work}" for work in sorted(session.info.get(WORK, ()))]
    return [*sorted(session.info.get(NEWS, ())), *works]


def kind_of(url: str, connections: int = CONNECTIONS) -> SQLite | PostgreSQL:
    """The database behind an address; ConfigurationError where this host does not run on it."""
    try:
        return class_of(url)(url, connections)
    except ArgumentError as error:
        raise ConfigurationError(f"OSTRAKA_DATABASE is not the address of a database: {error}") from None


def class_of(url: str) -> type[SQLite] | type[PostgreSQL]:
    """What kind of database an address leads to."""
    for kind in (SQLite, PostgreSQL):
        if url.startswith(f"{kind.scheme}://"):
            return kind
    raise ConfigurationError(
        "the database must be SQLite (sqlite:///file) or PostgreSQL (postgresql+psycopg://user:password@host/name)"
    )


def shown(url: str) -> str:
    """The address of a database as it may be printed: without its password."""
    return make_url(url).render_as_string()


def make_engine(url: str) -> Engine:
    """An engine that writes; its errors do not quote what was stored."""
    return kind_of(url).writers


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
            f"{shown(url)} has a schema that this release does not know: it was made by a newer release, or before "
            "the first"
        ) from None
    except OperationalError as error:
        raise no_answer(error) from None


def no_answer(error: OperationalError) -> ConfigurationError:
    """What is said where the database cannot be opened."""
    return ConfigurationError(f"the database cannot be opened: {str(error.orig).strip()}")


def check_schema(url: str) -> str | None:
    """What is wrong between the stored schema and the models, or None."""
    try:
        command.check(alembic_config(url))
    except CommandError as error:
        return str(error)
    return None


def integrity_faults(database: Database) -> list[str]:
    """What the database itself finds wrong with what it has stored."""
    try:
        return database.kind.faults()
    except DatabaseError as error:
        return [str(error.orig)]


@cache
def newest() -> str:
    """The schema of this release. The migrations are read for it once."""
    return str(ScriptDirectory.from_config(alembic_config("sqlite://")).get_current_head())


def schema_of(database: Database) -> str | None:
    """The schema that a database has; None where it is empty."""
    try:
        with database.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    except OperationalError as error:
        raise no_answer(error) from None


def require_newest(database: Database) -> None:
    """Refuse to run on a schema that is not the newest."""
    head, current = newest(), schema_of(database)
    if current != head:
        raise ConfigurationError(
            f"the database is at schema {current or '(empty)'} and this release needs {head}: run "
            + ("`ostraka db init`" if current is None else "`ostraka db upgrade`")
        )


try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]


def sole_host(url: str) -> AbstractContextManager[None]:
    """Keep a database to this process; ConfigurationError where another has it."""
    return postgresql.held(url, alone=True) if class_of(url) is PostgreSQL else sole_file(file_of(url))


def one_of_many(url: str) -> AbstractContextManager[None]:
    """Serve a database, beside others where it can be shared; ConfigurationError where it cannot be had."""
    return postgresql.held(url, alone=False) if class_of(url) is PostgreSQL else sole_file(file_of(url))


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None: it is in memory."""
    file = make_url(url).database
    return Path(file) if file else None


@contextmanager
def sole_file(file: Path | None) -> Iterator[None]:
    """Keep an SQLite database to this process; None: it is in memory, and nobody else's."""
    if file is None or fcntl is None:
        yield
        return
    lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConfigurationError(
                f"another process serves or changes {file}: stop it first. Two services would send every mail twice"
            ) from None
        yield
    finally:
        os.close(lock)
