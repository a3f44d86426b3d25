"""4.0: the turn, its phases in order, and what is set right at its start."""

from __future__ import annotations

from adjudicator.kernel import ChapterBegins, Resolution, Step, agenda_step, step
from adjudicator.pericles.components.model import ScenarioFacts
from adjudicator.pericles.state.position import Pericles

Running = Resolution[Pericles]

# 4.0-A: the steps of a full turn by name, in order; each chapter's module has its own
FULL: dict[str, tuple[str, ...]] = {
    "aristophanes": ("reveal_aristophanes",),
    "political_cards": ("discard_entourages", "deal_political_cards", "set_entourages"),
    "boule": ("begin_boule",),
    "assembly": ("begin_assembly",),
    "oration": ("give_oration_honor",),
    "controlling": ("settle_control",),
    "strategy_board": ("share_strategy_board",),
    "political_issues": ("resolve_political_issues",),
    "theater_markers": ("take_theater_markers",),
    "theater": ("begin_theater_phase",),
    "political_capital": ("count_political_capital",),
    "end_phase": ("begin_end_phase",),
}
NAMES = {1: "Aristophanes Phase", 2: "Assembly Phase", 3: "Political Phase", 4: "Theater Phase", 5: "End Phase"}


def phases_of(facts: ScenarioFacts) -> tuple[str, ...]:
    """14-B to 14-D, RULING-62: the phases that a scenario plays."""
    if facts.kind == "full":
        return tuple(FULL)
    if facts.kind == "theater":
        return ("theater", "political_capital", "end_phase")
    return (*(name for name in FULL if name in facts.phases), "end_phase")


def steps_of(facts: ScenarioFacts) -> tuple[Step, ...]:
    """The steps of a whole turn of a scenario, after its beginning."""
    return tuple(Step(name) for phase in phases_of(facts) for name in FULL[phase])


def tell_chapter(running: Running, number: int) -> None:
    """Tell that a phase of the turn begins."""
    turn = running.position.turn
    date = running.position.box.components.turn_dates[turn]
    running.emit(ChapterBegins(chapter=f"{turn}.{number}", name=f"Turn {turn} ({date} BC), {NAMES[number]}"))


@agenda_step
def begin_turn(running: Running) -> None:
    """4.0-B, RULING-3: the start of a turn, then its phases."""
    position = running.position
    position.nth_turn += 1
    position.turn = position.facts.turns[position.nth_turn - 1]
    for side in position.sides:
        back = position.set_aside[side] - position.set_aside_next[side]
        position.stock[side] += back
        position.set_aside[side], position.set_aside_next[side] = position.set_aside_next[side], 0
        position.major_defeat[side] = False
        position.built[side] = []
    position.state_ship = True
    position.granary_at_start = holds_granary(position)
    position.will, position.void_will = {}, {}
    position.controlling_at_start = {side: position.controlling[side] for side in position.sides}
    running.do(*steps_of(position.facts))


def holds_granary(position: Pericles) -> bool:
    """11.13-A: whether Athens has a base in an open granary theater."""
    granaries = [name for name in position.in_play() if position.box.theaters[name].granary]
    return any(position.theaters[name].bases("athens") for name in granaries)


CHAPTERS: dict[str, tuple[Step, ...]] = {"begin_turn": (step(begin_turn),)}
