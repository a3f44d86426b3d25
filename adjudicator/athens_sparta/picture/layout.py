"""Where the hexes lie, in units of which the wide picture is 1,060 wide, from the upper left of the map.

Each hex has a brick of its own, two columns wide and half a hex high, for its name and what stands in it. The bricks of
all hexes are laid as in a wall: what keeps to its brick overlaps nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.components.model import HexFacts
from adjudicator.athens_sparta.words import SICILY, HexName
from adjudicator.kernel import Shape
from adjudicator.pictures import palette

HALF_HEIGHT: Final = 33
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


class Scale(NamedTuple):
    """How wide a shape is: the picture, the words in it, from column to column, half a hex, Sicily's box."""

    width: int
    words: int
    column: int
    half: int
    sicily: int

    @property
    def brick(self) -> int:
        """How wide the brick of a hex is."""
        return 2 * self.column

    @property
    def corners(self) -> tuple[Point, ...]:
        """From the middle of a hex; the hexside of the direction with number n goes from the n-th to the next one."""
        half, top = self.half // 2, HALF_HEIGHT
        return (
            *(Point(-half, -top), Point(half, -top), Point(self.half, 0)),
            *(Point(half, top), Point(-half, top), Point(-self.half, 0)),
        )

    @property
    def rings(self) -> dict[str, str]:
        """Lines around a hex, open at its name, by what they mark."""
        return {
            mark: self._ring(*far) for mark, far in {"siege": (86, 28), "blockade": (71, 22), "clash": (92, 30)}.items()
        }

    def _ring(self, hundredths: int, down: int) -> str:
        far, high = self.half * hundredths // 100, down * 2 // 5
        near = far * 82 // 100
        return f"M-{near}-{high}L-{far} 0-{far // 2} {down}H{far // 2}L{far} 0 {near}-{high}"


SCALES: Final[dict[Shape, Scale]] = {"wide": Scale(1060, 1028, 57, 38, 250), "tall": Scale(840, 374, 45, 30, 196)}
"""The tall one is twice as wide as a phone, where it scrolls; words keep to the width of a phone."""


class Grid:
    """The hexes of a map, the columns of land in the middle of the picture."""

    def __init__(self, hexes: Sequence[HexFacts], scale: Scale, top: int) -> None:
        land = [one.ax[0] for one in hexes if one.terrain != "sea"] or [0]
        rows = [self._row(one) for one in hexes] or [0]
        self.scale, self._corners = scale, scale.corners
        self._left = (scale.width - scale.column * (min(land) + max(land))) // 2
        self._top = top + HALF_HEIGHT * (1 - min(rows))
        self.middles = {one.id: Point(self._left + scale.column * one.ax[0], self._height(one)) for one in hexes}
        self.top, self.bottom = top, self._top + HALF_HEIGHT * (1 + max(rows))

    def _row(self, one: HexFacts) -> int:
        """In halves of a hex."""
        return 2 * one.ax[1] + one.ax[0]

    def _height(self, one: HexFacts) -> int:
        return self._top + HALF_HEIGHT * self._row(one)

    def corner(self, hex: str, number: int) -> Point:
        """A corner of a hex."""
        middle, corner = self.middles[hex], self._corners[number % len(self._corners)]
        return Point(middle.x + corner.x, middle.y + corner.y)


# --- the colours ------------------------------------------------------------------------------------------------------


LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        "athens": "#dcebf8",
        "sparta": "#fbe0da",
        "sea": "#d5e4ec",
        "grid": "#bccfda",
        "land": "#efe6cf",
        "mountain": "#cdb78c",
        "persia": "#ead2b4",
        "coast": "#8f8262",
        "side": "#cbbd97",
        "wall": "#6b4a23",
        "strait": "#1769b5",
        "border": "#b4551c",
        "siege": "#8a1f1f",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        "athens": "#14304a",
        "sparta": "#4a1d1c",
        "sea": "#0f2230",
        "grid": "#1f3545",
        "land": "#2f2c22",
        "mountain": "#4d4430",
        "persia": "#43321f",
        "coast": "#7a7154",
        "side": "#4a452f",
        "wall": "#b98f58",
        "strait": "#4ba0ee",
        "border": "#dd8043",
        "siege": "#ea6f68",
    }
)
COLOURS = MappingProxyType({"blue": "#0b4f8a", "red": "#9c1c26", "green": "#2c6b3a"})
"""Of blocks and cities, in light and dark."""


REGIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "Thrace, Macedonia": ("Amphipolis", "Abdera", "Aenus", "Thasos", "Potidaea", "Torone", "Pydna"),
    "Asia": ("Abydos", "Cyme", "Erythrae", "Ephesus", "Miletus", "Halicarnassus", "Pergamum", "Sardis", "Mylasa"),
    "Islands": (
        *("Lemnos", "Skyros", "Mytilene", "Chios", "Samos", "Cos", "Rhodes"),
        *("Andros", "Delos", "Naxos", "Melos", "Cythera"),
    ),
    "Thessaly, Euboea": ("Larissa", "Pagasae", "Thermopylae", "Artemisium", "Oreus", "Chalcis", "Carystus"),
    "Central Greece": ("Athens", "Megara", "Marathon", "Thebes", "Delphi", "Naupactus"),
    "The West": ("Corcyra", "Ambracia", "Leucas", "Stratus", "Pleuron", "Cephallenia", "Zacynthus"),
    "Peloponnese": (
        *("Corinth", "Patrae", "Cyllene", "Elis", "Mantinea", "Argos", "Troezen"),
        *("Sparta", "Messene", "Pylos", "Gytheum"),
    ),
    "Sicily": ("Syracuse",),
}


@lru_cache(maxsize=8)
def regions(components: str) -> dict[str, list[HexName]]:
    """Every hex of a components file but those at sea, by region: those with a name as above, then the others by id."""
    found, printed = _named(box(components)), box(components)
    named = [hex for hexes in found.values() for hex in hexes]
    for hex, facts in sorted(printed.map.hexes.items()):
        if hex not in named and facts.terrain != "sea":
            nearest = min((one for one in named if one != SICILY), key=lambda one: (_apart(printed, hex, one), one))
            next(hexes for hexes in found.values() if nearest in hexes).append(hex)
    return found


def _named(printed: Box) -> dict[str, list[HexName]]:
    hexes = printed.hex_named
    found = {region: [hexes[name] for name in names if name in hexes] for region, names in REGIONS.items()}
    others = [hex for hex in printed.names if not any(hex in one for one in found.values())]
    return found | ({"Elsewhere": others} if others else {})


def _apart(printed: Box, one: HexName, other: HexName) -> int:
    """How many hexes two hexes are apart."""
    (q, r), (s, t) = printed.map.hexes[one].ax, printed.map.hexes[other].ax
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))
