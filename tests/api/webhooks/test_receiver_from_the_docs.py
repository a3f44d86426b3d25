"""A receiver of webhooks, and a reader of signed requests, written from docs/protocol.md alone, with nothing of ours.

It takes the vectors of `schemas/vectors/requests.json`, and what a host really delivers.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from schemas.statements import payloads
from tests.api.webhooks.test_courier import Hooked, Receiver, hooked, receiver

__all__ = ["hooked", "receiver"]
VECTORS = json.loads((Path(__file__).parents[3] / "schemas/vectors/requests.json").read_text())
SIX = {"@method", "@target-uri", "content-type", "content-digest", "webhook-id", "webhook-timestamp"}
COVERED = {"ostraka-webhook": SIX, "ostraka": {"@method", "@target-uri"}}


class Refused(Exception):
    """The request does not hold."""


def verify(request: dict[str, Any], keys: dict[str, bytes], tag: str, now: int) -> None:
    """Steps 1 to 3 of section 14."""
    headers, body = {name.lower(): value for name, value in request["headers"].items()}, request["body"]
    label, parameters = re.fullmatch(r"([a-z0-9*_.-]+)=(\(.*)", headers["signature-input"]).groups()
    components = re.findall(r'"([^"]+)"', parameters[: parameters.index(")")])
    said = dict(re.findall(r';(\w+)="?([^";]+)"?', parameters[parameters.index(")") :]))
    written = COVERED[tag] | ({"content-digest"} if request["method"] in ("POST", "DELETE") else set())
    if said["tag"] != tag or not written <= set(components) or said["keyid"] not in keys:
        raise Refused("it covers too little, or somebody else signed it")
    if abs(now - int(said["created"])) > 300:
        raise Refused("it is not of now")
    if "content-digest" in components:
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        if headers["content-digest"] != f"sha-256=:{digest}:":
            raise Refused("the body is another one")
    values = {**headers, "@method": request["method"], "@target-uri": request["url"]}
    lines = [f'"{name}": {values[name]}' for name in components] + [f'"@signature-params": {parameters}']
    signature = base64.b64decode(re.fullmatch(rf"{re.escape(label)}=:(.*):", headers["signature"]).group(1))
    try:
        Ed25519PublicKey.from_public_bytes(keys[said["keyid"]]).verify(signature, "\n".join(lines).encode())
    except InvalidSignature:
        raise Refused("the signature is for something else") from None


def key_id(public: bytes) -> str:
    return "ed25519:" + hashlib.sha256(public).hexdigest()[:32]


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.mark.parametrize("vector", VECTORS["requests"], ids=itemgetter("name"))
def test_a_vector_of_a_request_comes_out_as_it_says(vector: dict[str, Any]) -> None:
    keys = {name: unpadded(key) for name, key in VECTORS["keys"].items()}
    assert all(key_id(key) == name for name, key in keys.items())
    tag = "ostraka-webhook" if "delivery" in vector["name"] else "ostraka"
    request = {**vector, "body": vector["body"].encode()}
    if vector["expect"] == "ok":
        verify(request, keys, tag, vector["now"])
    else:
        with pytest.raises(Refused):
            verify(request, keys, tag, vector["now"])


def test_what_a_host_delivers_holds(hooked: Hooked, receiver: Receiver) -> None:
    game = hooked.started()
    hooked.hook("p-green", receiver.url)
    hooked.act(game, payloads.Remind())
    hooked.courier.run_once()
    [got] = receiver.got
    card = json.loads(base64.b64decode(hooked.json("/")["card"]["payload"]))
    public = unpadded(card["signing_key"])
    now = int(hooked.clock().timestamp())
    request = {"method": "POST", "url": receiver.url, "headers": dict(got.headers), "body": got.body}
    verify(request, {key_id(public): public}, "ostraka-webhook", now)
    headers = {name.lower(): value for name, value in got.headers.items()}
    body = json.loads(got.body)
    assert headers["webhook-id"] == body["delivery"]
    assert int(headers["webhook-timestamp"]) == now
    assert set(body) == {"delivery", "game", "seat", "kind", "phase", "item", "at"}
