"""Signed requests: RFC 9421 signatures over the method and the target of a request, by a player's Ed25519 key.

A signature is good for `MAX_AGE` around the host's clock and for this host's own address only, so that one made for
another host, or long ago, opens nothing here. Within that time anyone who saw a whole signed read can send it again
and is shown what its signer would be shown then. That, and that answers are not sealed, is why a host stands behind TLS
(`docs/security.md`).

A request that changes something and holds no signed statement is signed over its body too (`content-digest`, RFC 9530)
and carries a nonce: who accepts it (`api.access.authentication`) carries it out once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import request
from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageVerifier,
    HTTPSignatureKeyResolver,
    InvalidSignature,
    algorithms,
)

from api.http.problems import Problem

TAG = "ostraka"
COMPONENTS = ("@method", "@target-uri")
WRITTEN = (*COMPONENTS, "content-digest")
MAX_AGE = timedelta(minutes=5)
LONGEST_NONCE = 100
READ = {
    "WWW-Authenticate": "Signature",
    "Accept-Signature": 'ostraka=("@method" "@target-uri");created;keyid;tag="ostraka"',
}
WRITE = {
    "WWW-Authenticate": "Signature",
    "Accept-Signature": 'ostraka=("@method" "@target-uri" "content-digest");created;keyid;nonce;tag="ostraka"',
}

FindKey = Callable[[str], Ed25519PublicKey | None]


@dataclass(frozen=True)
class Message:
    """The request as the signer saw it."""

    method: str
    url: str
    headers: Mapping[str, str]


class Keys(HTTPSignatureKeyResolver):
    """Resolves key ids through the players."""

    def __init__(self, find: FindKey) -> None:
        self._find = find

    def resolve_public_key(self, key_id: str) -> Ed25519PublicKey | None:
        """A player's key, or None when no player has it."""
        return self._find(key_id)


class Verifier(HTTPMessageVerifier):
    """Measures the age of signatures by the host's clock."""

    def __init__(self, find: FindKey, clock: Callable[[], datetime]) -> None:
        super().__init__(signature_algorithm=algorithms.ED25519, key_resolver=Keys(find))
        self._clock = clock

    def validate_created_and_expires(self, sig_input: Any, max_age: timedelta | None = None) -> None:
        """Refuse what was not made within `MAX_AGE` of now."""
        created = sig_input.params.get("created")
        if created is None:
            raise InvalidSignature("no created parameter")
        age = abs(self._clock().timestamp() - created)
        expires = sig_input.params.get("expires", created + MAX_AGE.total_seconds())
        if age > MAX_AGE.total_seconds() or expires < self._clock().timestamp():
            raise InvalidSignature("not made within the time allowed")


def reader(find: FindKey, clock: Callable[[], datetime], public_url: str) -> str:
    """The key id of this request's signer; refuses with 401 when the signature is missing or wrong."""
    if not is_signed():
        raise Problem(
            401, "signature-required", "This is for one player's eyes: sign the request (RFC 9421).", headers=READ
        )
    return str(verified(find, clock, public_url, COMPONENTS, None, READ)["keyid"])


def writer(find: FindKey, clock: Callable[[], datetime], public_url: str) -> tuple[str, str]:
    """The key id of the signer of this request and its body, and the nonce of the signature."""
    if not is_signed():
        said = "This changes what is one player's own: sign the request (RFC 9421), its body and a nonce with it."
        raise Problem(401, "signature-required", said, headers=WRITE)
    signed = verified(find, clock, public_url, WRITTEN, request.get_data(), WRITE)
    nonce = str(signed.get("nonce", ""))
    if not 8 <= len(nonce) <= LONGEST_NONCE:
        said = f"The signature of a request that changes something carries a `nonce` of 8 to {LONGEST_NONCE} characters"
        raise Problem(401, "signature-refused", f"{said}, another each time.", headers=WRITE)
    return str(signed["keyid"]), nonce


def is_signed() -> bool:
    """Does this request claim to be signed?"""
    return "Signature" in request.headers and "Signature-Input" in request.headers


def verified(
    find: FindKey,
    clock: Callable[[], datetime],
    public_url: str,
    components: tuple[str, ...],
    body: bytes | None,
    headers: dict[str, str],
) -> Mapping[str, Any]:
    """The parameters of this request's signature, which covers the components and, where one is given, the body."""
    message = Message(request.method, public_url.rstrip("/") + target(), dict(request.headers))
    try:
        found = Verifier(find, clock).verify(message, expect_tag=TAG, require_components=components, body=body)
    except HTTPMessageSignaturesException:
        now = clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        digest = " and for the Content-Digest of this body, which it must cover" if body is not None else ""
        raise Problem(
            401,
            "signature-refused",
            f"The signature is not valid for a registered key, this method and this path under {public_url}{digest}; "
            f'it must carry the tag "{TAG}" and a `created` within {MAX_AGE.seconds} s of {now}.',
            headers=headers,
        ) from None
    return found[0].parameters


def target() -> str:
    """Path and query as they came."""
    return str(request.environ.get("RAW_URI") or request.environ["REQUEST_URI"])
