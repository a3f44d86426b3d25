"""Addresses that rest: what was asked there found no end, and is not tried again for a while."""

from __future__ import annotations

import time
from typing import Final

from api.http.problems import Problem

SECONDS: Final = 60
MOST: Final = 1_000


def too_long() -> Problem:
    """What is said where the rules find no end."""
    said = "The rules took longer than this host lets them. Ask again later; its operator finds in the log where."
    return Problem(503, "rules-too-long", said, headers={"Retry-After": str(SECONDS)})


class Resting:
    """The addresses that rest, so that one question does not take every thread of the host."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def rest(self, path: str) -> None:
        """Let an address rest; of too many the oldest are forgotten."""
        while len(self._until) >= MOST:
            self._until.pop(next(iter(self._until)))
        self._until[path] = time.monotonic() + SECONDS

    def require(self, path: str) -> None:
        """Refuse what is asked at an address that rests."""
        if self._until.get(path, 0.0) > time.monotonic():
            raise too_long()
