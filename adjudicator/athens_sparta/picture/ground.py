"""The ground of the map: coasts, mountains and hexsides, drawn from what the components say of each hexside.

Where land blocks cross, the land goes on over the hexside; where ships cross, there is water: the coast follows from
that. Its bends are ours; they come from the place of a point alone, so that they never change.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.hexes import HexMap
from adjudicator.athens_sparta.picture.layout import SCALES, Grid, Point
from adjudicator.athens_sparta.words import DIRECTIONS, HexName
from adjudicator.kernel import Shape
from adjudicator.pictures.shapes import Path

Kind = Literal["land", "both", "sea"]


class Bend(NamedTuple):
    """A point of the outline of land; `free` ones are on the coast, which is bent around them."""

    at: Point
    free: bool


@lru_cache(maxsize=16)
def grid(components: str, shape: Shape, top: int) -> Grid:
    """The hexes of a components file."""
    return Grid(box(components).components.map.hexes, SCALES[shape], top)


@lru_cache(maxsize=16)
def ground(components: str, shape: Shape, top: int) -> tuple[Path, ...]:
    """1.0-B: land, mountains and Persia, the coast, and the hexsides that matter."""
    return tuple(Ground(box(components).map, grid(components, shape, top)).paths())


class Ground:
    """Draws the ground of one map."""

    def __init__(self, map: HexMap, grid: Grid) -> None:
        self.map, self.grid = map, grid
        self.rings = {one.id: [*self._ring(one.id)] for one in map.hexes.values() if one.terrain != "sea"}

    def paths(self) -> Iterator[Path]:
        """From the lowest to the topmost."""
        hexes = self.map.hexes
        kinds = {hex: "persia" if hexes[hex].persia else hexes[hex].terrain for hex in self.rings}
        for kind, style in (("clear", "land"), ("mountain", "mountain"), ("persia", "persia")):
            yield Path("".join(_outline(ring) for hex, ring in self.rings.items() if kinds[hex] == kind), style)
        yield Path("".join(_coast(ring) for ring in self.rings.values()), "coast")
        for style in ("side", "both", "pass", "wall", "border"):
            yield Path("".join(self._hexsides(style)), f"trace {style}")
        yield Path("".join(self._straits()), "trace strait")

    # --- hexsides -------------------------------------------------------------------------------------------------

    def _kind(self, hex: HexName, side: int) -> Kind:
        """Land where no ship crosses, or both, or sea; the edge of the map goes on as the hex is."""
        other = self.map.neighbours[hex].get(DIRECTIONS[side])
        if "sea" in (self.map.hexes[hex].terrain, self.map.hexes[other or hex].terrain):
            return "sea"
        if other is None or not self.map.sea_part(hex, DIRECTIONS[side]):
            return "land"
        return "both" if self.map.land_part(hex, other) else "sea"

    def _is_dry(self, hex: HexName, corner: int) -> bool:
        """Whether none of the three hexsides that meet in a corner is sea alone."""
        near = self.map.neighbours[hex]
        before, after = near.get(DIRECTIONS[corner - 1]), near.get(DIRECTIONS[corner])
        kinds = [self._kind(hex, (corner - 1) % 6), self._kind(hex, corner)]
        if before and after:
            kinds.append(self._kind(before, (corner + 1) % 6))
        return "sea" not in kinds

    def _ends(self, hex: HexName, side: int) -> tuple[Point, Point]:
        """Where the land part of a hexside begins and ends: at its corners, or short of them."""
        one, other = self.grid.corner(hex, side), self.grid.corner(hex, side + 1)
        least = 30 if self._kind(hex, side) == "both" else 14
        start = one if self._is_dry(hex, side) else one.towards(other, least + _jitter(one))
        end = other if self._is_dry(hex, (side + 1) % 6) else other.towards(one, least + _jitter(other))
        return start, end

    def _hexsides(self, style: str) -> Iterator[str]:
        for hex, near in self.map.neighbours.items():
            for direction, other in near.items():
                if hex < other and style in self._styles(hex, other):
                    side = DIRECTIONS.index(direction)
                    yield _line(*self._drawn(hex, side, style))

    def _styles(self, hex: HexName, other: HexName) -> list[str]:
        """1.0-B, 1.7-A, 9.3-A: how a hexside is drawn."""
        direction = self.map.towards(hex, other) or "N"
        land, sea = self.map.land_part(hex, other), self.map.sea_part(hex, direction)
        border = ["border"] if self.map.crosses_border(hex, other) else []
        if land == "pass":
            return [*border, "pass"]
        if land:
            return [*border, "both" if sea else "side"]
        return [*border] if sea else [*border, "wall"]

    def _drawn(self, hex: HexName, side: int, style: str) -> tuple[Point, Point]:
        if style in ("side", "both", "pass"):
            return self._ends(hex, side)
        return self.grid.corner(hex, side), self.grid.corner(hex, side + 1)

    def _straits(self) -> Iterator[str]:
        """1.5-A: along the hexsides of the shore on which no block stands."""
        for hex, strait in self.map.straits.items():
            middle = self.grid.middles[hex]
            for shore, directions in strait.shores.items():
                for direction in directions if shore != strait.block_shore else ():
                    side = DIRECTIONS.index(direction)
                    ends = (self.grid.corner(hex, side), self.grid.corner(hex, side + 1))
                    yield _line(*(end.towards(middle, 20) for end in ends))

    # --- outlines -------------------------------------------------------------------------------------------------

    def _ring(self, hex: HexName) -> Iterator[Bend]:
        middle = self.grid.middles[hex]
        kinds = [self._kind(hex, side) for side in range(6)]
        for side, kind in enumerate(kinds):
            corner, after = self.grid.corner(hex, side), self.grid.corner(hex, side + 1)
            before = kinds[side - 1]
            if self._is_dry(hex, side):
                yield Bend(corner, False)
            else:
                if before != "sea":
                    yield Bend(self._ends(hex, (side - 1) % 6)[1], False)
                yield Bend(corner.towards(middle, (16 if "sea" in (before, kind) else 34) + _jitter(corner)), True)
                if kind != "sea":
                    yield Bend(self._ends(hex, side)[0], False)
            if kind == "sea":
                half = corner.towards(after, 50)
                yield Bend(half.towards(middle, 8 + 2 * _jitter(half)), True)


def _jitter(at: Point) -> int:
    """0 to 12, by the place of a point alone."""
    return (at.x * 73 + at.y * 151) % 13


def _line(one: Point, other: Point) -> str:
    return f"M{one.x} {one.y}l{_from(one, other)}"


def _from(here: Point, *points: Point) -> str:
    """Points as SVG counts them from where the line has come to: the smaller the numbers, the lighter the picture."""
    steps = (step for point in points for step in (point.x - here.x, point.y - here.y))
    return " ".join(map(str, steps)).replace(" -", "-")


def _outline(ring: list[Bend]) -> str:
    """Closed: straight over hexsides, bent along the coast."""
    fixed = [number for number, bend in enumerate(ring) if not bend.free]
    if not fixed:
        return f"{_loop([bend.at for bend in ring])}Z"
    turned = ring[fixed[0] :] + ring[: fixed[0] + 1]
    return f"M{turned[0].at.x} {turned[0].at.y}{_bent(turned)}Z"


def _coast(ring: list[Bend]) -> str:
    """The parts of an outline where there is water."""
    fixed = [number for number, bend in enumerate(ring) if not bend.free]
    if not fixed:
        return f"{_loop([bend.at for bend in ring])}Z"
    turned = ring[fixed[0] :] + ring[: fixed[0] + 1]
    parts, run = [], [turned[0]]
    for bend in turned[1:]:
        run.append(bend)
        if not bend.free:
            if len(run) > 2:
                parts.append(f"M{run[0].at.x} {run[0].at.y}{_bent(run)}")
            run = [bend]
    return "".join(parts)


def _bent(bends: list[Bend]) -> str:
    """From the first bend on: around free points the line is curved, from middle to middle."""
    drawn, here = [], bends[0].at
    for bend, after in zip(bends[1:], [*bends[2:], bends[-1]], strict=True):
        if bend.free:
            to = bend.at.towards(after.at, 50) if after.free else after.at
            drawn.append(f"q{_from(here, bend.at, to)}")
            here = to
        elif bend.at != here:
            drawn.append(f"l{_from(here, bend.at)}")
            here = bend.at
    return "".join(drawn)


def _loop(points: list[Point]) -> str:
    """An island."""
    here = start = points[-1].towards(points[0], 50)
    curves = []
    for point, after in zip(points, [*points[1:], points[0]], strict=True):
        to = point.towards(after, 50)
        curves.append(f"q{_from(here, point, to)}")
        here = to
    return f"M{start.x} {start.y}{''.join(curves)}"
