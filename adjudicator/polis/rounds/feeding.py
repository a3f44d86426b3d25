"""9.2 and 9.3: what may be released when wheat is short, what grows on wheat that is left; the defaults of 15.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from adjudicator.kernel import Illegal, Resolution
from adjudicator.polis.events import ending as events
from adjudicator.polis.events.actions import PolisNeutral
from adjudicator.polis.names import name_of, of_sides
from adjudicator.polis.state.position import Polis, finish_won
from adjudicator.polis.words import ENEMY, PolisName, SideName

Running = Resolution[Polis]


def shortage(position: Polis, side: SideName) -> int:
    """9.2-C: how much wheat is missing; below 0 it is what is left over."""
    return position.population(side) - position.stock(side, "wheat")


def eaten(position: Polis, poleis: Iterable[PolisName]) -> int:
    """The population of some poleis."""
    return sum(position.poleis[polis].population for polis in poleis)


def releasable(position: Polis, side: SideName) -> list[PolisName]:
    """9.2-E, RULING-18: every polis but the capital."""
    return [polis for polis in position.owned(side) if polis != position.box.capitals[side]]


def capital_lost(position: Polis, side: SideName) -> bool:
    """9.2-E: whether wheat and Prestige cannot feed the capital even with all others released."""
    left = shortage(position, side) - eaten(position, releasable(position, side))
    return left > position.sides[side].prestige


def release_refusal(position: Polis, side: SideName, released: Sequence[PolisName]) -> Illegal | None:
    """9.2-B, 9.2-C, RULING-17: each release was still needed when made, and Prestige covers the rest."""
    short = shortage(position, side)
    known = releasable(position, side)
    if wrong := [polis for polis in released if polis not in known or released.count(polis) > 1]:
        own = ", ".join(map(name_of, known)) or "no polis"
        return Illegal("9.2-C", f"you cannot release {name_of(wrong[0])}; you can release, each once: {own}")
    if released and short <= 0:
        return Illegal("9.2-C", "you have wheat for all poleis, so you cannot release any")
    sizes = [position.poleis[polis].population for polis in released]
    if _spares_one(short, sizes):
        return Illegal("9.2-C", f"you lack {short} wheat, so you need not release the largest of these poleis")
    if short - sum(sizes) > position.sides[side].prestige:
        prestige = position.sides[side].prestige
        return Illegal(
            "9.2-C", f"you would still lack {short - sum(sizes)} wheat, and have {prestige} Prestige to pay for it"
        )
    return None


def releases(position: Polis, side: SideName) -> Iterator[list[PolisName]]:
    """Every legal set of poleis to release, the smaller ones first."""
    known, short, prestige = releasable(position, side), shortage(position, side), position.sides[side].prestige
    size = {polis: position.poleis[polis].population for polis in known}
    for number in range(len(known) + 1 if short > 0 else 1):
        for released in combinations(known, number):
            sizes = [size[polis] for polis in released]
            if short - sum(sizes) <= prestige and not _spares_one(short, sizes):
                yield [*released]


def _spares_one(short: int, sizes: Sequence[int]) -> bool:
    """RULING-17: whether without the largest of the poleis there would be wheat enough."""
    return bool(sizes) and sum(sizes) - max(sizes) >= short


def default_release(position: Polis, side: SideName) -> list[PolisName]:
    """15.3-C: the smallest first, so that 1 Prestige is left; then take back what is not needed."""
    short, spare = shortage(position, side), max(0, position.sides[side].prestige - 1)
    released: list[PolisName] = []
    for polis in sorted(releasable(position, side), key=lambda one: (position.poleis[one].population, one)):
        if eaten(position, released) + spare >= short:
            break
        released.append(polis)
    if eaten(position, released) + spare < short:
        spare = position.sides[side].prestige
    for polis in list(released):
        rest = [one for one in released if one != polis]
        if eaten(position, rest) + spare >= short:
            released = rest
    return released


def feed(running: Running, side: SideName, released: Sequence[PolisName]) -> None:
    """9.2-A to 9.2-D: what is released is not fed and turns neutral; then wheat, and Prestige for what is missing."""
    position = running.position
    short = shortage(position, side) - eaten(position, released)
    for polis in released:
        position.make_neutral(polis)
        running.emit(events.Released(side=side, polis=polis), PolisNeutral(polis=polis))
    wheat = position.population(side) - max(0, short)
    position.gain(side, {"wheat": -wheat})
    lost = -position.gain_prestige(side, -max(0, short))
    running.emit(events.Fed(side=side, wheat=wheat, prestige=lost))


def lose_capital(running: Running, side: SideName) -> None:
    """9.2-E, 11-A, RULING-19: the game is over."""
    position = running.position
    capital = position.box.capitals[side]
    position.sheets = {}
    running.emit(events.CapitalLost(side=side, polis=capital))
    finish_won(running, f"11-A, {name_of(side)} cannot feed its capital", ENEMY[side])


# --- growth (9.3) -----------------------------------------------------------------------------------------------------


def room_to_grow(position: Polis, polis: PolisName) -> int:
    """9.3-A, 2-D: how much a polis may grow in this phase."""
    facts = position.box.poleis[polis]
    return max(0, min(facts.growth, facts.max - position.poleis[polis].population))


def growth_refusal(position: Polis, side: SideName, poleis: Mapping[PolisName, int], wheat: int) -> Illegal | None:
    """9.3-A: own poleis, each within its growth, and as much wheat as they grow."""
    for polis, number in poleis.items():
        if position.poleis[polis].owner != side:
            return Illegal("9.3-A", of_sides(f"{name_of(polis)} does not belong to {{side}}", side=side))
        if not 1 <= number <= room_to_grow(position, polis):
            return Illegal(
                "9.3-A", f"{name_of(polis)} can grow by at most {room_to_grow(position, polis)}, not by {number}"
            )
    if sum(poleis.values()) > wheat:
        return Illegal("9.3-A", f"growth by {sum(poleis.values())} in all takes as much wheat, and {wheat} is left")
    return None


def order_refusal(position: Polis, side: SideName, poleis: Sequence[PolisName]) -> Illegal | None:
    """15.2-A, RULING-59: of a list (of poleis that grow as far as it goes) at least one is the side's."""
    if not poleis or any(position.poleis[polis].owner == side for polis in poleis):
        return None
    own = ", ".join(map(name_of, position.owned(side)))
    return Illegal("9.3-A", of_sides(f"{name_of(poleis[0])} does not belong to {{side}}, which owns {own}", side=side))


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
