"""One service for one SQLite database: a second one would send mails twice and wake nobody.

The lock is the operating system's, on a file beside the database; it goes with its process, however that ends. Where it
has none (Windows) nothing is locked: the service itself does not run there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.http.errors import ConfigurationError

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]


@contextmanager
def sole_host(file: Path | None) -> Iterator[None]:
    """Keep an SQLite database to this process; ConfigurationError where another has it. None: it can be shared."""
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
