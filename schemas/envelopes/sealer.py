"""Making an envelope: the author's side."""

import hashlib
from collections.abc import Sequence
from typing import Any

from schemas.envelopes.container import FORMAT, Envelope
from schemas.envelopes.leaves import Leaf, commitment_of
from schemas.keys.identities import Identity
from schemas.keys.sealing import pad, phase_key_id, seal_to
from schemas.statements import canonical
from schemas.statements.payloads import Header, SuiteName, Word
from schemas.statements.statements import sign_payload


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
