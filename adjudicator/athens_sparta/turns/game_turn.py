"""0.1: Olympiads and Game Turns; Sudden Death and the Victory Check (10.1, 10.2)."""

from __future__ import annotations

from adjudicator.athens_sparta.cards.card_phase import begin_card_phase
from adjudicator.athens_sparta.cards.deal import deal
from adjudicator.athens_sparta.events.turns import SuddenDeath, VictoryChecked
from adjudicator.athens_sparta.olympiad.replacement import begin_replacement
from adjudicator.athens_sparta.state.chapters import tell_end_of_olympiad
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import finish_won, sudden_winner, victory_points
from adjudicator.athens_sparta.turns.player_turn import begin_player_turn, quake
from adjudicator.athens_sparta.words import ENEMY, SIDES
from adjudicator.kernel import Resolution, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def begin_olympiad(running: Running) -> None:
    """0.1-A, RULING-1, 7.0-B: the next Olympiad."""
    position = running.position
    position.olympiad = position.olympiad + 1 if position.olympiad else position.box.constants.first_olympiad
    position.game_turn, position.revolted = 0, {}
    running.do(step(deal))


@agenda_step
def begin_game_turn(running: Running) -> None:
    """0.1-C (1)."""
    position = running.position
    position.game_turn += 1
    position.cards = {}
    running.do(step(begin_card_phase))


@agenda_step
def begin_player_turns(running: Running) -> None:
    """0.1-C (2) and (3), 4.6-G: Player 1, then Player 2; in an Earthquake only attrition, in the same order."""
    position = running.position
    part = quake if position.event == "earthquake" else begin_player_turn
    order = (position.first, ENEMY[position.first])
    running.do(*(step(part, side=side) for side in order), step(end_game_turn))


@agenda_step
def end_game_turn(running: Running) -> None:
    """0.1-C (4), 10.1-A, RULING-57: Sudden Death; offers of a draw lapse.

    0.3-C, RULING-3: there are as many Game Turns as cards in a hand.
    """
    position = running.position
    position.draw_offers = {}
    winner = sudden_winner(position)
    if winner is not None:
        running.emit(SuddenDeath(winner=winner, place=position.box.capitals[ENEMY[winner]]))
        finish_won(running, f"10.1-A, {position.box.names[position.box.capitals[ENEMY[winner]]]} is taken", winner)
    elif any(position.hands[side] for side in SIDES):
        running.do(step(begin_game_turn))
    else:
        running.do(step(check_victory))


@agenda_step
def check_victory(running: Running) -> None:
    """10.2-A, 10.2-C, 0.1-B: 30 PP or more win; after the last Olympiad Athens does."""
    position = running.position
    tell_end_of_olympiad(running)
    points = {side: victory_points(position, side) for side in SIDES}
    running.emit(VictoryChecked(sparta=points["sparta"], athens=points["athens"]))
    constants = position.box.constants
    for side in SIDES:
        if points[side] >= constants.victory_pp:
            finish_won(running, f"10.2-A, {constants.victory_pp} PP of {side.capitalize()}", side)
            return
    if position.olympiad == constants.last_olympiad:
        finish_won(running, "10.2-C, the last Olympiad is over", "athens")
    else:
        running.do(step(begin_replacement), step(begin_olympiad))
