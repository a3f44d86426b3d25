"""Ways over land and sea (3-B to 3-D, 18-A): who may go where, and what bars them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from adjudicator.kernel.graph import Graph
from adjudicator.kernel.subjects import listed
from adjudicator.polis.names import name_of
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, SEAS, TERRITORIES, Mode, PolisName, Region, SeaName, SideName, TerritoryName


class Routes:
    """The ways of a side on a board that stays as it is."""

    def __init__(self, position: Polis, side: SideName) -> None:
        self._position, self._box, self._side = position, position.box, side

    @cached_property
    def seas(self) -> Graph[SeaName]:
        """3-C, 3-D, RULING-4: the seas as the side may sail them."""
        has_diolkos = self._position.owns(self._side, self._box.components.diolkos.owner_of)
        return self._box.seas_with_diolkos if has_diolkos else self._box.seas

    @cached_property
    def free_seas(self) -> tuple[SeaName, ...]:
        """7.5-E, 7.9-B: those that the opponent does not dominate."""
        return tuple([sea for sea in SEAS if not self._position.dominates(ENEMY[self._side], sea)])

    @cached_property
    def _free_land(self) -> tuple[TerritoryName, ...]:
        return tuple([place for place in TERRITORIES if not self._position.dominates(ENEMY[self._side], place)])

    def lead_over_free_seas(self, starts: Iterable[SeaName], goals: Iterable[SeaName]) -> bool:
        """7.5-E, 7.9-B: a way that the opponent dominates no sea of, first and last included."""
        free = self.free_seas
        first, last = (tuple([sea for sea in some if sea in free]) for some in (starts, goals))
        return self.seas.leads(first, last, free)

    def open_seas(self, starts: Iterable[SeaName]) -> tuple[SeaName, ...]:
        """The free seas to which such ways lead."""
        return self.seas.within(tuple([sea for sea in starts if sea in self.free_seas]), self.free_seas)

    def lead_galleys(self, origin: SeaName, to: SeaName) -> bool:
        """7.6-A: the opponent dominates no sea strictly between."""
        return self.seas.leads((origin,), (to,), self.free_seas)

    def lead_hoplites(self, origin: TerritoryName, to: TerritoryName, by: Mode) -> bool:
        """7.5-C to 7.5-E: over land alone, where the opponent dominates no territory strictly between, or by sea."""
        if by == "land":
            return self._box.land.leads((origin,), (to,), self._free_land)
        coasts = self._box.territories
        return self.lead_over_free_seas(coasts[origin].seas, coasts[to].seas)

    def price_of_proxenos(self, origin: PolisName, to: PolisName, mode: Mode) -> int | None:
        """7.10-B to 7.10-D: of the cheapest way; None where this mode does not lead there."""
        start, end = self._box.poleis[origin], self._box.poleis[to]
        if mode == "sea":
            return self.seas.least_price(tuple(start.ports), tuple(end.ports), self._sea_prices)
        if start.territory is None or end.territory is None:
            return None
        return self._box.land.least_price((start.territory,), (end.territory,), self._land_prices)

    @cached_property
    def _sea_prices(self) -> tuple[tuple[SeaName, int], ...]:
        return tuple([(sea, self._position.count(ENEMY[self._side], sea)) for sea in SEAS])

    @cached_property
    def _land_prices(self) -> tuple[tuple[TerritoryName, int], ...]:
        return tuple([(place, self._position.count(ENEMY[self._side], place)) for place in TERRITORIES])


def barred(position: Polis, side: SideName, places: Iterable[Region]) -> str:
    """What bars a way, in words: the regions that the opponent dominates."""
    dominated = [name_of(place) for place in places if position.dominates(ENEMY[side], place)]
    return f"{name_of(ENEMY[side])} dominates {listed(dominated)}"
