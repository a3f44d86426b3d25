"""Events of chapters 2 to 4 and of the Special tiles of phase 2."""

from __future__ import annotations

from adjudicator.kernel import Event


class TurnBegins(Event, frozen=True, tag="turn-begins", clause="T.01"):
    """T.01, 2.01."""

    sentence = "Turn {turn} begins; {first_player} is first player."

    turn: int
    first_player: str


class TileTaken(Event, frozen=True, tag="tile-taken", clause="2.07"):
    """2.03, 2.07: a tile taken and the cubes that it placed."""

    sentence = "{seat} took {tile} and put {cubes:cube} in {city}."

    seat: str
    tile: str
    city: str
    cubes: int


class TileDrawn(Event, frozen=True, tag="tile-drawn", clause="2.06"):
    """2.06 f."""

    sentence = "Slot {slot} is filled with {tile}."

    slot: int
    tile: str


class Proposed(Event, frozen=True, tag="proposed", clause="3.03"):
    """3.03."""

    sentence = "{seat} proposed {colour} in {city}: candidate {space}."

    seat: str
    city: str
    colour: str
    space: str


class Assassinated(Event, frozen=True, tag="assassinated", clause="2.10"):
    """2.10, 2.11."""

    sentence = "{seat} removed a cube of {colour} from {city} ({place})."

    seat: str
    city: str
    place: str
    colour: str


class SpecialUsed(Event, frozen=True, tag="special-used", clause="X.01"):
    """X.01: turned up and spent."""

    sentence = "{seat} used the Special tile {tile}."

    seat: str
    tile: str


class CubesAdded(Event, frozen=True, tag="cubes-added", clause="2.08"):
    """X.04, 6.04: cubes from the supply to a temple, as many as there are (2.08)."""

    sentence = "{seat} put {cubes:cube} in {city}."

    seat: str
    city: str
    cubes: int


class CubeMoved(Event, frozen=True, tag="cube-moved", clause="X.05"):
    """X.05."""

    sentence = "A cube of {colour} moved from {origin} to {target}."

    colour: str
    origin: str
    target: str


class PlagueStruck(Event, frozen=True, tag="plague-struck", clause="X.06"):
    """X.06: cubes returned, by seat."""

    sentence = "Plague in {city}: cubes returned: {returned}."

    city: str
    returned: dict[str, int]

    def wording(self) -> dict[str, str]:
        return {"returned": ", ".join(f"{seat} {cubes}" for seat, cubes in self.returned.items())}


class Elected(Event, frozen=True, tag="elected", clause="4.02"):
    """4.02 to 4.07: the leader of a city, and the cubes that its election cost."""

    sentence = "{seat} leads {city}; the election cost {cubes:more cube}."

    city: str
    seat: str
    cubes: int


class NoLeader(Event, frozen=True, tag="no-leader", clause="4.06"):
    """4.06."""

    sentence = "{city} has no leader this turn."

    city: str


class PersianLeaders(Event, frozen=True, tag="persian-leaders", clause="4.08"):
    """4.08."""

    sentence = "Persian leaders: {seats}."

    seats: list[str]
