"""9.2: what may be released when wheat is short, and the default of 15.3-C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from adjudicator.kernel import Illegal, Resolution
from adjudicator.polis.events import ending as events
from adjudicator.polis.events.actions import PolisNeutral
from adjudicator.polis.names import name_of
from adjudicator.polis.state.position import Polis
from adjudicator.polis.state.scoring import finish_won
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
        own = ", ".join(map(name_of, known)) or "none"
        return Illegal("9.2-C", f"{name_of(wrong[0])} cannot be released; these can, each once: {own}")
    if released and short <= 0:
        return Illegal("9.2-C", "wheat is not short: nothing may be released")
    sizes = [position.poleis[polis].population for polis in released]
    if sizes and sum(sizes) - max(sizes) >= short:
        return Illegal("9.2-C", f"with wheat short by {short} the largest of them need not be released")
    if short - sum(sizes) > position.sides[side].prestige:
        prestige = position.sides[side].prestige
        return Illegal("9.2-C", f"{short - sum(sizes)} would be missing, and {name_of(side)} has {prestige} Prestige")
    return None


def releases(position: Polis, side: SideName) -> Iterator[list[PolisName]]:
    """Every legal set of poleis to release, the smaller ones first."""
    known = releasable(position, side)
    for number in range(len(known) + 1):
        for released in combinations(known, number):
            if release_refusal(position, side, released) is None:
                yield [*released]
        if shortage(position, side) <= 0:
            return


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
