"""The position of Perikles: what lies on the board (C.11), before the seats and in the decks."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel import Position, Unknown
from adjudicator.perikles.components import components

Hidden = str | Unknown


class City(msgspec.Struct, forbid_unknown_fields=True):
    """A city on the board (C.11): cubes by colour in the temple, the candidates, what its leaders have left."""

    temple: dict[str, int]
    a: str | None = None
    b: str | None = None
    leader: str | None = None
    statues: list[str] = []
    defeats: int = 0

    def cubes(self, seat: str) -> int:
        """The cubes of a seat in this city, its candidate cubes included."""
        return self.temple[seat] + (self.a == seat) + (self.b == seat)


class Special(msgspec.Struct, forbid_unknown_fields=True):
    """The Special tile of a seat (X.01); it lies face down until used (V.01)."""

    tile: Hidden
    used: bool = False


class Perikles(Position, kw_only=True):
    """A position of Perikles. `turn` is 0 during the setup. Supplies are not stored: they follow from C.07."""

    turn: int = 0
    first_player: str | None = None
    cities: dict[str, City] = {}
    influence_deck: list[Hidden] = []
    influence_display: list[str | None] = []
    location_deck: list[Hidden] = []
    locations: list[str | None] = []
    special: dict[str, Special] = {}
    undealt_specials: list[Hidden] = []
    boxes: dict[str, list[str]] = {}
    second_cubes: dict[str, str] = {}  # D.01: filed ahead, known to their sender only

    def cubes_on_board(self, seat: str) -> int:
        """The cubes of a seat in all cities, candidate cubes included."""
        return sum(city.cubes(seat) for city in self.cities.values())

    def supply(self, seat: str) -> int:
        """The cubes that a seat has left to place (C.07)."""
        return components().limits.cubes_per_colour - self.cubes_on_board(seat)

    def place_cubes(self, seat: str, city: str, cubes: int) -> int:
        """Put cubes of a seat into a temple, as many as its supply holds (2.08); the number placed."""
        placed = min(cubes, self.supply(seat))
        self.cities[city].temple[seat] += placed
        return placed


FACTS: dict[str, Any] = {
    "supply": lambda position, seat: position.supply(seat),
    "cubes_on_board": lambda position, seat: position.cubes_on_board(seat),
}
