"""6: turns, passing, playing on alone."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, Resolution, agenda_step, forward, step
from adjudicator.kernel.run.plans import carry_out
from adjudicator.polis.actions.sheets import ACTIONS_OF_A_TURN, TURN, SecondQuestion, TurnQuestion
from adjudicator.polis.actions.table import can_act, perform
from adjudicator.polis.battle.battles import check_battles
from adjudicator.polis.events.rounds import BlockPenalised, Passed
from adjudicator.polis.state.actions import Action
from adjudicator.polis.state.chapters import tell_chapter
from adjudicator.polis.state.position import Polis, Turn
from adjudicator.polis.state.routes import free_way
from adjudicator.polis.words import ENEMY, SIDES, SideName

Running = Resolution[Polis]
end_round = forward("end_round")


@agenda_step
def begin_turns(running: Running) -> None:
    """5-B (5), 5-C, 5-E: who did not apply the event first takes the first turn, unless the event says otherwise."""
    position = running.position
    tell_chapter(running, "turns")
    running.do(step(next_turn, side=position.effect.first_turn or ENEMY[position.first]))


@agenda_step
def next_turn(running: Running, side: SideName) -> None:
    """6-A, 6-H, RULING-47: the side is asked for its turn; where no action is possible it passes."""
    position = running.position
    position.turn = Turn(side)
    if can_act(position, side):
        running.ask([Ask(position.seat(side), TurnQuestion.id)], take_turn, side=side)
    else:
        _pass(running, side, forced=True)


@agenda_step
def take_turn(running: Running, answers: Answers, side: SideName) -> None:
    """15.1-B, 6-J, RULING-54: the sheet; if it neither passes nor does two actions, the turn stays open."""
    position = running.position
    sheet = answers.of(position.seat(side), TurnQuestion.id).actions
    carried = carry_out(running, position.seat(side), TurnQuestion.id, sheet, TURN)
    if len(carried.made) == ACTIONS_OF_A_TURN:
        running.do(step(end_turn, side=side, passed=False))
    elif carried.stops or not can_act(position, side):
        _pass(running, side, forced=not carried.stops)
    else:
        running.ask([Ask(position.seat(side), SecondQuestion.id)], take_second, side=side)


@agenda_step
def take_second(running: Running, answers: Answers, side: SideName) -> None:
    """D3: the second action, or none."""
    action: Action | None = answers.of(running.position.seat(side), SecondQuestion.id).action
    if action is None:
        _pass(running, side)
        return
    perform(running, side, action)
    running.do(step(end_turn, side=side, passed=False))


def _pass(running: Running, side: SideName, forced: bool = False) -> None:
    running.emit(Passed(side=side, forced=forced))
    running.do(step(end_turn, side=side, passed=True))


@agenda_step
def end_turn(running: Running, side: SideName, passed: bool) -> None:
    """6-B, 6-E, 6-F, 6-I, RULING-7, RULING-29: battles, unless one plays on alone; the penalty; who is next.

    18-C: the turn of the first passer is checked; solo turns are not, until the second player passes.
    """
    position = running.position
    solo = position.solo(side)
    position.turn = None
    if passed:
        position.passed.append(side)
    over = len(position.passed) == len(SIDES)
    check = [] if solo and not over else [step(check_battles, side=side)]
    following = side if ENEMY[side] in position.passed else ENEMY[side]
    running.do(*check, step(penalise, side=side), step(end_round) if over else step(next_turn, side=following))


@agenda_step
def penalise(running: Running, side: SideName) -> None:
    """13-E, RULING-25: for who bars the opponent's way from the trade port to the eastern sea, by seas alone."""
    position, rule = running.position, running.position.effect.block_penalty
    if rule is None or sum(position.count(side, sea) for sea in rule.exempt_seas) >= rule.exempt_galleys:
        return
    port = position.box.components.trade_ports[ENEMY[side]]
    if free_way(position, ENEMY[side], port.start_seas, [rule.sea]) is None:
        lost = -position.gain_prestige(side, -rule.prestige)
        running.emit(BlockPenalised(side=side, other=ENEMY[side], prestige=lost))
