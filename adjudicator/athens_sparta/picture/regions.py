"""The hexes by region, for lists: a hex belongs to the region of the nearest city that is named here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.words import SICILY, HexName

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
