"""Where things lie on the board, in units of which the wide picture is 1,060 wide.

The coast in the template is ours: points set by eye in degrees, bent to give the plates room in the crowded middle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.kernel.subjects import split, subject
from adjudicator.perikles.components import is_face_down, kind_of, strength_of
from adjudicator.perikles.names import name_of, words
from adjudicator.perikles.state.position import Place
from adjudicator.pictures import palette
from adjudicator.pictures.shapes import Counter
from adjudicator.pictures.told import enumerated

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


# --- the colours, in light and in dark --------------------------------------------------------------------------------


LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        **palette.MAP_LIGHT,
        "hoplite": "#fff3d0",
        "trireme": "#d3ebfa",
        "att": "#f9ebe6",
        "def": "#e9f1e6",
        "war": "#f7d9d3",
        "ally": "#d8ecd8",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        **palette.MAP_DARK,
        "hoplite": "#4a3f20",
        "trireme": "#1d4258",
        "att": "#3a2522",
        "def": "#21301f",
        "war": "#57251e",
        "ally": "#1f4524",
    }
)
SEATS = MappingProxyType(
    {
        "red": ("#b3202c", "#ffffff", "R"),
        "green": ("#35b58c", "#000000", "G"),
        "black": ("#000000", "#ffffff", "K"),
        "orange": ("#f0a81c", "#000000", "O"),
        "blue": ("#0072b2", "#ffffff", "B"),
    }
)


# --- what signs stand for, in words -----------------------------------------------------------------------------------


def label_of(counter: str) -> str:
    """What stands on a counter: its strength, or `?` where it lies face down."""
    return "?" if is_face_down(counter) else str(strength_of(counter))


def things(counters: Iterable[str], where: str = "") -> list[Counter]:
    """Counters as they are drawn. What lies face down has no id of its own, only its class and where it lies."""
    ids = [subject("piece", f"{counter}@{where}" if is_face_down(counter) else counter) for counter in counters]
    return [Counter(label_of(split(one)[1].partition("@")[0]), one, words(None, one)) for one in ids]


def named(forces: Iterable[str]) -> str:
    """Cities, Locations and the like, by their names."""
    return enumerated(map(name_of, forces))


def counters_in_words(counters: Iterable[str]) -> str:
    """Counters by type: `hoplites 1, 3, ?; triremes 2`."""
    by_kind: dict[str, list[str]] = {}
    for counter in sorted(counters, key=lambda c: (kind_of(c), label_of(c))):
        by_kind.setdefault(kind_of(counter), []).append(label_of(counter))
    return "; ".join(f"{kind}s {', '.join(labels)}" for kind, labels in by_kind.items()) or "no counters"


def code_of(force: str) -> str:
    """A force by two letters: `Sp`."""
    return name_of(force)[:2]
