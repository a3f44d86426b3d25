"""T.01: the printed phases of a turn by number, each announced when it begins."""

from __future__ import annotations

from adjudicator.kernel import ChapterBegins, Resolution
from adjudicator.perikles.state.position import Perikles

NAMES = {
    1: "Location and Influence tiles",
    2: "Take Influence tiles",
    3: "Propose candidates",
    4: "Elections",
    5: "Commit military forces",
    6: "Resolve battles",
    7: "End of turn",
}


def tell_chapter(running: Resolution[Perikles], number: int) -> None:
    """Announce that a phase of the turn begins."""
    turn = running.position.turn
    running.emit(ChapterBegins(chapter=f"{turn}.{number}", name=f"Turn {turn}, phase {number}: {NAMES[number]}"))
