"""A push service of the test's own, browsers that subscribe at it, and a host that sends to them."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from api.push.pusher import Pusher
from tests.api.hosts import HostUnderTest
from tests.api.listening import Listener, Posted


def in_base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def point_of(key: ec.EllipticCurvePrivateKey) -> str:
    form = serialization.PublicFormat.UncompressedPoint
    return in_base64url(key.public_key().public_bytes(serialization.Encoding.X962, form))


DEVICE: Final = {
    "endpoint": "https://93.184.215.14/push",
    "p256dh": point_of(ec.derive_private_key(1, ec.SECP256R1())),
    "auth": in_base64url(bytes(16)),
    "name": "phone",
}
"""One at a public address, where nobody is sent anything."""


class PushService(Listener):
    """Each path is a device, and is answered as it is told to."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}
        self.away = False
        super().__init__()

    def answer(self, posted: Posted) -> tuple[int, dict[str, str]]:
        status, headers = (503, {}) if self.away else self.answers.get(posted.path, (201, {}))
        if status == 201:
            self.got.append(posted)
        return status, headers

    def to(self, browser: Browser) -> list[Posted]:
        return [one for one in self.got if one.path == browser.path]

    def told(self, browser: Browser) -> list[str]:
        """What a browser was told since the last time, as its notices say it."""
        found = [browser.read(one)["words"] for one in self.to(browser)]
        self.got = [one for one in self.got if one.path != browser.path]
        return found


@contextmanager
def serving() -> Iterator[PushService]:
    made = PushService()
    try:
        yield made
    finally:
        made.close()


@dataclass
class Browser:
    """What a browser keeps of its subscription; its notices are opened by `http_ece`, which is nobody's here."""

    path: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def subscription(self, service: PushService) -> dict[str, str]:
        endpoint = service.origin + self.path
        return {"endpoint": endpoint, "p256dh": point_of(self.key), "auth": in_base64url(self.auth)}

    def open(self, pushed: Posted) -> bytes:
        plain: bytes = http_ece.decrypt(pushed.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return plain

    def read(self, pushed: Posted) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.open(pushed))
        return told


class PushingHost(HostUnderTest):
    """A host whose operator allows addresses on his own machine, with its pusher."""

    def open(self) -> None:
        self.config = replace(self.config, lan_webhooks=True)
        super().open()
        self.pusher = Pusher(self.host)

    def add(self, who: str, browser: Browser, service: PushService, **wanted: Any) -> str:
        body = browser.subscription(service) | {"name": f"browser {browser.path[1:]}"} | wanted
        made = self.ask("POST", f"/players/{who}/push", self.players[who], body)
        assert made.status_code == 201, made.text
        device: str = made.get_json()["device"]
        return device

    def devices(self, who: str) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = self.json(f"/players/{who}/push", self.players[who])["devices"]
        return told

    def push(self) -> None:
        self.work()
        self.pusher.run_once()
