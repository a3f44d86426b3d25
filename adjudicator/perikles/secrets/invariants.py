"""Chapter I: what is true of every position between two questions."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.perikles.components import components, force_of
from adjudicator.perikles.secrets.zones import HIDDEN
from adjudicator.perikles.state.position import PERSIA, Perikles, Side


def check_invariants(position: Perikles) -> None:
    """I.01 to I.09, C.06, C.10, S.07, as far as the set-up has come. ValueError names the clauses that are broken."""
    broken = [check.__name__.replace("_", ".").upper() for check in CHECKS if not check(position)]
    broken += [clause for part in HIDDEN for clause in part.strayed(position)]  # C.10, I.02, I.03
    if broken:
        raise ValueError(f"the position breaks {', '.join(broken)}")


def i_01(position: Perikles) -> bool:
    """Supply, temples and candidate spaces make 30 of each colour."""
    temples = [cubes for city in position.cities.values() for cubes in city.temple.values()]
    return min(temples) >= 0 and all(position.supply(seat) >= 0 for seat in position.seats)


def _sides(position: Perikles) -> list[Side]:
    return [side for _, place in position.places() for side in (place.attacker, place.defender)]


def i_04(position: Perikles) -> bool:
    """Space b is occupied only beside an a of another colour, and both colours are in the game."""
    colours = (None, *position.seats)
    if any(city.a not in colours or city.b not in colours for city in position.cities.values()):
        return False
    return all(city.b is None or city.a not in (None, city.b) for city in position.cities.values())


def i_06(position: Perikles) -> bool:
    """Nobody is on both sides of a Location, or the main player of both."""
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
    """No two forces at war are on one side, and no two allied forces on opposite sides."""
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


def i_02(position: Perikles) -> bool:
    """Persian counters are never dead."""
    return all(force_of(counter) != PERSIA for counter in position.dead_pile)


def s_07(position: Perikles) -> bool:
    """First player, first committer and last leader of Athens are seats."""
    named = (position.first_player, position.first_committer, position.athens_last_led_by)
    return all(one is None or one in position.seats for one in named)


def c_06(position: Perikles) -> bool:
    """Permission to defend (5.43) is given to forces."""
    return all(force in components().forces for given in position.permissions.values() for force in given)


CHECKS: tuple[Callable[[Perikles], bool], ...] = (i_01, i_02, i_04, i_06, i_07, i_08, i_09, s_07, c_06)
