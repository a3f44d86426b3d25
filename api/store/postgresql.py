"""PostgreSQL: many writers, of which each locks what it writes of.

The locks are advisory ones of the database, held until the end of the transaction: who writes of one game shares the
lock of the host and has that of the game alone; who writes of anything has the lock of the host alone. They are taken
by the first statement, in one order, and every later statement sees what was committed before it (READ COMMITTED):
so no transaction fails for another's sake, and none waits in a circle. Readers see one snapshot (REPEATABLE READ).

Any number of processes may share it. They tell each other of news and of work by notices, which come with the commit;
what one alone shall do is claimed by a lock that goes with its connection, however that ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from hashlib import sha256
from random import random
from typing import Any, ClassVar, Final

import psycopg
from sqlalchemy import PoolProxiedConnection, bindparam, func, make_url, select
from sqlalchemy.dialects.postgresql.psycopg import dialect
from sqlmodel import SQLModel, create_engine

from api.http.problems import ConfigurationError

HOST: Final = "the host"
ROWS: Final = "rows"
"""What those write of who lock the rows that they take (SKIP LOCKED): the senders of mail."""
SERVICE: Final = "the service"
CONNECTIONS: Final = 20
"""Of one process, besides the two by which it locks and listens. A thread that finds none waits for one."""
LIFE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""A server that does not answer, because it or the network is gone, is noticed within half a minute."""
CHANNEL: Final = "ostraka"
NOTICE: Final = select(func.pg_notify(CHANNEL, bindparam("payload")))
"""Sent with the commit, to every process: who sent it, and the game of which there is news; no game: there is work."""
SETTINGS: Final = "-c synchronous_commit=on -c timezone=UTC"
"""A receipt is given only after a commit that is on the disk, whatever the server's own settings are."""
OF_THIS_SCHEMA: Final = "relnamespace = current_schema()::regnamespace"
CHECK_INDEXES: Final = f"SELECT bt_index_check(oid, true) FROM pg_class WHERE relkind = 'i' AND {OF_THIS_SCHEMA}"  # noqa: S608
CHECK_TABLES: Final = (
    "SELECT format('%%s, block %%s: %%s', c.relname, f.blkno, f.msg) "  # noqa: S608
    f"FROM pg_class c, verify_heapam(c.oid) f WHERE c.relkind = 'r' AND c.{OF_THIS_SCHEMA}"
)
MAY_CHECK: Final = (
    "SELECT has_function_privilege(to_regprocedure('bt_index_check(regclass, boolean)'), 'EXECUTE') "
    "AND has_function_privilege(to_regproc('verify_heapam'), 'EXECUTE')"
)
"""Null where the functions are not there: amcheck is not installed in the database."""
GRANT: Final = "GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean), verify_heapam TO {role}"
KEPT_SECONDS: Final = 172_800
SWEEP: Final = 1 / 2_000
"""How often those are deleted who asked for nothing so long: their buckets are full."""
FILLED: Final = "LEAST(%(most)s, b.level + GREATEST(0, %(now)s - b.at) * %(per_second)s)"
GRANTED: Final = (
    f"CASE WHEN {FILLED} >= %(wanted)s THEN %(wanted)s WHEN {FILLED} >= %(needed)s THEN %(needed)s ELSE 0 END"
)
DRAW: Final = (
    "WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)) "  # noqa: S608
    "INSERT INTO buckets AS b (who, level, granted, at) "
    "SELECT %(who)s, %(most)s - %(first)s, %(first)s, %(now)s FROM quick ON CONFLICT (who) DO UPDATE "
    f"SET level = {FILLED} - {GRANTED}, granted = {GRANTED}, at = GREATEST(b.at, %(now)s) "
    "RETURNING granted, level"
)
"""In one trip, and without waiting for the disk: a server that crashes forgives what was asked of it a moment ago."""
DIALECT = dialect()  # type: ignore[no-untyped-call]


class PostgreSQL:
    """A PostgreSQL database."""

    scheme: ClassVar[str] = "postgresql+psycopg"
    plain = DIALECT
    errors: ClassVar[type[Exception]] = psycopg.Error
    begin_writing: ClassVar[Collection[str]] = ()
    shared: ClassVar[bool] = True
    """Other processes may have it too."""
    lingers: ClassVar[bool] = True
    """Deleted rows rest in the table until they are swept up, and in the write-ahead log and its archives."""

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self.writers = create_engine(
            url,
            hide_parameters=True,
            connect_args={"options": SETTINGS, **LIFE},
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,
        )
        self.engine = self.writers.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    def turn(self) -> AbstractContextManager[Any]:
        """Nobody waits in the process: the database makes wait."""
        return nullcontext()

    @contextmanager
    def alone(self, connection: PoolProxiedConnection) -> Iterator[None]:
        """Have a statement be a transaction of its own: three trips to the database less."""
        driver: Any = connection.driver_connection
        driver.autocommit = True
        try:
            yield
        finally:
            driver.autocommit = False

    def locks(self, of: Collection[str] | None) -> Collection[str]:
        """The statement that locks what a transaction writes of; None: everything."""
        if of is None:
            return (f"SELECT pg_advisory_xact_lock({lock_of(HOST)})",)
        names = [f"pg_advisory_xact_lock({lock})" for lock in sorted({lock_of(name) for name in of if name != ROWS})]
        return ("SELECT " + ", ".join([f"pg_advisory_xact_lock_shared({lock_of(HOST)})", *names]),)

    @contextmanager
    def claim(self, name: str) -> Iterator[bool]:
        """Have something to oneself while the block lasts; False where another has it."""
        with self.writers.connect() as connection:
            lock = lock_of(f"claim|{name}")
            yield bool(connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({lock})").scalar_one())

    def draw(self, values: Mapping[str, float | str]) -> tuple[float, float]:
        """Take from a bucket that all processes share: how much was granted, and how much is left."""
        with self.writers.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            granted, level = connection.exec_driver_sql(DRAW, dict(values)).one()
            if random() < SWEEP:
                connection.exec_driver_sql("DELETE FROM buckets WHERE at < %s", (float(values["now"]) - KEPT_SECONDS,))
            return float(granted), float(level)

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
            if not connection.exec_driver_sql(MAY_CHECK).scalar():
                return []
            connection.exec_driver_sql(CHECK_INDEXES)
            return [str(row[0]) for row in connection.exec_driver_sql(CHECK_TABLES)]

    def unchecked(self) -> str:
        """What `faults` could not look at, in words."""
        with self.engine.connect() as connection:
            allowed = connection.exec_driver_sql(MAY_CHECK).scalar()
            role = str(connection.exec_driver_sql("SELECT quote_ident(current_user)").scalar_one())
        if allowed:
            return ""
        lacks, does = (
            ("is not installed in this database", f"CREATE EXTENSION amcheck; {GRANT.format(role=role)}")
            if allowed is None
            else (f"is installed, but {role} may not use it", GRANT.format(role=role))
        )
        return f"Tables were read but not indexes: PostgreSQL's own check {lacks}. A superuser can change it: {does};"


def lock_of(name: str) -> int:
    """The number by which PostgreSQL knows the lock of something."""
    return int.from_bytes(sha256(f"ostraka lock/1|{name}".encode()).digest()[:8], "big", signed=True)


def connected(url: str) -> psycopg.Connection:
    """A connection of its own, outside of any transaction."""
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True, options=SETTINGS, **LIFE)  # type: ignore[arg-type]


def take_service_lock(connection: psycopg.Connection, *, alone: bool) -> bool:
    """Have the database to oneself, or share it with others that serve, for as long as a connection lasts."""
    name = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    return connection.execute(f"SELECT {name}({lock_of(SERVICE)})").fetchone() == (True,)


@contextmanager
def held(url: str, *, alone: bool) -> Iterator[None]:
    """Hold the service's lock; ConfigurationError where it cannot be had."""
    try:
        connection = connected(url)
    except psycopg.OperationalError as error:
        raise ConfigurationError(f"the database cannot be opened: {str(error).strip()}") from None
    with connection:
        if not take_service_lock(connection, alone=alone):
            raise ConfigurationError(
                "another process serves or changes this database: stop it first"
                if alone
                else "a command has this database to itself at the moment: start again when it is done"
            )
        try:
            yield
        finally:
            with suppress(psycopg.Error):  # else the server may notice only later that the connection ended
                connection.execute("SELECT pg_advisory_unlock_all()")
