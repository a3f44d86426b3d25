"""What is said in a guided first game, at the right moment: one sentence at a time, and none twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.answer.keeping import Kept
from cli.seat.game import Chapter, Game


class Said(NamedTuple):
    """A note that is open: its number among all of them, from 1."""

    number: int
    of: int
    says: str
    clause: str


def begin(kept: Kept) -> None:
    """The game is guided from now on."""
    kept.keep_guide([], 0)


def note_now(game: Game, kept: Kept, phase: int | None, question: str | None) -> Said | None:
    """The note that fits what is asked, or what has just happened; at most one in a phase.

    Of notes that fit the first that was not read is said; once it was read, none other in the same phase.
    """
    guide, first = kept.guide, game.rules.first_game()
    if guide is None or first is None or phase is None or guide.last == phase:
        return None
    answered = max(game.answered, default=0)
    happened = kinds_since(game.chapters(), answered)
    asked = (question or "").partition("/")[0]
    view = game.now().view
    for number, note in enumerate(first.notes, 1):
        if number not in guide.read and note.when in (asked, *happened) and note.fits(view, game.seat):
            return Said(number, len(first.notes), note.says, note.clause)
    return None


def kinds_since(chapters: Sequence[Chapter], phase: int) -> list[str]:
    """The kinds of events that were told since a phase was answered."""
    return [str(event.__struct_config__.tag) for one in chapters if one.phase >= phase for event in one.events]


def read(kept: Kept, number: int, phase: int) -> None:
    """A note was read; it is said no more."""
    guide = kept.guide
    if guide is not None:
        kept.keep_guide(sorted({*guide.read, number}), phase)


def ended(game: Game, kept: Kept) -> bool:
    """Whether all notes were read, which is said once."""
    guide, first = kept.guide, game.rules.first_game()
    return guide is not None and first is not None and len(guide.read) == len(first.notes)
