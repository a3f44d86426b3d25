"""Feeds: what happened in a game, item by item, for everybody and for each seat; readers may wait for what comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from api.access.ownership import load_own_seat
from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers_feeds as answers
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import HOLDER
from api.openapi.requests import FeedQuery, GamePath, SeatPath
from api.reports.feed import Feed
from api.store.lookups import load_game

feeds = blueprint("feeds", __doc__)
Page = dict[str, Any]


@feeds.get(
    "/games/<game>/feed", summary="What happened, item by item, for everybody", responses={200: answers.PublicFeed}
)
@refuses("too-many-waiting")
def get_public_feed(path: GamePath, query: FeedQuery) -> Response:
    """The public items after `since`; with `wait` the answer comes when there is one, or when the time is over."""
    host = this_host()

    def look() -> Page:
        with host.database.read() as session:
            return Feed(host, session, load_game(session, path.game), None).page(query.since, query.limit)

    return answer(waited(look, path.game, [None], query.wait))


@feeds.get(
    "/games/<game>/seats/<seat>/feed",
    summary="What happened, item by item, for one's own seat",
    responses={200: answers.OwnFeed},
)
@refuses(*HOLDER, "too-many-waiting")
def get_feed(path: SeatPath, query: FeedQuery) -> Response:
    """The items of one's own seat after `since`, its press among them; who may read is looked at again after a wait."""
    host = this_host()
    holders: list[str | None] = [None]

    def look() -> Page:
        with host.database.read() as session:
            game = load_game(session, path.game)
            seat = load_own_seat(host, session, game.id, path.seat)
            holders[0] = seat.player
            return Feed(host, session, game, seat).page(query.since, query.limit)

    return answer(waited(look, path.game, holders, query.wait), private=True)


def waited(look: Callable[[], Page], game: str, who: list[str | None], seconds: int) -> Page:
    """A page that has items, or that is empty still when the time is over; the first look tells who looks."""
    page = look()
    if page["items"] or not seconds:
        return page
    return this_host().waiters.until(look, lambda seen: bool(seen["items"]), game, who[0], seconds)
