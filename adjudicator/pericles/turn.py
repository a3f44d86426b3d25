"""4.0: the turn, its phases in order, and what is set right at its start."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Step, agenda_step, step
from adjudicator.pericles.assembly.aristophanes import reveal_aristophanes
from adjudicator.pericles.assembly.boule import begin_boule
from adjudicator.pericles.assembly.debates import begin_assembly
from adjudicator.pericles.assembly.entourage import set_entourages
from adjudicator.pericles.assembly.political_cards import deal_political_cards, discard_entourages
from adjudicator.pericles.assembly.strategy_board import share_strategy_board
from adjudicator.pericles.components.model import ScenarioFacts
from adjudicator.pericles.end.victory import begin_end_phase
from adjudicator.pericles.politics.agoge import train_agoge
from adjudicator.pericles.politics.citizenship import grant_citizenship
from adjudicator.pericles.politics.colony import found_colony
from adjudicator.pericles.politics.control import settle_control
from adjudicator.pericles.politics.krypteia import send_krypteia
from adjudicator.pericles.politics.oration import give_oration_honor
from adjudicator.pericles.politics.political_issues import hold_games
from adjudicator.pericles.politics.theater_markers import take_theater_markers
from adjudicator.pericles.politics.war_and_peace import settle_war_and_peace
from adjudicator.pericles.state.chapters import holds_granary
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.theater.theater_phase import begin_theater_phase, count_political_capital


@agenda_step
def resolve_political_issues(running: Running) -> None:
    """7.4-A: one after another, each a step that Athens takes before Sparta."""
    issues = (settle_war_and_peace, hold_games, grant_citizenship, found_colony, send_krypteia, train_agoge)
    running.do(*(step(issue) for issue in issues))


# 4.0-A: the steps of a full turn, phase by phase, in order
FULL: dict[str, tuple[Callable[..., None], ...]] = {
    "aristophanes": (reveal_aristophanes,),
    "political_cards": (discard_entourages, deal_political_cards, set_entourages),
    "boule": (begin_boule,),
    "assembly": (begin_assembly,),
    "oration": (give_oration_honor,),
    "controlling": (settle_control,),
    "strategy_board": (share_strategy_board,),
    "political_issues": (resolve_political_issues,),
    "theater_markers": (take_theater_markers,),
    "theater": (begin_theater_phase,),
    "political_capital": (count_political_capital,),
    "end_phase": (begin_end_phase,),
}


def phases_of(facts: ScenarioFacts) -> tuple[str, ...]:
    """14-B to 14-D, RULING-62: the phases that a scenario plays."""
    if facts.kind == "full":
        return tuple(FULL)
    if facts.kind == "theater":
        return ("theater", "political_capital", "end_phase")
    return (*(name for name in FULL if name in facts.phases), "end_phase")


def steps_of(facts: ScenarioFacts) -> tuple[Step, ...]:
    """The steps of a whole turn of a scenario, after its beginning."""
    return tuple(step(function) for phase in phases_of(facts) for function in FULL[phase])


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


CHAPTERS: dict[str, tuple[Step, ...]] = {"begin_turn": (step(begin_turn),)}
