"""Events of chapters 2 to 4 and of the Special tiles of phase 2."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.perikles.events.base import Happening


class TurnBegins(Happening, frozen=True, tag="turn-begins"):
    """T.01, 2.01."""

    clause: ClassVar[str] = "T.01"
    sentence: ClassVar[str] = "Turn {turn} begins; {first_player} is first player."

    turn: int
    first_player: str


class TileTaken(Happening, frozen=True, tag="tile-taken"):
    """2.03, 2.07: a tile taken and the cubes that it placed."""

    clause: ClassVar[str] = "2.07"
    sentence: ClassVar[str] = "{seat} took {tile} and put {cubes:cube} in {city}."

    seat: str
    tile: str
    city: str
    cubes: int


class TileDrawn(Happening, frozen=True, tag="tile-drawn"):
    """2.06 f."""

    clause: ClassVar[str] = "2.06"
    sentence: ClassVar[str] = "Slot {slot} is filled with {tile}."

    slot: int
    tile: str


class Proposed(Happening, frozen=True, tag="proposed"):
    """3.03."""

    clause: ClassVar[str] = "3.03"
    sentence: ClassVar[str] = "{seat} proposed {colour} in {city}: candidate {space}."

    seat: str
    city: str
    colour: str
    space: str


class Assassinated(Happening, frozen=True, tag="assassinated"):
    """2.10, 2.11."""

    clause: ClassVar[str] = "2.10"
    sentence: ClassVar[str] = "{seat} removed a cube of {colour} from {city} ({place})."

    seat: str
    city: str
    place: str
    colour: str


class SpecialUsed(Happening, frozen=True, tag="special-used"):
    """X.01: turned up and spent."""

    clause: ClassVar[str] = "X.01"
    sentence: ClassVar[str] = "{seat} used the Special tile {tile}."

    seat: str
    tile: str


class CubesAdded(Happening, frozen=True, tag="cubes-added"):
    """X.04, 6.04: cubes from the supply to a temple, as many as there are (2.08)."""

    clause: ClassVar[str] = "2.08"
    sentence: ClassVar[str] = "{seat} put {cubes:cube} in {city}."

    seat: str
    city: str
    cubes: int


class CubeMoved(Happening, frozen=True, tag="cube-moved"):
    """X.05."""

    clause: ClassVar[str] = "X.05"
    sentence: ClassVar[str] = "A cube of {colour} moved from {origin} to {target}."

    colour: str
    origin: str
    target: str


class PlagueStruck(Happening, frozen=True, tag="plague-struck"):
    """X.06: cubes returned, by seat."""

    clause: ClassVar[str] = "X.06"
    sentence: ClassVar[str] = "Plague in {city}: cubes returned by {returned}."

    city: str
    returned: dict[str, int]

    def told(self) -> str:
        """The losses seat by seat."""
        losses = ", ".join(f"{seat} {cubes}" for seat, cubes in self.returned.items())
        return f"Plague in {self.city.capitalize()}: cubes returned: {losses}."


class Elected(Happening, frozen=True, tag="elected"):
    """4.02 to 4.07: the leader of a city, and the cubes that its election cost."""

    clause: ClassVar[str] = "4.02"
    sentence: ClassVar[str] = "{seat} leads {city}; the election cost {cubes:more cube}."

    city: str
    seat: str
    cubes: int


class NoLeader(Happening, frozen=True, tag="no-leader"):
    """4.06."""

    clause: ClassVar[str] = "4.06"
    sentence: ClassVar[str] = "{city} has no leader this turn."

    city: str


class PersianLeaders(Happening, frozen=True, tag="persian-leaders"):
    """4.08."""

    clause: ClassVar[str] = "4.08"
    sentence: ClassVar[str] = "Persian leaders: {seats}."

    seats: list[str]
