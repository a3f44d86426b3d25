"""Round, event, whose turn it is, who has passed, who is asked."""

from __future__ import annotations

from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import MARGIN, Card
from adjudicator.pictures.wording import awaited, whose
from adjudicator.polis.picture.layout import WIDTH
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import turn_said

LINE = 26


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
    card.bottom = add_prose(card, said, top + 30)
    return card


def _said(view: Polis) -> str:
    """How the game stands, and who is asked."""
    if view.outcome is not None:
        return f"The game is over: {view.outcome.reason}."
    turn = turn_said(view) if view.sides else "The sides are not drawn yet."
    asked = ", ".join(awaited(view))
    return f"{turn[0].upper()}{turn[1:]}{f' Asked now: {asked}.' if asked else ''}"


def add_prose(card: Card, text: str, top: int, left: int = MARGIN, width: int = WIDTH - 2 * MARGIN) -> int:
    """A text in lines as long as there is room; answers where it ends."""
    line: list[str] = []
    for word in [*text.split(" "), ""]:
        if line and (not word or width_of(" ".join([*line, word]), "line") > width):
            card.words(" ".join(line), left, top + LINE // 2, "line")
            line, top = [], top + LINE
        line.append(word)
    return top
