"""The feed of a game, for scripts: read once, or followed as it comes.

A feed is unsigned and only says where to look: what it names is read, and proved, by the other parts of the client.
"""

from __future__ import annotations

from collections.abc import Iterator

from cli.client.party import Party, Payload

WAIT = 25
"""Seconds that one request waits for news: less than the transport's patience between bytes."""
ENDS = ("over", "moved")


class Watching(Party):
    """The part of a client that watches."""

    def feed(self, game: str, seat: str | None = None, since: int = 0, wait: int = 0) -> Payload:
        """The items after `since` of the feed of the player's seat (None: of everybody), and `next`, where to go on.

        Where there is none, the service waits so many seconds (30 at most) for one.
        """
        self.meet()
        place = f"/games/{game}/seats/{seat}/feed" if seat else f"/games/{game}/feed"
        return self.wire.get(place, signed=seat is not None, since=since, wait=wait, limit=100)

    def follow(self, game: str, seat: str | None = None, since: int = 0) -> Iterator[Payload]:
        """Every item after `since`, as it comes, until the game is over or moves to another host.

        A service that does not answer ends it with `Unreachable`: follow again from the number of the last item.
        """
        while True:
            told = self.feed(game, seat, since, WAIT)
            for item in told["items"]:
                yield item
                if item["kind"] in ENDS:
                    return
            since = told["next"]
