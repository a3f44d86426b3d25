"""What each open phase still waits for, kept in memory, so that not every envelope wakes the worker.

The worker notes it whenever it has looked at a phase that is not due; the desk notes every envelope after its commit
and learns whether it may complete the phase. It only saves work and decides nothing: in doubt the worker is woken,
which looks at what is stored.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

DONE = {"final": ("final",), "in": ("final", "draft"), "deadline": ()}
"""By what a phase is cut: the words that a seat need not be waited for after."""


@dataclass
class Wanted:
    """A phase that is not due: by what it is cut, and who of the asked seats need not be waited for."""

    phase: int
    cut: str
    settled: dict[str, bool]


class Expected:
    """The open phases of one host as far as they are known here."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted: dict[str, Wanted] = {}
        self._envelopes: Counter[str] = Counter()

    def count(self, game: str) -> int:
        """How many envelopes of a game were noted; to be asked before looking at what is stored."""
        with self._lock:
            return self._envelopes[game]

    def learn(self, game: str, wanted: Wanted | None, counted: int) -> None:
        """Keep what was found; nothing where an envelope was noted since they were `counted`."""
        with self._lock:
            self._wanted.pop(game, None)
            if wanted is not None and self._envelopes[game] == counted:
                self._wanted[game] = wanted

    def may_complete(self, game: str, phase: int, seat: str, word: str) -> bool:
        """Note an envelope that is stored: may its phase be due now?"""
        with self._lock:
            self._envelopes[game] += 1
            wanted = self._wanted.get(game)
            if wanted is None or wanted.phase != phase or word == "withdrawn":
                return True
            if seat in wanted.settled:
                wanted.settled[seat] = word in DONE[wanted.cut]
            return wanted.cut != "deadline" and all(wanted.settled.values())
