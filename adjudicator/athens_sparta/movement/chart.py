"""4.3: what the map alone allows a kind of block: which hexsides it crosses, and which it may cross next.

A `Way` says it hexside by hexside, with the clause. A `Chart` asks that once for the whole map and keeps it as numbers:
each hexside in each direction is a crossing. What stands on the map at a moment comes to that as sets of hexes, which
are the bits of a number. So where paths lead is found once for all moments that are alike within reach.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.components.hexes import HexMap
from adjudicator.athens_sparta.words import HexName
from adjudicator.kernel import Illegal

Path = list[HexName]
Border = Literal["open", "outward", "shut"]
"""9.3-A: who may cross the Persian border: anybody, who leaves Persia, nobody."""
KEPT = 500
"""Spreads of a chart that are kept; one takes some 2 kB."""


def border_refusal(map: HexMap, border: Border, before: HexName, hex: HexName) -> Illegal | None:
    """9.3-A, RULING-55, RULING-64: with support Sparta goes anywhere; without, only out of Persia."""
    if border == "open" or not map.crosses_border(before, hex):
        return None
    if border == "shut":
        return Illegal("9.3-A", "Athens may not cross the Persian border")
    if map.hexes[hex].persia:
        return Illegal("9.3-A", "without Persian support Sparta may not enter Persia")
    return None


class Way(ABC):
    """How blocks of one kind cross the map, whatever stands on it."""

    def __init__(self, box: Box) -> None:
        self.box, self.map = box, box.map

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
    def stopping_refusal(self, before: HexName, hex: HexName) -> Illegal | None:
        """What forbids to stop in a hex."""


class Spread(NamedTuple):
    """The crossings to which paths from a hex lead, the nearer ones first; of each the place of the one before it."""

    crossings: tuple[int, ...]
    parents: tuple[int, ...]  # -1: the block stood there


class Chart:
    """The crossings of a kind of block, with the Persian border in one state."""

    def __init__(self, way: Way, border: Border) -> None:
        hexes = way.map.hexes
        self.bit: dict[HexName, int] = {hex: 1 << number for number, hex in enumerate(hexes)}
        self.sides = [
            (before, hex)
            for before in hexes
            for hex in way.neighbours(before)
            if not way.crossing_refusal(before, hex, starts=False) and not border_refusal(way.map, border, before, hex)
        ]
        number = {side: crossing for crossing, side in enumerate(self.sides)}
        leaving = {hex: [number[hex, to] for to in way.neighbours(hex) if (hex, to) in number] for hex in hexes}
        self.starts = {
            hex: [one for one in found if not way.crossing_refusal(*self.sides[one], starts=True)]
            for hex, found in leaving.items()
        }
        self.onward = [
            [one for one in leaving[hex] if not way.passing_refusal(before, hex, self.sides[one][1])]
            for before, hex in self.sides
        ]
        self.ends = [self.bit[hex] for _, hex in self.sides]
        self.stops = [not way.stopping_refusal(*side) for side in self.sides]
        self._within = lru_cache(KEPT)(self._found_within)
        self._spread = lru_cache(KEPT)(self._found)

    def bits(self, hexes: Iterable[HexName]) -> int:
        """Hexes of the map as the bits of a number."""
        found, bit = 0, self.bit
        for hex in hexes:
            found |= bit.get(hex, 0)
        return found

    def spread(self, start: HexName, length: int, closed: int, halts: int, barred: Sequence[int] = ()) -> Spread:
        """Where paths lead that enter no hex of `closed`, stop in those of `halts`, and do not begin `barred`."""
        within = self._within(start, length)
        return self._spread(start, length, closed & within, halts & within, tuple(barred))

    def path(self, spread: Spread, place: int) -> Path:
        """The hexes of the path that ends at a place of a spread."""
        ends: Path = []
        while place >= 0:
            start, hex = self.sides[spread.crossings[place]]
            ends.append(hex)
            place = spread.parents[place]
        return [start, *reversed(ends)]

    def _found_within(self, start: HexName, length: int) -> int:
        """All hexes that matter to paths of a length."""
        found = self.bit[start]
        for crossing in self._found(start, length, 0, 0, ()).crossings:
            found |= self.ends[crossing]
        return found

    def _found(self, start: HexName, length: int, closed: int, halts: int, barred: tuple[int, ...]) -> Spread:
        ends, onward = self.ends, self.onward
        free = self.starts[start] if length else []
        found = [one for one in free if not ends[one] & closed and one not in barred]
        parents = [-1] * len(found)
        crossed = bytearray(len(ends))
        for one in found:
            crossed[one] = 1
        done = 0
        for _ in range(length - 1):
            level, done = range(done, len(found)), len(found)
            for at in level:
                if not ends[found[at]] & halts:
                    for one in onward[found[at]]:
                        if not crossed[one] and not ends[one] & closed:
                            crossed[one] = 1
                            found.append(one)
                            parents.append(at)
        return Spread(tuple(found), tuple(parents))


@lru_cache(12)
def chart_of(way: type[Way], box: Box, border: Border) -> Chart:
    """Made when it is first wanted: some 10 ms."""
    return Chart(way(box), border)
