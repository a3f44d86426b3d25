"""Opening an envelope: the host's side after the cut, and the author's own copy at any time."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from schemas.envelopes.container import Envelope
from schemas.envelopes.leaves import SALT_BYTES, Leaf, require_commitment
from schemas.errors import DuplicateSalt, Malformed, MalformedPlaintext
from schemas.keys.identities import Identity
from schemas.keys.sealing import unpad, unseal
from schemas.statements import canonical
from schemas.statements.forms import prepare
from schemas.statements.payloads import Bytes32


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
