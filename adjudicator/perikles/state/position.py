"""The position of Perikles: what lies on the board (C.11), before the seats and in the decks.

What follows from something else is not stored: supplies (C.07), scores (E.03), Persian leaders (4.08), boxes (5.31).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from adjudicator.kernel import ChapterBegins, Position, Resolution, Unknown
from adjudicator.perikles.components import CITIES, LocationTile, components, force_of, location_tile
from adjudicator.perikles.state.orders import CommitOrder, Instruction, PermitOrder, SideName

Hidden = str | Unknown
Relation = Literal["war", "allied"]
PERSIA = "persia"
FORCES = tuple(components().forces)


class City(msgspec.Struct, forbid_unknown_fields=True):
    """A city on the board (C.11): its temple's cubes by colour, candidates `a` and `b`, leader, Statues and Defeats."""

    temple: dict[str, int]
    a: str | None = None
    b: str | None = None
    leader: str | None = None
    statues: list[str] = []
    defeats: int = 0

    def cubes(self, seat: str) -> int:
        """The cubes of a seat in this city, its candidate cubes included."""
        return self.temple[seat] + (self.a == seat) + (self.b == seat)


class Special(msgspec.Struct, forbid_unknown_fields=True):
    """The Special tile of a seat (X.01); it lies face down until used (V.01)."""

    tile: Hidden
    used: bool = False


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """A counter at a Location, and the seat that sent it."""

    counter: str
    seat: str


class Side(msgspec.Struct, forbid_unknown_fields=True):
    """One side of a Location: its main player (5.31), and its counters sorted, so that their order tells nothing."""

    main: str | None = None
    counters: list[Placed] = []

    def forces(self) -> list[str]:
        """The forces that have a counter here, in the order of 0.06."""
        if not self.counters:
            return []
        here = {force_of(placed.counter) for placed in self.counters}
        return [force for force in FORCES if force in here]


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """A Location on display (C.12)."""

    tile: str
    attacker: Side = msgspec.field(default_factory=Side)
    defender: Side = msgspec.field(default_factory=Side)
    turned_up: bool = False

    def side(self, name: SideName) -> Side:
        """The attacking or the defending side."""
        return self.attacker if name == "attacker" else self.defender

    @property
    def printed(self) -> LocationTile:
        """What is printed on the tile."""
        return location_tile(self.tile)


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for permission to defend (5.43-B, V.11)."""

    location: str
    force: str
    seat: str
    hoplites: int
    triremes: int


class Battle(msgspec.Struct, forbid_unknown_fields=True):
    """The Location that is being fought for: the round (from 0), tokens, who won the last round, who is doubled."""

    slot: int
    round: int = 0
    attacker_tokens: int = 0
    defender_tokens: int = 0
    last_winner: SideName | None = None
    doubled: list[str] = []

    def tokens(self, side: SideName) -> int:
        """The Battle Tokens of a side."""
        return self.attacker_tokens if side == "attacker" else self.defender_tokens

    def give_token(self, side: SideName) -> None:
        """One token more for a side."""
        if side == "attacker":
            self.attacker_tokens += 1
        else:
            self.defender_tokens += 1


class Perikles(Position, kw_only=True):
    """A position of Perikles. `turn` is 0 during the setup; `chapter` is the printed phase that is being played."""

    turn: int = 0
    chapter: int = 0
    first_player: str | None = None
    first_committer: str | None = None
    athens_last_led_by: str | None = None
    cities: dict[str, City] = {}
    influence_deck: list[Hidden] = []
    influence_display: list[str | None] = []
    influence_discard: list[str] = []
    tiles: dict[str, list[str]] = {}
    location_deck: list[Hidden] = []
    locations: list[Place | None] = []
    locations_won: dict[str, list[str]] = {}
    locations_out: list[str] = []
    special: dict[str, Special] = {}
    undealt_specials: list[Hidden] = []
    boxes: dict[str, list[str]] = {}
    revolted: str | None = None  # X.08: face down in Sparta's box
    pools: dict[str, list[str]] = {}
    dead_pile: list[str] = []
    relations: dict[str, Relation] = {}
    permissions: dict[str, list[str]] = {}
    refused: list[str] = []  # 5.43-C: "location force" pairs refused in this player turn
    requests: list[Request] = []
    waiting: dict[str, CommitOrder] = {}  # V.12: known to its sender only
    later_permissions: dict[str, list[PermitOrder]] = {}  # 5.43-D, V.13
    instructions: dict[str, list[Instruction]] = {}  # D-6S, V.13
    battle: Battle | None = None
    second_cubes: dict[str, str] = {}  # D.01: filed ahead, known to their sender only

    def scratch(self) -> Perikles:
        """A copy for trying out a turn of chapter 2. What it changes is copied, the rest is shared: never store it."""
        return msgspec.structs.replace(
            self,
            cities={name: msgspec.structs.replace(c, temple=dict(c.temple)) for name, c in self.cities.items()},
            influence_display=list(self.influence_display),
            tiles={seat: list(tiles) for seat, tiles in self.tiles.items()},
            special={seat: msgspec.structs.replace(special) for seat, special in self.special.items()},
        )

    def scratch_of_forces(self) -> Perikles:
        """A copy for trying out a commitment, which replaces Locations and pools whole, and shares the rest."""
        return msgspec.structs.replace(
            self,
            locations=list(self.locations),
            special=dict(self.special),
            pools=dict(self.pools),
            relations=dict(self.relations),
        )

    # --- cubes ------------------------------------------------------------------------------------------------

    def cubes_on_board(self, seat: str) -> int:
        """The cubes of a seat in all cities, candidate cubes included."""
        return sum(city.temple[seat] + (city.a == seat) + (city.b == seat) for city in self.cities.values())

    def supply(self, seat: str) -> int:
        """The cubes that a seat has left to place (C.07)."""
        return components().limits.cubes_per_colour - self.cubes_on_board(seat)

    def place_cubes(self, seat: str, city: str, cubes: int) -> int:
        """Put a seat's cubes into a temple, as many as its supply holds (2.08). Returns the number placed."""
        placed = min(cubes, self.supply(seat))
        self.cities[city].temple[seat] += placed
        return placed

    def temple(self, city: str, more: Mapping[str, int] = {}) -> dict[str, int]:
        """The cubes in a temple by colour, with those that are about to be there."""
        return {seat: self.cities[city].temple[seat] + more.get(seat, 0) for seat in self.seats}

    # --- seats and forces -------------------------------------------------------------------------------------

    def clockwise(self, start: str) -> list[str]:
        """All seats clockwise, from `start` on (0.05)."""
        return [self.after(start, by) for by in range(len(self.seats))]

    def led_by(self, seat: str) -> list[str]:
        """The cities that a seat leads (4.07), in city order."""
        return [name for name in CITIES if self.cities[name].leader == seat]

    def persian_leaders(self) -> list[str]:
        """4.08: the seats that lead no city. Only between chapters 4 and 7."""
        return [seat for seat in self.seats if not self.led_by(seat)]

    def owners(self, force: str) -> list[str]:
        """V.21: the owners of a force's counters this turn."""
        if force == PERSIA:
            return self.persian_leaders()
        leader = self.cities[force].leader
        return [] if leader is None else [leader]

    def leader_at(self, tile: str) -> str | None:
        """The leader of the city that controls a Location (RULING-22), if it has one."""
        return self.cities[location_tile(tile).city].leader

    def forces_of(self, seat: str) -> list[str]:
        """The forces whose counters a seat commands: its cities, or Persia."""
        return self.led_by(seat) or [PERSIA]

    def pool(self, seat: str) -> list[str]:
        """The counters that a seat may send, in order of force and id (5.01, 5.50)."""
        return [counter for force in self.forces_of(seat) for counter in self.pools.get(force, [])]

    def team(self, seat: str) -> list[str]:
        """All seats that count as one main player with this one (I.06): itself, or all Persian leaders."""
        return [seat] if self.led_by(seat) else self.persian_leaders()

    def send_home(self, counters: list[str]) -> None:
        """6.13, 6.35, 6.47, 7.02: counters go back to their Military boxes, Persians to the shield."""
        for counter in counters:
            box = self.boxes[force_of(counter)]
            box.append(counter)
            box.sort()

    # --- the display ------------------------------------------------------------------------------------------

    def places(self) -> Iterator[tuple[int, Place]]:
        """The Locations on display with their slots, 1 to 7."""
        return ((slot, place) for slot, place in enumerate(self.locations, 1) if place is not None)

    def place(self, tile: str) -> Place | None:
        """The Location on display with this tile."""
        for place in self.locations:
            if place is not None and place.tile == tile:
                return place
        return None

    def replace_place(self, place: Place, **sides: Side) -> None:
        """Give a Location other sides. It becomes another object: copies that share the old one keep it as it was."""
        slot = next(slot for slot, one in enumerate(self.locations) if one is place)
        self.locations[slot] = msgspec.structs.replace(place, **sides)

    def relation(self, force: str, other: str) -> Relation | None:
        """5.35: None is neutral; a force is always allied with itself."""
        return "allied" if force == other else self.relations.get(pair(force, other))

    def permits(self, location: str, force: str) -> bool:
        """Whether a force has permission to defend a Location (5.40)."""
        return force in self.permissions.get(location, [])


@cache
def pair(force: str, other: str) -> str:
    """The name of a pair of forces, in the order of 0.06."""
    first, second = sorted((force, other), key=FORCES.index)
    return f"{first} {second}"


NAMES = {
    1: "Location and Influence tiles",
    2: "Take Influence tiles",
    3: "Propose candidates",
    4: "Elections",
    5: "Commit military forces",
    6: "Resolve battles",
    7: "End of turn",
}


def tell_chapter(running: Resolution[Perikles], number: int) -> None:
    """Announce that a phase of the turn begins."""
    turn = running.position.turn
    running.emit(ChapterBegins(chapter=f"{turn}.{number}", name=f"Turn {turn}, phase {number}: {NAMES[number]}"))


def temple_in_words(cubes: Mapping[str, int]) -> str:
    """`4 red, 2 green`."""
    return ", ".join(f"{count} {seat}" for seat, count in cubes.items() if count) or "no cubes"
