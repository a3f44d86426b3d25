"""Following a host's feed on behalf of the pages that are open: in a thread, where the home has threads."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from cli.errors import ClientError, Refused
from cli.table.news import LONGEST
from schemas.statements.texts import left_out

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import HostNotice

LINGER: Final = 2 * LONGEST + 10
"""Seconds for which a host is followed after a page last asked: as long as one is open, it asks again sooner."""
PAUSES: Final = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a host that did not answer is asked again, and again."""


def told_of(url: str, notice: HostNotice) -> str:
    """What a host tells of itself, after its name."""
    from cli.times import local_time

    until = f" Until {local_time(notice['until'])}." if notice["until"] else ""
    return f"{url.partition('://')[2]}: {left_out(notice['text'])}{until}"


class Follower:
    """Asks a host for news of a player's games.

    It says nothing of a host that does not answer: whoever looks at a game finds that out.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.cursor: str | None = None
        self.notices: list[str] = []
        self.failed = 0

    def ask(self) -> tuple[set[str], float]:
        """The games that there is news of, once there is some or after a while; and after how many seconds to go on.

        A game without a name stands for the whole table: the host tells something else of itself than before.
        """
        from cli.client.feeds import WAIT  # a table of games on this machine knows no wire

        try:
            feed = self.client.player_feed(self.cursor, WAIT)
        except ClientError as error:
            return set(), self.pause_after(error)
        self.cursor, self.failed = feed["next"], 0
        before, self.notices = self.notices, [told_of(self.client.url, one) for one in feed.get("notices", [])]
        return {item["game"] for item in feed["items"]} | ({""} if self.notices != before else set()), 0.0

    def pause_after(self, error: ClientError) -> float:
        """Seconds until the host is asked again."""
        pause = PAUSES[min(self.failed, len(PAUSES) - 1)]
        self.failed += 1
        return max(pause, (isinstance(error, Refused) and error.retry_after) or 0)


class Following(Thread):
    """Calls `heard` with each game that there is news of; ends when no page has asked for long, or told to."""

    def __init__(self, client: Client, heard: Callable[[str], None]) -> None:
        super().__init__(daemon=True)
        self.follower, self.heard = Follower(client), heard
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
        while not self._ended.is_set() and monotonic() < self._until:
            games, pause = self.follower.ask()
            if self._ended.wait(pause):
                return
            for game in games:
                self.heard(game)
