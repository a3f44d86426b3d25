"""What a components file of Athens & Sparta states, block by block."""

from typing import Annotated, Final, Literal

import msgspec

from adjudicator.athens_sparta.words import (
    BlockName,
    BlockType,
    CardName,
    Direction,
    EventName,
    HexName,
    SideName,
)

Source = Literal["S", "P", "R"]
SPEED: Final = 30
Number = Annotated[int, msgspec.Meta(ge=1, le=200)]
"""Of an Olympiad, or of a printing of the file."""
Few = Annotated[int, msgspec.Meta(ge=1, le=12)]
"""Rounds, turns, or the cards of a hand: one at least."""
Hexes = Annotated[int, msgspec.Meta(ge=0, le=SPEED)]
"""How far a block goes, or a way is."""
Blocks = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""How many blocks find room, or cross together."""
Cost = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""In production or movement points: nothing is free."""
Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""Production or movement points of a city or a card."""
Sum = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""Points of all cities or cards together."""
Die = Annotated[int, msgspec.Meta(ge=1, le=7)]
"""What a die has to show; 7 is on none."""
Axis = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Step = Annotated[int, msgspec.Meta(ge=-1, le=1)]
Rating = Annotated[str, msgspec.Meta(pattern="^[ABC][0-6]$")]


class _Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A block of the file; a key that it does not know is an error."""


class Constants(_Block, frozen=True, kw_only=True):
    """0.1, 0.2, 1.2-A, 8.1-B, 10.2-A: single figures."""

    first_olympiad: Number
    last_olympiad: Number
    hand_size: Few
    bad_hand_below: Sum
    victory_pp: Sum
    total_pp: Sum
    aligned_pp: dict[Literal["blue", "red", "green"], Sum]
    minor_city_production_limit: Points
    combat_rounds: Few
    ship_range: Hexes
    sea_hexsides_of_island: Annotated[int, msgspec.Meta(ge=0, le=6)]


class Movement(_Block, frozen=True, kw_only=True):
    """2.1-C, 4.4-A."""

    operational: dict[BlockType, Hexes]
    march_factor: Annotated[int, msgspec.Meta(ge=1, le=5)]


class SiegeRating(_Block, frozen=True, kw_only=True):
    """2.1-E."""

    cavalry: Rating
    ship: Rating


class Clear(_Block, frozen=True, kw_only=True):
    """4.1-A, 4.1-B: blocks in a clear hex, attackers across a clear hexside."""

    stack: Blocks
    hexside: Blocks


class Strait(_Block, frozen=True, kw_only=True):
    """1.5-B, 1.5-C."""

    stack: Blocks
    hexside_crossing: Blocks
    hexside_not_crossing: Blocks


class Pass(_Block, frozen=True, kw_only=True):
    """1.7-A."""

    hexside: Blocks


class Mountain(_Block, frozen=True, kw_only=True):
    """1.7-A."""

    stack: Blocks


class CapitalLimit(_Block, frozen=True, kw_only=True):
    """4.1-A, 5.52-A: of Athens, ships and land blocks together, and land blocks alone."""

    total: Blocks
    land_max: Blocks


class Terrain(_Block, frozen=True, kw_only=True):
    """The terrain effects table."""

    clear: Clear
    strait: Strait
    pass_: Pass = msgspec.field(name="pass")
    mountain: Mountain
    athens_stack: CapitalLimit


class SiegeLimits(_Block, frozen=True, kw_only=True):
    """5.52-A."""

    major: Blocks
    minor: Blocks
    athens: CapitalLimit


class Attrition(_Block, frozen=True, kw_only=True):
    """5.59-B, 9.2-H, 9.2-L: a die that shows this or more is a hit."""

    defender_partial: Die
    defender_full: Die
    attacker: Die
    patrol: Die
    syracuse_attacker_when_defender_has_sea_control: Die
    corinth_grain: Die


class CardFacts(_Block, frozen=True, kw_only=True):
    """4.6-A, 4.6-B: a card's movement points, and its event."""

    id: CardName
    mp: Points
    event: EventName | None
    prov: Source


class EventFacts(_Block, frozen=True, kw_only=True):
    """4.6-C to 4.6-J: when an event works, and on whom."""

    rule: str
    prov: Source


class CityFacts(_Block, frozen=True, kw_only=True):
    """1.1 to 1.3: a city, and where its port lies. Only red, blue and green ones are cities of the rules (1.1-A)."""

    name: str
    hex: HexName
    colour: Literal["blue", "red", "green", "orange", "black"]
    value: Points
    size: Literal["major", "minor", "none"]
    walled: bool
    port: bool
    prov_value: Source
    prov_walls: Source
    port_coasts: list[str] = []
    capital: bool = False
    revolt_immune: bool = False
    sicily_embarkation: bool = False
    hellespont: bool = False
    diolkos: bool = False


class OracleFacts(_Block, frozen=True, kw_only=True):
    """1.4."""

    name: str
    hex: HexName
    port: bool


class SicilyFacts(_Block, frozen=True, kw_only=True):
    """9.2-A, 9.2-B."""

    id: HexName
    embarkation: list[str]


class PotidaeaStart(_Block, frozen=True, kw_only=True):
    """3.0-B."""

    controller: SideName
    besieged: list[BlockName]
    besieging: list[BlockName]
    blockading: list[BlockName]


class SideCode(_Block, frozen=True, kw_only=True):
    """1.0-B: the land part and the sea part of a hexside."""

    land: Literal["clear", "pass"] | None
    sea: bool


class HexFacts(_Block, frozen=True, kw_only=True):
    """A hex: axial coordinates, and a code for each hexside, N first, clockwise."""

    id: HexName
    ax: tuple[Axis, Axis]
    terrain: Literal["clear", "mountain", "sea"]
    sides: str
    persia: bool = False


class StraitFacts(_Block, frozen=True, kw_only=True):
    """1.5-A: the land hexsides of each shore, and the shore on which blocks stand."""

    hex: HexName
    block_shore: str
    shores: dict[str, list[Direction]]


class CoastFacts(_Block, frozen=True, kw_only=True):
    """1.8-A: the sea hexsides of each of two coasts."""

    hex: HexName
    coasts: dict[str, list[Direction]]


class MapFacts(_Block, frozen=True, kw_only=True):
    """1.0-A."""

    directions: list[Direction]
    axial_step: dict[Direction, tuple[Step, Step]]
    hexside_codes: dict[str, SideCode]
    hexes: list[HexFacts]
    straits: list[StraitFacts]
    coasts: list[CoastFacts]
    islands: list[str]


class MapCheck(_Block, frozen=True, kw_only=True, rename={"origin": "from"}):
    """A fact of the rulebook that the map must satisfy (1.0-A)."""

    kind: Literal[
        "land", "sea", "sea_via", "strait_move", "six_sea_sides", "island_by_strait", "port_coasts",
        "coastal_without_port", "strait_two_shores",
    ]  # fmt: skip
    origin: str = ""
    to: str = ""
    max: Hexes = 0
    via: list[HexName] = []
    crosses: bool = False
    cities: list[str] = []
    city: str = ""
    count: Points = 0
    hex: HexName = ""
    note: str = ""


class BlockFacts(_Block, frozen=True, kw_only=True):
    """2.1-A: a block: its home, its strength at most, its letter and number, its movement."""

    id: BlockName
    side: Literal["sparta", "athens", "neutral"]
    type: BlockType
    home: str
    steps: Annotated[int, msgspec.Meta(ge=1, le=4)]
    rating: Rating
    move: Hexes
    prov: Source
    note: str = ""

    @property
    def letter(self) -> str:
        """A, B or C (2.1-B)."""
        return self.rating[0]

    @property
    def number(self) -> int:
        """A die that shows this or less is a hit (2.1-B)."""
        return int(self.rating[1:])

    @property
    def ship(self) -> bool:
        """2.1-D: it is a ship; else a land block."""
        return self.type == "ship"


class Components(_Block, frozen=True, kw_only=True):
    """Everything that is in the box."""

    title: Literal["athens_sparta"]
    version: Number
    constants: Constants
    movement: Movement
    step_cost: dict[BlockType, Cost]
    persian_ship_step_cost: Cost
    siege_rating: SiegeRating
    pursuit_types: list[BlockType]
    terrain: Terrain
    siege_limits: SiegeLimits
    siege_attrition: Attrition
    cards: list[CardFacts]
    events: dict[EventName, EventFacts]
    cities: list[CityFacts]
    oracles: list[OracleFacts]
    sicily: SicilyFacts
    potidaea_start: PotidaeaStart
    map: MapFacts
    map_checks: list[MapCheck]
    blocks: list[BlockFacts]
    rebel_pairs: dict[str, tuple[BlockName, BlockName]]
    reserve: dict[SideName, list[BlockName]]
    rebels: dict[SideName, list[BlockName]]
