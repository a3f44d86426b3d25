"""The feed of a player: every item of each of their seats once, in any number of games; nothing of others."""

from __future__ import annotations

import threading
from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest

from schemas.statements import payloads
from schemas.statements.canonical import from_base64url, to_base64url
from tests.api.access.test_bearer_tokens import make
from tests.api.hosts import HostUnderTest
from tests.api.reports.test_feed import Watched, feed, polls
from tests.patience import PATIENCE

__all__ = ["polls"]
SEATS = ("red", "green", "black")


def page(host: HostUnderTest, after: str | None = None, who: str = "p-green", **query: Any) -> dict[str, Any]:
    words = "&".join(f"{name}={value}" for name, value in {"after": after, "limit": 100, **query}.items() if value)
    told: dict[str, Any] = host.json(f"/players/{who}/feed?{words}", host.players[who])
    return told


def read_to_the_end(host: HostUnderTest, after: str | None = None, **query: Any) -> tuple[list[dict[str, Any]], str]:
    items: list[dict[str, Any]] = []
    while True:
        part = page(host, after, **query)
        items, after = items + part["items"], part["next"]
        if not part["more"]:
            return items, after


def by_game(items: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found = defaultdict(list)
    for item in items:
        found[item["game"]].append({name: value for name, value in item.items() if name not in ("game", "seat")})
    return found


def own_feeds(host: HostUnderTest, *games: str) -> dict[str, list[dict[str, Any]]]:
    """The feeds of one's seats since one took them."""
    return {game: [item for item in feed(host, game, "green")["items"] if item["number"] > 2] for game in games}


def test_every_item_of_each_seat_comes_once_and_in_order(host: HostUnderTest) -> None:
    one, other = host.started(SEATS), host.started(SEATS)
    host.write_press(one, "red", ["green"], "peace?")
    host.play_on(other, 2)
    items, cursor = read_to_the_end(host, limit=3)
    assert by_game(items) == own_feeds(host, one, other)
    assert [item["at"] for item in items] == sorted(item["at"] for item in items)
    assert items[0]["kind"] == "joined"
    host.act(one, payloads.Remind())
    assert [(item["game"], item["kind"]) for item in read_to_the_end(host, cursor)[0]] == [(one, "act")]


def test_a_game_is_followed_to_its_end_and_then_costs_the_cursor_nothing(host: HostUnderTest) -> None:
    one, other = host.started(SEATS), host.started(SEATS)
    begun, cursor = read_to_the_end(host)
    host.play_on(one)
    items, end = read_to_the_end(host, cursor, limit=2)
    assert by_game(begun + items) == own_feeds(host, one, other)
    assert [item["kind"] for item in items][-1] == "over"
    assert page(host, end) == {"items": [], "next": end, "more": False, "notices": []}
    assert all(item["game"] == other for item in page(host)["items"])  # without a cursor: games that go on
    host.clock.forward(hours=2)
    host.play_on(other)
    _, last = read_to_the_end(host, end)
    assert len(last) < len(cursor)
    assert page(host, last) | {"notices": []} == {"items": [], "next": last, "more": False, "notices": []}


def test_each_item_comes_once_where_several_games_end_between_two_reads_and_the_parts_are_short(
    host: HostUnderTest,
) -> None:
    games = [host.started(SEATS) for _ in range(3)]
    begun, cursor = read_to_the_end(host)
    for game in games:
        host.play_on(game)
    items, end = read_to_the_end(host, cursor, limit=2)
    assert by_game(begun + items) == own_feeds(host, *games)
    assert page(host, end) == {"items": [], "next": end, "more": False, "notices": []}


def test_an_end_that_is_seen_after_a_later_one_is_not_missed(host: HostUnderTest) -> None:
    """Where several processes write, the game that ended first may be the last to be committed."""
    one, other = host.started(SEATS), host.started(SEATS)
    begun, cursor = read_to_the_end(host)
    host.play_on(one)
    _, cursor = read_to_the_end(host, cursor)
    host.play_on(other)
    before = (host.clock() - timedelta(minutes=5)).strftime("%Y-%m-%d %H:%M:%S.%f")
    host.rows("update games set over_at = ? where id = ?", before, other)
    items, _ = read_to_the_end(host, cursor)
    assert items[-1]["kind"] == "over"
    assert by_game(begun + items)[other] == own_feeds(host, other)[other]


def test_a_cursor_of_the_first_hosts_misses_nothing(host: HostUnderTest) -> None:
    """They wrote the newest row of the log in the place of the newest end: what ended comes again, as it came first."""
    one, other = host.started(SEATS), host.started(SEATS)
    begun, cursor = read_to_the_end(host)
    marks = from_base64url(cursor, "cursor")[8:]
    late = host.started(SEATS)
    host.play_on(one)
    host.play_on(late)
    items, end = read_to_the_end(host, to_base64url((13).to_bytes(8, "big") + marks))
    assert by_game(begun + items) == own_feeds(host, one, other, late)
    assert page(host, end)["items"] == []


def test_a_cursor_stays_valid(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    cursors = [read_to_the_end(host)[1]]
    for _ in range(3):
        host.play_on(game, 1)
        cursors.append(read_to_the_end(host, cursors[-1])[1])
    host.play_on(game)
    whole = own_feeds(host, game)[game]
    for cursor in cursors:
        rest = by_game(read_to_the_end(host, cursor)[0])[game]
        assert rest == whole[len(whole) - len(rest) :]
        assert rest[-1]["kind"] == "over"


def test_a_game_that_began_and_ended_between_two_reads_is_not_missed(host: HostUnderTest) -> None:
    host.started(SEATS)
    _, cursor = read_to_the_end(host)
    late = host.started(SEATS)
    host.play_on(late)
    items, _ = read_to_the_end(host, cursor)
    assert by_game(items) == own_feeds(host, late)


def test_what_concerns_others_moves_nothing(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    before = page(host, page(host)["next"])
    host.write_press(game, "red", ["black"], "between us")
    seat = next(seat for seat in host.asked(game))
    host.send(game, seat, host.default(game, seat), "draft")
    assert page(host, before["next"]) == before


def test_a_token_for_some_games_reads_those_only(host: HostUnderTest) -> None:
    host.started(SEATS)
    game = host.started(SEATS)
    secret = make(host, host.players["p-green"], "seats", games=[game])["secret"]
    told = host.get("/players/p-green/feed", Authorization=f"Bearer {secret}").get_json()
    assert {item["game"] for item in told["items"]} == {game}
    waiting = make(host, host.players["p-green"], "waiting")["secret"]
    assert host.get("/players/p-green/feed", Authorization=f"Bearer {waiting}").status_code == 403
    refused = host.get("/players/p-green/feed", host.players["p-red"])
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not-you")


@pytest.mark.parametrize("cursor", ["x", "AAAA", "A" * 13, "QUJD" * 7, "__________8"])
def test_a_cursor_that_the_host_never_gave_is_refused(host: HostUnderTest, cursor: str) -> None:
    host.started(SEATS)
    refused = host.get(f"/players/p-green/feed?after={cursor}", host.players["p-green"])
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-cursor")


def test_one_request_waits_for_news_of_all_games(host: HostUnderTest, polls: Watched) -> None:
    games = [host.started(SEATS) for _ in range(polls.most + 1)]
    path = f"/api/v1/players/p-green/feed?wait=30&after={read_to_the_end(host)[1]}"
    headers = host.players["p-green"].headers(path, host.clock)
    got: list[Any] = []
    reader = threading.Thread(target=lambda: got.append(host.app.test_client().get(path, headers=headers).get_json()))
    reader.start()
    assert polls.saw_a_look()
    assert polls._who["p-green"] == 1
    host.write_press(games[4], "red", ["black"], "between us")
    assert polls.saw_a_look()
    host.write_press(games[4], "red", ["green"], "peace?")
    reader.join(PATIENCE)
    assert [(item["game"], item["kind"]) for item in got[0]["items"]] == [(games[4], "press")]
    assert not polls._bells
