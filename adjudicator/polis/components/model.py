"""What a components file of Polis states, block by block."""

from typing import Annotated, Literal

import msgspec

from adjudicator.polis.words import (
    CardName,
    Good,
    KindName,
    MarketGood,
    MarketName,
    PolisName,
    ProjectName,
    RoundName,
    SeaName,
    ShipmentName,
    SideName,
    TerritoryName,
)

Number = Annotated[int, msgspec.Meta(ge=1, le=200)]
"""Of a printing of the file."""
Units = Annotated[int, msgspec.Meta(ge=0, le=40)]
"""Hoplites or galleys, merchants among them."""
Some = Annotated[int, msgspec.Meta(ge=1, le=40)]
"""The same where none makes no sense."""
Cubes = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""Of a good, silver too."""
Citizens = Annotated[int, msgspec.Meta(ge=0, le=20)]
Prestige = Annotated[int, msgspec.Meta(ge=0, le=100)]
Change = Annotated[int, msgspec.Meta(ge=-100, le=100)]
"""Of what goes up and down: Prestige, silver, population, prices."""
Squares = Annotated[int, msgspec.Meta(ge=1, le=20)]
Class = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""Of a shipment (3-I)."""
Column = Annotated[int, msgspec.Meta(ge=1, le=20)]
Value = Annotated[int, msgspec.Meta(ge=-10, le=10)]
"""Of a manoeuvre."""


class _Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A block of the file; a key that it does not know is an error."""


class RoundFacts(_Block, frozen=True, kw_only=True):
    """5-A, 0-F: what the type of a round sets."""

    id: RoundName
    capacity: Some
    shipment_classes: list[Class]
    event_deck: RoundName


class SeaFacts(_Block, frozen=True, kw_only=True):
    """3-C."""

    name: str


class TerritoryFacts(_Block, frozen=True, kw_only=True):
    """3-A, 3-E: a territory and the seas at its coasts."""

    name: str
    seas: list[SeaName]


class Diolkos(_Block, frozen=True, kw_only=True):
    """3-D: the link that only the owner of a polis has."""

    link: tuple[SeaName, SeaName]
    owner_of: PolisName


class PolisFacts(_Block, frozen=True, kw_only=True):
    """3-F, 2-C, 2-D: what is printed on a polis card. `merchants`: who may create them there (7.3-A)."""

    name: str
    territory: TerritoryName | None
    ports: list[SeaName]
    base: Citizens
    growth: Citizens
    max: Citizens
    projects: list[KindName]
    capital_of: SideName | None = None
    merchants: SideName | None = None


class TradePort(_Block, frozen=True, kw_only=True):
    """3-H, 7.9-B, 7.9-C."""

    start_seas: list[SeaName]
    needs_one_of: list[PolisName]


class ShipmentFacts(_Block, frozen=True, kw_only=True):
    """7.9: what a shipment demands and offers, and its class."""

    id: ShipmentName
    give: MarketGood
    get: Literal["wheat", "silver"]
    cls: Class


class MarketFacts(_Block, frozen=True, kw_only=True):
    """3-G, 7.9-D: a market, the sea that touches it, the polis whose owner needs no route."""

    name: str
    via: SeaName
    owner_bypass: PolisName | None
    shipments: list[ShipmentFacts]


class MarketValue(_Block, frozen=True, kw_only=True):
    """3-I: prices by class and column."""

    columns: Column
    start_column: Column
    price: dict[Class, list[Cubes]]


class ProjectFacts(_Block, frozen=True, kw_only=True):
    """7.4, 9.1: a project's kind, cost and Prestige."""

    name: str
    kind: KindName
    cost: dict[Good, Cubes]
    immediate: Prestige | Literal["half_athenai_up"]
    posterity: Prestige


class CardFacts(_Block, frozen=True, kw_only=True):
    """1-B: a combat card: formation and manoeuvre on land and at sea."""

    land: tuple[str, str]
    naval: tuple[str, str]


class Values(_Block, frozen=True, kw_only=True):
    """The manoeuvres of both branches with their values."""

    land: dict[str, Value]
    naval: dict[str, Value]


class Formations(_Block, frozen=True, kw_only=True):
    """The formations of both branches."""

    land: list[str]
    naval: list[str]


class Send(_Block, frozen=True, kw_only=True):
    """E4-3, E4-4: units that leave the map for the round: Prestige for each, penalty for each short of `least`."""

    what: Literal["galleys", "hoplites"]
    least: Units
    prestige: Prestige
    penalty: Prestige
    returns: Literal["half", "all"]


class EventPart(_Block, frozen=True, kw_only=True):
    """What an event does to one side."""

    add_hoplites: dict[TerritoryName, Units] = {}
    add_galleys: dict[SeaName, Units] = {}
    silver: Change = 0
    prestige: Change = 0
    population: dict[PolisName, Change] = {}
    remove_unit: bool = False
    send: Send | None = None
    prestige_at_end_for_hoplite_in: dict[TerritoryName, Prestige] = {}


class Landing(_Block, frozen=True, kw_only=True):
    """E5b-5: the larger army of a territory loses units; without an army it is closed to collection."""

    territory: TerritoryName
    losses: Units


class BlockPenalty(_Block, frozen=True, kw_only=True):
    """13-E: what it costs to block the other's way to a sea."""

    sea: SeaName
    prestige: Prestige
    exempt_seas: list[SeaName]
    exempt_galleys: Units


class EventFacts(_Block, frozen=True, kw_only=True):
    """13: an event card. Its source says whether the effect is stated publicly (P1, P2) or our own (R)."""

    deck: RoundName
    name: str
    effect_source: Literal["P1", "P2", "R", "P1+R"]
    sparta: EventPart | None = None
    athens: EventPart | None = None
    first_turn: SideName | None = None
    close_shipments: list[ShipmentName] = []
    close_collection: list[TerritoryName] = []
    market_columns: dict[MarketGood, Change] = {}
    silver_for_prestige: Cubes = 0
    betrayal_population: Citizens = 0
    battle_threshold: Some | None = None
    landing: Landing | None = None
    most_collectors: dict[TerritoryName, Units] = {}
    block_penalty: BlockPenalty | None = None
    doubled_battles: bool = False
    hired_unit_silver: Cubes = 0
    suppressing_prestige: Prestige = 0
    repeat_drawn_assaults: bool = False

    def part(self, side: SideName) -> EventPart:
        """What it does to a side."""
        return (self.sparta if side == "sparta" else self.athens) or NOTHING


NOTHING = EventPart()


class SideSetup(_Block, frozen=True, kw_only=True):
    """4-B, 4-C, 12: what a side begins with."""

    poleis: dict[PolisName, Citizens]
    prestige: Prestige
    goods: dict[Good, Cubes]
    hoplites: dict[TerritoryName, Units]
    galleys: dict[SeaName, Units]
    merchants: Units
    proxenos: PolisName


class SetupFacts(_Block, frozen=True, kw_only=True):
    """4, 12: a set-up: its rounds, whether events are drawn, the projects that are in the game."""

    name: str
    rounds: list[RoundName]
    events: bool
    projects: list[ProjectName]
    sparta: SideSetup
    athens: SideSetup

    def side(self, side: SideName) -> SideSetup:
        """What a side begins with."""
        return self.sparta if side == "sparta" else self.athens


class Components(_Block, frozen=True, kw_only=True):
    """Everything that is in the box."""

    title: Literal["polis"]
    version: Number
    players: list[SideName]
    die: Annotated[int, msgspec.Meta(ge=2, le=100)]
    merchants: Units
    goods: list[Good]
    market_goods: list[MarketGood]
    perishable_goods: list[Good]
    rounds: list[RoundFacts]
    battle_threshold: Some
    seas: dict[SeaName, SeaFacts]
    sea_links: list[tuple[SeaName, SeaName]]
    diolkos: Diolkos
    territories: dict[TerritoryName, TerritoryFacts]
    homes: dict[SideName, TerritoryName]
    land_links: list[tuple[TerritoryName, TerritoryName]]
    collection_yield: list[Cubes]
    tribute_boxes: dict[TerritoryName, dict[Good, Squares]]
    poleis: dict[PolisName, PolisFacts]
    trade_ports: dict[SideName, TradePort]
    markets: dict[MarketName, MarketFacts]
    market_value: MarketValue
    projects: dict[ProjectName, ProjectFacts]
    display: Annotated[int, msgspec.Meta(ge=1, le=20)]
    manoeuvres: Values
    formations: Formations
    combat_cards: dict[CardName, CardFacts]
    events: dict[str, EventFacts]
    setups: dict[str, SetupFacts]
