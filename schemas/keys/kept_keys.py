"""A copy of a locked key that a host keeps, so that name and password open the seats on any device.

The host hands the copy out against a **proof** of the password, and keeps a **verifier**, a hash of the proof. The
proof and what opens the copy are parts of one scrypt, whose salt follows from the host's key and the player's handle.
So nothing needs to be asked before the proof is sent, a name without a copy can't be told from any other, and the proof
for another host is worth nothing here. Whoever has the file or the verifier can try passwords at the cost of one scrypt
each: hence only strong ones.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from typing import Final

from schemas.errors import Malformed
from schemas.keys.password_files import PasswordFile, Stretched, locked_by, stretched
from schemas.statements.texts import proquint

LONGEST: Final = 1_024
"""Bytes of a locked key; ours have 391."""
SALT_LABEL: Final = "ostraka kept key/1"
VERIFIER_LABEL: Final = b"ostraka kept key verifier/1"
WORDS: Final = 5
CHARACTERS, DIFFERENT = 20, 11
_WORD: Final = re.compile(r"[^\W_]{3,}")


def salt_of(host: str, handle: str) -> bytes:
    """The salt of the copy that a host (by its key id) keeps of a player's key."""
    return hashlib.sha256(f"{SALT_LABEL}|{host}|{handle}".encode()).digest()[:16]


@dataclass(frozen=True)
class CopyLock:
    """What locks and opens that copy, and the proof that fetches it."""

    salt: bytes
    made: Stretched = field(repr=False)

    @classmethod
    def of(cls, password: str, host: str, handle: str) -> CopyLock:
        """By the password; it takes half a second."""
        salt = salt_of(host, handle)
        return cls(salt, stretched(password, salt))

    @property
    def proof(self) -> bytes:
        """What shows the host that somebody knows the password."""
        return self.made.proof

    def locked(self, content: bytes) -> bytes:
        """Keys as a locked file."""
        return locked_by(self.made, self.salt, content)

    def opened(self, file: bytes) -> bytes:
        """What is in a file that was locked like this; WrongPassword where it was locked with another password."""
        locked = PasswordFile.parse(file)
        return locked.content(locked.unwrapped(self.made))

    def copy(self, file: bytes, password: str) -> bytes:
        """A locked file as the host keeps it: itself, or what is in it locked anew where its salt is another."""
        locked = PasswordFile.parse(file)
        if locked.is_current and locked.salt == self.salt:
            return file
        return self.locked(locked.content(locked.file_key(password)))


def verifier_of(proof: bytes) -> bytes:
    """By what a host tells the right proof."""
    return hashlib.sha256(VERIFIER_LABEL + proof).digest()


def require_copy(raw: bytes, host: str, handle: str) -> None:
    """Malformed where it hasn't the form of a copy that this host keeps of this player's key."""
    if len(raw) > LONGEST:
        raise Malformed("copy of a key", f"it has {len(raw)} bytes; a locked key has at most {LONGEST}")
    file = PasswordFile.parse(raw)
    if not file.is_current:
        raise Malformed("copy of a key", f"it was locked at a cost of 2^{file.work}, which isn't that of key files")
    if file.salt != salt_of(host, handle):
        raise Malformed("copy of a key", "its salt is not the one for this host and handle")


def weakness(password: str) -> str | None:
    """What would be right, in a sentence, where a password is too soon guessed for a copy that others hold."""
    words = set(_WORD.findall(password.casefold()))
    if len(words) >= WORDS or (len(password) >= CHARACTERS and len(set(password.casefold())) >= DIFFERENT):
        return None
    return (
        f"whoever gets the copy can try passwords for as long as they like, so the password must have five different "
        f"words, or {CHARACTERS} characters of which {DIFFERENT} differ; for example: {five_words()}"
    )


def five_words() -> str:
    """A password for people: 80 random bits that can be said and typed."""
    drawn = os.urandom(2 * WORDS)
    return " ".join(proquint(int.from_bytes(drawn[at : at + 2], "big")) for at in range(0, len(drawn), 2))
