"""One feed over all seats of a player: the items of each seat's own feed (`api.reports.feed`), merged by instant.

Nothing is stored for it. A cursor says how far each seat's feed is read, so it stays valid for good, and gives away
nothing: its numbers are those of items that its reader was given, and how many entries all logs, which are public, had.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import islice
from typing import Any, Final

from sqlmodel import Session, col, func, or_, select

from adjudicator.kernel import OtherRules
from api.access.aliases import aliases_ever
from api.access.authentication import Asker
from api.host.host import Host
from api.openapi.game_answers import OwnFeed, OwnFeedItem, PlayerFeed, PlayerFeedItem
from api.reports.feed import Feed
from api.reports.paging import refuse_cursor
from api.reports.waiting_seats import speaks_another
from api.store.lookups import load_game
from api.store.models import INVITING, RUNNING, Game, LogRow, Player, Seat
from schemas.errors import ProtocolError
from schemas.log.entries import Moved, Over
from schemas.statements.canonical import from_base64url, to_base64url

OPEN: Final = (INVITING, RUNNING)
MOST_SEATS: Final = 240
"""Of one player, those in the newest games: their places in a cursor must fit into an address."""
LATE: Final = 1_000
ENTRIES: Final = struct.Struct(">Q")
MARK: Final = struct.Struct(">8sI")


@dataclass(frozen=True)
class Cursor:
    """How far a player's feed is read: the newest log entry when it was last read to its end, and the last item a seat.

    Not named are seats taken since, and those of which every item to the end of their games was read.
    """

    entries: int | None = None
    marks: dict[bytes, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Cursor:
        """Read what `next` gave; anything else is refused."""
        try:
            raw = from_base64url(text, "after")
            (entries,) = ENTRIES.unpack(raw[: ENTRIES.size])
            return cls(entries, dict(MARK.iter_unpack(raw[ENTRIES.size :])))
        except (ProtocolError, struct.error):
            refuse_cursor()

    def __str__(self) -> str:
        raw = b"".join(MARK.pack(name, number) for name, number in sorted(self.marks.items()))
        return to_base64url(ENTRIES.pack(self.entries) + raw)


def seat_name(seat: Seat) -> bytes:
    """What names a seat in a cursor."""
    return hashlib.sha256(f"{seat.game}|{seat.name}".encode()).digest()[: MARK.size - 4]


@dataclass(frozen=True)
class Part:
    """What comes next in the feed of one seat."""

    seat: Seat
    status: str
    since: int
    page: OwnFeed

    def items(self) -> Iterator[tuple[tuple[str, str, str], OwnFeedItem]]:
        """The items, each with what sorts it among those of other seats."""
        for item in self.page.items:
            yield (item.at, self.seat.game, self.seat.name), item

    def mark(self, taken: Sequence[OwnFeedItem]) -> int | None:
        """The number up to which it is read once these were taken; None at the end of a game that is over."""
        if self.status not in OPEN and not self.page.more and len(taken) == len(self.page.items):
            return None
        return taken[-1].number if taken else self.since


def player_feed(
    host: Host, session: Session, player: Player, asker: Asker, after: str | None, limit: int
) -> tuple[PlayerFeed, set[str]]:
    """The items after a cursor, `limit` at most, and the games in which more may come.

    Without a cursor: what came since the player took their seats, in games that are not over. The seats that they hold
    under an alias are among them for who signs the request; no token reads them.
    """
    handles = [player.handle, *(aliases_ever(host, session, player) if asker.scopes is None else ())]
    known = Cursor.parse(after) if after else Cursor()
    newest = session.exec(select(func.max(LogRow.id))).one() or 0
    parts = [part_of(host, session, seat, known, limit) for seat in seats_of(session, handles, asker, known)]
    taken = list(islice(merge(*(part.items() for part in parts), key=lambda one: one[0]), limit))
    by_seat: dict[tuple[str, str], list[OwnFeedItem]] = {}
    for (_, game, seat), item in taken:
        by_seat.setdefault((game, seat), []).append(item)
    ends = [(part.seat, part.mark(by_seat.get((part.seat.game, part.seat.name), ()))) for part in parts]
    marks = {seat_name(seat): mark for seat, mark in ends if mark is not None}
    more = len(taken) < sum(len(part.page.items) for part in parts) or any(part.page.more for part in parts)
    entries = known.entries if more and known.entries is not None else newest
    return PlayerFeed(
        items=[PlayerFeedItem(game=game, seat=seat, **item.model_dump()) for (_, game, seat), item in taken],
        next=str(Cursor(entries, marks)) if taken or after is None else after,
        more=more,
    ), {part.seat.game for part in parts if part.status in OPEN}


def part_of(host: Host, session: Session, seat: Seat, known: Cursor, limit: int) -> Part:
    """The next items of one seat; of one that the cursor does not name, from where its holder took it."""
    game = load_game(session, seat.game)
    feed = Feed(host, session, game, seat)
    since = known.marks.get(seat_name(seat))
    since = max(0, feed.joined() - 1) if since is None else since
    try:
        page: Any = feed.page(since, limit)
    except OtherRules:  # its own feed says so
        page = OwnFeed(game=game.id, seat=seat.name, items=[], next=since, more=False)
    return Part(seat, game.status, since, page)


def seats_of(session: Session, handles: Sequence[str], asker: Asker, known: Cursor) -> Sequence[Seat]:
    """The seats whose items may be news: in games that go on, that the cursor names, or that ended after it."""
    own = select(Seat, Game.status).join(Game, col(Game.id) == Seat.game).where(col(Seat.player).in_(handles))
    own = own.where(or_(col(Seat.player) != handles[0], ~speaks_another(asker.key_id)))
    if asker.games is not None:
        own = own.where(col(Game.id).in_(asker.games))
    ends = ended_after(session, handles, known)
    newest = own.order_by(col(Game.created_at).desc(), col(Game.id), col(Seat.ordinal))
    found = session.exec(newest.where(or_(col(Game.status).in_(OPEN), col(Game.id).in_(ends))).limit(MOST_SEATS)).all()
    return [
        seat
        for seat, status in found
        if status in OPEN or seat_name(seat) in known.marks or ends[seat.game] > (known.entries or 0)
    ]


def ended_after(session: Session, handles: Sequence[str], known: Cursor) -> dict[str, int]:
    """The player's games that ended since the cursor was made, or shortly before, each with the log row that says so.

    Shortly before, because where several write at once, a row may be seen later than one with a higher id.
    """
    if known.entries is None:
        return {}
    own = select(Seat.game).where(col(Seat.player).in_(handles))
    rows = session.exec(
        select(LogRow.game, LogRow.id)
        .where(col(LogRow.id) > known.entries - LATE, col(LogRow.kind).in_((Over.kind, Moved.kind)))
        .where(col(LogRow.game).in_(own))
    ).all()
    return {game: row or 0 for game, row in rows}
