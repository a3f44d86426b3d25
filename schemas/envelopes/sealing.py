"""What an envelope holds: orders, sealed by their author, opened after the cut or at any time by the author.

Each order is a leaf with a salt. The header commits to every leaf apart, so that after the game the leaves that were
used can be published and checked while the others stay unread: of those only the hash is shown.
"""

import hashlib
import os
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from schemas.envelopes.container import FORMAT, Envelope
from schemas.errors import CommitmentMismatch, DuplicateSalt, Malformed, MalformedPlaintext
from schemas.keys.identities import Identity
from schemas.keys.sealing import pad, phase_key_id, seal_to, unpad, unseal
from schemas.statements import canonical
from schemas.statements.forms import prepare
from schemas.statements.payloads import Bytes32, Header, SuiteName, Word
from schemas.statements.statements import sign_payload

SALT_BYTES = 32
LEAF_PREFIX = b"\x00"
COMMITMENT_PREFIX = b"\x01"


class Leaf(msgspec.Struct, frozen=True):
    """One order with the salt that keeps it from being guessed by its hash."""

    salt: bytes
    order: dict[str, Any]

    @classmethod
    def of(cls, order: dict[str, Any]) -> "Leaf":
        """An order under a fresh salt."""
        return cls(os.urandom(SALT_BYTES), order)

    @property
    def hash(self) -> bytes:
        """SHA-256(0x00 ‖ salt ‖ canonical order)."""
        return hashlib.sha256(LEAF_PREFIX + self.salt + canonical.dumps(self.order, "order")).digest()


def commitment_of(hashes: Sequence[bytes]) -> bytes:
    """SHA-256(0x01 ‖ hash of leaf ‖ hash of leaf …), in the order of the envelope."""
    return hashlib.sha256(COMMITMENT_PREFIX + b"".join(hashes)).digest()


def require_commitment(commitment: bytes, leaves: Iterable[Leaf | bytes]) -> None:
    """Refuse unless these leaves, opened or as bare hashes, are those committed to."""
    if commitment_of([leaf.hash if isinstance(leaf, Leaf) else leaf for leaf in leaves]) != commitment:
        raise CommitmentMismatch()


def seal(
    *,
    identity: Identity,
    version: str,
    suite: SuiteName,
    game: str,
    phase: int,
    seat: str,
    sequence: int,
    word: Word,
    phase_public: bytes,
    orders: Sequence[dict[str, Any]],
) -> Envelope:
    """Sign and seal orders to the phase and to their author; word "withdrawn" goes with no orders."""
    if word == "withdrawn" and orders:
        raise ValueError(f"a withdrawal carries no orders; this one has {len(orders)}")
    leaves = [Leaf.of(order) for order in orders]
    bare = Header(
        format=FORMAT,
        version=version,
        suite=suite,
        game=game,
        phase=phase,
        seat=seat,
        sequence=sequence,
        word=word,
        signer=identity.key_id,
        phase_key=phase_key_id(phase_public),
        commitment=canonical.to_base64url(commitment_of([leaf.hash for leaf in leaves])),
        body_sha256="",
        copy_sha256="",
    )
    if word == "withdrawn":
        return assemble(identity, bare, b"", b"")
    padded = pad(plaintext(leaves))
    body = seal_to(suite, phase_public, padded, bare.info())
    copy = seal_to(suite, identity.sealing_public_for(suite), padded, bare.info())
    return assemble(identity, bare, body, copy)


def plaintext(leaves: Sequence[Leaf]) -> bytes:
    """The leaves as they are sealed, before padding."""
    items = [{"salt": canonical.to_base64url(leaf.salt), "order": leaf.order} for leaf in leaves]
    return canonical.dumps({"leaves": items}, "orders")


def assemble(identity: Identity, bare: Header, body: bytes, copy: bytes) -> Envelope:
    """Put the digests of what was sealed into a header, and sign it."""
    fields = {**bare.to_body(), "body_sha256": digest_text(body), "copy_sha256": digest_text(copy)}
    header = Header.from_body(fields)
    return Envelope(header, sign_payload(header, identity), body, copy)


def digest_text(sealed: bytes) -> str:
    """SHA-256 of a sealed text, as the header carries it."""
    return canonical.to_base64url(hashlib.sha256(sealed).digest())


class _Leaf(msgspec.Struct, forbid_unknown_fields=True):
    salt: Bytes32
    order: dict[str, Any]


class _Plaintext(msgspec.Struct, forbid_unknown_fields=True):
    leaves: Annotated[list[_Leaf], Meta(max_length=4_096)]


prepare(_Plaintext)


def open_envelope(envelope: Envelope, phase_private: bytes) -> list[Leaf]:
    """Open an accepted envelope. Does (1) to (6); the caller MUST do `accept` before and (7), the rules' check, after.

    (1) a withdrawal holds no leaves
    (2) opens with this phase's key under this header
    (3) padded as it must be
    (4) the plaintext is a list of leaves, in canonical bytes with exactly the known fields
    (5) no two leaves share a salt
    (6) the leaves are those that the signed header committed to

    No refusal repeats a word of the plaintext, so that none can end up in a log line.
    """
    return _open(envelope, envelope.body, phase_private)


def open_copy(envelope: Envelope, identity: Identity) -> list[Leaf]:
    """Open the author's own copy of an envelope, with the checks of `open_envelope`."""
    return _open(envelope, envelope.copy, identity.sealing_private_for(envelope.header.suite))


def _open(envelope: Envelope, sealed: bytes, private: bytes) -> list[Leaf]:
    header = envelope.header
    if header.word == "withdrawn":  # (1)
        return []
    padded = unseal(header.suite, private, sealed, header.info())  # (2)
    text = unpad(padded)  # (3)
    leaves = _leaves(text)  # (4)
    if len({leaf.salt for leaf in leaves}) != len(leaves):  # (5)
        raise DuplicateSalt()
    require_commitment(canonical.from_base64url(header.commitment, "commitment", 32), leaves)  # (6)
    return leaves


def _leaves(text: bytes) -> list[Leaf]:
    try:
        plaintext = msgspec.convert(canonical.loads_canonical(text, "plaintext"), _Plaintext, strict=True)
        return [Leaf(canonical.from_base64url(leaf.salt, "salt", SALT_BYTES), leaf.order) for leaf in plaintext.leaves]
    except (Malformed, msgspec.ValidationError):
        raise MalformedPlaintext() from None
