"""How an Influence tile or a Special tile looks among the answers."""

from __future__ import annotations

from functools import cache

from adjudicator.kernel.previews import Face
from adjudicator.kernel.subjects import split
from adjudicator.perikles.components import components
from adjudicator.perikles.state.position import Perikles

_SYMBOLS = {"none": (), "candidate": (("and a candidate", False),), "assassin": (("and an assassin", False),)}


@cache
def _faces() -> dict[str, Face]:
    found = {}
    for tile in components().influence_tiles:
        name = "Any City" if tile.colour == "any" else tile.colour.capitalize()
        found[tile.id] = Face(str(tile.shards), name, _SYMBOLS[tile.symbol])
    return found


def face(_view: Perikles, _seat: str, one: str) -> Face | None:
    """C.01: its shards, its city and its symbol."""
    kind, name = split(one)
    return _faces().get(name) if kind == "tile" else None
