"""D-7: the moves that are legal now: one path to each goal over each hexside, never all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from adjudicator.athens_sparta.movement.actions import block_refusal, road_of
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.roads import Road
from adjudicator.athens_sparta.movement.sea import SeaLanes
from adjudicator.athens_sparta.places import embarkation_ports, rebel_of, revolt_refusal, sicily_refusal
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
from adjudicator.athens_sparta.words import SICILY, HexName, SideName
from adjudicator.kernel import Chance
from adjudicator.kernel.run.series import Lazily, one_after_another

KINDS: tuple[type[BlockMove], ...] = (OperationalMove, SeaMove, SicilyMove, March)

SELDOM = 8  # one action in so many is a Revolt, where there can be one


class Options:
    """The legal moves of a side, found block by block and kind by kind."""

    def __init__(self, position: AthensSparta, side: SideName) -> None:
        self.ground = Ground(position, side)
        self.lanes = SeaLanes(self.ground)
        self.mp = position.turn.mp - position.turn.spent if position.turn else 0
        self.blocks = [*position.of(side)] if self.mp else []
        self._roads: dict[type[Road], Road] = {}

    def every(self) -> Sequence[Action]:
        """All of them: moves by block, Revolts by city, disbands."""
        moves = [self.moves(block, kind) for block in self.blocks for kind in KINDS]
        return one_after_another([*moves, [*self.revolts()]])

    def drawn(self, chance: Chance, label: str) -> Action | None:
        """A Revolt, seldom; else a block, a kind, a move: whichever is there first in a shuffled order."""
        if chance.die(SELDOM, f"{label} revolt") == 1 and (risings := [*self.revolts()]):
            return chance.pick(risings, label)
        for block in chance.shuffle(self.blocks, f"{label} blocks"):
            for kind in chance.shuffle(KINDS, f"{label} kinds"):
                if found := self.moves(block, kind):
                    return chance.pick(found, label)
        return None

    def moves(self, block: Block, kind: type[BlockMove]) -> Sequence[BlockMove]:
        """Those of one kind that a block may make."""
        if block_refusal(self.ground, block, kind):
            return ()
        if kind is OperationalMove or kind is March:
            paths = self._road(road_of(self.ground.position, block, kind)).paths(block)
            return Lazily(len(paths), lambda at: kind(block=block.name, path=paths[at]))
        ports = self.lanes.goals(block) if kind is SeaMove else self._by_way_of_sicily(block)
        return Lazily(len(ports), lambda at: kind(block=block.name, to=ports[at]))  # type: ignore[call-arg] # not a path

    def _road(self, kind: type[Road]) -> Road:
        if kind not in self._roads:
            self._roads[kind] = kind(self.ground)
        return self._roads[kind]

    def _by_way_of_sicily(self, block: Block) -> list[HexName]:
        """9.2-B, 9.2-C."""
        ground, ports = self.ground, self._ports
        goals = ports if block.place == SICILY else [SICILY] if block.place in ports else []
        able = [to for to in goals if not sicily_refusal(ground.position, block, to)]
        return [to for to in able if not ground.stacking_refusal(block, to)]

    @cached_property
    def _ports(self) -> list[HexName]:
        return embarkation_ports(self.ground.position, self.ground.side)

    def revolts(self) -> Iterator[Revolt | EndRevolt]:
        """7.0-A, 7.0-H."""
        position, side = self.ground.position, self.ground.side
        for place in position.box.restless_cities if self.mp else ():
            if revolt_refusal(position, side, place, 1) is None:
                most = position.box.blocks[rebel_of(position, side, place)].steps
                yield from (Revolt(place=place, steps=steps) for steps in range(1, min(most, self.mp) + 1))
        rebels = position.box.components.rebels[side]
        yield from (EndRevolt(block=one.name) for one in position.of(side) if one.id in rebels)
