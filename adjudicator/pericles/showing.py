"""How a position is shown, scored and checked."""

from __future__ import annotations

from adjudicator.pericles.position import Pericles


def scores(position: Pericles) -> dict[str, int]:
    """Honor."""
    return {faction: position.honor[faction] for faction in position.factions}
