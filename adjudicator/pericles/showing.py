"""How a position is shown, scored and checked."""

from __future__ import annotations

from adjudicator.pericles.position import Pericles


def scores(position: Pericles) -> dict[str, int]:
    """Honor."""
    return {faction: position.honor[faction] for faction in position.factions}


def draw(view: Pericles, seat: str | None, dark: bool) -> str:
    """The board as SVG."""
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"
