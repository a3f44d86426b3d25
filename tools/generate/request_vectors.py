"""The vectors of requests signed by RFC 9421: of players to a host, and of a host to a webhook."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from schemas.documents.request_signatures import content_digest, signature_fields, target_uri
from schemas.documents.webhook_deliveries import DeliveryBody, sign_delivery
from schemas.statements.canonical import to_base64url
from tools.generate.vector_bench import fixed_identity

AT = datetime(2026, 11, 21, 10, tzinfo=UTC)
API = "https://ostraka.example/api/v1"
HOOK = "https://bot.example/ostraka?from=ostraka"


def request_vectors() -> dict[str, Any]:
    """All vectors of requests, with the keys that sign them."""
    people = [fixed_identity(name) for name in ("alice", "host")]
    cases = [*read_cases(), *write_cases(), *delivery_cases()]
    return {
        "keys": {one.key_id: to_base64url(one.signing_key) for one in people},
        "requests": [{**case, "headers": dict(sorted(case["headers"].items()))} for case in cases],
    }


def read_cases() -> Iterator[dict[str, Any]]:
    """A player's signed read."""
    url = f"{API}/games/samos-001/seats/red/questions"
    good = case("read", "a player reads what their seat is asked", "GET", url, signed("GET", url, None), "")
    yield good
    yield changed(good, "read-of-another-seat", "for another seat", url=url.replace("red", "green"))
    yield changed(good, "read-too-late", "six minutes later", now=seconds(AT + timedelta(minutes=6)))


def write_cases() -> Iterator[dict[str, Any]]:
    """A player's signed write that holds no statement."""
    url, body = f"{API}/players/alice/tokens", '{"name":"board","scopes":["waiting"],"days":30}'
    good = case("write", "a player makes a token", "POST", url, signed("POST", url, body.encode()), body)
    yield good
    yield changed(good, "write-of-another-body", "the body was changed", body=body.replace("30", "90"))
    gone = f"{API}/players/alice/tokens/0123456789abcdef"
    yield case("delete", "a player revokes a token; the body is empty", "DELETE", gone, signed("DELETE", gone, b""), "")


def delivery_cases() -> Iterator[dict[str, Any]]:
    """A host's delivery to a webhook."""
    said = DeliveryBody(
        delivery="0123456789abcdef" * 2,
        game="samos-001",
        seat="red",
        kind="phase",
        phase=3,
        item=7,
        at="2026-11-21T10:00:00Z",
    )
    headers, raw = sign_delivery(HOOK, said, fixed_identity("host"), AT)
    good = case("delivery", "a host tells a webhook that a phase opened", "POST", HOOK, headers, raw.decode())
    yield good
    yield changed(good, "delivery-elsewhere", "to another address", url="https://bot.example/other")
    yield changed(good, "delivery-of-another-body", "the body was changed", body=good["body"].replace("red", "green"))
    renamed = {**good["headers"], "webhook-id": "f" * 32}
    yield changed(good, "delivery-with-another-id", "the id in the header was changed", headers=renamed)
    yield changed(good, "delivery-too-late", "six minutes later", now=seconds(AT + timedelta(minutes=6)))


def signed(method: str, url: str, body: bytes | None) -> dict[str, str]:
    """The headers of a request that Alice signs; one with a body has a nonce."""
    covered, headers, nonce = {"@method": method, "@target-uri": target_uri(url)}, {}, None
    if body is not None:
        covered["content-digest"] = headers["content-digest"] = content_digest(body)
        nonce = "n0nce-of-a-vector"
    return headers | signature_fields(covered, fixed_identity("alice"), created=AT, tag="ostraka", nonce=nonce)


def case(name: str, note: str, method: str, url: str, headers: dict[str, str], body: str) -> dict[str, Any]:
    """A vector that holds."""
    fields = {"method": method, "url": url, "headers": {key.lower(): value for key, value in headers.items()}}
    return {"name": name, "note": note, "expect": "ok", "now": seconds(AT), **fields, "body": body}


def changed(good: dict[str, Any], name: str, note: str, **parts: Any) -> dict[str, Any]:
    """A vector that does not hold, because one part is not what was signed."""
    return {**good, "name": name, "note": note, "expect": "refused", **parts}


def seconds(at: datetime) -> int:
    """Seconds since 1970."""
    return int(at.timestamp())
