"""Words of orders as a person would like to read them: what an id stands for."""

from __future__ import annotations

from adjudicator.perikles.components import components
from adjudicator.perikles.events.base import name_of

_SYMBOLS = {"candidate": "with Candidate", "assassin": "with Assassin", "none": "no symbol"}


def say(word: str) -> str:
    """An Influence tile with its cubes and symbol, a Location with what it is worth; the rest by its name."""
    box = components()
    for tile in box.influence_tiles:
        if tile.id == word:
            colour = "Any City" if tile.colour == "any" else name_of(tile.colour)
            return f"{colour}, {tile.shards} cube{'s' * (tile.shards > 1)}, {_SYMBOLS[tile.symbol]}"
    for place in box.location_tiles:
        if place.id == word:
            militia = f", intrinsic {place.intrinsic.side}" if place.intrinsic.types else ""
            return f"{place.name} of {name_of(place.city)}, {place.vp} VP, {' then '.join(place.rounds)}{militia}"
    return name_of(word)
