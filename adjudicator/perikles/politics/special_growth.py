"""The Special tiles of phase 2 as an answer that grows part by part (X.04 to X.06)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from adjudicator.perikles.components import CITIES
from adjudicator.perikles.politics.specials import CUBES_OF_ALKIBIADES, PHASE_2_TILES, holds
from adjudicator.perikles.state.orders import (
    CubeMove,
    SpecialUse,
)
from adjudicator.perikles.state.position import Perikles


def special_uses(position: Perikles, seat: str, begun: SpecialUse | None) -> Iterator[SpecialUse]:
    """X.04 to X.06: the uses of a seat's Special tile of phase 2, Alkibiades one cube after the other."""
    tile = next((tile for tile in PHASE_2_TILES if holds(position, seat, tile)), None)
    if tile == "alkibiades":
        yield from _alkibiades(position, begun)
    elif tile == "plague" and begun is None:
        yield from (SpecialUse(tile="plague", city=city) for city in CITIES)
    elif tile == "perikles" and begun is None:
        yield SpecialUse(tile="perikles")


def _alkibiades(position: Perikles, begun: SpecialUse | None) -> Iterator[SpecialUse]:
    moves = begun.moves if begun else []
    gone = [(move.colour, move.origin) for move in moves]
    if len(moves) == CUBES_OF_ALKIBIADES:
        return
    for origin, target, colour in product(CITIES, CITIES, position.seats):
        if origin != target and position.cities[origin].temple[colour] > gone.count((colour, origin)):
            yield SpecialUse(tile="alkibiades", moves=[*moves, CubeMove(colour=colour, origin=origin, target=target)])
