"""4.0: the phases of a turn, each announced when it begins."""

from __future__ import annotations

from adjudicator.kernel import ChapterBegins
from adjudicator.pericles.events.aristophanes import PersiaOpens
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


def condition_met(position: Pericles) -> bool:
    """13.1-A: Sparta has a base in Ionia, or Alcibiades is in Persia."""
    return position.theaters["ionia"].bases("sparta") > 0 or position.alcibiades == "persia"


def watch_persia(running: Running) -> None:
    """RULING-57: Persia opens for good as soon as the condition is met; where it is not in play, never."""
    position = running.position
    if position.facts.persia_in_play and not position.persia_open and condition_met(position):
        position.persia_open = True
        way = "Alcibiades is in Persia" if position.alcibiades == "persia" else "Sparta has a base in Ionia"
        running.emit(PersiaOpens(why=f"13.1-A: {way}"))
