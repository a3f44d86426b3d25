"""The feed of a game in a script: followed as it comes, to its end."""

import threading
from types import SimpleNamespace

import pytest
from requests import Response

from cli.client import feeds
from cli.errors import Refused, Unreachable
from cli.play import waiting
from cli.play.waiting import wait_for_news


def test_a_game_is_followed_to_its_end(finished):
    told = list(finished.client("kleon").follow(finished.game, "green"))
    assert [item["number"] for item in told] == [*range(1, len(told) + 1)]
    assert (told[0]["kind"], told[-1]["kind"]) == ("created", "over")
    assert {"phase", "resolved"} < {item["kind"] for item in told}
    assert next(finished.client("nikias").follow(finished.game, after=len(told) - 1))["kind"] == "over"


def press_while_waiting(client, table):
    """Have another player write once the client asks for news."""
    exchange = client.wire.exchange

    def asked(*words, **more):
        client.wire.exchange = exchange
        writer = table.client("aspasia")
        threading.Thread(target=writer.send_press, args=(table.game, "red", ["green"], "now")).start()
        return exchange(*words, **more)

    client.wire.exchange = asked


def test_what_comes_is_told_when_it_comes(table):
    client = table.client("kleon")
    newest = client.feed(table.game, "green")["next"]
    follower = client.follow(table.game, "green", newest)
    press_while_waiting(client, table)
    item = next(follower)
    assert (item["kind"], item["press"], item["seats"]) == ("press", 1, ["red"])


def test_a_bot_is_woken_by_news(table):
    client = table.client("kleon")
    newest = client.feed(table.game, "green")["next"]
    press_while_waiting(client, table)
    assert wait_for_news(client, table.game, "green", newest, 30) == newest + 1


def test_a_bot_that_cannot_be_told_sleeps(table, monkeypatch):
    client = table.client("kleon")

    def silent(*_, **__):
        raise Unreachable("No host answers.")

    monkeypatch.setattr(client.wire, "exchange", silent)
    slept = []
    monkeypatch.setattr(waiting, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=slept.append))
    assert wait_for_news(client, table.game, "green", 3, 30) == 3
    assert slept == [30]
    with pytest.raises(Unreachable):
        client.feed(table.game, "green")


def test_all_games_are_followed_at_once_through_one_request(table):
    client = table.client("kleon")
    newest = client.player_feed()
    while newest["more"]:
        newest = client.player_feed(newest["next"])
    follower = client.follow(after=newest["next"])
    press_while_waiting(client, table)
    item = next(follower)
    assert (item["game"], item["seat"], item["kind"]) == (table.game, "green", "press")


def test_a_follower_waits_as_long_as_the_host_asks_when_too_many_wait(finished, monkeypatch):
    client = finished.client("kleon")
    exchange, slept = client.wire.exchange, []

    def crowded(*words, **more):
        client.wire.exchange = exchange
        answer = Response()
        answer.status_code, answer.headers["Retry-After"] = 429, "17"
        answer._content = b'{"code": "too-many-waiting", "detail": "Too many."}'
        return answer

    client.meet()
    monkeypatch.setattr(client.wire, "exchange", crowded)
    monkeypatch.setattr(feeds, "time", SimpleNamespace(sleep=slept.append))
    assert next(client.follow(finished.game, "green"))["kind"] == "created"
    assert slept == [17]


def test_a_refusal_carries_its_status_and_when_to_ask_again(finished, monkeypatch):
    client = finished.client("kleon")
    with pytest.raises(Refused) as refused:
        client.game("no-such-game")
    assert (refused.value.code, refused.value.status, refused.value.retry_after) == ("unknown-game", 404, None)
