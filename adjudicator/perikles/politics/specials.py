"""Chapter X, first half: Special tiles in general, and those of phase 2 (Perikles, Alkibiades, Plague).

A tile held to the end scores nothing (X.02).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from adjudicator.kernel import Chance, Event, Illegal
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.events.politics import CubeMoved, CubesAdded, PlagueStruck, SpecialUsed
from adjudicator.perikles.names import name_of, no_seat
from adjudicator.perikles.state.orders import CubeMove, SpecialUse
from adjudicator.perikles.state.position import Perikles

PHASE_2_TILES = ("perikles", "alkibiades", "plague")  # X.03
CUBES_OF_PERIKLES = 2  # X.04
CUBES_OF_ALKIBIADES = 2  # X.05


def holds(position: Perikles, seat: str, tile: str) -> bool:
    """X.01: whether the seat still has this tile to use. Asked of a seat about itself only."""
    special = position.special[seat]
    return special.tile == tile and not special.used


def not_held(position: Perikles, seat: str, tile: str) -> Illegal:
    """X.01: what is said to a seat that names a Special tile that it cannot use."""
    mine = position.special[seat]
    used = ", and you have used it" if mine.used else ""
    return Illegal("X.01", f"you cannot use {name_of(tile)}; your Special tile is {name_of(str(mine.tile))}{used}")


def spend(position: Perikles, seat: str) -> SpecialUsed:
    """X.01: the tile is turned up and spent."""
    special = position.special[seat]
    special.used = True
    return SpecialUsed(seat=seat, tile=str(special.tile))


def use_in_phase_2(position: Perikles, seat: str, use: SpecialUse) -> list[Event]:
    """X.03, RULING-20: use a Special tile of phase 2 and tell what it did.

    Raises Illegal and leaves the position half changed: try it on a scratch copy first.
    """
    if not holds(position, seat, use.tile):
        raise not_held(position, seat, use.tile)
    _check_parts(use)
    events: list[Event] = [spend(position, seat)]
    if use.tile == "perikles":
        placed = position.place_cubes(seat, "athens", CUBES_OF_PERIKLES)
        return [*events, CubesAdded(seat=seat, city="athens", cubes=placed)]
    if use.tile == "plague":
        return [*events, _plague(position, str(use.city))]
    return [*events, *_alkibiades(position, use.moves)]


def _check_parts(use: SpecialUse) -> None:
    """RULING-41: what does not belong to the tile makes its use illegal."""
    if (use.city is not None) != (use.tile == "plague"):
        raise Illegal("X.06", "name a city for Plague, and none for Perikles or Alkibiades")
    if len(use.moves) != (CUBES_OF_ALKIBIADES if use.tile == "alkibiades" else 0):
        raise Illegal("X.05", f"Alkibiades alone moves cubes, exactly two; you move {len(use.moves)}")


def _plague(position: Perikles, city: str) -> PlagueStruck:
    """X.06: each seat loses half of its cubes there, rounded down, candidate counted but never taken."""
    there = position.cities[city]
    returned = {seat: there.cubes(seat) // 2 for seat in position.seats}
    for seat, cubes in returned.items():
        there.temple[seat] -= cubes
    return PlagueStruck(city=city, returned=returned)


def _alkibiades(position: Perikles, moves: list[CubeMove]) -> list[Event]:
    """X.05: both cubes are named in the position before either moves, so no cube moves twice."""
    for number, move in enumerate(moves):
        if move.colour not in position.seats:
            raise Illegal("X.05", no_seat(move.colour, position.seats))
        if move.origin == move.target:
            raise Illegal("X.05", f"move each cube to another city than {name_of(move.origin)}")
        same = [m for m in moves[:number] if (m.colour, m.origin) == (move.colour, move.origin)]
        if position.cities[move.origin].temple[move.colour] <= len(same):
            raise Illegal(
                "X.05", f"the temple of {name_of(move.origin)} has no {'other ' * bool(same)}{move.colour} cube to move"
            )
    for move in moves:
        position.cities[move.origin].temple[move.colour] -= 1
        position.cities[move.target].temple[move.colour] += 1
    return [CubeMoved(colour=m.colour, origin=m.origin, target=m.target) for m in moves]


# --- as answers that grow part by part, and one drawn for a bot ---------------------------------------------------


def sampled_special(view: Perikles, seat: str, chance: Chance, label: str) -> SpecialUse | None:
    """Any legal use of the seat's Special tile (X.04 to X.06); None where it has none for phase 2."""
    mine = view.special[seat]
    if mine.used:
        return None
    if mine.tile == "perikles":
        return SpecialUse(tile="perikles")
    if mine.tile == "plague":
        return SpecialUse(tile="plague", city=chance.pick(CITIES, f"{label} plague"))
    return _drawn_cubes(view, chance, label) if mine.tile == "alkibiades" else None


def _drawn_cubes(view: Perikles, chance: Chance, label: str) -> SpecialUse | None:
    """X.05: two different cubes, each to a different city."""
    cubes = [
        (colour, city) for city in CITIES for colour in view.seats for _ in range(view.cities[city].temple[colour])
    ]
    if len(cubes) < 2:
        return None
    moves = [
        CubeMove(colour=colour, origin=city, target=chance.pick([c for c in CITIES if c != city], f"{label} to"))
        for colour, city in chance.shuffle(cubes, f"{label} cubes")[:2]
    ]
    return SpecialUse(tile="alkibiades", moves=moves)


def special_uses(position: Perikles, seat: str, begun: SpecialUse | None) -> Iterator[SpecialUse]:
    """X.04 to X.06: the uses of a seat's Special tile of phase 2, Alkibiades one cube after the other."""
    tile = next((tile for tile in PHASE_2_TILES if holds(position, seat, tile)), None)
    if tile == "alkibiades":
        yield from _next_cube(position, begun)
    elif tile == "plague" and begun is None:
        yield from (SpecialUse(tile="plague", city=city) for city in CITIES)
    elif tile == "perikles" and begun is None:
        yield SpecialUse(tile="perikles")


def _next_cube(position: Perikles, begun: SpecialUse | None) -> Iterator[SpecialUse]:
    moves = begun.moves if begun else []
    gone = [(move.colour, move.origin) for move in moves]
    if len(moves) == CUBES_OF_ALKIBIADES:
        return
    for origin, target, colour in product(CITIES, CITIES, position.seats):
        if origin != target and position.cities[origin].temple[colour] > gone.count((colour, origin)):
            yield SpecialUse(tile="alkibiades", moves=[*moves, CubeMove(colour=colour, origin=origin, target=target)])
