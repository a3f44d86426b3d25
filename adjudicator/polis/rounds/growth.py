"""9.3 and 9.6: growth and Phoros; the default of 15.3-D."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.kernel import Illegal
from adjudicator.polis.names import name_of
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import PolisName, SideName


def room_to_grow(position: Polis, polis: PolisName) -> int:
    """9.3-A, 2-D: how much a polis may grow in this phase."""
    facts = position.box.poleis[polis]
    return max(0, min(facts.growth, facts.max - position.poleis[polis].population))


def growth_refusal(position: Polis, side: SideName, poleis: Mapping[PolisName, int], wheat: int) -> Illegal | None:
    """9.3-A: own poleis, each within its growth, and as much wheat as they grow."""
    for polis, number in poleis.items():
        if position.poleis[polis].owner != side:
            return Illegal("9.3-A", f"{name_of(polis)} is not a polis of {name_of(side)}")
        if not 1 <= number <= room_to_grow(position, polis):
            return Illegal("9.3-A", f"{name_of(polis)} may grow by {room_to_grow(position, polis)}, not by {number}")
    if sum(poleis.values()) > wheat:
        return Illegal("9.3-A", f"growth of {sum(poleis.values())} takes as much wheat; there is {wheat}")
    return None


def order_refusal(position: Polis, side: SideName, poleis: Sequence[PolisName]) -> Illegal | None:
    """15.2-A, RULING-59: of a list (of poleis that grow as far as it goes) at least one is the side's."""
    if not poleis or any(position.poleis[polis].owner == side for polis in poleis):
        return None
    own = ", ".join(map(name_of, position.owned(side)))
    return Illegal("9.3-A", f"{name_of(poleis[0])} is not a polis of {name_of(side)}; its own are {own}")


def growth_in_order(position: Polis, side: SideName, poleis: Iterable[PolisName]) -> dict[PolisName, int]:
    """15.2-A: as much as growth and wheat allow, in this order; poleis that are not the side's are left out."""
    left, grown = position.stock(side, "wheat"), dict[PolisName, int]()
    for polis in poleis:
        number = min(left, room_to_grow(position, polis))
        if number and position.poleis[polis].owner == side and polis not in grown:
            grown[polis] = number
            left -= number
    return grown


def default_growth(position: Polis, side: SideName) -> dict[PolisName, int]:
    """15.3-D: cube by cube, first where a polis rises above its base population, then the capital."""
    capital, facts = position.box.capitals[side], position.box.poleis
    grown: dict[PolisName, int] = {}
    ordered = sorted(position.owned(side), key=lambda polis: (polis != capital, polis))
    for _ in range(position.stock(side, "wheat")):
        able = [polis for polis in ordered if grown.get(polis, 0) < room_to_grow(position, polis)]
        if not able:
            break
        rising = [p for p in able if position.poleis[p].population + grown.get(p, 0) == facts[p].base]
        chosen = (rising or able)[0]
        grown[chosen] = grown.get(chosen, 0) + 1
    return grown
