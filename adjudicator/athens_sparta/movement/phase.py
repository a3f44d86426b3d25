"""4, 13.1-A: the Movement Phase, and blocks that are too many where it leaves them (D-20)."""

from __future__ import annotations

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.events.blocks import MovementPointsSpent
from adjudicator.athens_sparta.movement.moves import MovesQuestion, carry_out_moves
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.sieges.captures import settle_unopposed, update_control
from adjudicator.athens_sparta.sieges.losses import eliminate, lose_stranded
from adjudicator.athens_sparta.sieges.postures import end_patrols
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.orders import Decision, ExcessOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block, Sheet
from adjudicator.athens_sparta.state.stacking import crowded, overstacked, surplus
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, step

Running = Resolution[AthensSparta]


def move_asks(position: AthensSparta, side: SideName) -> list[Ask]:
    """D-7, 12.1-A, 12.1-C: of the active player, in one message with D-5 and D-6."""
    return [Ask(side, MovesQuestion.id)]


def file_moves(running: Running, answers: Answers, side: SideName) -> None:
    """D-7, 2.2-B: kept until the Movement Phase; turn-start events come first (4.6-E)."""
    order = answers.of(side, MovesQuestion.id)
    running.position.sheets = {**running.position.sheets, side: Sheet(moves=[*order.plan])}


@agenda_step
def begin_movement_phase(running: Running, side: SideName) -> None:
    """4.0-A, 4.2-A: statuses are fixed; then the list is carried out."""
    look_around(running.position)
    running.do(step(move_blocks, side=side))


@agenda_step
def move_blocks(running: Running, side: SideName) -> None:
    """4.0-A; 12.2-D: an item that says so stops it, and its author is asked how to go on."""
    position = running.position
    sheet = position.sheets.get(side, Sheet())
    position.sheets = {seat: one for seat, one in position.sheets.items() if seat != side}
    if carry_out_moves(running, side, sheet.moves) and position.turn and position.turn.spent < position.turn.mp:
        running.ask([Ask(side, MovesQuestion.id, args={"rest": True})], move_on, side=side)


@agenda_step
def move_on(running: Running, answers: Answers, side: SideName) -> None:
    """4.0-A: with what MP are left."""
    file_moves(running, answers, side)
    running.do(step(move_blocks, side=side))


@agenda_step
def end_movement_phase(running: Running, side: SideName) -> None:
    """13.1-A: stacking, then control, with captures of empty cities; 2.2-B2: the MP spent are public.

    6.7-A: patrols return at the end of every Phase.
    """
    turn = running.position.turn
    if turn is not None:
        running.emit(MovementPointsSpent(side=side, spent=turn.spent, mp=turn.mp))
    lose_stranded(running, side)
    settle_unopposed(running.position)
    running.do(step(lose_excess, side=side), step(update_control), step(return_patrols))


@agenda_step
def return_patrols(running: Running) -> None:
    """6.7-A: where no enemy block is left."""
    end_patrols(running)


# --- blocks that are too many (4.1-A) ---------------------------------------------------------------------------------


def excess(position: AthensSparta, side: SideName) -> list[Block]:
    """D-20: the blocks of which one has to go, in the first hex where too many stand."""
    over = [hex for hex in sorted(crowded(position, side)) if overstacked(position, side, hex, apart=True)]
    return surplus(position, side, over[0], apart=True) if over else []


class ExcessQuestion(
    Decision[ExcessOrder], id="D-20", clause="4.1-A", default="4.1-A", subject="Lose a block in a full hex"
):
    """D-20: a book holds a list of blocks, the first of which that is there goes."""

    parts = {
        "block": One(
            lambda view, ask: [one.name for one in excess(view, side_of(ask))], words=block_name, subject="block"
        )
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        place = excess(view, side_of(ask))[0].place
        return f"Too many of your blocks stand in {place_name(place)}: which do you lose (4.1)?"


@agenda_step
def lose_excess(running: Running, side: SideName) -> None:
    """4.1-A, 9.4-C, 9.5-D, RULING-63: what came there without a move counts from now on; none regroups."""
    if excess(running.position, side):
        running.ask([Ask(side, ExcessQuestion.id)], lose_one, side=side)


@agenda_step
def lose_one(running: Running, answers: Answers, side: SideName) -> None:
    """D-20: one after another."""
    block = running.position.block(answers.of(side, ExcessQuestion.id).block)
    if block is not None:
        eliminate(running, block)
    running.do(step(lose_excess, side=side))
