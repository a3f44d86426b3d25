"""Deliveries of webhooks: the host's signature over its own request (RFC 9421), and the receiver's check.

A delivery is a POST whose body names what happened (`delivery`, `game`, `seat`, `item`, `kind`, `phase`, `at`). The
signature covers method, target, `content-type` and `content-digest` (RFC 9530) and carries the tag `ostraka-webhook`.
`delivery` is the same each time one is sent again, so that the receiver can drop what came twice.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageSigner,
    HTTPMessageVerifier,
    HTTPSignatureKeyResolver,
    InvalidSignature,
    algorithms,
)

from schemas.errors import BadSignature, Malformed, UnknownSigner
from schemas.keys.identities import Identity
from schemas.statements import canonical
from schemas.statements.statements import key_id

TAG: Final = "ostraka-webhook"
COVERED: Final = ("@method", "@target-uri", "content-type", "content-digest")
JSON: Final = "application/json"
MAX_AGE: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class Request:
    """The parts of an HTTP request that a signature covers."""

    method: str
    url: str
    headers: dict[str, str]


@dataclass(frozen=True)
class OneKey(HTTPSignatureKeyResolver):
    """The one key that RFC 9421 is to sign or verify with."""

    id: str
    private: Ed25519PrivateKey | None = None
    public: Ed25519PublicKey | None = None

    def resolve_private_key(self, key_id: str) -> Any:
        """The private key; the id is always the only one."""
        return self.private

    def resolve_public_key(self, key_id: str) -> Any:
        """The public key; UnknownSigner for another id than its own."""
        if not hmac.compare_digest(key_id, self.id):
            raise UnknownSigner(f"signed by {key_id}, where {self.id} is wanted")
        return self.public


class Verifier(HTTPMessageVerifier):
    """Measures the age of a signature by a clock that it is given."""

    def __init__(self, key: OneKey, now: datetime) -> None:
        super().__init__(signature_algorithm=algorithms.ED25519, key_resolver=key)
        self.now = now

    def validate_created_and_expires(self, sig_input: Any, max_age: timedelta | None = None) -> None:
        """Refuse what was not signed within `MAX_AGE` of now."""
        created = sig_input.params.get("created")
        if created is None or abs(self.now.timestamp() - created) > MAX_AGE.total_seconds():
            raise InvalidSignature("not signed within five minutes of now")


def sign_delivery(url: str, body: bytes, host: Identity, at: datetime) -> dict[str, str]:
    """The headers with which a host sends a delivery."""
    request = Request("POST", url, {"Content-Type": JSON})
    key = OneKey(host.key_id, private=host.signing_private)
    signer = HTTPMessageSigner(signature_algorithm=algorithms.ED25519, key_resolver=key)
    signer.sign(request, key_id=host.key_id, created=at, tag=TAG, covered_component_ids=COVERED, body=body)
    return dict(request.headers)


def verify_delivery(
    url: str, headers: Mapping[str, str], body: bytes, host_public: bytes, now: datetime | None = None
) -> dict[str, Any]:
    """What a delivery says, after the signature of the host whose key is pinned has been found to hold for it.

    `url` is the webhook's own address, as it was registered; `headers` and `body` are as they came.
    """
    key = OneKey(key_id(host_public), public=Ed25519PublicKey.from_public_bytes(host_public))
    request = Request("POST", url, dict(headers))
    try:
        Verifier(key, now or datetime.now(UTC)).verify(request, expect_tag=TAG, require_components=COVERED, body=body)
    except HTTPMessageSignaturesException as error:
        raise BadSignature(f"the delivery does not hold: {error or 'the signature is for another'}") from error
    told = canonical.loads(body, "delivery")
    if not isinstance(told, dict):
        raise Malformed("delivery", "it is no JSON object")
    return told
