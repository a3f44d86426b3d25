"""Events of chapters 2 to 4 and of the Special tiles of phase 2."""

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Pattern, at_seat
from adjudicator.perikles.names import CANDIDATES


class TurnBegins(Event, frozen=True, tag="turn-begins", clause="T.01"):
    # T.01, 2.01

    sentence = "Turn {turn} begins; {first_player} is the first player."

    turn: int
    first_player: str


class TileTaken(Event, frozen=True, tag="tile-taken", clause="2.07"):
    # 2.03, 2.07
    sentence = "{seat} took the {tile} and put {cubes:cube} in {city}."

    seat: str
    tile: str
    city: str
    cubes: int


class TileDrawn(Event, frozen=True, tag="tile-drawn", clause="2.06"):
    """2.06 f: the gap that a taken tile left is filled from the deck."""

    sentence = "The {tile} fills slot {slot}."

    slot: int
    tile: str


class Proposed(Event, frozen=True, tag="proposed", clause="3.03"):
    sentence = "{seat} proposed {colour} as the {number} in {city}."

    seat: str
    city: str
    colour: str
    space: str

    def wording(self) -> dict[str, str]:
        return {"number": CANDIDATES[self.space]}


class Assassinated(Event, frozen=True, tag="assassinated", clause="2.10"):
    # 2.10, 2.11

    sentence = "{seat} assassinated {victim} {city}."

    seat: str
    city: str
    place: str
    colour: str

    def wording(self) -> dict[str, str]:
        if self.place == "temple":
            return {"victim": Pattern("{colour:a cube} in the temple of")}
        return {"victim": Pattern(f"{{colour}}, the {CANDIDATES[self.place]} in")}


class SpecialUsed(Event, frozen=True, tag="special-used", clause="X.01"):
    sentence = "{seat} used the Special tile {tile}."

    seat: str
    tile: str


class CubesAdded(Event, frozen=True, tag="cubes-added", clause="2.08"):
    # X.04, 6.04
    """Cubes from the supply to a temple, as many as there are (2.08)."""

    sentence = "{seat} put {cubes:cube} in {city}."

    seat: str
    city: str
    cubes: int


class CubeMoved(Event, frozen=True, tag="cube-moved", clause="X.05"):
    sentence = "{cube} moved from {origin} to {target}."

    colour: str
    origin: str
    target: str

    def wording(self) -> dict[str, str]:
        return {"cube": Pattern("{colour:A cube}")}


class PlagueStruck(Event, frozen=True, tag="plague-struck", clause="X.06"):
    sentence = "Plague in {city}: {lost}."

    city: str
    returned: dict[str, int]

    def wording(self) -> dict[str, str]:
        losses = [f"{at_seat(seat)} {cubes}" for seat, cubes in self.returned.items() if cubes]
        return {"lost": Pattern(f"cubes lost: {', '.join(losses)}" if losses else "no cube is lost")}


class Elected(Event, frozen=True, tag="elected", clause="4.02"):
    # 4.02 to 4.07
    sentence = "{seat} leads {city} and pays {paid}."

    city: str
    seat: str
    cubes: int

    def wording(self) -> dict[str, str]:
        return {"paid": Pattern("{cubes:cube}, as many as the loser had there" if self.cubes else "nothing")}


class NoLeader(Event, frozen=True, tag="no-leader", clause="4.06"):
    sentence = "{city} has no leader this turn."

    city: str


class PersianLeaders(Event, frozen=True, tag="persian-leaders", clause="4.08"):
    sentence = "{leaders} Persia."

    seats: list[str]

    def wording(self) -> dict[str, str]:
        said = "Nobody leads" if not self.seats else "{seats} leads" if len(self.seats) == 1 else "{seats} lead"
        return {"leaders": Pattern(said)}
