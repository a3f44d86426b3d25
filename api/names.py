"""Ids of games: random, short, and readable aloud (proquints, arXiv:0901.4016: `lusab-babad` is 32 bits)."""

from __future__ import annotations

import os

CONSONANTS = "bdfghjklmnprstvz"
VOWELS = "aiou"


def game_id() -> str:
    """A fresh id."""
    return "-".join(proquint(int.from_bytes(os.urandom(2), "big")) for _ in range(2))


def proquint(number: int) -> str:
    """Sixteen bits as five letters that can be said."""
    return "".join((
        CONSONANTS[number >> 12 & 15],
        VOWELS[number >> 10 & 3],
        CONSONANTS[number >> 6 & 15],
        VOWELS[number >> 4 & 3],
        CONSONANTS[number & 15],
    ))  # fmt: skip
