"""Threads that look after something again and again: rung for, else when the time has come."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from api.http.problems import fault

LOG = structlog.get_logger("ostraka.worker")

LONGEST_SLEEP = timedelta(seconds=30)

AFTER_FAULT = timedelta(seconds=10)


@dataclass
class News:
    """The games with news; at the start it may be any."""

    every: bool = True
    games: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, game: str | None) -> None:
        """There is news of a game; None: maybe of any."""
        with self._lock:
            if game is None:
                self.every = True
            else:
                self.games.add(game)

    def take(self) -> tuple[bool, set[str]]:
        """Of which games there is news; first, whether it may be any."""
        with self._lock:
            taken = self.every, self.games
            self.every, self.games = False, set()
        return taken


class Loop(threading.Thread):
    """Runs a piece of work whenever it is rung for, or when the work says that its next time has come."""

    def __init__(self, name: str, work: Callable[[], datetime | None], clock: Callable[[], datetime]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work
        self._clock = clock
        self._bell = threading.Event()
        self._stopped = False

    def ring(self) -> None:
        """Wake the thread, so that it works at once."""
        self._bell.set()

    def stop(self) -> None:
        """End the thread after what it is at."""
        self._stopped = True
        self._bell.set()
        self.join(timeout=30)

    def run(self) -> None:
        """Work until stopped, sleeping until the next moment or until rung."""
        while not self._stopped:
            self._bell.clear()
            try:
                until = self._work()
            except Exception as error:
                LOG.error("fault", **fault(error))
                until = self._clock() + AFTER_FAULT
            self._bell.wait(self._pause(until))

    def _pause(self, until: datetime | None) -> float:
        left = LONGEST_SLEEP if until is None else min(until - self._clock(), LONGEST_SLEEP)
        return max(left.total_seconds(), 0.0)
