"""4.3, 4.4-A: paths of blocks, hex by hex: what refuses one, and where all of them lead.

What the map alone says is a `Way`; a road adds what stands on the map at one moment. Where blocks are held up
(`halts`), what they may not enter (`closed`) and where they may stop (`goals`) are sets of hexes, the bits of a number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Final

from adjudicator.athens_sparta.movement.chart import Chart, Path, Spread, Way, border_refusal, chart_of
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.words import HexName
from adjudicator.kernel import Illegal
from adjudicator.kernel.run.series import Lazily

EVERYWHERE: Final = -1
"""All hexes, as bits."""


class Road(ABC):
    """The paths of blocks of one kind on the ground of one moment."""

    way_of: ClassVar[type[Way]]

    def __init__(self, ground: Ground) -> None:
        self.ground, self.map = ground, ground.map
        self.way = self.way_of(ground.box)
        self._full: int | None = None
        self._paths: dict[tuple[HexName, str, int], Sequence[Path]] = {}

    def length(self, block: Block) -> int:
        """How many hexes the paths of a block may have at most."""
        return self.ground.position.facts(block).move

    # --- what refuses a path --------------------------------------------------------------------------------------

    def crossing_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """What forbids to cross a hexside; `starts`: the block stood in the first hex."""
        return (
            self.way.crossing_refusal(before, hex, starts=starts)
            or self.entering_refusal(before, hex, starts=starts)
            or border_refusal(self.map, self.ground.border, before, hex)
        )

    @abstractmethod
    def entering_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """What forbids it now."""

    @abstractmethod
    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        """What forbids to go on through a hex."""

    @abstractmethod
    def stopping_refusal(self, block: Block, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """What forbids to stop in a hex."""

    def refusal(self, block: Block, path: Path) -> Illegal | None:
        """The clause that forbids a path; None when it is legal. RULING-66: it leads elsewhere."""
        if len(path) < 2 or path[0] != block.place or path[-1] == block.place:
            return Illegal(
                "4.3-A", (f"a path begins in {place_name(block.place)}, where the block is, and leads to another hex")
            )
        last, length = len(path) - 1, self.length(block)
        if last > length:
            return Illegal("4.3-A", f"{block_name(block.name)} can go {length} hexes, not {last}")
        for number in range(1, len(path)):
            before, hex = path[number - 1], path[number]
            wrong = self.crossing_refusal(before, hex, starts=number == 1)
            if wrong is None and number < last:
                wrong = self.passing_refusal(before, hex, path[number + 1])
            elif wrong is None:
                wrong = self.stopping_refusal(block, before, hex, starts=number == 1)
            if wrong is not None:
                return wrong
        return None

    # --- where all paths lead -------------------------------------------------------------------------------------

    @cached_property
    def chart(self) -> Chart:
        """The map as numbers, as the border is now."""
        return chart_of(self.way_of, self.ground.box, self.ground.border)

    @property
    @abstractmethod
    def closed(self) -> int:
        """The hexes that they may not enter."""

    @property
    @abstractmethod
    def halts(self) -> int:
        """The hexes where they are held up."""

    @property
    @abstractmethod
    def asked(self) -> int:
        """The hexes where it matters over which hexside they come."""

    @abstractmethod
    def goals(self, block: Block) -> int:
        """The hexes where a block may stop that did not begin in an oracle."""

    def full(self, block: Block) -> int:
        """4.1-A: the hexes without room for one more of this kind."""
        if self._full is None:
            self._full = self.chart.bits(self.ground.full(block))
        return self._full

    def barred(self, start: HexName) -> Sequence[int]:
        """The crossings by which no path begins."""
        return ()

    def paths(self, block: Block) -> Sequence[Path]:
        """A shortest legal path to every goal over each of its hexsides, the nearer ones first.

        Found once for all blocks that stand alike and move alike.
        """
        alike = block.place, block.posture, self.length(block)
        if (found := self._paths.get(alike)) is None:
            found = self._paths[alike] = self._found(block)
        return found

    def _found(self, block: Block) -> Sequence[Path]:
        chart, start = self.chart, block.place
        spread = chart.spread(start, self.length(block), self.closed, self.halts, self.barred(start))
        goals, asked = self.goals(block), self.asked
        if self.ground.is_oracle(start):  # 1.4-B
            goals = asked = EVERYWHERE
        goals &= ~chart.bit[start]
        ends = [
            place
            for place, one in enumerate(spread.crossings)
            if (end := chart.ends[one]) & goals
            and chart.stops[one]
            and (not end & asked or self._may_stop(block, spread, place))
        ]
        return Lazily(len(ends), lambda at: chart.path(spread, ends[at]))

    def _may_stop(self, block: Block, spread: Spread, place: int) -> bool:
        """Whether a path may end there."""
        before, hex = self.chart.sides[spread.crossings[place]]
        return not self.stopping_refusal(block, before, hex, starts=spread.parents[place] < 0)
