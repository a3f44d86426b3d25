"""A first game, guided: the ordinary game of a scenario, with one sentence at the right moment. (Short: data.)"""

from __future__ import annotations

import msgspec

MOST = 140
"""Characters of a note."""


class Note(msgspec.Struct, frozen=True):
    """A sentence for who plays for the first time, said once; `clause` is where the rules say it.

    `when`: the id of the question that is asked, or the kind of an event that the reader was told.
    """

    when: str
    says: str
    clause: str


class FirstGame(msgspec.Struct, frozen=True):
    """The scenario that is played with the fewest seats, and what is said in it, in this order."""

    scenario: str
    notes: tuple[Note, ...]
