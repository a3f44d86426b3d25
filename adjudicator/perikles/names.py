"""The names of Perikles: what people read for a word of the rules, and for a subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from adjudicator.kernel.subjects import Naming, alike, split, subject
from adjudicator.perikles.components import InfluenceTile, components

_KINDS = {"h": "hoplite", "t": "trireme"}
_HEAPS = {"pool": "the pool", "revolted": "Sparta's Military box"}
CANDIDATES: Mapping[str, str] = {"a": "first candidate", "b": "second candidate"}
"""3.01: who stands in the spaces a and b."""
_SPOTS = {"attacker": "the attack on", "defender": "the defence of"}


def _tile_name(tile: InfluenceTile) -> str:
    """D.03: `Corinth Assassin tile`, `Argos 2-cube tile`."""
    if tile.colour == "any":
        return "Any City tile"
    kind = "2-cube" if tile.shards == 2 else tile.symbol.capitalize()
    return f"{tile.colour.capitalize()} {kind} tile"


@cache
def _names() -> dict[str, str]:
    box = components()
    names = {force: force.capitalize() for force in box.forces}
    names |= {tile.id: tile.name for tile in box.location_tiles}
    names |= {tile.id: tile.name for tile in box.special_tiles}
    names |= {tile.id: _tile_name(tile) for tile in box.influence_tiles}
    return names


@cache
def name_of(word: str) -> str:
    """A city, Location, tile or counter as people say it (`Argos hoplite 1`, face down `Argos hoplite ?`); any other
    word as it is."""
    if word in _names():
        return _names()[word]
    force, _, code = word.rpartition("-")
    if force in components().forces and code[:1] in _KINDS and (code[1:] == "?" or len(code) == 3):
        return f"{_names()[force]} {_KINDS[code[0]]} {code[1]}"
    return word


def names_of(words: Iterable[str]) -> str:
    """Names one after the other; of equal ones how many."""
    return ", ".join(alike([*map(name_of, words)])) or "none"


def no_seat(seat: str, seats: Iterable[str]) -> str:
    """That a colour does not play."""
    return f"{seat!r} does not play in this game; the seats are {', '.join(seats)}"


def words(view: Any, one: str) -> str:
    """The name of a subject; an empty slot of the Influence display is a tile without a name of its own."""
    kind, name = split(one)
    if one == "place:pool":
        return "the pool of the leader of Sparta"
    if kind == "spot":
        place, _, side = name.partition(":")
        return f"{_SPOTS[side]} {name_of(place)}"
    if kind == "piece":
        piece, _, spot = name.partition("@")
        if not spot:
            return name_of(piece)
        return f"{name_of(piece)} in {_HEAPS[spot] if spot in _HEAPS else words(view, subject('spot', spot))}"
    if kind == "space":
        return CANDIDATES.get(name, name)
    if kind == "relation":
        return " and ".join(map(name_of, name.split("-")))
    if kind == "tile" and name.isdecimal():
        return f"slot {name}"
    return name_of(name)


FIELDS: Mapping[str, str] = {
    "seat": "seat",
    "seats": "seat",
    "first_player": "seat",
    "colour": "seat",
    "returned": "seat",
    "scores": "seat",
    "city": "city",
    "force": "city",
    "origin": "city",
    "target": "city",
    "from": "city",
    "to": "city",
    "cube": "city",
    "kinds": "city",
    "assassinate.place": "space",
    "location": "place",
    "revolt_before": "place",
    "revolt_after": "place",
    "source": "place",
    "tile": "tile",
    "tiles": "tile",
    "counter": "piece",
    "attacker": "piece",
    "defender": "piece",
}


def together(plain: Mapping[str, Any]) -> Iterator[str]:
    """The side of a Location, and the class of a counter that is sent to it face down."""
    if "location" in plain and plain.get("side") in _SPOTS:
        spot = f"{plain['location']}:{plain['side']}"
        yield subject("spot", spot)
        if "force" in plain:
            yield subject("piece", f"{plain['force']}-{plain['kind'][0]}?@{spot}")


NAMING = Naming(words, FIELDS, together, apart=True)
