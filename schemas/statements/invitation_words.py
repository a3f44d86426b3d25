"""The word of an invitation link: whoever has it is invited. A host keeps its hash and no more."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from typing import Final

from schemas.statements.canonical import to_base64url

WORD: Final = "[a-z2-7]{24}"
"""120 random bits, in small letters and digits that nobody takes for letters."""
RANDOM_BYTES: Final = 15


def make_word() -> str:
    """A word that nobody guesses."""
    return base64.b32encode(os.urandom(RANDOM_BYTES)).decode().lower()


def is_word(text: str) -> bool:
    """Could this be the word of an invitation?"""
    return re.fullmatch(WORD, text) is not None


def digest_of(word: str) -> str:
    """What stands for a word in statements and at the host."""
    return to_base64url(hashlib.sha256(word.encode()).digest())


def invitation_link(url: str, game: str | None, word: str) -> str:
    """The address that is handed on: a game's page, or that on which the host says how one sits down."""
    return f"{url.rstrip('/')}/{f'games/{game}' if game else 'program'}?invited={word}"
