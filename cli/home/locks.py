"""One process at a time, by the lock of the operating system: `fcntl` where there is one, `msvcrt` on Windows.

A lock ends with the process that holds it, however that ends.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

BETWEEN_TRIES: Final = 0.02  # seconds


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, waiting until no other process does."""
    with open(path, "ab") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
            return
        windows = import_module("msvcrt")
        wait_for_byte(windows, file.fileno())
        try:
            yield
        finally:
            file.seek(0)
            windows.locking(file.fileno(), windows.LK_UNLCK, 1)


def wait_for_byte(windows: Any, descriptor: int) -> None:
    """Lock the first byte of a file; the module's own waiting, LK_LOCK, gives up after ten seconds."""
    while True:
        try:
            windows.locking(descriptor, windows.LK_NBLCK, 1)
            return
        except OSError:
            time.sleep(BETWEEN_TRIES)
