"""Where the theaters lie on the map: five columns from west to east, six rows from north to south.

It is a scheme of our own that resembles the Aegean: Ionia is the coast of the east, along the islands.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.pericles.state.position import Spot
from adjudicator.pericles.words import PERSIA, TheaterName

LEFT = 30
WIDE, GUTTER, GAP = 121, 22, 34
STEP = WIDE + GUTTER
NARROW = 102  # the column of Ionia
ROWS = 6

# spot: column, first row, last row
GRID: dict[Spot, tuple[int, int, int]] = {
    "sicily": (0, 4, 4),
    "corcyra": (0, 3, 3),
    "aetolia": (0, 1, 1),
    "naupactus": (0, 2, 2),
    "isthmus": (1, 3, 3),
    "sparta": (1, 4, 4),
    "athens": (2, 3, 3),
    "boeotia": (1, 2, 2),
    "thessaly": (1, 1, 1),
    "macedonia": (1, 0, 0),
    "chalcidice": (2, 1, 1),
    "amphipolis": (2, 0, 0),
    "hellespont": (3, 0, 0),
    "ionia": (4, 1, 3),
    "lesbos": (3, 1, 1),
    "chios": (3, 2, 2),
    "samos": (3, 3, 3),
    "cyclades": (2, 4, 4),
    "sporades": (3, 4, 4),
    "east": (3, 5, 5),
    PERSIA: (4, 4, 4),
}
SHORT: dict[Spot, str] = {"isthmus": "Isthmus", "sporades": "Sporades", "east": "East Med.", PERSIA: "Persia"}


class Place(NamedTuple):
    """The rectangle of a theater."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """Its lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> tuple[int, int]:
        """Its middle."""
        return self.left + self.width // 2, self.top + self.height // 2


Point = tuple[int, int]
Places = dict[Spot, Place]


def short_name(spot: Spot) -> str:
    """A theater's name where there is little room."""
    return SHORT.get(spot, spot.capitalize())


def width_of_spot(spot: Spot) -> int:
    """How wide a theater is drawn."""
    return NARROW if GRID[spot][0] == 4 else WIDE


def places(heights: dict[Spot, int], top: int) -> Places:
    """Every theater's rectangle, by the height that what lies on each of them needs."""
    rows = [max(heights[spot] for spot in GRID if GRID[spot][1:] == (row, row)) for row in range(ROWS)]
    for spot in GRID:
        _, first, last = GRID[spot]
        rows[last] += max(0, heights[spot] - sum(rows[first : last + 1]) - (last - first) * GAP)
    tops = [top + sum(rows[:row]) + row * GAP for row in range(ROWS)]
    found: Places = {}
    for spot in GRID:
        column, first, last = GRID[spot]
        found[spot] = Place(
            LEFT + column * STEP, tops[first], width_of_spot(spot), tops[last] + rows[last] - tops[first]
        )
    return found


def route(at: Places, one: TheaterName, other: TheaterName) -> list[Point]:
    """The points through which a connection is drawn; it lies under the theaters and over none but its own."""
    if (one, other) in _AROUND:
        return _AROUND[one, other](at)
    (a, first_a, last_a), (b, first_b, last_b) = GRID[one], GRID[other]
    if abs(a - b) == 1 and max(first_a, first_b) <= min(last_a, last_b):
        return _across(at[one], at[other])
    if a == b:
        return _down(at[one], at[other])
    return _slanting(at[one], at[other]) if abs(a - b) == 1 else [at[one].middle, at[other].middle]


def _across(one: Place, other: Place) -> list[Point]:
    west, east = sorted((one, other))
    y = (max(one.top, other.top) + min(one.bottom, other.bottom)) // 2
    return [(west.right, y), (east.left, y)]


def _down(one: Place, other: Place) -> list[Point]:
    north, south = sorted((one, other), key=lambda place: place.top)
    x = one.left + one.width // 2
    return [(x, north.bottom), (x, south.top)]


def _slanting(one: Place, other: Place) -> list[Point]:
    north, south = sorted((one, other), key=lambda place: place.top)
    if north.left < south.left:
        return [(north.right - 14, north.bottom - 6), (south.left + 14, south.top + 6)]
    return [(north.left + 14, north.bottom - 6), (south.right - 14, south.top + 6)]


def _corcyra_aetolia(at: Places) -> list[Point]:
    """Along the west coast, past Naupactus."""
    lane = LEFT - 14
    south, north = at["corcyra"], at["aetolia"]
    return [
        (south.left, south.middle[1]),
        (lane, south.middle[1]),
        (lane, north.middle[1]),
        (north.left, north.middle[1]),
    ]


def _corcyra_athens(at: Places) -> list[Point]:
    """By the gap between Aetolia and Corinth would be shorter; it goes around the Peloponnese."""
    start, cape, end = at["corcyra"], at["sparta"], at["athens"]
    west, east, south = cape.left - GUTTER // 2, cape.right + GUTTER // 2, cape.bottom + GAP // 2
    return [
        (start.right - 40, start.bottom - 6),
        (west, cape.top + 4),
        (west, south),
        (east, south),
        (east, cape.top),
        (end.left + 16, end.bottom - 6),
    ]


def _lesbos_cyclades(at: Places) -> list[Point]:
    """Over the open sea, west of Chios and Samos."""
    start, past, end = at["lesbos"], at["samos"], at["cyclades"]
    lane = past.left - GUTTER // 2 - 6
    return [
        (start.left + 16, start.bottom - 6),
        (lane, start.bottom + GAP),
        (lane, past.bottom),
        (end.right - 38, end.top + 6),
    ]


def _chios_cyclades(at: Places) -> list[Point]:
    """Past Samos."""
    start, past, end = at["chios"], at["samos"], at["cyclades"]
    lane = past.left - GUTTER // 2 + 6
    return [
        (start.left + 16, start.bottom - 6),
        (lane, past.top),
        (lane, past.bottom),
        (end.right - 14, end.top + 6),
    ]


def _samos_cyclades(at: Places) -> list[Point]:
    start, end = at["samos"], at["cyclades"]
    return [(start.left + 16, start.bottom - 6), (end.right - 6, end.top + 16)]


_AROUND = {
    ("corcyra", "aetolia"): _corcyra_aetolia,
    ("corcyra", "athens"): _corcyra_athens,
    ("lesbos", "cyclades"): _lesbos_cyclades,
    ("chios", "cyclades"): _chios_cyclades,
    ("samos", "cyclades"): _samos_cyclades,
}
