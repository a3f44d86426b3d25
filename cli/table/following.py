"""Following a host's feed in a thread, on behalf of the pages that are open."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from cli.errors import ClientError, Refused
from cli.table.news import LONGEST

if TYPE_CHECKING:
    from cli.client import Client

LINGER: Final = 2 * LONGEST + 10
"""Seconds for which a host is followed after a page last asked: as long as one is open, it asks again sooner."""
PAUSES: Final = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a host that did not answer is asked again, and again."""


class Following(Thread):
    """Calls `heard` with each game of a player that there is news of; ends when no page has asked for long, or told to.

    It says nothing of a host that does not answer: whoever looks at a game finds that out.
    """

    def __init__(self, client: Client, heard: Callable[[str], None]) -> None:
        super().__init__(daemon=True)
        self.client, self.heard = client, heard
        self.cursor: str | None = None
        self.failed = 0
        self._ended = Event()
        self.go_on()

    def go_on(self) -> None:
        """A page has asked."""
        self._until = monotonic() + LINGER

    def end(self) -> None:
        """Ask nothing more, and tell nothing of what is under way."""
        self._ended.set()

    def run(self) -> None:
        """Until the end."""
        from cli.client.feeds import WAIT  # a table of games on this machine knows no wire

        while not self._ended.is_set() and monotonic() < self._until:
            try:
                feed = self.client.player_feed(self.cursor, WAIT)
            except ClientError as error:
                self._ended.wait(self.pause_after(error))
                continue
            if self._ended.is_set():
                return
            self.cursor, self.failed = feed["next"], 0
            for game in {item["game"] for item in feed["items"]}:
                self.heard(game)

    def pause_after(self, error: ClientError) -> float:
        """Seconds until the host is asked again."""
        pause = PAUSES[min(self.failed, len(PAUSES) - 1)]
        self.failed += 1
        return max(pause, (isinstance(error, Refused) and error.retry_after) or 0)
