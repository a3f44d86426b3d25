"""Secrets at rest: AES-256-GCM under keys derived from the master key, one for each game.

A phase's private key has to be gone once the phase is resolved. PostgreSQL keeps a deleted row in its table until it is
swept up, and in its write-ahead log and the archives of that for as long as they are kept. So there the private key is
wrapped, under a key of its own that rests in a file outside the database; that file is overwritten and removed after
the commit that ends the phase. What lingers is then as good as noise, with the master key too.

What is sealed is bound to its place (table, game, phase, field), so that a row moved elsewhere does not open. It is
padded to a multiple of 4 KiB first, so that its size tells nothing about a hand, an order or an event. What a phase led
to is deflated before: nearly always it takes the least room that anything sealed takes, so that its size tells less.
"""

from __future__ import annotations

import hmac
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32
NONCE = 12
PAGE = 4096
LENGTH = 4


class KeyDestroyed(Exception):
    """The key under which something was wrapped is not there, or is another."""


class PhaseKeys:
    """A folder with a key for each phase that is not resolved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def wrap(self, game: str, phase: int, plain: bytes) -> bytes:
        """Encrypt under the key of a phase, which is made and on the disk when this returns."""
        file = self._file(game, phase)
        if not file.exists():
            self._make(file)
        nonce = os.urandom(NONCE)
        return nonce + AESGCM(file.read_bytes()).encrypt(nonce, plain, file.name.encode())

    def unwrap(self, game: str, phase: int, wrapped: bytes) -> bytes:
        """Decrypt what was wrapped; KeyDestroyed where it is too late."""
        file = self._file(game, phase)
        try:
            return AESGCM(file.read_bytes()).decrypt(wrapped[:NONCE], wrapped[NONCE:], file.name.encode())
        except (FileNotFoundError, InvalidTag, ValueError):
            raise KeyDestroyed(str(file)) from None

    def destroy(self, game: str, phase: int) -> None:
        """Overwrite the key of a phase, and remove it."""
        try:
            with self._file(game, phase).open("r+b", buffering=0) as file:
                file.write(os.urandom(KEY_BYTES))
                os.fsync(file.fileno())
            self._file(game, phase).unlink()
        except FileNotFoundError:
            return
        self._settle()

    def kept(self) -> Iterator[tuple[str, int]]:
        """The games and phases whose keys are there."""
        for file in sorted(self.folder.iterdir()):
            game, _, phase = file.name.rpartition(".")
            if game and phase.isdecimal():
                yield game, int(phase)

    def _file(self, game: str, phase: int) -> Path:
        return self.folder / f"{game}.{phase}"

    def _make(self, file: Path) -> None:
        draft = file.with_name(f"{file.name}.draft")
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0) as made:
            made.write(os.urandom(KEY_BYTES))
            os.fsync(made.fileno())
        draft.rename(file)
        self._settle()

    def _settle(self) -> None:
        """Have the names in the folder on the disk."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


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
        """Is this the private key of a phase, which goes once that is resolved?"""
        return self.table == "phases"

    @property
    def is_long(self) -> bool:
        """Is this what a phase led to, which is long, and text?"""
        return self.table == "resolutions"

    @property
    def bound(self) -> bytes:
        """The associated data that ties a secret to this place."""
        return f"{self.table}|{self.game}|{self.phase}|{self.field}".encode()


def alias_place(where: str, alias: str) -> Place:
    """What the seal on an alias's player is bound to."""
    return Place("aliases", where, 0, alias)


def kept_key_place(handle: str) -> Place:
    """What the seal on the copy of a player's key is bound to."""
    return Place("kept_keys", "", 0, handle)


def device_place(device: str) -> Place:
    """What the seal on the address of a player's device is bound to."""
    return Place("devices", "", 0, device)


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
        if place.is_long:
            plain = zlib.compress(plain)
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
        if place.is_long:
            return zlib.decompress(plain)
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
