"""The Special tiles of phase 2 as answers that grow part by part (X.04 to X.06), and one of them drawn for a bot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from adjudicator.kernel import Chance
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.politics.specials import CUBES_OF_ALKIBIADES, PHASE_2_TILES, holds
from adjudicator.perikles.state.orders import CubeMove, SpecialUse
from adjudicator.perikles.state.position import Perikles


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
