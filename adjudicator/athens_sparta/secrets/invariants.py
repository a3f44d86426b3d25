"""16.1: what is true of every position between two questions."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.athens_sparta.secrets.zones import HIDDEN
from adjudicator.athens_sparta.state.position import AthensSparta


def check_invariants(position: AthensSparta) -> None:
    """ValueError names what is broken (16.1)."""
    if not position.hands:
        return
    broken = [check.__doc__ or check.__name__ for check in CHECKS if not check(position)]
    broken += [clause for part in HIDDEN for clause in part.strayed(position)]
    if broken:
        raise ValueError(f"16.1: the position breaks: {' '.join(broken)}")


def twins(position: AthensSparta) -> bool:
    """16.1-A: the two twins of a rebel ship are never both in play."""
    return all(any(one in position.aside for one in pair) for pair in position.box.twins.values())


def strengths(position: AthensSparta) -> bool:
    """16.1-B: a block on the map has a step or more, and not more than it can have."""
    return all(1 <= block.steps <= position.facts(block).steps for block in position.blocks)


def ships(position: AthensSparta) -> bool:
    """16.1-C: no ship is in a hex that is neither a port nor an oracle."""
    return all(not position.is_ship(one) or one.place in position.box.ports for one in position.blocks)


def dry_land(position: AthensSparta) -> bool:
    """16.1-C: no block is in open sea."""
    map, cities = position.box.map, position.box.cities
    return all(one.place in cities or map.hexes[one.place].terrain != "sea" for one in position.blocks)


def postures(position: AthensSparta) -> bool:
    """16.1-D: who besieges and who is besieged."""
    for block in position.blocks:
        city = position.box.cities.get(block.place)
        if block.posture == "BESIEGED" and (city is None or not city.walled):
            return False
        there = position.at(block.place)
        if block.posture == "SIEGING" and not any(
            one.posture == "BESIEGED" and one.side != block.side for one in there
        ):
            return False
        if block.posture == "BLOCKADING" and position.control.get(block.place) == block.side:
            return False
    return True


CHECKS: tuple[Callable[[AthensSparta], bool], ...] = (twins, strengths, ships, dry_land, postures)
