"""The feed of a game in a script: followed as it comes, to its end."""

import threading
import time

import pytest

from cli.errors import Unreachable
from cli.play.bot import wait_for_news


def test_a_game_is_followed_to_its_end(finished):
    told = list(finished.client("kleon").follow(finished.game, "green"))
    assert [item["number"] for item in told] == [*range(1, len(told) + 1)]
    assert (told[0]["kind"], told[-1]["kind"]) == ("created", "over")
    assert {"phase", "resolved"} < {item["kind"] for item in told}
    assert next(finished.client("nikias").follow(finished.game, since=len(told) - 1))["kind"] == "over"


def test_what_comes_is_told_when_it_comes(table):
    client = table.client("kleon")
    newest = client.feed(table.game, "green")["next"]
    follower = client.follow(table.game, "green", newest)
    threading.Timer(0.5, lambda: table.client("aspasia").send_press(table.game, "red", ["green"], "now")).start()
    item = next(follower)
    assert (item["kind"], item["press"], item["seats"]) == ("press", 1, ["red"])


def test_a_bot_is_woken_by_news(table):
    client = table.client("kleon")
    newest = client.feed(table.game, "green")["next"]
    threading.Timer(0.3, lambda: table.client("aspasia").send_press(table.game, "red", ["green"], "now")).start()
    begun = time.monotonic()
    assert wait_for_news(client, table.game, "green", newest, 20) == newest + 1
    assert time.monotonic() - begun < 15


def test_a_bot_that_cannot_be_told_sleeps(table, monkeypatch):
    client = table.client("kleon")

    def silent(*_, **__):
        raise Unreachable("No host answers.")

    monkeypatch.setattr(client.wire, "exchange", silent)
    begun = time.monotonic()
    assert wait_for_news(client, table.game, "green", 3, 0.2) == 3
    assert time.monotonic() - begun >= 0.2
    with pytest.raises(Unreachable):
        client.feed(table.game, "green")
