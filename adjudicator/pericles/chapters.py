"""The chapters of the rules in the order of the rulebook: their steps, questions and events, gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel import Event
from adjudicator.pericles import (
    aristophanes,
    base_losses,
    battle_honor,
    battles,
    boule,
    brain_trust,
    building,
    capital,
    commitments,
    control,
    courting,
    debates,
    diplomacy,
    entourage,
    giving_up,
    honor_order,
    issue_moves,
    league,
    losses,
    military,
    movement,
    oracle,
    oration,
    placement,
    played_cards,
    political_cards,
    queues,
    second_battle,
    setup,
    strategy_board,
    turn,
)
from adjudicator.pericles.decision import Decision
from adjudicator.pericles.events import aristophanes as events_of_aristophanes
from adjudicator.pericles.events import assembly as events_of_assembly
from adjudicator.pericles.events import battles as events_of_battles
from adjudicator.pericles.events import boule as events_of_boule
from adjudicator.pericles.events import cards as events_of_cards
from adjudicator.pericles.events import expeditions as events_of_expeditions
from adjudicator.pericles.events import oration as events_of_oration
from adjudicator.pericles.events import theater as events_of_theater
from adjudicator.pericles.events.common import COMMON

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
)
EVENTS: tuple[type[Event], ...] = (
    *COMMON,
    *events_of_aristophanes.EVENTS,
    *events_of_cards.EVENTS,
    *events_of_boule.EVENTS,
    *events_of_assembly.EVENTS,
    *events_of_oration.EVENTS,
    *events_of_theater.EVENTS,
    *events_of_expeditions.EVENTS,
    *events_of_battles.EVENTS,
)
