"""Chance for games on this machine."""

from __future__ import annotations

import hashlib
import hmac
import os


def key_of(secret: bytes, *parts: object) -> bytes:
    """A key that follows from a secret and from what it is for; it does not tell the secret."""
    return hmac.digest(secret, repr(parts).encode(), hashlib.sha256)


def secret_of(seed: str | None) -> bytes:
    """32 bytes that all chance of a game follows from."""
    return os.urandom(32) if seed is None else hashlib.sha256(seed.encode()).digest()
