"""Which uses of a phase 2 Special tile a seat could be offered: for bots, which draw one of them."""

from __future__ import annotations

from adjudicator.kernel import Chance
from adjudicator.perikles.components import CITIES
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
    return _alkibiades(view, chance, label) if mine.tile == "alkibiades" else None


def _alkibiades(view: Perikles, chance: Chance, label: str) -> SpecialUse | None:
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
