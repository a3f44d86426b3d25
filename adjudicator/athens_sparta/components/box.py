"""A components file with what is looked up in it."""

from __future__ import annotations

from collections.abc import KeysView
from functools import cached_property
from itertools import chain
from typing import Final, Literal

from adjudicator.athens_sparta.components.hexes import HexMap, Water, hex_of
from adjudicator.athens_sparta.components.model import BlockFacts, CardFacts, CityFacts, Components
from adjudicator.athens_sparta.words import CITIZENS, SICILY, SIDES, BlockName, CardName, HexName, SideName
from adjudicator.kernel.faults import Known
from adjudicator.kernel.subjects import told_apart

LAND: Final = {"clear": "land", "mountain": "mountains", "sea": "sea"}
COMPASS: Final = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}


class Box:
    """What is in the box, by its names."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.constants = components.constants
        self.blocks: dict[BlockName, BlockFacts] = {one.id: one for one in components.blocks}
        self.cards: dict[CardName, CardFacts] = {one.id: one for one in components.cards}

    @cached_property
    def map(self) -> HexMap:
        """1.0-A: the hexes."""
        return HexMap(self.components.map, self.components.cities)

    @cached_property
    def known(self) -> Known:
        """The names that there are."""
        return {
            "hex": dict.fromkeys([*self.map.hexes, *self.names]).keys(),
            "hex (or *)": dict.fromkeys([*self.map.hexes, *self.names, "*"]).keys(),
            "block": self.blocks.keys(),
            "card": self.cards.keys(),
        }

    # --- cities ---------------------------------------------------------------------------------------------------

    @cached_property
    def cities(self) -> dict[HexName, CityFacts]:
        """1.1-A: blue, red and green cities by their hexes, Syracuse by SICILY, in the order of the components."""
        return {one.hex: one for one in self.components.cities if one.colour in ("blue", "red", "green")}

    @cached_property
    def restless_cities(self) -> list[HexName]:
        """7.0-A: where a Revolt can break out: in major cities, but Athens and Sparta."""
        return [hex for hex, one in self.cities.items() if one.size == "major" and not one.revolt_immune]

    @cached_property
    def persian_cities(self) -> list[HexName]:
        """9.3-A: the hexes of orange cities."""
        return [one.hex for one in self.components.cities if one.colour == "orange"]

    @cached_property
    def oracles(self) -> list[HexName]:
        """1.4-A."""
        return [one.hex for one in self.components.oracles]

    @cached_property
    def names(self) -> dict[HexName, str]:
        """What stands in a hex: the name of its city or oracle, of black cities too."""
        cities = {one.hex: one.name for one in self.components.cities}
        return cities | {one.hex: one.name for one in self.components.oracles}

    @cached_property
    def places(self) -> dict[HexName, str]:
        """What people call a hex: its city or oracle, or where it lies from the nearest: `the sea south of Athens`."""
        return {hex: self.names.get(hex) or self._lies(hex) for hex in [*self.map.hexes, *self.names]}

    def _lies(self, hex: HexName) -> str:
        ways = ((self.map.steps_to(other, hex), name) for other, name in self.names.items() if other in self.map.hexes)
        steps, name = min(ways, key=lambda way: (sum(way[0].values()), len(way[0])))
        (first, number), *rest = steps.items()
        far = "" if (number, rest) == (1, []) else "1 hex " if number == 1 else f"{number} hexes "
        said = " and ".join([f"{far}{COMPASS[first]}", *(f"{more} {COMPASS[direction]}" for direction, more in rest)])
        return f"the {self._ground(hex)} {said} of {name}"

    def _ground(self, hex: HexName) -> str:
        """1.0-B: land that ships pass is a coast."""
        facts = self.map.hexes[hex]
        is_coast = facts.terrain != "sea" and any(self.map.sea_part(hex, one) for one in self.map.neighbours[hex])
        return "coast" if is_coast else LAND[facts.terrain]

    @cached_property
    def block_words(self) -> dict[BlockName, str]:
        """What people call a block: its home and type, as they are printed; of several that are called so, which."""
        rebels = [pair[1] for pair in self.components.rebel_pairs.values()]
        return told_apart({name: _called(one, name in rebels) for name, one in self.blocks.items()})

    @cached_property
    def hex_named(self) -> dict[str, HexName]:
        """The hexes by the names of their cities and oracles."""
        return {name: hex for hex, name in self.names.items()}

    @cached_property
    def persian(self) -> list[HexName]:
        """9.3-A: the hexes of Persia and of its cities."""
        return [hex for hex, one in self.map.hexes.items() if one.persia or hex in self.persian_cities]

    @cached_property
    def ports(self) -> KeysView[HexName]:
        """1.3-A, 1.4-C, RULING-8: ports and oracles that are ports, Syracuse among them."""
        cities = [hex for hex, city in self.cities.items() if city.port]
        return dict.fromkeys([*cities, *(one.hex for one in self.components.oracles if one.port)]).keys()

    @cached_property
    def port_waters(self) -> dict[HexName, list[Water]]:
        """Of each port on the map the places where a ship is that has left it."""
        ports = [hex for hex in self.ports if hex != SICILY]
        return {hex: [to for one in self.map.harbours(hex) for to in self.map.sea.next(one)] for hex in ports}

    @cached_property
    def next_ports(self) -> dict[HexName, list[HexName]]:
        """Of each port those that are in the next hex by sea."""
        harbours = {hex: self.map.harbours(hex) for hex in self.port_waters}
        return {
            hex: [to for to, there in harbours.items() if any(one in waters for one in there)]
            for hex, waters in self.port_waters.items()
        }

    @cached_property
    def open_waters(self) -> dict[Water, HexName]:
        """1.6-A, 1.7-A: where ways over the sea may lead on, as far as the map says, with their hexes."""
        places = {water: hex_of(water) for water in dict.fromkeys(chain.from_iterable(self.map.sea.links))}
        return {one: hex for one, hex in places.items() if not (self.is_diolkos(hex) or self.map.is_mountain(hex))}

    def is_diolkos(self, hex: HexName) -> bool:
        """1.6-A: Corinth."""
        city = self.cities.get(hex)
        return city is not None and city.diolkos

    @cached_property
    def capitals(self) -> dict[SideName, HexName]:
        """10.1-A: Athens and Sparta."""
        colours = {"blue": "athens", "red": "sparta"}
        found = {colours[one.colour]: one.hex for one in self.cities.values() if one.capital}
        return {side: found[side] for side in SIDES}

    @cached_property
    def colour_owners(self) -> dict[HexName, SideName]:
        """1.1-B: the cities that have a side's colour."""
        return {hex: owner for hex in self.cities if (owner := self.colour_owner(hex))}

    def colour_owner(self, hex: HexName) -> SideName | None:
        """1.1-B: the side whose colour a city has; None of a green one."""
        colour = self.cities[hex].colour
        return "athens" if colour == "blue" else "sparta" if colour == "red" else None

    @cached_property
    def stacks(self) -> dict[HexName, int]:
        """4.1-A, 1.7-A, RULING-100: how many blocks of a side may stand in each hex of the map; none at sea."""
        terrain = self.components.terrain
        kinds = {"clear": terrain.clear.stack, "mountain": terrain.mountain.stack, "sea": 0}
        found = {hex: kinds[one.terrain] for hex, one in self.map.hexes.items()}
        return found | {self.capitals["athens"]: terrain.athens_stack.total}

    @cached_property
    def room(self) -> dict[HexName, int]:
        """The hexes where a block may stand at all, and how many may, whatever they are: in Athens fewer by land."""
        athens, land = self.capitals["athens"], self.components.terrain.athens_stack.land_max
        found = {hex: min(number, land) if hex == athens else number for hex, number in self.stacks.items()}
        return {hex: number for hex, number in found.items() if number}

    @cached_property
    def least_hexside(self) -> int:
        """1.5-C, 1.7-A, 4.1-B: so many may attack over each hexside."""
        terrain, strait = self.components.terrain, self.components.terrain.strait
        limits = (strait.hexside_crossing, strait.hexside_not_crossing)
        return min(terrain.clear.hexside, terrain.pass_.hexside, *limits)

    def limit_of(self, hex: HexName) -> int:
        """5.52-A, 5.54-B: how many blocks may be besieged in a city, or storm it (of Athens: see `land_limit_of`)."""
        limits = self.components.siege_limits
        if hex == self.capitals["athens"]:
            return limits.athens.total
        return limits.major if self.cities[hex].size == "major" else limits.minor

    def land_limit_of(self, hex: HexName) -> int:
        """The same for land blocks alone."""
        return self.components.siege_limits.athens.land_max if hex == self.capitals["athens"] else self.limit_of(hex)

    def is_island(self, hex: HexName) -> bool:
        """1.9-A, 9.2-A: an island; Sicily is none."""
        return hex in self._islands

    @cached_property
    def _islands(self) -> frozenset[HexName]:
        return frozenset(hex for hex in self.map.hexes if self.map.is_island(hex))

    # --- blocks ---------------------------------------------------------------------------------------------------

    @cached_property
    def twins(self) -> dict[HexName, tuple[BlockName, BlockName]]:
        """9.4-A: the blue and the red ship of each city of rebels."""
        return {self.hex_named[name]: pair for name, pair in self.components.rebel_pairs.items()}

    @cached_property
    def green_blocks(self) -> dict[HexName, list[BlockName]]:
        """9.5-D: the blocks of each green city."""
        cities = [hex for hex, city in self.cities.items() if city.colour == "green"]
        return {hex: [b.id for b in self.components.blocks if b.home == self.cities[hex].name] for hex in cities}

    @cached_property
    def ships(self) -> frozenset[BlockName]:
        """2.1-D."""
        return frozenset(name for name, one in self.blocks.items() if one.ship)

    @cached_property
    def citizens(self) -> frozenset[BlockName]:
        """7.0-I: the blocks that hold their city and nothing else."""
        return frozenset(one.id for one in self.components.blocks if one.type in CITIZENS)

    @cached_property
    def reserve(self) -> frozenset[BlockName]:
        """8.3-A, RULING-10."""
        return frozenset(name for names in self.components.reserve.values() for name in names)

    def rebel(self, side: SideName, type: Literal["demos", "tyrant", "helot"]) -> BlockName | None:
        """7.0-B: the revolt block of a type that a side has."""
        of_side = self.components.rebels[side]
        return next((name for name in of_side if self.blocks[name].type == type), None)

    def home(self, block: BlockName) -> HexName | None:
        """2.1-A: the hex of a block's home city; None of Reserve and revolt blocks."""
        return self.hex_named.get(self.blocks[block].home)


def _called(block: BlockFacts, is_rebel: bool) -> str:
    if block.home == "Reserve":
        return f"{'Spartan' if block.side == 'sparta' else 'Athenian'} reserve {block.type}"
    if block.home == "Rebel":
        return block.type
    return f"{'rebel ' if is_rebel else ''}{block.home} {block.type}"
