"""0.1-D: one Player Turn, part by part. Each part is a step of the room that knows it."""

from __future__ import annotations

from adjudicator.athens_sparta.combat.phase import (
    battle_asks,
    begin_combat_phase,
    end_combat_phase,
    file_orders,
)
from adjudicator.athens_sparta.movement.phase import begin_movement_phase, end_movement_phase, file_moves, move_asks
from adjudicator.athens_sparta.places import use_support
from adjudicator.athens_sparta.sieges.attrition import roll_attrition
from adjudicator.athens_sparta.sieges.captures import update_control
from adjudicator.athens_sparta.sieges.in_force import count_times
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import AthensSparta, Turn, tell_player_turn
from adjudicator.athens_sparta.turns.end_effects import end_effects
from adjudicator.athens_sparta.turns.turn_start import start_asks, use_event
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Answers, Resolution, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def begin_player_turn(running: Running, side: SideName) -> None:
    """0.1-D, 12.1-C: one message of the active player: D-5, D-6 and D-7 are asked together."""
    position = running.position
    card = position.box.cards[position.cards[side]]
    event = card.event if card.event not in ("storm", "earthquake") else None
    position.turn = Turn(side, card.mp, event=event)
    look_around(position)
    tell_player_turn(running, side)
    if asks := [*start_asks(position, side), *move_asks(position, side), *battle_asks(position, side)]:
        running.ask(asks, take_player_turn, side=side)
    else:
        run_parts(running, side)


@agenda_step
def take_player_turn(running: Running, answers: Answers, side: SideName) -> None:
    """4.6-E, 9.3-B: Persian support, then the event; what is to be moved is kept until its turn comes."""
    file_moves(running, answers, side)
    file_orders(running, answers, side)
    use_support(running, answers)
    use_event(running, answers, side)
    run_parts(running, side)


def run_parts(running: Running, side: SideName) -> None:
    """0.1-D (i) to (v), 1.1-C: turn-start events count as a Phase of their own."""
    running.do(
        step(update_control),
        step(begin_movement_phase, side=side),
        step(end_movement_phase, side=side),
        step(begin_combat_phase, side=side),
        step(end_combat_phase, side=side),
        step(roll_attrition, side=side),
        step(update_control),
        step(end_effects, side=side),
        step(update_control),
        step(end_player_turn, side=side),
    )


@agenda_step
def end_player_turn(running: Running, side: SideName) -> None:
    """The turn is over; what is left of the MP is lost (0.3-D)."""
    position = running.position
    position.turn, position.combat = None, None
    count_times(position)
    position.sheets.pop(side, None)
    for block in position.blocks:
        block.origin = block.came_from = None


@agenda_step
def quake(running: Running, side: SideName) -> None:
    """4.6-G: of a Player Turn only attrition is left."""
    look_around(running.position)
    tell_player_turn(running, side)
    running.do(step(roll_attrition, side=side), step(update_control), step(end_player_turn, side=side))
