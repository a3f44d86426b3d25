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
from adjudicator.pericles.events.theater import HonorOrder
from adjudicator.pericles.politics.agoge import train_agoge
from adjudicator.pericles.politics.citizenship import grant_citizenship
from adjudicator.pericles.politics.colony import found_colony
from adjudicator.pericles.politics.control import give_oration_honor, settle_control
from adjudicator.pericles.politics.krypteia import send_krypteia
from adjudicator.pericles.politics.political_issues import hold_games
from adjudicator.pericles.politics.relocation import settle_war_and_peace
from adjudicator.pericles.politics.theater_markers import take_theater_markers
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Running, holds_granary, tell_chapter
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.theater.placement import place_next
from adjudicator.pericles.theater.queues import reveal_next
from adjudicator.pericles.words import FactionName

# --- how the Theater Phase begins and ends (8.1, 8.6) -------------------------------------------------------------


@agenda_step
def begin_theater_phase(running: Running) -> None:
    """8.1-A, then placement (8.3) and resolution (8.4). 15.2-B: politics are over."""
    position = running.position
    tell_chapter(running, 4)
    position.politics = False
    position.honor_order = honor_order(position)
    running.emit(HonorOrder(order=[*position.honor_order]))
    running.do(step(place_next, at=0), step(reveal_next, at=0))


def honor_order(position: Pericles) -> list[FactionName]:
    """8.1-A: descending Honor; ties: Controlling of Athens, of Sparta, Opposition of Athens, of Sparta."""
    ties = [
        *(position.controlling[side] for side in position.sides),
        *(position.opposition(side) for side in position.sides),
    ]
    return sorted(ties, key=lambda faction: -position.honor[faction])


TOKENS_FOR_HONOR = 4


@agenda_step
def count_political_capital(running: Running) -> None:
    """8.6-A, RULING-31: unused tokens return to the Stock; 1 Honor for each four, rounded down.

    Scenarios of the kinds political and theater are decided in the step after this (14-B, 14-C).
    """
    position = running.position
    for faction in position.factions:
        tokens = ledger.spend(running, faction, position.tokens(faction), "8.6-A, returned unused")
        ledger.gain_honor(running, faction, tokens // TOKENS_FOR_HONOR, "8.6-A, Political Capital")


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
