"""Waiting for what runs beside a test in a process or behind a socket of its own: looked at often, given up late."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 180.0
"""Seconds; no test waits for them but one that fails."""
PAUSE = 0.02
T = TypeVar("T")


def wait_until(what: str, found: Callable[[], T]) -> T:
    """Look again and again until something true is found; `what` completes the sentence of the failure."""
    end = time.monotonic() + PATIENCE
    while not (seen := found()):
        assert time.monotonic() < end, f"waited {PATIENCE:.0f} s in vain until {what}"
        time.sleep(PAUSE)
    return seen
