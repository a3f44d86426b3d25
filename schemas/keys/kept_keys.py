"""A copy of a locked key that a host keeps, so that name and password open the seats on any device.

The host hands the copy out against a **proof** of the password, and keeps a **verifier**, a hash of the proof. Salted
with the host's key and the player's handle, the proof follows from nothing that somebody else gets: neither another
host's proof, nor what opens the file, which has a salt of its own. So nothing needs to be asked before the proof is
sent, and a name without a copy can't be told from any other. Whoever has the file or the verifier can try passwords
at the cost of one scrypt each: hence only strong ones.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import Final

from schemas.errors import Malformed
from schemas.keys.password_files import PasswordFile
from schemas.primitives import scrypt
from schemas.statements.texts import proquint

PROOF_WORK: Final = 17
"""The cost of a proof as a power of two. It stays, whatever files are locked at: a verifier fits one proof only."""
LONGEST: Final = 1_024
"""Bytes of a locked key; ours have 391."""
PROOF_LABEL: Final = "ostraka kept key/1"
VERIFIER_LABEL: Final = b"ostraka kept key verifier/1"
WORDS: Final = 5
CHARACTERS, DIFFERENT = 20, 11
_WORD: Final = re.compile(r"[^\W_]{3,}")


def proof_of(password: str, host: str, handle: str) -> bytes:
    """What shows a host (by its key id) that somebody knows the password of a player's key; it takes half a second."""
    return scrypt(password.encode(), f"{PROOF_LABEL}|{host}|{handle}".encode(), PROOF_WORK)


def verifier_of(proof: bytes) -> bytes:
    """By what a host tells the right proof."""
    return hashlib.sha256(VERIFIER_LABEL + proof).digest()


def require_locked(raw: bytes) -> None:
    """Malformed where it isn't the form of a key file, locked at the cost at which files are locked now."""
    if len(raw) > LONGEST:
        raise Malformed("copy of a key", f"it has {len(raw)} bytes; a locked key has at most {LONGEST}")
    file = PasswordFile.parse(raw)
    if not file.is_current:
        raise Malformed("copy of a key", f"it was locked at a cost of 2^{file.work}, which isn't that of key files")


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
