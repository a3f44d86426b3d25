"""4.3, 4.4-A: paths of one block, hex by hex: what refuses one, and where all of them lead.

A kind of path says what it is to cross a hexside, to go on through a hex, and to stop in one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.words import HexName
from adjudicator.kernel import Illegal

Path = list[HexName]


class Road(ABC):
    """The paths of one block. `length` is how many hexes they may have at most."""

    length: int

    def __init__(self, ground: Ground, block: Block) -> None:
        self.ground, self.block = ground, block
        self.map, self.start = ground.map, block.place
        self.length = ground.position.facts(block).move

    @abstractmethod
    def neighbours(self, hex: HexName) -> Sequence[HexName]:
        """The hexes next to one, in a fixed order."""

    @abstractmethod
    def crossing_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """What forbids to cross a hexside; `starts`: the block stood in the first hex."""

    @abstractmethod
    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        """What forbids to go on through a hex."""

    @abstractmethod
    def stopping_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """What forbids to stop in a hex."""

    def refusal(self, path: Path) -> Illegal | None:
        """The clause that forbids a path; None when it is legal. RULING-66: it leads elsewhere."""
        if len(path) < 2 or path[0] != self.start or path[-1] == self.start:
            return Illegal("4.3-A", f"a path leads from {place_name(self.start)}, where the block is, to another hex")
        if len(path) - 1 > self.length:
            return Illegal("4.3-A", f"{self.block.name} may go {self.length} hexes, not {len(path) - 1}")
        last = len(path) - 1
        for number in range(1, len(path)):
            before, hex = path[number - 1], path[number]
            wrong = self.crossing_refusal(before, hex, starts=number == 1)
            if wrong is None and number < last:
                wrong = self.passing_refusal(before, hex, path[number + 1])
            elif wrong is None:
                wrong = self.stopping_refusal(before, hex, starts=number == 1)
            if wrong is not None:
                return wrong
        return None

    def paths(self) -> list[Path]:
        """A shortest legal path to every goal over each of its hexsides, the nearer ones first.

        Found once for all blocks that stand alike and move alike.
        """
        found, alike = self.ground.paths, (type(self).__name__, self.start, self.block.posture, self.length)
        if alike not in found:
            found[alike] = [*self._found()]
        return found[alike]

    def _found(self) -> Iterator[Path]:
        edge: list[Path] = [[self.start]]
        crossed: dict[tuple[HexName, HexName], None] = {}
        for _ in range(self.length):
            if not edge:
                return
            edge = [longer for path in edge for longer in self._longer(path, crossed)]
            for path in edge:
                before, hex = path[-2:]
                if hex != self.start and self.stopping_refusal(before, hex, starts=len(path) == 2) is None:
                    yield path

    def _longer(self, path: Path, crossed: dict[tuple[HexName, HexName], None]) -> Iterator[Path]:
        """The paths that go one hex further, over hexsides that none has crossed in this direction."""
        before, hex = path[-2] if len(path) > 1 else None, path[-1]
        for after in self._crossings(hex, starts=before is None):
            if (hex, after) not in crossed and (before is None or not self.passing_refusal(before, hex, after)):
                crossed[hex, after] = None
                yield [*path, after]

    def _crossings(self, hex: HexName, *, starts: bool) -> Sequence[HexName]:
        """The hexes that can be entered from one; found once for all blocks that move alike."""
        ways, kind = self.ground.ways, (type(self).__name__, hex, starts)
        if kind not in ways:
            near = self.neighbours(hex)
            ways[kind] = [after for after in near if self.crossing_refusal(hex, after, starts=starts) is None]
        return ways[kind]
