"""Devices: who may add them, where they may lead, what is kept of them and told of them, and how they go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import select

from api.host.host import open_host
from api.push.devices import MOST, subscription_of
from api.store.models import DeviceRow
from api.store.sealed_rows import rotate, unopened
from api.store.vault import Vault
from schemas.statements.canonical import from_base64url
from tests.api.hosts import MASTER_KEY, HostUnderTest
from tests.api.push.services import Browser, PushingHost, PushService, in_base64url
from tests.api.referee.test_key_replacement import rotate as rotate_key


@pytest.fixture
def body(service: PushService) -> dict[str, Any]:
    return Browser("/a").subscription(service) | {"name": "phone"}


def test_a_device_is_added_listed_to_its_player_alone_and_forgotten(host: PushingHost, body: dict[str, Any]) -> None:
    ann, rival = host.register("ann"), host.register("rival")
    made = host.ask("POST", "/players/ann/push", ann, body | {"muted": ["press", "press", "veiled"]})
    told = made.get_json()
    assert made.status_code == 201
    assert made.headers["Location"] == f"/api/v1/players/ann/push/{told['device']}"
    assert told == {
        "device": told["device"], "name": "phone", "service": body["endpoint"].split("/")[2], "refusal": None,
        "muted": ["press", "veiled"], "mails_too": False, "created_at": "2026-05-01T12:00:00Z",
    }  # fmt: skip
    listed = host.json("/players/ann/push", ann)
    assert listed["devices"] == [told]
    assert len(from_base64url(listed["key"], "key")) == 65
    assert body["auth"] not in str(listed)
    assert host.get("/players/ann/push", rival).get_json()["code"] == "not-you"
    assert host.ask("POST", "/players/ann/push", rival, body).get_json()["code"] == "not-you"
    path = f"/players/ann/push/{told['device']}"
    assert host.ask("DELETE", path.replace("ann", "rival"), rival).get_json()["code"] == "unknown-device"
    assert host.ask("DELETE", path, ann).get_json() == {"device": told["device"]}
    assert host.devices("ann") == []
    assert host.ask("DELETE", path, ann).get_json()["code"] == "unknown-device"


def test_the_same_address_is_one_device_told_of_anew(host: PushingHost, body: dict[str, Any]) -> None:
    ann = host.register("ann")
    first = host.ask("POST", "/players/ann/push", ann, body).get_json()
    again = host.ask("POST", "/players/ann/push", ann, body | {"name": "old phone", "mails_too": True}).get_json()
    assert again == first | {"name": "old phone", "mails_too": True}
    assert host.devices("ann") == [again]


def test_a_player_has_a_few_devices_at_most(host: PushingHost, service: PushService) -> None:
    ann = host.register("ann")
    for number in range(MOST):
        host.add("ann", Browser(f"/{number}"), service)
    over = host.ask("POST", "/players/ann/push", ann, Browser("/z").subscription(service) | {"name": "z"})
    assert (over.status_code, over.get_json()["code"]) == (409, "too-many-devices")


@pytest.mark.parametrize(
    "endpoint",
    ["https://127.0.0.1/a", "http://93.184.215.14/a", "https://192.168.1.2/a", "https://[::1]/", "file:///etc/passwd"],
)
def test_only_public_https_addresses_are_taken(tmp_path: Any, endpoint: str, body: dict[str, Any]) -> None:
    host = HostUnderTest(tmp_path)
    refused = host.ask("POST", "/players/ann/push", host.register("ann"), body | {"endpoint": endpoint})
    host.close()
    assert (refused.status_code, refused.get_json()["code"]) == (422, "push-refused")
    assert "The host sends nothing to that address" in refused.get_json()["detail"]


@pytest.mark.parametrize("what", ["p256dh", "auth"])
def test_keys_that_are_none_are_refused(host: PushingHost, body: dict[str, Any], what: str) -> None:
    ann = host.register("ann")
    no_point = in_base64url(b"\x04" + bytes(64))
    for wrong in {"p256dh": [no_point, body["p256dh"][:-1] + "_"], "auth": [in_base64url(bytes(16))[:-1] + "_"]}[what]:
        refused = host.ask("POST", "/players/ann/push", ann, body | {what: wrong})
        assert (refused.status_code, refused.get_json()["code"]) == (422, "push-refused")


def test_what_reaches_a_device_rests_sealed_and_goes_on_under_another_master_key(
    host: PushingHost, body: dict[str, Any]
) -> None:
    ann = host.register("ann")
    host.ask("POST", "/players/ann/push", ann, body)
    key, new = host.host.push_key.public, bytes(reversed(MASTER_KEY))
    dump = host.dump()
    assert [name for name in ("endpoint", "p256dh", "auth") if body[name] in dump] == []
    assert host.host.push_key.to_bytes().hex() not in dump.lower()
    rotate(host.host.database, host.host.vault, Vault(new))
    host.close()
    host.config = replace(host.config, master_key=new)
    host.open()
    assert host.host.push_key.public == key
    with host.host.database.read() as session:
        assert unopened(session, host.host.vault) == []
        [row] = session.exec(select(DeviceRow)).all()
        assert subscription_of(host.host, row).endpoint == body["endpoint"]


def test_a_host_from_before_gets_a_key_that_stays(host: PushingHost) -> None:
    host.rows("update host set push_key = null")
    made, again = (open_host(host.config) for _ in range(2))
    assert made.push_key.public == again.push_key.public != host.host.push_key.public
    made.database.dispose()
    again.database.dispose()


def test_devices_go_with_the_key_of_their_player(host: PushingHost, body: dict[str, Any]) -> None:
    ann = host.register("ann")
    host.ask("POST", "/players/ann/push", ann, body)
    rotate_key(host, ann)
    assert host.rows("select count(*) from devices") == [(0,)]
