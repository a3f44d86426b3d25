"""4.0: the phases of a turn, each announced when it begins."""

from __future__ import annotations

from adjudicator.kernel import ChapterBegins
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles

NAMES = {1: "Aristophanes Phase", 2: "Assembly Phase", 3: "Political Phase", 4: "Theater Phase", 5: "End Phase"}


def tell_chapter(running: Running, number: int) -> None:
    """Announce that a phase of the turn begins."""
    turn = running.position.turn
    date = running.position.box.components.turn_dates[turn]
    running.emit(ChapterBegins(chapter=f"{turn}.{number}", name=f"Turn {turn} ({date} BC), {NAMES[number]}"))


def holds_granary(position: Pericles) -> bool:
    """11.13-A: whether Athens has a base in an open granary theater."""
    granaries = [name for name in position.in_play() if position.box.theaters[name].granary]
    return any(position.theaters[name].bases("athens") for name in granaries)
