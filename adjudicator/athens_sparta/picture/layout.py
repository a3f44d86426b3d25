"""Where the hexes lie, in units of which the picture is 1,060 wide, from the upper left of the map.

Each hex has a brick of its own, two columns wide and half a hex high, for its name and what stands in it. The bricks of
all hexes are laid as in a wall: what keeps to its brick overlaps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudicator.athens_sparta.components.model import HexFacts

WIDTH: Final = 1060
HALF_WIDTH: Final = 38
HALF_HEIGHT: Final = 33
COLUMN: Final = 57
BRICK: Final = 2 * COLUMN
NAME_LINE: Final = -18
"""The middle of a name, from the middle of its hex; what stands in the hex is centred on it."""


class Point(NamedTuple):
    """A point of the picture."""

    x: int
    y: int

    def towards(self, other: Point, hundredths: int) -> Point:
        """A point of the line to another one."""
        return Point(
            self.x + (other.x - self.x) * hundredths // 100,
            self.y + (other.y - self.y) * hundredths // 100,
        )


CORNERS: Final = (Point(-19, -33), Point(19, -33), Point(38, 0), Point(19, 33), Point(-19, 33), Point(-38, 0))
"""From the middle of a hex; the hexside of the direction with number n goes from the n-th to the next one."""


class Grid:
    """The hexes of a map, the columns of land in the middle of the picture."""

    def __init__(self, hexes: Sequence[HexFacts], top: int) -> None:
        land = [one.ax[0] for one in hexes if one.terrain != "sea"] or [0]
        rows = [self._row(one) for one in hexes] or [0]
        self._left = (WIDTH - COLUMN * (min(land) + max(land))) // 2
        self._top = top + HALF_HEIGHT * (1 - min(rows))
        self.middles = {one.id: Point(self._left + COLUMN * one.ax[0], self._height(one)) for one in hexes}
        self.top, self.bottom = top, self._top + HALF_HEIGHT * (1 + max(rows))

    def _row(self, one: HexFacts) -> int:
        """In halves of a hex."""
        return 2 * one.ax[1] + one.ax[0]

    def _height(self, one: HexFacts) -> int:
        return self._top + HALF_HEIGHT * self._row(one)

    def corner(self, hex: str, number: int) -> Point:
        """A corner of a hex."""
        middle, corner = self.middles[hex], CORNERS[number % len(CORNERS)]
        return Point(middle.x + corner.x, middle.y + corner.y)
