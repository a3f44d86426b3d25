"""The bench on which test vectors are made: fixed keys, a valid envelope, and tools to change one thing in it.

The envelopes here are put together piece by piece, not by `schemas.envelopes.seal`, because `seal` refuses to make what
most of them are.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from schemas.envelopes import MAX_BYTES, Envelope, Header, Leaf, commitment_of
from schemas.envelopes.sealing import digest_text, plaintext
from schemas.keys.identities import Identity
from schemas.keys.sealing import PhaseKey, pad, seal_to
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import SuiteName
from schemas.statements.statements import Statement, pae, payload_type, sign

ORDERS: list[dict[str, Any]] = [
    {"question": "D-S1", "city": "samos", "talents": 3},
    {"question": "D-S2", "pass": False},
]


@dataclass(frozen=True)
class Vector:
    """One envelope, what the host holds against it, and what must come of it."""

    name: str
    note: str
    step: str
    expect: str
    given: dict[str, Any]
    envelope: str
    orders: list[dict[str, Any]] | None = None

    def to_json_value(self) -> dict[str, Any]:
        """The vector as its file holds it."""
        value = {"name": self.name, "note": self.note, "step": self.step, "expect": self.expect}
        tail: dict[str, Any] = {} if self.orders is None else {"orders": self.orders}
        return {**value, **self.given, "envelope": self.envelope, **tail}


class Bench:
    """Alice holds the seat red in phase 3 of samos-001; Bob is somebody else."""

    def __init__(self, suite: SuiteName) -> None:
        self.suite = suite
        self.alice, self.bob = fixed_identity("alice"), fixed_identity("bob")
        self.phase_key, self.other_phase_key = _phase_key(suite, "phase"), _phase_key(suite, "other phase")

    def leaves(self) -> list[Leaf]:
        """The usual orders under fresh salts."""
        return [Leaf.of(order) for order in ORDERS]

    def plaintext(self, leaves: Sequence[Leaf]) -> bytes:
        """Leaves as they are sealed."""
        return plaintext(leaves)

    def many_leaves(self) -> list[Leaf]:
        """Orders that need the second size class."""
        return [Leaf.of(order) for order in ORDERS * 8]

    def empty_commitment(self) -> str:
        """The commitment to no leaves."""
        return to_base64url(commitment_of([]))

    def bare(self, leaves: Sequence[Leaf] | None = None, **changes: Any) -> Header:
        """The usual header, before its digests, with fields changed."""
        leaves = self.leaves() if leaves is None else leaves
        usual: dict[str, Any] = {
            "format": 1,
            "version": "perikles/2",
            "suite": self.suite,
            "game": "samos-001",
            "phase": 3,
            "seat": "red",
            "sequence": 5,
            "word": "final",
            "signer": self.alice.key_id,
            "phase_key": self.phase_key.id,
            "commitment": to_base64url(commitment_of([leaf.hash for leaf in leaves])),
            "body_sha256": "",
            "copy_sha256": "",
        }
        return Header(**{**usual, **changes})

    def envelope(
        self,
        *,
        leaves: Sequence[Leaf] | None = None,
        plain: bytes | None = None,
        padded: bytes | None = None,
        sealed_to: bytes | None = None,
        info: bytes | None = None,
        **changes: Any,
    ) -> Envelope:
        """An envelope that is valid but for what is given."""
        inside = leaves or self.leaves()
        header = self.bare(inside, **changes)
        text = padded or pad(plain or plaintext(inside))
        info = info or header.info()
        body = seal_to(self.suite, sealed_to or self.phase_key.public, text, info)
        copy = seal_to(self.suite, self.alice.sealing_public_for(self.suite), text, info)
        return self._assembled(header, body, copy)

    def withdrawal(self) -> Envelope:
        """A valid withdrawal."""
        return self._assembled(self.bare([], word="withdrawn"), b"", b"")

    def resealed(self, *, body: bytes, copy: bytes, **changes: Any) -> bytes:
        """The text of an envelope with these sealed texts, signed all right."""
        return self._assembled(self.bare(**changes), body, copy).to_json()

    def text(self, envelope: Envelope, *, body: bytes | None = None, copy: bytes | None = None) -> bytes:
        """The text of a signed envelope, with another body or copy put in afterwards."""
        return Envelope(envelope.header, envelope.statement, body or envelope.body, copy or envelope.copy).to_json()

    def signed(self, payload: bytes, *, by: Identity, around: Envelope, claimed: str | None = None) -> bytes:
        """The text of an envelope whose header `by` signs, under his own key id or a claimed one."""
        signature = by.sign(pae(payload_type("envelope"), payload))
        statement = Statement("envelope", payload, claimed or by.key_id, signature)
        return Envelope(around.header, statement, around.body, around.copy).to_json()

    def with_payload(self, payload: bytes, *, signed_as: str = "envelope", signature: bytes | None = None) -> bytes:
        """The text of an envelope with any bytes as its header, signed by Alice."""
        around = self.envelope()
        signature = signature or self.alice.sign(pae(payload_type(signed_as), payload))
        statement = Statement("envelope", payload, self.alice.key_id, signature)
        return Envelope(around.header, statement, around.body, around.copy).to_json()

    def of_kind(self, kind: str) -> bytes:
        """The text of an envelope around another kind of statement."""
        around = self.envelope()
        statement = sign(kind, {"game": "samos-001", "organiser": self.alice.key_id}, self.alice)
        return Envelope(around.header, statement, around.body, around.copy).to_json()

    def with_two_signatures(self) -> bytes:
        """The text of an envelope with the same signature twice."""
        value = canonical.loads(self.envelope().to_json(), "envelope")
        value["signatures"] *= 2
        return canonical.dumps(value)

    def accepted(self, name: str, note: str, envelope: Envelope, **desk: Any) -> Vector:
        """A vector of an envelope that is taken."""
        return self._vector(name, note, "accept", "ok", envelope.to_json(), desk)

    def refused(self, name: str, note: str, raw: bytes, expect: str, **desk: Any) -> Vector:
        """A vector of a text that is not taken."""
        return self._vector(name, note, "accept", expect, raw, desk)

    def unopened(self, name: str, note: str, envelope: Envelope, expect: str) -> Vector:
        """A vector of an envelope that is taken, and refused when it is opened."""
        return self._vector(name, note, "open", expect, envelope.to_json(), {})

    def opened(self, name: str, note: str, envelope: Envelope) -> Vector:
        """A vector of an envelope that opens; its orders stand beside it."""
        vector = self._vector(name, note, "open", "ok", envelope.to_json(), {})
        return replace(vector, orders=[] if envelope.header.word == "withdrawn" else ORDERS)

    def _vector(self, name: str, note: str, step: str, expect: str, raw: bytes, desk: dict[str, Any]) -> Vector:
        newest: Envelope | None = desk.get("newest")
        usual = {
            "version": "perikles/2",
            "suites": [self.suite],
            "game": "samos-001",
            "phase": 3,
            "phase_key_id": self.phase_key.id,
            "phase_open": True,
            "seat": "red",
            "signer": self.alice.card("alice").statement.to_json_value(),
            "sequence": 0,
            "max_bytes": MAX_BYTES,
        }
        given: dict[str, Any] = {"desk": {**usual, **desk, "newest": newest and to_base64url(newest.digest)}}
        if step == "open":
            given["phase_private"] = to_base64url(self.phase_key.private)
        return Vector(f"{self.suite}-{name}", note, step, expect, given, raw.decode("utf-8"))

    def _assembled(self, bare: Header, body: bytes, copy: bytes) -> Envelope:
        fields = {**bare.to_body(), "body_sha256": digest_text(body), "copy_sha256": digest_text(copy)}
        return Envelope(bare, sign("envelope", fields, self.alice), body, copy)


def _seed(label: str, length: int) -> bytes:
    return hashlib.shake_256(f"ostraka vector {label}".encode()).digest(length)


def fixed_identity(name: str) -> Identity:
    """The keys of a name: the same in every run."""
    keys = {"signing": _seed(f"{name} signing", 32), "sealing": _seed(f"{name} sealing", 96)}
    return Identity.from_bytes(canonical.dumps({"format": 1, **{k: to_base64url(v) for k, v in keys.items()}}))


def _phase_key(suite: SuiteName, label: str) -> PhaseKey:
    return PhaseKey(suite, _seed(label, 32 if suite == "x25519" else 96))
