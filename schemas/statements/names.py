"""Ids of games: short, and readable aloud (proquints, arXiv:0901.4016: `lusab-babad` is 32 bits); and their names."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

CONSONANTS = "bdfghjklmnprstvz"
VOWELS = "aiou"
TYPABLE: Final = re.compile(r"[a-z0-9][a-z0-9-]{2,40}")


def as_typed(name: str) -> str:
    """A game's name as one word for a command line: `The long war` is also `the-long-war`."""
    return "-".join(re.findall(r"\w+", name.casefold()))


def is_typable(name: str, titles: Collection[str]) -> bool:
    """Whether a name as typed is fit for commands: one that is not is not read as an option, a path or a title."""
    return bool(TYPABLE.fullmatch(name)) and name.partition("-")[0] not in titles


def game_id(statement: bytes) -> str:
    """The id of the game that a statement of this digest opens: its first 48 bits, so that the statement binds it."""
    return "-".join(proquint(int.from_bytes(statement[at : at + 2], "big")) for at in (0, 2, 4))


def proquint(number: int) -> str:
    """Sixteen bits as five letters that can be said."""
    return "".join((
        CONSONANTS[number >> 12 & 15],
        VOWELS[number >> 10 & 3],
        CONSONANTS[number >> 6 & 15],
        VOWELS[number >> 4 & 3],
        CONSONANTS[number & 15],
    ))  # fmt: skip
