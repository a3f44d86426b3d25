"""A push service of the test's own, browsers that subscribe at it, and a host that sends to them."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from api.push.pusher import Pusher
from tests.api.hosts import HostUnderTest


def in_base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass(frozen=True)
class Pushed:
    """A notice as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


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


class PushService:
    """A real server on loopback; each path is a device, and is answered as it is told to."""

    def __init__(self) -> None:
        self.got: list[Pushed] = []
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}
        self.away = False
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = (503, {}) if service.away else service.answers.get(self.path, (201, {}))
                if status == 201:
                    service.got.append(Pushed(self.path, dict(self.headers), body))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def to(self, browser: Browser) -> list[Pushed]:
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
        made.server.shutdown()
        made.server.server_close()


@dataclass
class Browser:
    """What a browser keeps of its subscription; its notices are opened by `http_ece`, which is nobody's here."""

    path: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def subscription(self, service: PushService) -> dict[str, str]:
        endpoint = service.origin + self.path
        return {"endpoint": endpoint, "p256dh": point_of(self.key), "auth": in_base64url(self.auth)}

    def open(self, pushed: Pushed) -> bytes:
        plain: bytes = http_ece.decrypt(pushed.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return plain

    def read(self, pushed: Pushed) -> dict[str, Any]:
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
