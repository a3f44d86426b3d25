"""Feeds: what happened in a game, item by item, for everybody and for each seat; readers may wait for the next."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from api.access.ownership import load_own_seat
from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import HOLDER
from api.openapi.game_answers import OwnFeed, PublicFeed
from api.openapi.requests import FeedQuery, GamePath, SeatPath
from api.reports.feed import Feed
from api.store.lookups import load_game

feeds = blueprint("feeds", __doc__)
Page = PublicFeed | OwnFeed


@feeds.get("/games/<game>/feed", summary="What happened, item by item, for everybody", responses={200: PublicFeed})
@refuses("too-many-waiting")
def get_public_feed(path: GamePath, query: FeedQuery) -> Response:
    """The public items after `since`; with `wait`, the answer comes when there is one or the time is over."""
    host = this_host()

    def look() -> Page:
        with host.database.read() as session:
            return Feed(host, session, load_game(session, path.game), None).page(query.since, query.limit)

    return answer(wait_for_items(look, path.game, [None], query.wait))


@feeds.get(
    "/games/<game>/seats/<seat>/feed",
    summary="What happened, item by item, for one's own seat",
    responses={200: OwnFeed},
)
@refuses(*HOLDER, "too-many-waiting")
def get_feed(path: SeatPath, query: FeedQuery) -> Response:
    """The items of one's own seat after `since`, with its press; who may read is checked again after a wait."""
    host = this_host()
    holders: list[str | None] = [None]

    def look() -> Page:
        with host.database.read() as session:
            game = load_game(session, path.game)
            seat = load_own_seat(host, session, game.id, path.seat)
            holders[0] = seat.player
            return Feed(host, session, game, seat).page(query.since, query.limit)

    return answer(wait_for_items(look, path.game, holders, query.wait), private=True)


def wait_for_items(look: Callable[[], Page], game: str, who: list[str | None], seconds: int) -> Page:
    """A page with items, or an empty one when the time is over. The first look sets in `who` which player waits."""
    page = look()
    if page.items or not seconds:
        return page
    return this_host().long_polls.until(look, lambda seen: bool(seen.items), game, who[0], seconds)
