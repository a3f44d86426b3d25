"""The feed of a game, for scripts: read once, or followed as it comes.

A feed is unsigned and only says where to look; the other parts of the client read, and prove, what it names.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast, overload

from cli.client.answers import FeedItem, OwnFeed, OwnFeedItem, PlayerFeed, PlayerFeedItem, PublicFeed
from cli.client.party import Party
from cli.errors import Refused

WAIT = 25
"""Seconds that one request waits for news; must be less than the second of `cli.client.http.TIMEOUT`."""


class FeedClient(Party):
    """The part of a client that reads feeds."""

    @overload
    def feed(self, game: str, seat: str, after: int = 0, wait: int = 0) -> OwnFeed: ...

    @overload
    def feed(self, game: str, seat: None = None, after: int = 0, wait: int = 0) -> PublicFeed: ...

    @overload
    def feed(self, game: str, seat: str | None, after: int = 0, wait: int = 0) -> OwnFeed | PublicFeed: ...

    def feed(self, game: str, seat: str | None = None, after: int = 0, wait: int = 0) -> Any:
        """The items after `after` in the feed of the player's seat (None: the public one), and `next`, where to go on.

        If there is none yet, the host waits for one for `wait` seconds (30 at most).
        """
        self.meet()
        place = f"/games/{game}/seats/{seat}/feed" if seat else f"/games/{game}/feed"
        return self.wire.get(place, signed=seat is not None, after=after, wait=wait, limit=100)

    def player_feed(self, after: str | None = None, wait: int = 0) -> PlayerFeed:
        """The items after a cursor in the feeds of all the player's seats, and `next`, the cursor to go on with.

        Without a cursor: what came since the player took their seats, in games that are not over. Each item names its
        `game` and `seat`. A cursor stays valid, so a script that keeps it misses nothing.
        """
        self.meet()
        answer = self.wire.get(f"/players/{self.handle}/feed", signed=True, after=after, wait=wait, limit=100)
        return cast(PlayerFeed, answer)

    @overload
    def follow(self, game: None = None, seat: None = None, after: str | None = None) -> Iterator[PlayerFeedItem]: ...

    @overload
    def follow(self, game: str, seat: str, after: int | None = None) -> Iterator[OwnFeedItem]: ...

    @overload
    def follow(self, game: str, seat: None = None, after: int | None = None) -> Iterator[FeedItem]: ...

    def follow(self, game: str | None = None, seat: str | None = None, after: Any = None) -> Iterator[Any]:
        """Every item after `after`, as it comes: of a game until it is over, or of all the player's games.

        `after` is the number of an item of that game, or, for all games, a cursor of `player_feed`. For any number of
        games one request waits. While too many wait at the host, this one asks again when the host says.

        `Unreachable` if the host does not answer: follow again from the number of the last item, or from the cursor.
        """
        while True:
            answer = self._patient_feed(game, seat, after)
            for item in answer["items"]:
                yield item
                if game is not None and item["kind"] == "over":
                    return
            after = answer["next"]

    def _patient_feed(self, game: str | None, seat: str | None, after: Any) -> Any:
        """The next items; waits as long as the host asks when too many wait for news there."""
        while True:
            try:
                return self.player_feed(after, WAIT) if game is None else self.feed(game, seat, after or 0, WAIT)
            except Refused as refused:
                if refused.code != "too-many-waiting":
                    raise
                time.sleep(refused.retry_after or WAIT)
