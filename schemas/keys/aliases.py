"""Aliases: keys and handles under which players hold seats anonymously, and the commitment to whose they are.

The keys of an alias follow from the player's own, so there is nothing more to keep, and from no other alias of theirs
can anybody tell that they belong together. The handle follows from the key: nobody can choose it.
"""

from __future__ import annotations

import hashlib
from typing import Final

from schemas.keys.chance import derived
from schemas.keys.identities import Identity
from schemas.keys.sealing import HYBRID, PhaseKey
from schemas.primitives import hkdf
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Alias
from schemas.statements.statements import Statement
from schemas.statements.texts import proquint

PREFIX: Final = "alias-"
KEYS_LABEL: Final = "ostraka alias keys/1"
SALT_LABEL: Final = "ostraka alias salt/1"
COMMITMENT_LABEL: Final = b"ostraka alias/1"
SIGNING, BOTH = 32, 128


def is_alias(handle: str | None) -> bool:
    """Is this the handle of an alias? Nobody else has one that begins so."""
    return handle is not None and handle.startswith(PREFIX)


def alias_handle(key: str) -> str:
    """The handle of an alias, from its key id: two proquints of its first 32 bits."""
    digits = bytes.fromhex(key.rpartition(":")[2])
    return PREFIX + "-".join(proquint(int.from_bytes(digits[at : at + 2], "big")) for at in (0, 2))


def alias_keys(identity: Identity, host: str, where: str) -> Identity:
    """The keys of a player's alias in a game or contest at a host (by its key id)."""
    info = f"{KEYS_LABEL}|{host}|{where}".encode()
    drawn = hkdf(identity.signing_private, BOTH, b"", info)
    return Identity(drawn[:SIGNING], PhaseKey(HYBRID, drawn[SIGNING:]))


def alias_commitment(secret: bytes, statement: Statement) -> str:
    """What the host publishes of a statement `alias`: bound to it, and salted from the secret that the end reveals."""
    said = statement.read(Alias)
    salt = derived(secret, b"", SALT_LABEL, said.where, said.alias)
    return to_base64url(hashlib.sha256(COMMITMENT_LABEL + salt + statement.digest).digest())
