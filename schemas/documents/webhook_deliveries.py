"""Deliveries of webhooks: the host's signature over its own request (RFC 9421), and the receiver's check.

A delivery is a POST with a `DeliveryBody`. The signature covers method, target, `content-type`, `content-digest` (RFC
9530) and the headers `webhook-id` and `webhook-timestamp` of Standard Webhooks, and carries the tag `ostraka-webhook`.
`delivery` (and `webhook-id`) is the same each time one is sent again, so that the receiver can drop what came twice.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

import msgspec
from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageVerifier,
    HTTPSignatureAlgorithm,
    HTTPSignatureKeyResolver,
    InvalidSignature,
)

from schemas.documents.request_signatures import content_digest, signature_fields, target_uri
from schemas.errors import BadSignature, Malformed, UnknownSigner
from schemas.keys.identities import Identity
from schemas.statements import canonical
from schemas.statements.statements import holds, key_id

TAG: Final = "ostraka-webhook"
COVERED: Final = ("@method", "@target-uri", "content-type", "content-digest", "webhook-id", "webhook-timestamp")
JSON: Final = "application/json"
MAX_AGE: Final = timedelta(minutes=5)


class DeliveryBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a delivery says: where to read, and nothing of what is there."""

    delivery: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", description="Its id, the same each time.")]
    game: Annotated[str, msgspec.Meta(description="The game's id.")]
    seat: Annotated[str, msgspec.Meta(description="The seat of the webhook's owner in whose feed the item is.")]
    kind: Annotated[str, msgspec.Meta(description="The item's kind, as in the feed.")]
    phase: Annotated[int | None, msgspec.Meta(description="The phase that it is about; null if it is about none.")]
    item: Annotated[int, msgspec.Meta(description="The item's number in the feed of the seat.", ge=1)]
    at: Annotated[str, msgspec.Meta(description="When it happened: RFC 3339, in UTC, to the second.")]


@dataclass(frozen=True)
class Request:
    """The parts of an HTTP request that a signature covers."""

    method: str
    url: str
    headers: dict[str, str]


@dataclass(frozen=True)
class OneKey(HTTPSignatureKeyResolver):
    """The one key by which a signature has to hold."""

    id: str
    public: bytes

    def resolve_public_key(self, key_id: str) -> bytes:
        """The public key; UnknownSigner for another id than its own."""
        if not hmac.compare_digest(key_id, self.id):
            raise UnknownSigner(f"signed by {key_id}; expected {self.id}")
        return self.public


class Ed25519(HTTPSignatureAlgorithm):
    """RFC 9421's `ed25519`, checked as the signature of a statement is."""

    algorithm_id = "ed25519"

    def __init__(self, public_key: bytes, private_key: None = None) -> None:
        self.public = public_key

    def verify(self, signature: bytes, message: bytes) -> None:
        """Refuse what this key has not signed."""
        if not holds(self.public, signature, message):
            raise InvalidSignature()


class Verifier(HTTPMessageVerifier):
    """Measures the age of a signature by a clock that it is given."""

    def __init__(self, key: OneKey, now: datetime) -> None:
        super().__init__(signature_algorithm=Ed25519, key_resolver=key)
        self.now = now

    def validate_created_and_expires(self, sig_input: Any, max_age: timedelta | None = None) -> None:
        """Refuse what was not signed within `MAX_AGE` of now."""
        created = sig_input.params.get("created")
        if created is None or abs(self.now.timestamp() - created) > MAX_AGE.total_seconds():
            raise InvalidSignature("not signed within five minutes of now")


def sign_delivery(url: str, body: DeliveryBody, host: Identity, at: datetime) -> tuple[dict[str, str], bytes]:
    """The headers and the bytes with which a host sends a delivery."""
    raw = canonical.dumps(msgspec.to_builtins(body))
    headers = {
        "Content-Type": JSON,
        "Content-Digest": content_digest(raw),
        "webhook-id": body.delivery,
        "webhook-timestamp": str(int(at.timestamp())),
    }
    fields = {name.lower(): value for name, value in headers.items()}
    covered = {"@method": "POST", "@target-uri": target_uri(url), **fields}
    return {**headers, **signature_fields(covered, host, created=at, tag=TAG)}, raw


def verify_delivery(
    url: str, headers: Mapping[str, str], body: bytes, host_public: bytes, now: datetime | None = None
) -> dict[str, Any]:
    """What a delivery says, after the signature of the host whose key is pinned has been found to hold for it.

    `url` is the webhook's own address, as it was registered; `headers` and `body` are as they came.
    """
    key = OneKey(key_id(host_public), host_public)
    request = Request("POST", url, dict(headers))
    try:
        Verifier(key, now or datetime.now(UTC)).verify(request, expect_tag=TAG, require_components=COVERED, body=body)
    except HTTPMessageSignaturesException as error:
        raise BadSignature(f"its signature is not valid: {error or 'the signature is for another'}") from error
    told = canonical.loads(body, "delivery")
    if not isinstance(told, dict):
        raise Malformed("delivery", "it is not a JSON object")
    return told
