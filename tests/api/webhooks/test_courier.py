"""Webhooks: a player's own address is told where to read, signed by the host, at least once, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from api.webhooks.courier import PAUSES, Courier
from schemas.documents.webhook_deliveries import verify_delivery
from schemas.errors import BadSignature
from schemas.statements import payloads
from tests.api.hosts import HostUnderTest
from tests.api.listening import Listener, Posted

FIELDS = ["at", "delivery", "game", "item", "kind", "phase", "seat"]


def item_of(got: Posted) -> dict[str, Any]:
    """What a delivery tells."""
    told: dict[str, Any] = json.loads(got.body)
    return told


class Receiver(Listener):
    """An address of a player's own."""

    def __init__(self) -> None:
        self.status, self.location = 204, ""
        super().__init__()

    def answer(self, posted: Posted) -> tuple[int, dict[str, str]]:
        self.got.append(posted)
        return self.status, {"Location": self.location} if self.location else {}

    @property
    def url(self) -> str:
        return f"{self.origin}/told?by=ostraka"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


class Hooked(HostUnderTest):
    """A host whose operator allows webhooks on his own machine, with its courier."""

    def open(self) -> None:
        self.config = replace(self.config, lan_webhooks=True)
        super().open()
        self.courier = Courier(self.host)
        self.host.database.listeners.append(self.courier.news.add)

    def hook(self, who: str, url: str) -> dict[str, Any]:
        made = self.ask("POST", f"/players/{who}/webhooks", self.players[who], {"url": url})
        assert made.status_code == 201, made.text
        told: dict[str, Any] = made.get_json()
        return told

    def deliveries(self, who: str, webhook: dict[str, Any]) -> list[dict[str, Any]]:
        path = f"/players/{who}/webhooks/{webhook['webhook']}/deliveries"
        told: list[dict[str, Any]] = self.json(path, self.players[who])["deliveries"]
        return told


@pytest.fixture
def hooked(tmp_path: Path) -> Iterator[Hooked]:
    host = Hooked(tmp_path)
    yield host
    host.close()


def test_what_happens_is_told_signed_and_says_only_where_to_read(hooked: Hooked, receiver: Receiver) -> None:
    game = hooked.started()
    hooked.hook("p-green", receiver.url)
    hooked.write_press(game, "red", ["green"], "a secret")
    hooked.write_press(game, "red", ["black"], "another")
    hooked.play_on(game, 1)
    hooked.courier.run_once()
    assert [item_of(got)["kind"] for got in receiver.got] == ["press", "resolved", "phase"]
    for got in receiver.got:
        told = verify_delivery(receiver.url, got.headers, got.body, hooked.host.card.signing_key, hooked.clock())
        assert sorted(told) == FIELDS
        assert (told["game"], told["seat"]) == (game, "green")
        assert b"secret" not in got.body
    feed = hooked.json(
        f"/games/{game}/seats/green/feed?after={item_of(receiver.got[0])['item'] - 1}", hooked.seats[game]["green"]
    )
    assert [item["number"] for item in feed["items"]] == [item_of(got)["item"] for got in receiver.got]


def test_a_delivery_that_was_changed_does_not_hold(hooked: Hooked, receiver: Receiver) -> None:
    game = hooked.started()
    hooked.hook("p-green", receiver.url)
    hooked.act(game, payloads.Remind())
    hooked.courier.run_once()
    [got] = receiver.got
    key, now = hooked.host.card.signing_key, hooked.clock()
    for url, headers, body, host, at in (
        ("http://elsewhere.example/", got.headers, got.body, key, now),
        (receiver.url, got.headers, got.body.replace(b"green", b"black"), key, now),
        (receiver.url, {}, got.body, key, now),
        (receiver.url, got.headers, got.body, hooked.players["p-red"].identity.signing_key, now),
        (receiver.url, got.headers, got.body, key, now + timedelta(minutes=6)),
    ):
        with pytest.raises(BadSignature):
            verify_delivery(url, headers, body, host, at)


def test_what_nobody_takes_is_tried_again_ever_later_and_is_a_dead_letter_at_last(
    hooked: Hooked, receiver: Receiver
) -> None:
    game = hooked.started()
    webhook = hooked.hook("p-green", receiver.url)
    receiver.status = 500
    hooked.act(game, payloads.Remind())
    for attempt in range(len(PAUSES) + 1):
        hooked.courier.run_once()
        hooked.courier.run_once()
        assert len(receiver.got) == attempt + 1
        if attempt < len(PAUSES):
            hooked.clock.moment += PAUSES[attempt]
    [dead] = hooked.deliveries("p-green", webhook)
    assert (dead["status"], dead["attempts"], dead["outcome"]) == ("dead", 8, "500")
    assert len({item_of(got)["delivery"] for got in receiver.got}) == 1
    assert hooked.json("/players/p-green/webhooks", hooked.players["p-green"])["webhooks"][0]["dead"] == 1
    receiver.status = 200
    path = f"/players/p-green/webhooks/{webhook['webhook']}/deliveries/{dead['number']}/retry"
    assert hooked.ask("POST", path, hooked.players["p-green"], {}).status_code == 200
    hooked.courier.run_once()
    [sent] = hooked.deliveries("p-green", webhook)
    assert (sent["status"], sent["outcome"]) == ("sent", "200")
    assert item_of(receiver.got[-1]) == item_of(receiver.got[0])


def test_one_that_is_not_taken_holds_up_its_own_webhook_only_and_order_is_kept(
    hooked: Hooked, receiver: Receiver
) -> None:
    game = hooked.started()
    good = Receiver()
    hooked.hook("p-green", receiver.url)
    hooked.hook("p-black", good.url)
    receiver.status = 503
    hooked.act(game, payloads.Remind())
    hooked.courier.run_once()
    hooked.act(game, payloads.Pause())
    hooked.courier.run_once()
    assert (len(receiver.got), len(good.got)) == (1, 2)
    receiver.status = 200
    hooked.clock.forward(minutes=1)
    hooked.courier.run_once()
    items = [item_of(got)["item"] for got in receiver.got]
    assert items == [items[0], items[0], items[0] + 1]
    good.server.shutdown()
    good.server.server_close()


def test_a_redirect_is_not_followed(hooked: Hooked, receiver: Receiver) -> None:
    game, elsewhere = hooked.started(), Receiver()
    webhook = hooked.hook("p-green", receiver.url)
    receiver.status, receiver.location = 307, elsewhere.url
    hooked.act(game, payloads.Remind())
    hooked.courier.run_once()
    assert elsewhere.got == []
    assert hooked.deliveries("p-green", webhook)[0]["outcome"] == "307"
    elsewhere.server.shutdown()
    elsewhere.server.server_close()


def test_a_crash_between_sending_and_saying_so_sends_the_same_delivery_again(
    hooked: Hooked, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hooked.started()
    hooked.hook("p-green", receiver.url)
    hooked.act(game, payloads.Remind())
    with monkeypatch.context() as crash:
        crash.setattr(Courier, "_note", lambda *_, **__: 1 / 0)
        hooked.courier.run_once()
    Courier(hooked.host).run_once()
    assert len(receiver.got) == 2
    assert item_of(receiver.got[0]) == item_of(receiver.got[1])


def test_who_loses_his_seat_is_told_nothing_more(hooked: Hooked, receiver: Receiver) -> None:
    game = hooked.started()
    webhook = hooked.hook("p-green", receiver.url)
    hooked.act(game, payloads.Remind())
    receiver.status = 500
    hooked.courier.run_once()
    receiver.status = 200
    hooked.act(game, payloads.Vacate(seat="green"))
    hooked.clock.forward(hours=1)
    hooked.courier.run_once()
    assert len(receiver.got) == 1
    assert [row["status"] for row in hooked.deliveries("p-green", webhook)] == ["dead"]


def test_who_takes_a_seat_later_is_told_what_comes_after_that(hooked: Hooked, receiver: Receiver) -> None:
    game = hooked.started()
    hooked.register("p-new")
    hooked.hook("p-new", receiver.url)
    hooked.act(game, payloads.Vacate(seat="green"))
    assert hooked.substitute(game, "green", "p-new").status_code == 201
    hooked.act(game, payloads.Remind())
    hooked.courier.run_once()
    assert [item_of(got)["kind"] for got in receiver.got] == ["act"]


def test_a_webhook_that_is_removed_gets_nothing_more(hooked: Hooked, receiver: Receiver) -> None:
    game = hooked.started()
    webhook = hooked.hook("p-green", receiver.url)
    path = f"/players/p-green/webhooks/{webhook['webhook']}"
    hooked.act(game, payloads.Remind())
    assert hooked.ask("DELETE", path, hooked.players["p-green"]).status_code == 200
    hooked.courier.run_once()
    assert receiver.got == []
    assert hooked.rows("select count(*) from webhook_marks") == [(0,)]
    refused = hooked.get(f"{path}/deliveries", hooked.players["p-green"])
    assert refused.get_json()["code"] == "unknown-webhook"


def test_a_player_has_ten_webhooks_and_each_address_once(hooked: Hooked, receiver: Receiver) -> None:
    player = hooked.register("p-many")
    for number in range(10):
        hooked.hook("p-many", f"{receiver.url}&n={number}")
    again = hooked.ask("POST", "/players/p-many/webhooks", player, {"url": f"{receiver.url}&n=3"})
    more = hooked.ask("POST", "/players/p-many/webhooks", player, {"url": f"{receiver.url}&n=10"})
    assert (again.get_json()["code"], more.get_json()["code"]) == ("webhook-exists", "too-many-webhooks")


def test_an_address_in_a_private_network_is_refused_when_it_is_made_and_when_something_is_sent(
    hooked: Hooked, receiver: Receiver
) -> None:
    game = hooked.started()
    webhook = hooked.hook("p-green", receiver.url)
    hooked.host.config.__dict__["lan_webhooks"] = False
    refused = hooked.ask("POST", "/players/p-red/webhooks", hooked.players["p-red"], {"url": "https://127.0.0.1/"})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "webhook-refused")
    hooked.act(game, payloads.Remind())
    hooked.courier.run_once()
    assert receiver.got == []
    assert hooked.deliveries("p-green", webhook)[0]["outcome"].startswith("it begins with http")


def test_in_a_veiled_phase_everybody_is_told_the_same(hooked: Hooked, ballot: str) -> None:
    seats = ("alpha", "beta", "gamma", "delta")
    game = hooked.started(seats, title=ballot, scenario="assembly")
    receivers = [Receiver() for _ in seats]
    for seat, one in zip(seats, receivers, strict=True):
        hooked.hook(f"p-{seat}", one.url)
    hooked.play_on(game, 2)
    hooked.courier.run_once()
    told = [[{**item_of(got), "seat": "", "delivery": ""} for got in one.got] for one in receivers]
    assert len(told[0]) >= 4
    assert all(each == told[0] for each in told)
    for one in receivers:
        one.server.shutdown()
        one.server.server_close()
