"""What the players of Perikles may write: the orders to the questions of chapter D, and their parts."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Literal

import msgspec

from adjudicator.kernel.faults import Known, name_of_a
from adjudicator.kernel.questions.questions import Order
from adjudicator.perikles.components import CityName, Kind, components

SideName = Literal["attacker", "defender"]
Column = Literal["1:2", "-2", "1:1", "+2", "2:1", "3:1"]
Deed = Literal["use", "pass", "ask me"]
TileKind = Literal["two-shard", "candidate", "assassin", "any"]
SeatName = Annotated[str, name_of_a("seat")]
SeatOrSelf = Annotated[str, name_of_a("seat (or self)")]
LocationName = Annotated[str, name_of_a("Location")]
ForceName = Annotated[str, name_of_a("force")]
CounterName = Annotated[str, name_of_a("counter")]
RevoltSource = Annotated[str, name_of_a("Location (or pool)")]
"""X.08: `pool`, or a Location."""


def known_to(seats: Sequence[str]) -> Known:
    """The names that there are in a game of these seats."""
    return {"seat": seats, "seat (or self)": [*seats, "self"], **_printed()}


@cache
def _printed() -> Mapping[str, Sequence[str]]:
    box = components()
    locations = [tile.id for tile in box.location_tiles]
    return {
        "Location": locations,
        "Location (or pool)": [*locations, "pool"],
        "force": box.forces,
        "counter": [counter for force in box.forces for counter in box.counters_of(force)],
    }


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of an order."""


class CubeOrder(Order, frozen=True, tag="D-S1"):
    """D-S1: where the cube goes."""

    city: CityName


class SecondCubeOrder(Order, frozen=True, tag="D-S1B"):
    """D.01: where the second cube will go."""

    city: CityName


class CubeMove(_Part, frozen=True, kw_only=True):
    """X.05: one cube of a colour from one temple to another."""

    colour: SeatName
    origin: CityName = msgspec.field(name="from")
    target: CityName = msgspec.field(name="to")


class SpecialUse(_Part, frozen=True, kw_only=True):
    """X.03: a Special tile used in phase 2, with what it needs: `moves` for Alkibiades, `city` for Plague."""

    tile: Literal["perikles", "alkibiades", "plague"]
    moves: list[CubeMove] = []
    city: CityName | None = None


class Proposal(_Part, frozen=True, kw_only=True):
    """3.03: the cube of a colour in a city's temple that becomes candidate."""

    city: CityName
    colour: SeatName


class Assassination(_Part, frozen=True, kw_only=True):
    """2.10: the cube that is removed; `place` is the temple or a candidate space."""

    city: CityName
    place: Literal["temple", "a", "b"]
    colour: SeatName


class TakeOrder(Order, frozen=True, tag="D-2", omit_defaults=True):
    """D-2: one player turn of phase 2. Its fields are in the order of 2.06."""

    tile: str
    before: SpecialUse | None = None
    city: CityName | None = None
    candidate: Proposal | None = None
    assassinate: Assassination | None = None
    after: SpecialUse | None = None


class ProposeOrder(Order, frozen=True, tag="D-3"):
    """D-3: the city, and whose cube becomes its candidate (3.03)."""

    city: CityName
    colour: SeatName


class CommitterOrder(Order, frozen=True, tag="D-5A"):
    """D-5A: the first committer (5.03); in a book `self` too (D.11)."""

    seat: SeatOrSelf


class RecoverOrder(Order, frozen=True, tag="D-5B"):
    """D-5B: by city, the type of counter taken back from the dead pile (5.04)."""

    kinds: dict[CityName, Kind]


class Placement(_Part, frozen=True, kw_only=True):
    """5.20, 5.30: one counter to one side of one Location."""

    counter: CounterName
    location: LocationName
    side: SideName


class Bundle(_Part, frozen=True, kw_only=True):
    """What a player turn of phase 5 sends: placements in order, the city whose cube pays for extra counters (5.21),
    the source of a Slave Revolt played afterwards (X.08): `pool` or a Location."""

    placements: list[Placement] = []
    cube: CityName | None = None
    revolt_after: RevoltSource | None = None


class CommitOrder(Order, frozen=True, tag="D-5C", omit_defaults=True):
    """D-5C: a player turn of phase 5. `fallback` is used if a permission is refused (D.07)."""

    revolt_before: RevoltSource | None = None
    placements: list[Placement] = []
    cube: CityName | None = None
    revolt_after: RevoltSource | None = None
    fallback: Bundle | None = None

    @property
    def bundle(self) -> Bundle:
        """The order without its Slave Revolt before and its fallback."""
        return Bundle(placements=self.placements, cube=self.cube, revolt_after=self.revolt_after)


class AnswerRule(_Part, frozen=True, kw_only=True):
    """D.11: a standing answer to requests of a force, of a seat, for a Location, or of any of them left open."""

    grant: bool
    force: ForceName | None = None
    seat: SeatName | None = None
    location: LocationName | None = None


class AnswerChoice(_Part, frozen=True, kw_only=True):
    """D.11: rules for D-5E. The first that fits a request answers it, and every request must find one."""

    rules: list[AnswerRule]


class PermitOrder(Order, frozen=True, tag="D-5D", omit_defaults=True):
    """D-5D: permission to defend a Location for a `force`, or for every force of a `seat` (D.07); or its withdrawal."""

    location: LocationName
    force: ForceName | None = None
    seat: SeatName | None = None
    permit: bool = True


class Answer(_Part, frozen=True, kw_only=True):
    """The answer to one request (5.43-B)."""

    location: LocationName
    force: ForceName
    grant: bool


class AnswerOrder(Order, frozen=True, tag="D-5E"):
    """D-5E: an answer to each request."""

    answers: list[Answer]


class Instruction(_Part, frozen=True, kw_only=True):
    """D.08: what to do in a window of the battles that fits: any Location or one, a type of round, some columns."""

    do: Deed
    location: LocationName | None = None
    kind: Kind | None = None
    columns: list[Column] = []
    side: SideName | None = None


class InstructOrder(Order, frozen=True, tag="D-6S"):
    """D-6S: instructions. The first that fits a window counts; if none does, the seat passes."""

    instructions: list[Instruction]


class WindowOrder(Order, frozen=True, tag="D-6A", omit_defaults=True):
    """D-6A: use the Special tile now, or pass; `side` for the tiles of X.13."""

    use: bool
    side: SideName | None = None


class LossOrder(Order, frozen=True, tag="D-6B"):
    """D-6B: the force that loses the counter (6.32, RULING-32)."""

    force: ForceName
