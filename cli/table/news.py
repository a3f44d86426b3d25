"""What is new at the table: pages wait here for it; whoever hears of something, or does it, marks the game."""

from __future__ import annotations

from threading import Condition
from typing import Any, Final

LONGEST: Final = 25.0
"""Seconds that a page waits for news, before it is told that there are none."""


class News:
    """How often something was new, and when last in which game."""

    def __init__(self) -> None:
        self.count = 0
        self.games: dict[str, int] = {}
        self._changed = Condition()

    def mark(self, game: str = "") -> None:
        """There is news of a game, or of the whole table: whoever waits is told."""
        with self._changed:
            self.count += 1
            if game:
                self.games[game] = self.count
            self._changed.notify_all()

    def after(self, known: int | None, seconds: float) -> dict[str, Any]:
        """The count, and what it was when each game had news last: at once if it is not `known`, else when it changes,
        at most after so many seconds; and after how many to ask `again`.
        """
        with self._changed:
            if known == self.count and seconds:
                self._changed.wait_for(lambda: known != self.count, seconds)
            return {"token": self.count, "games": dict(self.games), "again": 0 if seconds else LONGEST}
