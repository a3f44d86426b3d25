"""4.1-A: blocks that are too many where the Movement Phase leaves them (D-20)."""

from __future__ import annotations

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.state.orders import Decision, ExcessOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import crowded, overstacked, surplus
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, step

Running = Resolution[AthensSparta]


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
