"""What a game looks like: its map alone, cut out of the board that everybody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from adjudicator.kernel import Chance, Title
from adjudicator.kernel.chance import KEY_BYTES

SECTION: Final = re.compile(r'(?=<g role="group" aria-label="[^"]*" data-part=)')
MAP: Final = re.compile(r'<g [^>]*data-part="map" data-box="((?:[\d.]+ ){2}([\d.]+) ([\d.]+))">')
SIZE: Final = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')


def openings(rules: Title[Any]) -> Iterator[Any]:
    """The positions with which the scenarios of a title begin, with the fewest seats."""
    for scenario in rules.scenarios.values():
        seats = rules.seats(scenario.id, min(scenario.seat_counts))
        yield rules.begin(scenario=scenario.id, seats=seats, chance=Chance(bytes(KEY_BYTES))).position


def map_of(rules: Title[Any]) -> str:
    """The map of a title, as its first game with one begins. LookupError where none does."""
    for position in openings(rules):
        if found := map_alone(rules.draw(rules.view(position, None), None, False, "wide")):
            return found
    raise LookupError(f"No scenario of {rules.id} begins with a map.")


def map_alone(svg: str) -> str | None:
    """The map, cut out of a drawing; None where it has none."""
    head, *sections = SECTION.split(svg)
    for section in sections:
        if found := MAP.match(section):
            size = 'viewBox="{}" width="{}" height="{}"'.format(*found.groups())
            return f"{SIZE.sub(size, head, count=1)}{section.removesuffix('</svg>')}</svg>"
    return None
