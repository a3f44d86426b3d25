"""A first game, guided: the ordinary game of a scenario, with one sentence at the right moment. (Short: data.)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

MOST = 140
"""Characters of a note."""


class Note(msgspec.Struct, frozen=True):
    """A sentence for who plays for the first time, said once; `clause` is where the rules say it.

    `when`: the id of the question that is asked, or the kind of an event that the reader was told. `fits` tells of a
    view and its seat whether there is then what it speaks of.
    """

    when: str
    says: str
    clause: str
    fits: Callable[[Any, str], bool] = lambda _view, _seat: True


class FirstGame(msgspec.Struct, frozen=True):
    """The scenario that is played with the fewest seats, and what is said in it, in this order."""

    scenario: str
    notes: tuple[Note, ...]
