"""The components of Polis, read from `polis.yaml` and checked when loaded (17-C).

The file says where its facts come from: [S] the rulebook, [P1] to [P5] public material, [R] our own reconstruction. Who
owns the boxed game may lay a file of the same shape over ours: `add_components` checks it and gives its digest, which a
game carries; `box` finds it again.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from adjudicator.kernel.faults import Known
from adjudicator.kernel.graph import Graph
from adjudicator.kernel.rules.components_files import ComponentsFiles
from adjudicator.polis.components.checks import require_same_scenarios, require_sound
from adjudicator.polis.components.model import Components, MarketFacts, RoundFacts, ShipmentFacts
from adjudicator.polis.words import (
    SIDES,
    MarketName,
    PolisName,
    RoundName,
    SeaName,
    ShipmentName,
    SideName,
    TerritoryName,
)


class Box:
    """A components file with what is looked up in it."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.poleis = components.poleis
        self.events = components.events
        self.projects = components.projects
        self.territories = components.territories

    @cached_property
    def capitals(self) -> dict[SideName, PolisName]:
        """2-F."""
        return {side: next(name for name, one in self.poleis.items() if one.capital_of == side) for side in SIDES}

    @cached_property
    def rounds(self) -> dict[RoundName, RoundFacts]:
        """5-A: the types of rounds by their ids."""
        return {one.id: one for one in self.components.rounds}

    @cached_property
    def land(self) -> Graph[TerritoryName]:
        """3-B: the territories."""
        return Graph(self.components.land_links)

    @cached_property
    def seas(self) -> Graph[SeaName]:
        """3-C: the seas, without the Diolkos."""
        return Graph(self.components.sea_links)

    @cached_property
    def seas_with_diolkos(self) -> Graph[SeaName]:
        """3-D: the seas as the owner of Korinthos has them."""
        return self.seas.and_link(*self.components.diolkos.link)

    @cached_property
    def shipments(self) -> dict[ShipmentName, ShipmentFacts]:
        """3-G: the shipments by id."""
        return {one.id: one for market in self.components.markets.values() for one in market.shipments}

    @cached_property
    def market_of(self) -> dict[ShipmentName, MarketName]:
        """The market that a shipment belongs to."""
        return {one.id: name for name, market in self.components.markets.items() for one in market.shipments}

    def market(self, shipment: ShipmentName) -> MarketFacts:
        """The market of a shipment."""
        return self.components.markets[self.market_of[shipment]]

    @cached_property
    def known(self) -> Known:
        """The names that there are."""
        cards = self.components.combat_cards
        halves = [half for card in cards.values() for half in (card.land, card.naval)]
        said = dict.fromkeys([*cards, *(name for half in halves for name in half)])
        return {"event": [*self.events, "none"], "card, formation or manoeuvre": [*said]}

    @cached_property
    def poleis_in(self) -> dict[TerritoryName, list[PolisName]]:
        """3-F: the poleis of each territory."""
        return {
            name: [polis for polis, one in self.poleis.items() if one.territory == name] for name in self.territories
        }


FILE = Path(__file__).with_name("polis.yaml")
_FILES = ComponentsFiles(FILE, Components, Box, require_sound, require_same_scenarios)
BOXES = _FILES.boxes
box = _FILES.box
add_components = _FILES.add
read = _FILES.read
