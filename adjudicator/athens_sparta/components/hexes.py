"""1: the map of hexes on the kernel's `Graph`: land and sea parts of hexsides, straits, coasts, islands.

A ship in a hex of two coasts is on one of them (1.8-A), so the sea's graph has a place for each: `J08/euripus`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

from adjudicator.athens_sparta.components.model import CityFacts, HexFacts, MapFacts
from adjudicator.athens_sparta.words import Direction, HexName
from adjudicator.kernel.graph import Graph

Water = str
"""Where a ship can be: a hex, or one coast of a hex of two coasts."""
OPPOSITE: Final[dict[Direction, Direction]] = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}


def hex_of(water: Water) -> HexName:
    """The hex of a place of the sea's graph."""
    return water.partition("/")[0]


class HexMap:
    """The hexes, and what can be looked up about them and their sides."""

    def __init__(self, printed: MapFacts, cities: list[CityFacts]) -> None:
        self.printed = printed
        self.hexes: dict[HexName, HexFacts] = {one.id: one for one in printed.hexes}
        self.straits = {one.hex: one for one in printed.straits}
        self.coasts = {one.hex: one.coasts for one in printed.coasts}
        self._port_coasts = {city.hex: city.port_coasts for city in cities if city.port_coasts}
        places = {one.ax: one.id for one in printed.hexes}
        self.neighbours: dict[HexName, dict[Direction, HexName]] = {}
        self._towards: dict[tuple[HexName, HexName], Direction] = {}
        for one in printed.hexes:
            found: dict[Direction, HexName] = {}
            for direction in printed.directions:
                step = printed.axial_step[direction]
                if to := places.get((one.ax[0] + step[0], one.ax[1] + step[1])):
                    found[direction] = to
                    self._towards[one.id, to] = direction
            self.neighbours[one.id] = found

    def is_mountain(self, one: HexName) -> bool:
        """1.7-A."""
        return self.hexes[one].terrain == "mountain"

    # --- hexsides -------------------------------------------------------------------------------------------------

    def towards(self, one: HexName, other: HexName) -> Direction | None:
        """The direction of an adjacent hex."""
        return self._towards.get((one, other))

    def land_part(self, one: HexName, other: HexName) -> Literal["clear", "pass"] | None:
        """1.0-B, 1.7-A: the land part of the hexside between two hexes; None where land blocks cannot cross."""
        direction = self.towards(one, other)
        if direction is None:
            return None
        return self.printed.hexside_codes[self._code(one, direction)].land

    def sea_part(self, one: HexName, direction: Direction) -> bool:
        """1.0-B: whether ships cross this hexside."""
        return self.printed.hexside_codes[self._code(one, direction)].sea

    def _code(self, one: HexName, direction: Direction) -> str:
        return self.hexes[one].sides[self.printed.directions.index(direction)]

    @cached_property
    def land(self) -> Graph[HexName]:
        """Hexes with a land part between them."""
        return Graph([(one, other) for one, other in self._pairs() if self.land_part(one, other)])

    @cached_property
    def sea(self) -> Graph[Water]:
        """1.8-A: places with a sea part between them."""
        links = []
        for one, other in self._pairs():
            direction = self.towards(one, other)
            if direction and self.sea_part(one, direction):
                mine, theirs = self.coast(one, direction), self.coast(other, OPPOSITE[direction])
                if mine and theirs:
                    links.append((mine, theirs))
        return Graph(links)

    def _pairs(self) -> list[tuple[HexName, HexName]]:
        return [(one, to) for one, near in self.neighbours.items() for to in near.values() if one < to]

    # --- straits --------------------------------------------------------------------------------------------------

    def shore(self, strait: HexName, other: HexName) -> str | None:
        """1.5-A: the shore of a strait hex to which its hexside with another hex belongs."""
        direction = self.towards(strait, other)
        return next((name for name, sides in self.straits[strait].shores.items() if direction in sides), None)

    def enters_across(self, before: HexName, strait: HexName, after: HexName | None = None) -> bool:
        """1.5-A: whether a block that comes from one hex into another crosses a strait there.

        `after` is the hex to which it goes on; without one it stops on the shore where blocks stand.
        """
        if strait not in self.straits:
            return False
        stands = self.shore(strait, after) if after else self.straits[strait].block_shore
        return self.shore(strait, before) != stands

    def leaves_across(self, strait: HexName, after: HexName) -> bool:
        """1.5-A: whether a block that starts in a strait hex leaves it across its strait."""
        return strait in self.straits and self.shore(strait, after) != self.straits[strait].block_shore

    # --- coasts ---------------------------------------------------------------------------------------------------

    def coast(self, one: HexName, direction: Direction) -> Water | None:
        """1.8-A: where a ship is that comes over this hexside; None where no coast of the hex has it."""
        if one not in self.coasts:
            return one
        return next((f"{one}/{name}" for name, sides in self.coasts[one].items() if direction in sides), None)

    def harbours(self, port: HexName) -> list[Water]:
        """1.8-A, 1.6-A, RULING-7: where a ship lies in a port, and from where it leaves; at Corinth by either coast."""
        return [f"{port}/{name}" for name in self._port_coasts[port]] if port in self._port_coasts else [port]

    def steps_to(self, one: HexName, other: HexName) -> dict[Direction, int]:
        """The way as the crow flies: hexes in one direction, or in two that lie side by side."""
        (q, r), (to_q, to_r) = self.hexes[one].ax, self.hexes[other].ax
        directions = self.printed.directions
        for first, second in zip(directions, [*directions[1:], directions[0]], strict=True):
            (a, c), (b, d) = self.printed.axial_step[first], self.printed.axial_step[second]
            turn = a * d - b * c
            m, n = ((to_q - q) * d - (to_r - r) * b) * turn, ((to_r - r) * a - (to_q - q) * c) * turn
            if m > 0 and n >= 0:
                return {first: m, **({second: n} if n else {})}
        return {}

    # --- islands --------------------------------------------------------------------------------------------------

    def is_island(self, one: HexName) -> bool:
        """1.9-A: six sea hexsides, or no way off by land that does not cross a strait here or in the next hex."""
        exits = [to for to in self.land.next(one) if not self.leaves_across(one, to)]
        return all(self._ends_at_strait(one, to) for to in exits)

    def _ends_at_strait(self, one: HexName, strait: HexName) -> bool:
        """Whether a block that comes from `one` into a strait hex can neither stop there nor go on without crossing."""
        onward = [to for to in self.land.next(strait) if to != one]
        return self.enters_across(one, strait) and all(self.enters_across(one, strait, to) for to in onward)

    def crosses_border(self, one: HexName, other: HexName) -> bool:
        """9.3-A, RULING-87: the Persian border runs along this hexside."""
        return self.hexes[one].persia != self.hexes[other].persia
