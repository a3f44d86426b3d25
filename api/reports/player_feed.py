"""One feed over all seats of a player: the items of each seat's own feed (`api.reports.feed`), merged by instant.

Nothing is stored for it. A cursor says how far each seat's feed is read, so it stays valid for good. It is made of
nothing but numbers of items that its reader was given, and the instant at which the newest of their own games ended:
whatever happens where they have no seat, it stays the same.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from heapq import merge
from itertools import islice
from typing import Any, Final

from sqlmodel import Session, col, func, or_, select

from adjudicator.kernel import OtherRules
from api.access.aliases import aliases_ever
from api.access.authentication import Asker
from api.health.notices import notices
from api.host.host import Host
from api.openapi.game_answers import OwnFeed, OwnFeedItem, PlayerFeed, PlayerFeedItem
from api.reports.feed import Feed
from api.reports.paging import refuse_cursor
from api.reports.waiting_seats import speaks_another
from api.store.models import INVITING, RUNNING, Game, Player, Seat
from schemas.errors import ProtocolError
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.times import LAST

GOING: Final = (INVITING, RUNNING)
MOST_SEATS: Final = 240
"""Of one player, those in the newest games: their places in a cursor must fit into an address."""
LATE: Final = 3_600
"""Seconds by which the clocks of processes may differ, and a transaction take: an end may be seen after a later one."""
END: Final = struct.Struct(">Q")
MARK: Final = struct.Struct(">8sI")


@dataclass(frozen=True)
class Cursor:
    """How far a player's feed is read: when the newest of their games that it is read to the end of ended, and the last
    item a seat.

    Not named are seats taken since, and those whose games ended `LATE` before `ended` or sooner: they are read to their
    ends. Earlier hosts had the newest row of the whole log in the place of `ended`: read as an instant of long ago, it
    makes such a cursor name no end, so that games that are over come once more, and nothing is missed.
    """

    ended: int | None = None
    """In seconds since 1970; 0: none ended yet."""
    marks: dict[bytes, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Cursor:
        """Read what `next` gave; anything else is refused."""
        try:
            raw = from_base64url(text, "after")
            (ended,) = END.unpack(raw[: END.size])
            marks = dict(MARK.iter_unpack(raw[END.size :]))
        except (ProtocolError, struct.error):
            refuse_cursor()
        return cls(ended, marks) if ended <= LAST.timestamp() else refuse_cursor()

    def __str__(self) -> str:
        raw = b"".join(MARK.pack(name, number) for name, number in sorted(self.marks.items()))
        return to_base64url(END.pack(self.ended) + raw)


def seat_name(seat: Seat) -> bytes:
    """What names a seat in a cursor."""
    return hashlib.sha256(f"{seat.game}|{seat.name}".encode()).digest()[: MARK.size - 4]


@dataclass(frozen=True)
class Part:
    """What comes next in the feed of one seat."""

    seat: Seat
    game: Game
    since: int
    page: OwnFeed

    def items(self) -> Iterator[tuple[tuple[str, str, str], OwnFeedItem]]:
        """The items, each with what sorts it among those of other seats."""
        for item in self.page.items:
            yield (item.at, self.seat.game, self.seat.name), item


def player_feed(
    host: Host, session: Session, player: Player, asker: Asker, after: str | None, limit: int
) -> tuple[PlayerFeed, set[str]]:
    """The items after a cursor, `limit` at most, and the games in which more may come.

    Without a cursor: what came since the player took their seats, in games that are not over. The seats that they hold
    under an alias are among them for who signs the request; no token reads them.
    """
    handles = [player.handle, *(aliases_ever(host, session, player) if asker.scopes is None else ())]
    known, own = Cursor.parse(after) if after else Cursor(), own_seats(handles, asker)
    newest = newest_end(session, own)
    parts = [part_of(host, session, *one, known, limit) for one in seats_of(session, own, known, newest)]
    taken = list(islice(merge(*(part.items() for part in parts), key=lambda one: one[0]), limit))
    last = {(game, seat): item.number for (_, game, seat), item in taken}
    more = len(taken) < sum(len(part.page.items) for part in parts) or any(part.page.more for part in parts)
    ended = known.ended if more and known.ended is not None else newest
    marks = {
        seat_name(part.seat): last.get((part.seat.game, part.seat.name), part.since)
        for part in parts
        if is_recent(part.game, ended)
    }
    return PlayerFeed(
        items=[PlayerFeedItem(game=game, seat=seat, **item.model_dump()) for (_, game, seat), item in taken],
        next=str(Cursor(ended, marks)) if taken or after is None else after,
        more=more,
        notices=notices(host, session, player.handle),
    ), {part.seat.game for part in parts if part.game.status in GOING}


def part_of(host: Host, session: Session, seat: Seat, game: Game, known: Cursor, limit: int) -> Part:
    """The next items of one seat; of one that the cursor does not name, from where its holder took it."""
    feed = Feed(host, session, game, seat)
    since = known.marks.get(seat_name(seat))
    if since is None:
        was_over = known.ended is None and game.status not in GOING
        since = feed.length() if was_over else max(0, feed.joined() - 1)
    try:
        page: Any = feed.page(since, limit)
    except OtherRules:  # its own feed says so
        page = OwnFeed(game=game.id, seat=seat.name, items=[], next=since, more=False)
    return Part(seat, game, since, page)


def own_seats(handles: Sequence[str], asker: Asker) -> Any:
    """The seats of a player that the asker may see, each with its game."""
    own = select(Seat, Game).join(Game, col(Game.id) == Seat.game).where(col(Seat.player).in_(handles))
    own = own.where(or_(col(Seat.player) != handles[0], ~speaks_another(asker.key_id)))
    return own if asker.games is None else own.where(col(Game.id).in_(asker.games))


def newest_end(session: Session, own: Any) -> int:
    """When the newest end among the games of these seats was, in seconds; 0: none is over."""
    (found,) = session.exec(own.with_only_columns(func.max(Game.over_at))).one()
    return end_of(found)


def seats_of(session: Session, own: Any, known: Cursor, newest: int) -> Sequence[tuple[Seat, Game]]:
    """The seats whose items may be news, or are to be named in the cursor: in games that go on, or ended of late."""
    since = newest if known.ended is None else known.ended
    late = datetime.fromtimestamp(max(0, since - LATE), UTC)
    recent = own.where(or_(col(Game.status).in_(GOING), col(Game.over_at) >= late))
    ordered = recent.order_by(col(Game.created_at).desc(), col(Game.id), col(Seat.ordinal))
    found: Sequence[tuple[Seat, Game]] = session.exec(ordered.limit(MOST_SEATS)).all()
    return found


def is_recent(game: Game, ended: int) -> bool:
    """Does a cursor name the seats of a game: it goes on, or ended not long before?"""
    return game.status in GOING or end_of(game.over_at) >= ended - LATE


def end_of(moment: datetime | None) -> int:
    """An end in seconds since 1970; 0: none."""
    return 0 if moment is None else int(moment.timestamp())
