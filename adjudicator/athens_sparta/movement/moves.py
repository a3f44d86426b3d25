"""D-7: the list of the active player, sent now or sealed before (12.1-C, 12.1-D), and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.movement.actions import Moving, in_words, make
from adjudicator.athens_sparta.movement.options import Options
from adjudicator.athens_sparta.state.moves import Action, BlockMove
from adjudicator.athens_sparta.state.orders import MovesOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.stacking import surplus
from adjudicator.athens_sparta.words import BlockName, SideName
from adjudicator.kernel import Ask, Chance, Resolution
from adjudicator.kernel.books.items import Item, number_in_words
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.events import PlanSkipped
from adjudicator.kernel.run.plans import carry_out
from adjudicator.kernel.run.series import Series

Running = Resolution[AthensSparta]


class MovesQuestion(
    Series[AthensSparta, MovesOrder],
    id="D-7",
    passing={"plan": []},
    clause="4.0-A",
    default="4.0-A",
    subject="Move",
    exact=True,
    may_decline=True,
    nothing="move nothing",
):
    """D-7: nothing is ordered by default. A list of a book serves one Player Turn.

    4.1-C: a list that is not sealed is refused whole; RULING-68: as things stand when it is sent.
    """

    runner = Moving()
    field_words = {
        "plan": ("Another move", ""),
        "plan.do.action": ("Which kind of move?", "{}"),
        "plan.do.block": ("Which block?", "{}"),
        "plan.do.path.to": ("To which hex?", "to {}"),
        "plan.do.path.by": ("By which hexes?", "by {}"),
        "plan.do.to": ("To which hex?", "to {}"),
        "plan.do.place": ("In which city?", "in {}"),
        "plan.do.steps": ("With how many steps? Each costs 1 MP.", "steps {}"),
    }

    def runner_of(self, plan: Sequence[Item]) -> Moving:
        return Moving(plan)

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        turn = view.turn
        left = turn.mp - turn.spent if turn else 0
        return f"You have {left} MP. Which blocks do you move, and where do you raise a Revolt?"

    def asks_the_seat(self, ask: Ask) -> bool:
        """12.2-D, RULING-123: asks for the rest if the player wants it; a book's next list is for another turn."""
        return "rest" in ask.args

    def scratch(self, view: AthensSparta, ask: Ask) -> AthensSparta:
        return view.scratch()

    def further(self, table: AthensSparta, ask: Ask) -> Sequence[Action]:
        return Options(table, side_of(ask)).every()

    def drawn(self, table: AthensSparta, ask: Ask, chance: Chance, label: str) -> Action | None:
        return Options(table, side_of(ask)).drawn(chance, label)


def carry_out_moves(running: Running, side: SideName, plan: Sequence[Item]) -> bool:
    """12.1-D, RULING-47, RULING-67: item by item; where a hex is over its limit, the last items into it are undone.

    The list is tried on a copy first, so that what is undone never happened to anybody who looks on. Whether its author
    is to be asked for more (12.2-D).
    """
    trial = Resolution(running.position.scratch(), Chance(bytes(KEY_BYTES)), {})
    moving = Moving(plan)
    carried = carry_out(trial, side, MovesQuestion.id, plan, moving)
    undone = _undone(running.position, trial.position, side, moving.made)
    skipped = [text for one in trial.events if isinstance(one, PlanSkipped) for text in one.skipped]
    for number in undone:
        item = number_in_words(carried.made[number])
        skipped.append(f"item {item}, {in_words(moving.made[number])} (4.1-A: too many blocks would have stood there)")
    if skipped:
        running.emit(PlanSkipped(question=MovesQuestion.id, skipped=skipped, only=(side,)))
    for number, action in enumerate(moving.made):
        if number not in undone:
            make(running, side, action)
    return carried.asks is not None


def _undone(before: AthensSparta, table: AthensSparta, side: SideName, made: Sequence[Action]) -> list[int]:
    """4.1-A, RULING-12: the last moves into hexes where too many blocks stand, latest first, by their numbers.

    A block whose move is undone stands where it stood, where there may be too many again.
    """
    moves = {number: action.block for number, action in enumerate(made) if isinstance(action, BlockMove)}
    undone: list[int] = []
    while full := [number for number, name in moves.items() if number not in undone and _is_in_full(table, side, name)]:
        undone.append(full[-1])
        stood = before.block(moves[full[-1]])
        table.blocks = [one for one in table.blocks if one.id != moves[full[-1]]]
        if stood is not None:
            table.put(msgspec.structs.replace(stood))
    return undone


def _is_in_full(table: AthensSparta, side: SideName, name: BlockName) -> bool:
    block = table.block(name)
    return block is not None and block in surplus(table, side, block.place, apart=True)
