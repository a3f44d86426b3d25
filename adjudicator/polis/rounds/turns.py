"""5-B, 6, 10: a round begins; turns, passing, playing on alone."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, Resolution, agenda_step, forward, step
from adjudicator.kernel.run.plans import carry_out
from adjudicator.polis.actions.sheets import ACTIONS_OF_A_TURN, TURN, SecondQuestion, TurnQuestion
from adjudicator.polis.actions.table import can_act, perform
from adjudicator.polis.battle.battles import check_battles
from adjudicator.polis.events import rounds as events
from adjudicator.polis.events.rounds import BlockPenalised, Passed
from adjudicator.polis.rounds.effects import apply_common, apply_event
from adjudicator.polis.state.actions import Action
from adjudicator.polis.state.position import Polis, Turn, tell_chapter
from adjudicator.polis.state.routes import Routes
from adjudicator.polis.words import ENEMY, SIDES, SideName

Running = Resolution[Polis]


@agenda_step
def begin_round(running: Running) -> None:
    """10-A to 10-C, 10-E, 13-C: the next round; marks are removed, merchants return, the event is over."""
    position = running.position
    position.round, *position.rounds = position.rounds
    for side in SIDES:
        player = position.sides[side]
        player.port, player.doubled = position.merchants(side), False
    position.shipments, position.collected, position.passed = {}, {}, []
    position.closed_shipments, position.closed_territories = [], []
    position.event, position.taken, position.deeds = None, None, {}
    tell_chapter(running, "start")
    running.do(step(reveal_projects), step(fix_order), step(reveal_event), step(begin_turns))


@agenda_step
def reveal_projects(running: Running) -> None:
    """5-B (1), 10-D: those that nobody started leave the game; the next three, or as many as are left."""
    position = running.position
    if position.display:
        running.emit(events.ProjectsRemoved(projects=[*position.display]))
        position.removed += position.display
    number = position.box.components.display
    position.display = [*position.project_deck[:number]]  # type: ignore[list-item] # known here
    position.project_deck = position.project_deck[number:]
    if position.display:
        running.emit(events.ProjectsRevealed(projects=[*position.display]))


@agenda_step
def fix_order(running: Running) -> None:
    """5-C: the side with more Prestige applies the event first; tied, Athens."""
    position = running.position
    prestige = {side: position.sides[side].prestige for side in SIDES}
    position.first = "sparta" if prestige["sparta"] > prestige["athens"] else "athens"
    running.emit(events.OrderFixed(side=position.first))


@agenda_step
def reveal_event(running: Running) -> None:
    """5-B (3) and (4), 5-D, 13-A: the top event of the round's deck, applied in order."""
    position = running.position
    deck = position.event_decks.get(position.type.event_deck, [])
    if not deck:
        return  # 12.1-A: a scenario without events
    position.event = str(deck.pop(0))
    position.events_used.append(position.event)
    running.emit(events.EventRevealed(event_card=position.event))
    sides = (position.first, ENEMY[position.first])
    running.do(step(apply_common), *(step(apply_event, side=side) for side in sides))


# --- turns (6) --------------------------------------------------------------------------------------------------------

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
    if not Routes(position, ENEMY[side]).lead_over_free_seas(port.start_seas, [rule.sea]):
        lost = -position.gain_prestige(side, -rule.prestige)
        running.emit(BlockPenalised(side=side, other=ENEMY[side], prestige=lost))
