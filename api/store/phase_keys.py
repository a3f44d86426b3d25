"""Keys that can be destroyed, for databases in which what was deleted lingers.

A phase's private key has to be gone once the phase is resolved. PostgreSQL keeps a deleted row in its table until it is
swept up, and in its write-ahead log and the archives of that for as long as they are kept. So there the private key is
wrapped, under a key of its own that rests in a file outside the database; that file is overwritten and removed after
the commit that ends the phase. What lingers is then as good as noise, with the master key too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
NONCE = 12


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
