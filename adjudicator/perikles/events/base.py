"""How events of Perikles name things to people."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.kernel import Event
from adjudicator.perikles.components import components

_KINDS = {"h": "hoplite", "t": "trireme"}


@cache
def _names() -> dict[str, str]:
    box = components()
    names = {force: force.capitalize() for force in box.forces}
    names |= {tile.id: tile.name for tile in box.location_tiles}
    names |= {tile.id: tile.name for tile in box.special_tiles}
    return names


@cache
def name_of(word: str) -> str:
    """A city, Location, Special tile or counter as people say it; any other word as it is."""
    if word in _names():
        return _names()[word]
    force, _, code = word.rpartition("-")
    if force in components().forces and code[:1] in _KINDS and code[1:2].isdigit() and len(code) == 3:
        return f"{_names()[force]} {_KINDS[code[0]]} {code[1]}"
    return word


def count_of(number: int, thing: str) -> str:
    """A number of things: `1 hoplite`, `2 hoplites`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


class Number(int):
    """A number in a sentence: `{cubes:cube}` counts cubes as people do, `1 cube` and `2 cubes`."""

    def __format__(self, word: str) -> str:
        """The number, and so many of the word after the colon."""
        return count_of(int(self), word) if word else str(int(self))


def named(value: Any) -> Any:
    """A field of an event as people say it: a list becomes an enumeration."""
    if isinstance(value, str):
        return name_of(value)
    if isinstance(value, list):
        return ", ".join(str(named(item)) for item in value) or "none"
    return Number(value) if isinstance(value, int) else value


class Happening(Event, frozen=True):
    """An event whose sentence names things as people do."""

    def told(self) -> str:
        """The event as a sentence."""
        return self.sentence.format(**{name: named(getattr(self, name)) for name in self.__struct_fields__})
