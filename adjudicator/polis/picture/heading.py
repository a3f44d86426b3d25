"""Round, event, whose turn it is, who has passed, who is asked."""

from __future__ import annotations

from adjudicator.pictures.shapes import MARGIN, Card
from adjudicator.pictures.wording import awaited, whose
from adjudicator.polis.picture.layout import WIDTH
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import turn_said


def stage(view: Polis) -> str:
    """The round, in the letters that the font of pictures has."""
    return f"round {view.round}" if view.round else "set-up"


def heading(view: Polis, seat: str | None, top: int) -> Card:
    """The first lines of the picture."""
    title = f"Polis, {stage(view)}"
    said = _said(view)
    card = Card(f"{title}: {said} The board {whose(seat)}.", top)
    card.words(title, MARGIN, top + 14, "lead")
    card.words(f"The board {whose(seat)}", WIDTH - MARGIN, top + 14, "weak", "end")
    card.bottom = card.prose(said, MARGIN, top + 30, WIDTH - 2 * MARGIN)
    return card


def _said(view: Polis) -> str:
    """How the game stands, and who is asked."""
    if view.outcome is not None:
        return f"The game is over: {view.outcome.reason}."
    turn = turn_said(view) if view.sides else "The sides are not drawn yet."
    asked = ", ".join(awaited(view))
    return f"{turn[0].upper()}{turn[1:]}{f' Asked now: {asked}.' if asked else ''}"
