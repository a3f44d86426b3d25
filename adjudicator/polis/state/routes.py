"""Ways over land and sea (3-B to 3-D, 18-A): who may go where, and what bars them."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.graph import Graph, Way
from adjudicator.kernel.subjects import listed
from adjudicator.polis.names import name_of
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, SEAS, Mode, PolisName, Region, SeaName, SideName, TerritoryName


def seas_of(position: Polis, side: SideName) -> Graph[SeaName]:
    """3-C, 3-D, RULING-4: the seas as a side may sail them."""
    printed = position.box
    has_diolkos = position.owns(side, printed.components.diolkos.owner_of)
    return printed.seas_with_diolkos if has_diolkos else printed.seas


def free_seas(position: Polis, side: SideName, seas: Iterable[SeaName]) -> list[SeaName]:
    """7.5-E, 7.9-B: those of the seas that the opponent does not dominate."""
    return [sea for sea in seas if not position.dominates(ENEMY[side], sea)]


def free_way(
    position: Polis, side: SideName, starts: Iterable[SeaName], goals: Iterable[SeaName]
) -> Way[SeaName] | None:
    """7.5-E, 7.9-B: a way that the opponent dominates no sea of, first and last included."""
    free = free_seas(position, side, SEAS)
    first, last = ([sea for sea in some if sea in free] for some in (starts, goals))
    return seas_of(position, side).way(first, last, free.__contains__)


def sea_way(position: Polis, side: SideName, origin: SeaName, to: SeaName) -> Way[SeaName] | None:
    """7.6-A: a way of galleys: the opponent dominates no sea strictly between."""
    return seas_of(position, side).way([origin], [to], free_seas(position, side, SEAS).__contains__)


def land_way(position: Polis, side: SideName, origin: TerritoryName, to: TerritoryName) -> Way[TerritoryName] | None:
    """7.5-D: a way over land: the opponent dominates no territory strictly between."""
    return position.box.land.way([origin], [to], lambda place: not position.dominates(ENEMY[side], place))


def hoplites_way(
    position: Polis, side: SideName, origin: TerritoryName, to: TerritoryName, by: Mode
) -> Way[TerritoryName] | Way[SeaName] | None:
    """7.5-C: a way of hoplites, over land alone or over sea alone."""
    if by == "land":
        return land_way(position, side, origin, to)
    coasts = position.box.territories
    return free_way(position, side, coasts[origin].seas, coasts[to].seas)


def proxenos_way(
    position: Polis, side: SideName, origin: PolisName, to: PolisName, mode: Mode
) -> tuple[int, Way[TerritoryName] | Way[SeaName]] | None:
    """7.10-B to 7.10-D: the cheapest way and its price; None where this mode does not lead there."""
    start, end = position.box.poleis[origin], position.box.poleis[to]

    def price(region: Region) -> int:
        return position.count(ENEMY[side], region)

    if mode == "sea":
        return seas_of(position, side).cheapest(start.ports, end.ports, price)
    if start.territory is None or end.territory is None:
        return None
    return position.box.land.cheapest([start.territory], [end.territory], price)


def barred(position: Polis, side: SideName, places: Iterable[Region]) -> str:
    """What bars a way, in words: the regions that the opponent dominates."""
    dominated = [name_of(place) for place in places if position.dominates(ENEMY[side], place)]
    return f"{name_of(ENEMY[side])} dominates {listed(dominated)}"
