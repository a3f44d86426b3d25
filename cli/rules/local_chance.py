"""Chance for games on this machine."""

from __future__ import annotations

import hashlib
import hmac
import os


def key_of(secret: bytes, *parts: object) -> bytes:
    """A key derived from a secret for one purpose; it does not reveal the secret."""
    return hmac.digest(secret, repr(parts).encode(), hashlib.sha256)


def secret_of(seed: str | None) -> bytes:
    """The 32 bytes from which all chance of a game is derived."""
    return os.urandom(32) if seed is None else hashlib.sha256(seed.encode()).digest()
