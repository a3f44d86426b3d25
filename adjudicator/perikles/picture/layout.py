"""Where things lie on the board, in units of which the wide picture is 1,060 wide.

The coast in the template is ours: points set by eye in degrees, bent to give the plates room in the crowded middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from adjudicator.perikles.state.position import Place

MAP: Final = 640
"""The height of the wide map."""
SMALL: Final = 38
"""How large the map of a phone is, in hundredths of the wide one. It leaves out the edges, where the cards lie."""
SMALL_LEFT: Final = 34
SMALL_HEIGHT: Final = 246
PLATE: Final = (178, 122)
CARD: Final = (206, 110)


class Point(NamedTuple):
    """A point of the wide map."""

    x: int
    y: int

    def on_phone(self, top: int) -> Point:
        """The same point on the map of a phone."""
        return Point(self.x * SMALL // 100 - SMALL_LEFT // 2, top + self.y * SMALL // 100)


PLATES: Final[Mapping[str, Point]] = {
    "athens": Point(654, 232),
    "sparta": Point(280, 512),
    "argos": Point(360, 384),
    "corinth": Point(246, 248),
    "thebes": Point(456, 92),
    "megara": Point(462, 228),
    "persia": Point(654, 396),
}
PINS: Final[Mapping[str, Point]] = {
    "amphipolis": Point(620, 36),
    "lesbos": Point(810, 180),
    "plataea": Point(438, 198),
    "naupactus": Point(280, 222),
    "potidea": Point(552, 76),
    "acarnania": Point(266, 136),
    "attica": Point(781, 214),
    "melos": Point(720, 600),
    "epidaurus": Point(580, 452),
    "pylos": Point(253, 561),
    "sicily": Point(232, 420),
    "cephallenia": Point(228, 250),
    "cythera": Point(490, 622),
    "spartolus": Point(512, 60),
    "megara_battle": Point(575, 366),
    "mantinea": Point(322, 430),
    "delium": Point(676, 182),
    "aetolia": Point(304, 168),
    "corcyra": Point(236, 70),
    "leucas": Point(240, 178),
    "solygeia": Point(440, 364),
}
REGIONS: Final = {
    "Macedonia": Point(430, 18),
    "Thessaly": Point(340, 60),
    "Aegean Sea": Point(716, 116),
    "Myrtoan Sea": Point(560, 560),
}


def middle(city: str) -> Point:
    """The middle of a city's plate."""
    at = PLATES[city]
    return Point(at.x + PLATE[0] // 2, at.y + PLATE[1] // 2)


def beside_the_map(places: Iterable[tuple[int, Place]]) -> dict[int, Point]:
    """The cards of Locations by slot: the western half left, the others right, from north to south, so that few of the
    lines to their pins cross."""
    from_west = sorted(places, key=lambda each: (PINS[each[1].tile].x, each[0]))
    half = len(from_west) // 2
    found: dict[int, Point] = {}
    for x, column in ((8, from_west[:half]), (1060 - 8 - CARD[0], from_west[half:])):
        room = (MAP - 8) // max(1, len(column))
        for row, (slot, _) in enumerate(sorted(column, key=lambda each: (PINS[each[1].tile].y, each[0]))):
            found[slot] = Point(x, 4 + row * room + (room - CARD[1]) // 2)
    return found
