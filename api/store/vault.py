"""Secrets at rest: AES-256-GCM under keys derived from the master key, one for each game.

What is sealed is bound to its place (table, game, phase, field), so that a row moved elsewhere does not open. It is
padded to a multiple of 4 KiB first, so that its size tells nothing about a hand, an order or an event.
"""

from __future__ import annotations

import hmac
import os
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from api.store.phase_keys import KeyDestroyed, PhaseKeys

PAGE = 4096
NONCE = 12
LENGTH = 4


class VaultError(Exception):
    """Something sealed at rest does not open: another master key, or a changed row."""


@dataclass(frozen=True)
class Place:
    """Where a secret rests; it opens nowhere else."""

    table: str
    game: str
    phase: int
    field: str

    @property
    def is_phase_key(self) -> bool:
        """Is this the private key of a phase, which is to be gone once that is resolved?"""
        return self.table == "phases"

    @property
    def bound(self) -> bytes:
        """The associated data that ties a secret to this place."""
        return f"{self.table}|{self.game}|{self.phase}|{self.field}".encode()


def alias_place(where: str, alias: str) -> Place:
    """Where it rests whose an alias is."""
    return Place("aliases", where, 0, alias)


class Vault:
    """Seals and opens what rests in the database."""

    def __init__(self, master_key: bytes, phase_keys: PhaseKeys | None = None) -> None:
        self._master_key = master_key
        self._phase_keys = phase_keys
        """Under these the private keys of phases are wrapped, where the database lets what is deleted linger."""

    def seal(self, place: Place, plain: bytes) -> bytes:
        """Encrypt bytes so that they open only at this place in the database."""
        if self._phase_keys is not None and place.is_phase_key:
            plain = self._phase_keys.wrap(place.game, place.phase, plain)
        nonce = os.urandom(NONCE)
        return nonce + self._cipher(place.game).encrypt(nonce, pad(plain), place.bound)

    def open(self, place: Place, sealed: bytes) -> bytes:
        """Open what was sealed for this place; raises VaultError."""
        try:
            padded = self._cipher(place.game).decrypt(sealed[:NONCE], sealed[NONCE:], place.bound)
        except InvalidTag:
            raise VaultError(
                f"{place.table}.{place.field} of game {place.game or '(the host)'}, phase {place.phase}, does not "
                "open: the master key is not the one it was sealed with, or the row was changed"
            ) from None
        plain = unpad(padded)
        if self._phase_keys is None or not place.is_phase_key:
            return plain
        try:
            return self._phase_keys.unwrap(place.game, place.phase, plain)
        except KeyDestroyed as file:
            raise VaultError(
                f"the private key of phase {place.phase} of game {place.game} does not open: {file} is not there, or "
                "not the one it was wrapped with"
            ) from None

    def mark(self, *parts: str) -> str:
        """What stands for something that is not to be read in the clear; nobody makes it without the master key."""
        key = HKDF(hashes.SHA256(), 32, salt=None, info=b"ostraka marks/1").derive(self._master_key)
        return hmac.digest(key, "|".join(parts).encode(), "sha256").hex()

    def _cipher(self, game: str) -> AESGCM:
        derived = HKDF(hashes.SHA256(), 32, salt=None, info=f"ostraka at rest/1|{game}".encode())
        return AESGCM(derived.derive(self._master_key))


def pad(plain: bytes) -> bytes:
    """Length, bytes, then zeros up to a whole number of pages."""
    framed = len(plain).to_bytes(LENGTH, "big") + plain
    return framed + bytes(-len(framed) % PAGE)


def unpad(padded: bytes) -> bytes:
    """The bytes that `pad` was given."""
    length = int.from_bytes(padded[:LENGTH], "big")
    return padded[LENGTH : LENGTH + length]
