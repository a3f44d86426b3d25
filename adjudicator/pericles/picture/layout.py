"""Where the theaters lie: on the wide map in six columns from west to east, on a phone in three.

The coast in the template is ours: points set by eye in degrees, bent so that every theater lies about where it
belongs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.pericles.state.position import Spot
from adjudicator.pericles.words import PERSIA, TheaterName
from adjudicator.pictures import palette

HEIGHT: Final = 690
WIDE: Final = 156
NARROW: Final = 124
LEAST: Final = 62
TALLEST: Final = 178


class Place(NamedTuple):
    """The upper left corner of a theater, and how tall it may become."""

    left: int
    top: int
    room: int

    @property
    def middle(self) -> Point:
        """Where its connections meet."""
        return self.left + WIDE // 2, self.top + 35


Point = tuple[int, int]

MAP: Final[Mapping[Spot, Place]] = {
    "sicily": Place(8, 470, 134),
    "corcyra": Place(8, 170, 120),
    "aetolia": Place(174, 146, 128),
    "naupactus": Place(174, 286, 140),
    "isthmus": Place(340, 362, 160),
    "sparta": Place(174, 458, 146),
    "athens": Place(512, 312, 168),
    "boeotia": Place(340, 238, 112),
    "thessaly": Place(340, 122, 106),
    "macedonia": Place(340, 6, 106),
    "chalcidice": Place(512, 128, 168),
    "amphipolis": Place(512, 6, 110),
    "hellespont": Place(790, 6, 106),
    "ionia": Place(896, 236, 124),
    "lesbos": Place(696, 124, 108),
    "chios": Place(696, 244, 108),
    "samos": Place(696, 364, 108),
    "cyclades": Place(512, 498, 178),
    "sporades": Place(696, 488, 168),
    "east": Place(896, 580, 104),
    PERSIA: Place(896, 372, 120),
}
ROWS: Final[tuple[tuple[Spot, ...], ...]] = (
    ("macedonia", "amphipolis", "hellespont"),
    ("thessaly", "chalcidice", "lesbos"),
    ("corcyra", "aetolia", "ionia"),
    ("naupactus", "boeotia", "chios"),
    ("isthmus", "athens", "samos"),
    ("sparta", "cyclades", "sporades"),
    ("sicily", PERSIA, "east"),
)
"""On a phone, where no connections are drawn."""
BENDS: Final[Mapping[tuple[TheaterName, TheaterName], tuple[Point, ...]]] = {
    ("corcyra", "naupactus"): ((110, 321),),
    ("corcyra", "sparta"): ((130, 420),),
    ("corcyra", "athens"): ((40, 350), (40, 450), (169, 450), (169, 616), (504, 616), (504, 470)),
    ("sparta", "cyclades"): ((360, 590),),
    ("macedonia", "chalcidice"): ((504, 118),),
    ("amphipolis", "lesbos"): ((682, 90),),
    ("lesbos", "cyclades"): ((674, 220), (674, 486)),
    ("chios", "cyclades"): ((682, 330), (682, 480)),
    ("samos", "cyclades"): ((690, 430), (690, 490)),
    ("ionia", "samos"): ((874, 310), (874, 380)),
    ("ionia", "sporades"): ((882, 330), (882, 500)),
}
"""Where a connection goes around what lies in its way."""
SHORT: Final[Mapping[Spot, str]] = {
    "isthmus": "Isthmus",
    "sporades": "Sporades",
    "east": "East Med.",
    PERSIA: "Persia",
}


def short_name(spot: Spot) -> str:
    """A theater's name where there is little room."""
    return SHORT.get(spot, spot.capitalize())


def route(one: TheaterName, other: TheaterName) -> list[Point]:
    """The points through which a connection is drawn; it lies under the theaters and over none but its own."""
    return [MAP[one].middle, *BENDS.get((one, other), ()), MAP[other].middle]


# --- the colours ------------------------------------------------------------------------------------------------------


LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        **palette.MAP_LIGHT,
        "athens": "#dcebf8",
        "sparta": "#fbe0da",
        "hatch": "#f1cbc2",
        "closed": "#d9d6cf",
        "coastal": "#1f3a6e",
        "transport": "#2b86d9",
        "overland": "#8a5a2b",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        **palette.MAP_DARK,
        "athens": "#14304a",
        "sparta": "#4a1d1c",
        "hatch": "#5d2827",
        "closed": "#3a3d44",
        "coastal": "#a9bfe8",
        "transport": "#3f9aec",
        "overland": "#c98f52",
    }
)
# by City-State or League: its colour, and the text that is read on it
COLOURS = MappingProxyType(
    {
        "athenian": ("#0b4f8a", "pale"),
        "delian": ("#8cc4ec", "deep"),
        "argive": ("#9fd3a4", "deep"),
        "spartan": ("#9c1c26", "pale"),
        "three_hundred": ("#9c1c26", "pale"),
        "peloponnesian": ("#f2a488", "deep"),
        "persian": ("#6d3487", "pale"),
    }
)
SIDES = MappingProxyType({"athens": "#0b4f8a", "sparta": "#9c1c26"})


def colour_of(piece: str) -> str:
    """Whose a piece is, as a key of `COLOURS`."""
    return piece if piece in COLOURS else piece.partition("_")[0]


def text_on(piece: str) -> str:
    """The kind of text that is read on a piece."""
    return COLOURS[colour_of(piece)][1]
