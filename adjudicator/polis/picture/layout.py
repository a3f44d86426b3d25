"""Where the parts of the map lie, in units of which the picture is 1,060 wide, from the upper left of the map.

The coast in the template is ours: points set by eye in degrees, bent so that the crowded middle has room."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.pictures import palette
from adjudicator.polis.words import MarketName, PolisName, SeaName, TerritoryName

LETTERS: Final = {"metal": "M", "wood": "Wo", "wine": "Wi", "oil": "O", "silver": "S", "wheat": "Wh"}
PHONE: Final = (42, 54)
"""How large the map of a phone is, across and down, in hundredths of the wide one; it leaves out the markets."""
PHONE_HEIGHT: Final = 398
HEIGHT: Final = 736
PLATE: Final = (168, 56)
STRIP: Final = (168, 30)
STEP: Final = 32
WATERS: Final = (160, 52)
MARKET: Final = 180
ROW: Final = 22


class Point(NamedTuple):
    """A point of the map."""

    x: int
    y: int


PLATES: Final[Mapping[TerritoryName, Point]] = {
    "sikelia": Point(8, 612),
    "akarnania": Point(130, 152),
    "thessalia": Point(330, 152),
    "makedonia": Point(330, 8),
    "boiotia": Point(404, 266),
    "attika": Point(584, 352),
    "megaris": Point(392, 376),
    "achaia": Point(196, 340),
    "arcadia": Point(372, 486),
    "messenia": Point(150, 470),
    "lakedaimon": Point(332, 600),
    "ionia": Point(694, 170),
}
ALONE: Final[Mapping[PolisName, Point]] = {"epidamnos": Point(8, 92), "abdera": Point(560, 16)}
"""3-F: the poleis that belong to no territory."""
SEAS: Final[Mapping[SeaName, Point]] = {
    "ionio_pelagos": Point(10, 300),
    "myrtoo_pelagos": Point(520, 676),
    "kyklades": Point(650, 506),
    "noties_sporades": Point(696, 620),
    "thrakiko_pelagos": Point(560, 84),
}
MARKETS: Final[Mapping[MarketName, Point]] = {
    "illyria": Point(8, 8),
    "thraki": Point(872, 8),
    "euxeinos_pontos": Point(872, 92),
    "persis": Point(872, 176),
    "aigyptos": Point(872, 282),
}
PRICES: Final = Point(872, 392)
BENDS: Final[Mapping[frozenset[str], tuple[Point, ...]]] = {
    frozenset(("ionio_pelagos", "myrtoo_pelagos")): (Point(90, 582), Point(215, 592), Point(262, 728)),
    frozenset(("kyklades", "thrakiko_pelagos")): (Point(656, 312), Point(768, 344)),
    frozenset(("noties_sporades", "thrakiko_pelagos")): (Point(676, 304), Point(820, 336)),
    frozenset(("ionio_pelagos", "kyklades")): (Point(380, 363), Point(572, 363), Point(574, 490)),
}
"""Where a sea route, or the Diolkos, goes around what lies in its way."""


def on_phone(point: Point, top: int) -> Point:
    """A point of the wide map on that of a phone."""
    return Point(point.x * PHONE[0] // 100, top + point.y * PHONE[1] // 100)


def middle(place: Point, size: tuple[int, int]) -> Point:
    """The middle of a plate."""
    return Point(place.x + size[0] // 2, place.y + size[1] // 2)


MIDDLES: Final[Mapping[str, Point]] = {
    **{name: middle(place, PLATE) for name, place in PLATES.items()},
    **{name: middle(place, WATERS) for name, place in SEAS.items()},
}


def route(one: str, other: str) -> list[Point]:
    """The line of a link between two territories or two seas."""
    bends = BENDS.get(frozenset((one, other)), ())
    begun = MIDDLES[one]
    ordered = bends if not bends or abs(bends[0].y - begun.y) < abs(bends[-1].y - begun.y) else bends[::-1]
    return [begun, *ordered, MIDDLES[other]]


# --- the colours ------------------------------------------------------------------------------------------------------


LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        **palette.MAP_LIGHT,
        "athens": "#dcebf8",
        "sparta": "#fbe0da",
        "waters": "#e6f1f8",
        "overland": "#8a5a2b",
        "overseas": "#2b86d9",
        "square": "#fff3c4",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        **palette.MAP_DARK,
        "athens": "#14304a",
        "sparta": "#4a1d1c",
        "waters": "#173247",
        "overland": "#c98f52",
        "overseas": "#3f9aec",
        "square": "#4a4220",
    }
)
SIDES = MappingProxyType({"athens": "#0b4f8a", "sparta": "#9c1c26"})
