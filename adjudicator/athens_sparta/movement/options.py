"""D-7: the moves that are legal now: one path to each goal over each hexside, never all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from adjudicator.athens_sparta.movement.actions import block_refusal, refusal, road_of
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.sea import SeaLanes
from adjudicator.athens_sparta.places import embarkation_ports
from adjudicator.athens_sparta.revolts import rebel_of, revolt_refusal
from adjudicator.athens_sparta.state.moves import (
    Action,
    BlockMove,
    EndRevolt,
    March,
    OperationalMove,
    Revolt,
    SeaMove,
    SicilyMove,
)
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, SideName
from adjudicator.kernel import Chance

KINDS: tuple[type[BlockMove], ...] = (OperationalMove, SeaMove, SicilyMove, March)

SELDOM = 8  # one action in so many is a Revolt, where there can be one


class Options:
    """The legal moves of a side, found block by block and kind by kind."""

    def __init__(self, position: AthensSparta, side: SideName) -> None:
        self.ground = Ground(position, side)
        self.lanes = SeaLanes(self.ground)
        self.mp = position.turn.mp - position.turn.spent if position.turn else 0
        self.blocks = [*position.of(side)] if self.mp else []

    def every(self) -> Iterator[Action]:
        """All of them: moves by block, Revolts by city, disbands."""
        moves = (self.moves(block, kind) for block in self.blocks for kind in KINDS)
        return chain(chain.from_iterable(moves), self.revolts())

    def drawn(self, chance: Chance, label: str) -> Action | None:
        """A Revolt, seldom; else a block, a kind, a move: whichever is there first in a shuffled order."""
        if chance.die(SELDOM, f"{label} revolt") == 1 and (risings := [*self.revolts()]):
            return chance.pick(risings, label)
        for block in chance.shuffle(self.blocks, f"{label} blocks"):
            for kind in chance.shuffle(KINDS, f"{label} kinds"):
                if found := [*self.moves(block, kind)]:
                    return chance.pick(found, label)
        return None

    def moves(self, block: Block, kind: type[BlockMove]) -> Iterator[BlockMove]:
        """Those of one kind that a block may make."""
        ground = self.ground
        if block_refusal(ground, block, kind):
            return
        if kind is OperationalMove:
            yield from (OperationalMove(block=block.name, path=path) for path in road_of(ground, block, kind).paths())
        elif kind is March:
            yield from (March(block=block.name, path=path) for path in road_of(ground, block, kind).paths())
        elif kind is SicilyMove:
            ports = embarkation_ports(ground.position, ground.side)
            goals = ports if block.place == SICILY else [SICILY] if block.place in ports else []
            yield from self._legal([SicilyMove(block=block.name, to=to) for to in goals])
        elif block.place in self.lanes.friendly_ports:
            goals = self.lanes.goals(block.place)
            yield from self._legal([SeaMove(block=block.name, to=to) for to in goals])

    def revolts(self) -> Iterator[Revolt | EndRevolt]:
        """7.0-A, 7.0-H."""
        position, side = self.ground.position, self.ground.side
        for place in position.box.cities if self.mp else ():
            if revolt_refusal(position, side, place, 1) is None:
                most = position.box.blocks[rebel_of(position, side, place)].steps
                yield from (Revolt(place=place, steps=steps) for steps in range(1, min(most, self.mp) + 1))
        rebels = position.box.components.rebels[side]
        yield from (EndRevolt(block=one.name) for one in position.of(side) if one.id in rebels)

    def _legal(self, moves: Sequence[BlockMove]) -> Iterator[BlockMove]:
        return (one for one in moves if refusal(self.ground, one, self.lanes) is None)
