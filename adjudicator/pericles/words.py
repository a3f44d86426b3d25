"""The words of Pericles: Sides, Factions, theaters, pieces, issues and markers, in the tie order of 15.4 (TO)."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from adjudicator.kernel.faults import name_of_a

SideName = Literal["athens", "sparta"]
FactionName = Literal["AF", "DF", "EK", "AK"]
UnitKind = Literal["land", "naval"]
TheaterName = Literal[
    "sicily",
    "corcyra",
    "aetolia",
    "naupactus",
    "isthmus",
    "sparta",
    "athens",
    "boeotia",
    "thessaly",
    "macedonia",
    "chalcidice",
    "amphipolis",
    "hellespont",
    "ionia",
    "lesbos",
    "chios",
    "samos",
    "cyclades",
    "sporades",
    "east",
]
BoxName = Literal["persia"]
UnitName = Literal[
    "delian_land",
    "delian_naval",
    "athenian_land",
    "athenian_naval",
    "argive_land",
    "peloponnesian_land",
    "peloponnesian_naval",
    "spartan_land",
    "spartan_naval",
    "three_hundred",
]
BaseName = Literal["delian_base", "athenian_base", "peloponnesian_base", "spartan_base", "persian_base"]
PieceName = Literal[UnitName, BaseName]
MarkerKind = Literal["military", "league", "diplomatic", "oracle", "rumor"]
IssueKind = Literal[
    "military",
    "league",
    "diplomatic",
    "oracle",
    "games",
    "war_peace",
    "ostracism",
    "citizenship",
    "colony",
    "krypteia",
    "agoge",
]

CardName = Annotated[str, name_of_a("card")]

KINDS: tuple[UnitKind, ...] = get_args(UnitKind)
SIDES: tuple[SideName, ...] = get_args(SideName)  # 4.0-C: Athens acts first
FACTIONS: tuple[FactionName, ...] = get_args(FactionName)
THEATERS: tuple[TheaterName, ...] = get_args(TheaterName)  # 3.2-B: theater n is THEATERS[n - 1]
PERSIA: BoxName = "persia"
UNITS: tuple[UnitName, ...] = get_args(UnitName)
BASES: tuple[BaseName, ...] = get_args(BaseName)
PIECES: tuple[PieceName, ...] = (*UNITS, *BASES)
ISSUES: tuple[IssueKind, ...] = get_args(IssueKind)
MARKERS: tuple[MarkerKind, ...] = get_args(MarkerKind)
HUNDRED: UnitName = "three_hundred"

SIDE_OF: dict[FactionName, SideName] = {"AF": "athens", "DF": "athens", "EK": "sparta", "AK": "sparta"}  # 1-A
FACTION_AT: dict[str, FactionName] = {faction: faction for faction in FACTIONS}  # by its seat
COMPATRIOT: dict[FactionName, FactionName] = {"AF": "DF", "DF": "AF", "EK": "AK", "AK": "EK"}
SIGN: dict[FactionName, int] = {"AF": 1, "DF": -1, "EK": 1, "AK": -1}  # 6.13-B
FACTIONS_OF: dict[SideName, tuple[FactionName, FactionName]] = {"athens": ("AF", "DF"), "sparta": ("EK", "AK")}
ENEMY: dict[SideName, SideName] = {"athens": "sparta", "sparta": "athens"}
HOME: dict[SideName, TheaterName] = {"athens": "athens", "sparta": "sparta"}  # 3.2-B
CITY_STATE: dict[SideName, str] = {"athens": "athenian", "sparta": "spartan"}
CITY_STATE_BASE: dict[SideName, BaseName] = {"athens": "athenian_base", "sparta": "spartan_base"}
LEAGUE_BASE: dict[SideName, BaseName] = {"athens": "delian_base", "sparta": "peloponnesian_base"}

# 3.1-A, 3.1-B: the pieces of each Side
UNITS_OF: dict[SideName, tuple[UnitName, ...]] = {"athens": UNITS[:5], "sparta": UNITS[5:]}
BASES_OF: dict[SideName, tuple[BaseName, ...]] = {
    "athens": ("delian_base", "athenian_base"),
    "sparta": ("peloponnesian_base", "spartan_base"),
}
PIECES_OF: dict[SideName, tuple[PieceName, ...]] = {side: (*UNITS_OF[side], *BASES_OF[side]) for side in SIDES}
LEAGUE_UNITS: dict[SideName, tuple[UnitName, ...]] = {  # RULING-30: Argive units are League units
    "athens": ("delian_land", "delian_naval", "argive_land"),
    "sparta": ("peloponnesian_land", "peloponnesian_naval"),
}


def kind_of(unit: UnitName) -> UnitKind:
    """3.1-A: whether a unit is a land or a naval unit."""
    return "naval" if unit.endswith("naval") else "land"


def units_of(side: SideName, kind: UnitKind) -> tuple[UnitName, ...]:
    """The classes of a Side's units of one kind."""
    return _UNITS_OF_KIND[side, kind]


_UNITS_OF_KIND: dict[tuple[SideName, UnitKind], tuple[UnitName, ...]] = {
    (side, kind): tuple(unit for unit in UNITS_OF[side] if kind_of(unit) == kind) for side in SIDES for kind in KINDS
}


def value_of(unit: UnitName, kind: UnitKind) -> int:
    """3.1-C, 3.1-D: the military value of a unit in matters of one kind."""
    if kind_of(unit) != kind:
        return 0
    return 2 if unit in ("spartan_land", HUNDRED, "athenian_naval") else 1


# 3.1-C, 3.1-D: a Side's units that count in matters of one kind, with their military value
VALUES_OF: dict[tuple[SideName, UnitKind], tuple[tuple[UnitName, int], ...]] = {
    (side, kind): tuple((unit, value_of(unit, kind)) for unit in units_of(side, kind))
    for side in SIDES
    for kind in KINDS
}


def opposite(kind: UnitKind) -> UnitKind:
    """The other kind."""
    return "naval" if kind == "land" else "land"
