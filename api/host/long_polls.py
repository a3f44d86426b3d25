"""Requests that wait for news of a game: woken after its commit, and never so many that others starve.

Each waiting request holds one of the server's threads, so there is a limit for all, one for each player, and one for
all anonymous callers together; a request beyond them is told when to try again.
"""

from __future__ import annotations

import select
import socket
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar

from flask import request

from api.http.problems import Problem

AGAIN_SECONDS = 5
LOOK_SECONDS = 1.0
"""So often a waiting request looks whether its client is still there."""
T = TypeVar("T")


class LongPolls:
    """The waiting requests of one host."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._bells: dict[str, set[threading.Event]] = defaultdict(set)
        self._who: Counter[str | None] = Counter()
        self._closed = False

    def most_of(self, who: str | None) -> int:
        """How many requests of one player may wait; of all who give no name together: None."""
        return self.most // 2 if who is None else -(-self.most // 3)

    @property
    def is_closed(self) -> bool:
        """Is the host closing?"""
        return self._closed

    def tell(self, game: str | None) -> None:
        """Wake those who wait for news of a game; None: all."""
        with self._lock:
            for waited_for in [*self._bells] if game is None else [game]:
                for bell in self._bells.get(waited_for, ()):
                    bell.set()

    def close(self) -> None:
        """Wake every waiting request and accept no other: the host is closing."""
        self._closed = True
        for bells in list(self._bells.values()):
            for bell in list(bells):
                bell.set()

    def until(
        self, look: Callable[[], T], found: Callable[[T], bool], games: Collection[str], who: str | None, seconds: int
    ) -> T:
        """Look, and look again whenever there is news of one of the games, until something is found or time is over."""
        end = time.monotonic() + seconds
        with self._waiting(games, who) as bell:
            seen = look()
            while not found(seen) and not self._closed and (left := end - time.monotonic()) > 0 and not is_gone():
                if bell.wait(min(left, LOOK_SECONDS)):
                    bell.clear()
                    seen = look()
            return seen

    @contextmanager
    def _waiting(self, games: Collection[str], who: str | None) -> Iterator[threading.Event]:
        bell = threading.Event()
        with self._lock:
            if self._who.total() >= self.most or self._who[who] >= self.most_of(who):
                raise too_many()
            for game in games:
                self._bells[game].add(bell)
            self._who[who] += 1
        try:
            yield bell
        finally:
            with self._lock:
                self._who[who] -= 1
                self._who += Counter()  # drops the zeros
                for game in games:
                    self._bells[game].discard(bell)
                    if not self._bells[game]:
                        del self._bells[game]


def too_many() -> Problem:
    """The refusal of one more request that would wait."""
    detail = f"Too many requests are already waiting: ask again in {AGAIN_SECONDS} s, or without `wait`."
    return Problem(429, "too-many-waiting", detail, headers={"Retry-After": str(AGAIN_SECONDS)})


def is_gone() -> bool:
    """Has the client closed its connection? Known only where the server hands the connection on."""
    line: socket.socket | None = request.environ.get("gunicorn.socket")
    if line is None:
        return False
    ready = select.poll()
    ready.register(line, select.POLLIN)
    try:
        return bool(ready.poll(0)) and not line.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
