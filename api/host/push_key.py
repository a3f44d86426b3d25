"""The key by which push services know the host (VAPID, RFC 8292): one for all of its players' devices.

Browsers bind what they subscribe to it. It rests sealed beside the host's identity, and goes along when that does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlmodel import Session

from api.store.database import Database
from api.store.models import HostRow
from api.store.vault import Place, Vault

PLACE: Final = Place("host", "", 0, "push_key")
CURVE: Final = ec.SECP256R1()


@dataclass(frozen=True)
class PushKey:
    """A key pair on P-256."""

    private: ec.EllipticCurvePrivateKey

    @classmethod
    def generate(cls) -> PushKey:
        """A fresh one."""
        return cls(ec.generate_private_key(CURVE))

    @classmethod
    def from_bytes(cls, raw: bytes) -> PushKey:
        """Read what `to_bytes` wrote."""
        return cls(ec.derive_private_key(int.from_bytes(raw, "big"), CURVE))

    def to_bytes(self) -> bytes:
        """The private number, in 32 bytes."""
        return self.private.private_numbers().private_value.to_bytes(32, "big")

    @cached_property
    def public(self) -> bytes:
        """The public point, uncompressed: what browsers are given."""
        form = serialization.PublicFormat.UncompressedPoint
        return self.private.public_key().public_bytes(serialization.Encoding.X962, form)


def push_key_of(database: Database, vault: Vault) -> PushKey:
    """The host's key; a host that has none yet is given one."""
    with database.read() as session:
        found = read_push_key(session, vault)
    if found is not None:
        return found
    with database.write() as session:
        if (found := read_push_key(session, vault)) is None:  # else another process made it meanwhile
            found = PushKey.generate()
            session.get_one(HostRow, 1).push_key = vault.seal(PLACE, found.to_bytes())
        return found


def read_push_key(session: Session, vault: Vault) -> PushKey | None:
    """The key that is stored."""
    sealed = session.get_one(HostRow, 1).push_key
    return PushKey.from_bytes(vault.open(PLACE, sealed)) if sealed is not None else None
