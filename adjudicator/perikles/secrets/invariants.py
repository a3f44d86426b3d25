"""Chapter I: what is true of every position between two questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from adjudicator.perikles.components import components
from adjudicator.perikles.state.counters import force_of
from adjudicator.perikles.state.position import PERSIA, Perikles, Side


def check_invariants(position: Perikles) -> None:
    """I.01 to I.09, as far as the setup has come; ValueError names the clauses that are broken."""
    broken = [check.__name__.replace("_", ".").upper() for check in CHECKS if not check(position)]
    if broken:
        raise ValueError(f"the position breaks {', '.join(broken)}")


def i_01(position: Perikles) -> bool:
    """Supply, temples and candidate spaces make 30 of each colour."""
    temples = [cubes for city in position.cities.values() for cubes in city.temple.values()]
    return min(temples) >= 0 and all(position.supply(seat) >= 0 for seat in position.seats)


def i_02(position: Perikles) -> bool:
    """Every counter is in one place; Persian counters are never dead."""
    if not position.boxes:
        return True
    return sorted(counters_in(position)) == _every_counter() and all(force_of(c) != PERSIA for c in position.dead_pile)


@cache
def _every_counter() -> list[str]:
    return sorted(counter for force in components().forces for counter in components().counters_of(force))


def counters_in(position: Perikles) -> Iterator[str]:
    """Every counter of a position, wherever it lies."""
    for group in (*position.boxes.values(), *position.pools.values(), position.dead_pile):
        yield from group
    for side in _sides(position):
        yield from (placed.counter for placed in side.counters)
    if position.revolted:
        yield position.revolted


def _sides(position: Perikles) -> list[Side]:
    return [side for _, place in position.places() for side in (place.attacker, place.defender)]


def i_03(position: Perikles) -> bool:
    """Every Influence and every Location tile is in one place."""
    held = [tile for tiles in position.tiles.values() for tile in tiles]
    display = [tile for tile in position.influence_display if tile]
    influence = [*map(str, position.influence_deck), *display, *held, *position.influence_discard]
    won = {tile for tiles in position.locations_won.values() for tile in tiles}
    slots = [place.tile for _, place in position.places()]
    locations = [*map(str, position.location_deck), *slots, *won, *position.locations_out]
    return (not influence or sorted(influence) == sorted(tile.id for tile in components().influence_tiles)) and (
        not locations or sorted(locations) == sorted(tile.id for tile in components().location_tiles)
    )


def i_04(position: Perikles) -> bool:
    """b is occupied only beside an a of another colour, both of colours in the game."""
    colours = (None, *position.seats)
    if any(city.a not in colours or city.b not in colours for city in position.cities.values()):
        return False
    return all(city.b is None or city.a not in (None, city.b) for city in position.cities.values())


def i_06(position: Perikles) -> bool:
    """Nobody stands on both sides of a Location, or is main on both."""
    if not position.pools:
        return True
    for _, place in position.places():
        seats = [
            {member for placed in side.counters for member in position.team(placed.seat)}
            | ({*position.team(side.main)} if side.main else set())
            for side in (place.attacker, place.defender)
        ]
        if seats[0] & seats[1]:
            return False
    return all(side.main is not None or not side.counters for side in _sides(position))


def i_07(position: Perikles) -> bool:
    """No pair at war stands on one side, no allied pair on opposite sides."""
    for _, place in position.places():
        attacking, defending = place.attacker.forces(), place.defender.forces()
        for together in (attacking, defending):
            if any(position.relation(f, g) == "war" for f in together for g in together):
                return False
        if any(position.relation(f, g) == "allied" for f in attacking for g in defending):
            return False
    return True


def i_08(position: Perikles) -> bool:
    """A city has no more Defeats than Locations."""
    locations = [tile.city for tile in components().location_tiles]
    return all(city.defeats <= locations.count(name) for name, city in position.cities.items())


def i_09(position: Perikles) -> bool:
    """A city has at most one Statue a turn."""
    return all(len(city.statues) <= position.turn for city in position.cities.values())


def c_10(position: Perikles) -> bool:
    """Every Special tile is before a seat or out of the game."""
    tiles = [*(str(s.tile) for s in position.special.values()), *map(str, position.undealt_specials)]
    return not tiles or sorted(tiles) == sorted(tile.id for tile in components().special_tiles)


CHECKS: tuple[Callable[[Perikles], bool], ...] = (i_01, i_02, i_03, i_04, i_06, i_07, i_08, i_09, c_10)
