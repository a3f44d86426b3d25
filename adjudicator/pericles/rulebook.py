"""The chapters of the rules in the order of the rulebook: their steps, questions and events, gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel import Event
from adjudicator.pericles import setup, turn
from adjudicator.pericles.assembly import (
    aristophanes,
    boule,
    brain_trust,
    debates,
    entourage,
    giving_up,
    issue_moves,
    played_cards,
    political_cards,
    strategy_board,
)
from adjudicator.pericles.end import callias, maintenance, redeployment, victory, will
from adjudicator.pericles.events import aristophanes as events_of_aristophanes
from adjudicator.pericles.events import assembly as events_of_assembly
from adjudicator.pericles.events import battles as events_of_battles
from adjudicator.pericles.events import boule as events_of_boule
from adjudicator.pericles.events import cards as events_of_cards
from adjudicator.pericles.events import ending as events_of_ending
from adjudicator.pericles.events import expeditions as events_of_expeditions
from adjudicator.pericles.events import oration as events_of_oration
from adjudicator.pericles.events import politics as events_of_politics
from adjudicator.pericles.events import theater as events_of_theater
from adjudicator.pericles.events.common import COMMON
from adjudicator.pericles.politics import (
    agoge,
    citizenship,
    colony,
    control,
    krypteia,
    oration,
    political_issues,
    ravages,
    relocation,
    theater_markers,
    war_and_peace,
)
from adjudicator.pericles.state.decision import Decision
from adjudicator.pericles.theater import capital, courting, diplomacy, honor_order, league, oracle, placement, queues
from adjudicator.pericles.war import (
    base_losses,
    battle_honor,
    battles,
    building,
    commitments,
    losses,
    military,
    movement,
    second_battle,
)

STEPS: tuple[Callable[..., None], ...] = (
    *setup.STEPS,
    *turn.STEPS,
    *aristophanes.STEPS,
    *giving_up.STEPS,
    *political_cards.STEPS,
    *entourage.STEPS,
    *boule.STEPS,
    *debates.STEPS,
    *played_cards.STEPS,
    *brain_trust.STEPS,
    *issue_moves.STEPS,
    *oration.STEPS,
    *control.STEPS,
    *strategy_board.STEPS,
    *political_issues.STEPS,
    *war_and_peace.STEPS,
    *relocation.STEPS,
    *citizenship.STEPS,
    *colony.STEPS,
    *krypteia.STEPS,
    *agoge.STEPS,
    *theater_markers.STEPS,
    *honor_order.STEPS,
    *placement.STEPS,
    *queues.STEPS,
    *diplomacy.STEPS,
    *courting.STEPS,
    *league.STEPS,
    *oracle.STEPS,
    *military.STEPS,
    *building.STEPS,
    *capital.STEPS,
    *commitments.STEPS,
    *movement.STEPS,
    *battles.STEPS,
    *losses.STEPS,
    *base_losses.STEPS,
    *battle_honor.STEPS,
    *second_battle.STEPS,
    *callias.STEPS,
    *victory.STEPS,
    *maintenance.STEPS,
    *ravages.STEPS,
    *redeployment.STEPS,
    *will.STEPS,
)
QUESTIONS: tuple[Decision[Any], ...] = (
    *giving_up.QUESTIONS,
    *political_cards.QUESTIONS,
    *entourage.QUESTIONS,
    *boule.QUESTIONS,
    *debates.QUESTIONS,
    *played_cards.QUESTIONS,
    *brain_trust.QUESTIONS,
    *issue_moves.QUESTIONS,
    *relocation.QUESTIONS,
    *citizenship.QUESTIONS,
    *colony.QUESTIONS,
    *krypteia.QUESTIONS,
    *agoge.QUESTIONS,
    *theater_markers.QUESTIONS,
    *placement.QUESTIONS,
    *queues.QUESTIONS,
    *diplomacy.QUESTIONS,
    *courting.QUESTIONS,
    *league.QUESTIONS,
    *oracle.QUESTIONS,
    *military.QUESTIONS,
    *building.QUESTIONS,
    *commitments.QUESTIONS,
    *movement.QUESTIONS,
    *battles.QUESTIONS,
    *losses.QUESTIONS,
    *base_losses.QUESTIONS,
    *second_battle.QUESTIONS,
    *callias.QUESTIONS,
    *maintenance.QUESTIONS,
    *ravages.QUESTIONS,
    *redeployment.QUESTIONS,
)
EVENTS: tuple[type[Event], ...] = (
    *COMMON,
    *events_of_aristophanes.EVENTS,
    *events_of_cards.EVENTS,
    *events_of_boule.EVENTS,
    *events_of_assembly.EVENTS,
    *events_of_oration.EVENTS,
    *events_of_politics.EVENTS,
    *events_of_theater.EVENTS,
    *events_of_expeditions.EVENTS,
    *events_of_battles.EVENTS,
    *events_of_ending.EVENTS,
)
