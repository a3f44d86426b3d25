"""Feeds: what happened in a game, item by item, for everybody and for each seat; readers may wait for the next."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from flask import Response

from api.access.authentication import load_asking_player, load_own_seat
from api.host.host import this_host
from api.http.answers import answer
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import HOLDER, OWNER
from api.openapi.game_answers import OwnFeed, PlayerFeed, PublicFeed
from api.openapi.requests import GamePath, ItemsAfter, PlayerItemsAfter, PlayerPath, SeatPath
from api.reports.feed import Feed
from api.reports.player_feed import player_feed
from api.store.lookups import load_game

feeds = blueprint("feeds", __doc__)
Page = PublicFeed | OwnFeed
P = TypeVar("P", PublicFeed | OwnFeed, PlayerFeed)


@feeds.get("/games/<game>/feed", summary="What happened, item by item, for everybody", responses={200: PublicFeed})
@refuses("too-many-waiting")
def get_public_feed(path: GamePath, query: ItemsAfter) -> Response:
    """The public items after `after`; with `wait`, the answer comes when there is one or the time is over."""
    host = this_host()

    def look() -> Page:
        with host.database.read() as session:
            return Feed(host, session, load_game(session, path.game), None).page(query.after, query.limit)

    return answer(wait_for_items(look, (path.game,), [None], query.wait))


@feeds.get(
    "/games/<game>/seats/<seat>/feed",
    summary="What happened, item by item, for one's own seat",
    responses={200: OwnFeed},
)
@refuses(*HOLDER, "too-many-waiting")
def get_feed(path: SeatPath, query: ItemsAfter) -> Response:
    """The items of one's own seat after `after`, with its press; who may read is checked again after a wait."""
    host = this_host()
    holders: list[str | None] = [None]

    def look() -> Page:
        with host.database.read() as session:
            game = load_game(session, path.game)
            seat = load_own_seat(host, session, game.id, path.seat)
            holders[0] = seat.player
            return Feed(host, session, game, seat).page(query.after, query.limit)

    return answer(wait_for_items(look, (path.game,), holders, query.wait), private=True)


@feeds.get(
    "/players/<handle>/feed",
    summary="What happened in all of one's games, item by item, for one's own seats",
    responses={200: PlayerFeed},
)
@refuses(*OWNER, "wrong-cursor", "too-many-waiting")
def get_player_feed(path: PlayerPath, query: PlayerItemsAfter) -> Response:
    """The items of all seats that the player holds, each once; one waiting request serves any number of games.

    A seat that is taken while a request waits is in the next answer. A token sees the games that it was made for.
    """
    host = this_host()
    games: set[str] = set()

    def look() -> PlayerFeed:
        with host.database.read() as session:
            player, asker = load_asking_player(host, session, path.handle, "seats")
            page, going = player_feed(host, session, player, asker, query.after, query.limit)
            games.update(going)
            return page

    return answer(wait_for_items(look, games, [path.handle], query.wait), private=True)


def wait_for_items(look: Callable[[], P], games: Collection[str], who: list[str | None], seconds: int) -> P:
    """A page with items, or an empty one when the time is over. The first look sets `games` and `who`, who waits."""
    page = look()
    if page.items or not seconds:
        return page
    return this_host().long_polls.until(look, lambda seen: bool(seen.items), games, who[0], seconds)
