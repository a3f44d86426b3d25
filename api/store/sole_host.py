"""Who may have a database at once: on SQLite one process, on PostgreSQL all that serve, or one command alone.

On SQLite the lock is the operating system's, on a file beside the database; it goes with its process, however that
ends. Where it has none (Windows) nothing is locked: the service itself does not run there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sqlalchemy import make_url

from api.http.errors import ConfigurationError
from api.store import postgresql
from api.store.database import class_of
from api.store.postgresql import PostgreSQL

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
