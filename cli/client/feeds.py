"""The feed of a game, for scripts: read once, or followed as it comes.

A feed is unsigned and only says where to look; the other parts of the client read, and prove, what it names.
"""

from __future__ import annotations

from collections.abc import Iterator

from cli.client.party import Party, Payload

WAIT = 25
"""Seconds that one request waits for news; must be less than the second of `cli.client.http.TIMEOUT`."""
ENDS = ("over", "moved")


class FeedClient(Party):
    """The part of a client that reads feeds."""

    def feed(self, game: str, seat: str | None = None, since: int = 0, wait: int = 0) -> Payload:
        """The items after `since` in the feed of the player's seat (None: the public one), and `next`, where to go on.

        If there is none yet, the host waits for one for `wait` seconds (30 at most).
        """
        self.meet()
        place = f"/games/{game}/seats/{seat}/feed" if seat else f"/games/{game}/feed"
        return self.wire.get(place, signed=seat is not None, since=since, wait=wait, limit=100)

    def follow(self, game: str, seat: str | None = None, since: int = 0) -> Iterator[Payload]:
        """Every item after `since`, as it comes, until the game is over or moves to another host.

        `Unreachable` if the host does not answer: follow again from the number of the last item.
        """
        while True:
            answer = self.feed(game, seat, since, WAIT)
            for item in answer["items"]:
                yield item
                if item["kind"] in ENDS:
                    return
            since = answer["next"]
