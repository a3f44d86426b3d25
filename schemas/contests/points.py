"""Points for places, in sixtieths, so that tables of every size weigh alike and shared places divide exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WIN: Final = 12 * 60
"""Points of a first place, in sixtieths; a last place has 0, those between lie at equal steps."""


def points(places: Mapping[str, int]) -> dict[str, int]:
    """By name, from places: the first has the lowest; equals share the points of the places that they take up."""
    players = len(places)
    step = WIN // (players - 1) if players > 1 else WIN
    better = {name: sum(other < place for other in places.values()) for name, place in places.items()}
    equal = {name: sum(other == place for other in places.values()) for name, place in places.items()}
    return {name: WIN - step * better[name] - step * (equal[name] - 1) // 2 for name in places}


def in_words(sixtieths: int) -> str:
    """Points as people write them, to two digits: 720 is 12, 630 is 10.5."""
    sign = "-" if sixtieths < 0 else ""
    whole, rest = divmod(abs(sixtieths), 60)
    digits = f"{(rest * 100 + 30) // 60:02}".rstrip("0")
    return f"{sign}{whole}" + (f".{digits}" if digits else "")
