"""The components of Perikles (chapter C), read from `perikles.yaml` and checked when loaded.

Each block of the file says where its facts come from: [S] the seed rulebook, [P] public material, [R] our own
reconstruction. S.01, RULING-3: 3 to 5 players, no game for two. C.08, RULING-2: leader counters are no limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.rules.components_files import own_components

CityName = Literal["athens", "sparta", "argos", "corinth", "thebes", "megara"]
CITIES: tuple[CityName, ...] = get_args(CityName)  # 0.06: the fixed city order
Kind = Literal["hoplite", "trireme"]
FILE = Path(__file__).with_name("perikles.yaml")


class InfluenceTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """C.01: a tile of a city's colour or of the brown Any City colour."""

    id: str
    colour: str
    shards: Literal[1, 2]
    symbol: Literal["none", "candidate", "assassin"]


class Intrinsic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """C.05: militia or rebels printed on a Location tile, of strength 1 in rounds of these types."""

    side: Literal["none", "attacker", "defender"]
    types: list[Kind]


class LocationTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """C.03: a place to fight for; its rounds in printed order."""

    id: str
    name: str
    city: str
    vp: int
    rounds: list[Kind]
    intrinsic: Intrinsic


class SpecialTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """C.10: a tile that each seat may use once in the game."""

    id: str
    name: str
    clause: str


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S.01, 2.02: how many may play, and how many Influence tiles a seat takes, by their number."""

    allowed: list[int]
    influence_tile_quota: dict[int, int]


class SetupNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S.03 to S.09: how many tiles and cubes are laid out."""

    influence_display: int
    location_display: int
    cubes_per_city: int
    free_cubes: int


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many pieces of a kind there are (C.06 to C.10), what wins a round (6.26), what ends the game (E.01)."""

    cubes_per_colour: int
    defeat_counters: int
    tokens_to_win: int
    defeats_ending_the_game: dict[str, int]


class CombatColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """6.23: target numbers of one column."""

    column: str
    attacker: int
    defender: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is in the box."""

    title: Literal["perikles"]
    version: int
    players: Players
    turns: int
    city_order: list[str]
    forces: list[str]
    setup: SetupNumbers
    limits: Limits
    player_colours: list[str]
    statue_values: dict[str, list[int]]
    combat_table: list[CombatColumn]
    influence_tiles: list[InfluenceTile]
    location_tiles: list[LocationTile]
    military_counters: dict[str, dict[Kind, dict[int, int]]]
    special_tiles: list[SpecialTile]

    def counters_of(self, force: str) -> list[str]:
        """The ids of a force's counters: `<force>-<h|t><strength><letter>`, letters for equal counters."""
        return [
            f"{force}-{kind[0]}{strength}{letter}"
            for kind, by_strength in self.military_counters[force].items()
            for strength, number in by_strength.items()
            for letter in "abcd"[:number]
        ]


@cache
def components() -> Components:
    """The components, loaded and checked once."""
    loaded = own_components(FILE, Components)
    _check(loaded)
    return loaded


def _check(box: Components) -> None:
    """Counts, totals and references (C.01 to C.10)."""
    counters = {force: len(box.counters_of(force)) for force in box.forces}
    demands = {
        "36 Influence tiles (C.01)": len({t.id for t in box.influence_tiles}) == len(box.influence_tiles) == 36,
        "colours of Influence tiles (C.01)": {t.colour for t in box.influence_tiles} == {*box.city_order, "any"},
        "21 Location tiles (C.03)": len({t.id for t in box.location_tiles}) == len(box.location_tiles) == 21,
        "cities of Location tiles (C.03)": {t.city for t in box.location_tiles} == {*box.city_order},
        "one or two different rounds (C.04)": all(
            0 < len(t.rounds) == len(set(t.rounds)) <= 2 for t in box.location_tiles
        ),
        "61 city counters and 10 Persian (C.06, RULING-1)": (sum(counters.values()), counters["persia"]) == (71, 10),
        "8 Special tiles (C.10)": len({t.id for t in box.special_tiles}) == len(box.special_tiles) == 8,
        "city order, and Persia after it (0.06)": [*CITIES, "persia"] == [*box.city_order, "persia"] == box.forces,
        "2 free cubes, of which the second may be ordered ahead (S.09, D.01)": box.setup.free_cubes == 2,
        "a table of statues for each city (E.05)": list(box.statue_values) == box.city_order,
        "a colour for each seat (S.02)": len(set(box.player_colours)) == max(box.players.allowed),
        "a quota for each number of seats (2.02)": sorted(box.players.influence_tile_quota) == box.players.allowed,
    }
    broken = [demand for demand, holds in demands.items() if not holds]
    if broken:
        raise Malformed(f"perikles.yaml does not hold: {'; '.join(broken)}")


@cache
def influence_tile(tile: str) -> InfluenceTile:
    """An Influence tile by its id."""
    return next(t for t in components().influence_tiles if t.id == tile)


@cache
def location_tile(tile: str) -> LocationTile:
    """A Location tile by its id."""
    return next(t for t in components().location_tiles if t.id == tile)


# --- military counters (C.06): what an id says --------------------------------------------------------------------


_KINDS: dict[str, Kind] = {"h": "hoplite", "t": "trireme"}


@cache
def force_of(counter: str) -> str:
    """The force (0.07) that a counter belongs to."""
    return counter.rsplit("-", 1)[0]


@cache
def kind_of(counter: str) -> Kind:
    """Hoplite or trireme; face-down counters show it too."""
    return _KINDS[counter.rsplit("-", 1)[1][0]]


@cache
def strength_of(counter: str) -> int:
    """The printed strength, 1 to 4. Only where the counter is known."""
    return int(counter.rsplit("-", 1)[1][1])


@cache
def face_down(counter: str) -> str:
    """What strangers see of a counter: no strength, no letter."""
    return counter.rsplit("-", 1)[0] + "-" + counter.rsplit("-", 1)[1][0] + "?"


def is_face_down(counter: str) -> bool:
    """Whether a counter is shown as strangers see it."""
    return counter.endswith("?")


def weakest(counters: Iterable[str]) -> str:
    """The counter of lowest strength; among equals the first by id."""
    return min(counters, key=lambda counter: (strength_of(counter), counter))


def of_kind(counters: Iterable[str], kind: Kind) -> list[str]:
    """The counters of one type."""
    return [counter for counter in counters if kind_of(counter) == kind]
