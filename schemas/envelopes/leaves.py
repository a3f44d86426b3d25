"""Leaves: orders with a salt each, and the commitment to a list of them.

The header commits to every leaf apart, so that after the game the leaves that were used can be published and checked
while the others stay unread: of those only the hash is shown.
"""

import hashlib
import os
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from schemas.errors import CommitmentMismatch
from schemas.statements import canonical

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
