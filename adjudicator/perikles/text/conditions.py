"""D.13: the facts that conditions of books are built from. All of them are public (V.05, V.08, V.10)."""

from __future__ import annotations

from typing import Literal

from adjudicator.kernel.books.conditions import Fact
from adjudicator.perikles.components import CityName, Kind, influence_tile
from adjudicator.perikles.names import name_of
from adjudicator.perikles.politics.tile_kinds import kind_of_tile
from adjudicator.perikles.state.counters import force_of, kind_of
from adjudicator.perikles.state.orders import Column, SideName, TileKind
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.war.special_windows import open_battle, window_column
from adjudicator.perikles.war.strength import strength


class Turn(Fact, frozen=True, kw_only=True, tag="turn"):
    """It is this turn."""

    number: int

    def holds(self, view: Perikles) -> bool:
        """T.01."""
        return view.turn == self.number

    def told(self) -> str:
        """In words."""
        return f"it is turn {self.number}"


class TileOnDisplay(Fact, frozen=True, kw_only=True, tag="tile on display"):
    """An Influence tile of this colour and kind is on display."""

    colour: str
    kind: TileKind

    def holds(self, view: Perikles) -> bool:
        """C.01."""
        shown = [influence_tile(tile) for tile in view.influence_display if tile]
        return any(tile.colour == self.colour and kind_of_tile(tile) == self.kind for tile in shown)

    def told(self) -> str:
        """In words."""
        return f"a {self.kind} tile of {name_of(self.colour)} is on display"


class Leads(Fact, frozen=True, kw_only=True, tag="leads"):
    """A seat leads a city."""

    seat: str
    city: CityName

    def holds(self, view: Perikles) -> bool:
        """4.07."""
        return view.cities[self.city].leader == self.seat

    def told(self) -> str:
        """In words."""
        return f"{self.seat} leads {name_of(self.city)}"


class Temple(Fact, frozen=True, kw_only=True, tag="temple"):
    """A temple holds at least so many cubes of a colour."""

    city: CityName
    colour: str
    at_least: int

    def holds(self, view: Perikles) -> bool:
        """V.05."""
        return view.cities[self.city].temple.get(self.colour, 0) >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"the temple of {name_of(self.city)} holds {self.at_least} or more cubes of {self.colour}"


class Candidate(Fact, frozen=True, kw_only=True, tag="candidate"):
    """A candidate space holds this colour; without a colour, it is empty."""

    city: CityName
    space: Literal["a", "b"]
    colour: str | None = None

    def holds(self, view: Perikles) -> bool:
        """3.03."""
        there = view.cities[self.city]
        return (there.a if self.space == "a" else there.b) == self.colour

    def told(self) -> str:
        """In words."""
        return f"candidate {self.space} of {name_of(self.city)} is {self.colour or 'nobody'}"


class Defeats(Fact, frozen=True, kw_only=True, tag="defeats"):
    """A city has at least so many Defeats."""

    city: CityName
    at_least: int

    def holds(self, view: Perikles) -> bool:
        """6.43."""
        return view.cities[self.city].defeats >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"{name_of(self.city)} has {self.at_least} or more Defeats"


class LocationOnDisplay(Fact, frozen=True, kw_only=True, tag="location on display"):
    """A Location is on display."""

    location: str

    def holds(self, view: Perikles) -> bool:
        """S.04, 1.03."""
        return view.place(self.location) is not None

    def told(self) -> str:
        """In words."""
        return f"{name_of(self.location)} is on display"


class Counters(Fact, frozen=True, kw_only=True, tag="counters"):
    """A side of a Location has at least so many counters, of a type, of a force, of both or of any."""

    location: str
    side: SideName
    at_least: int
    kind: Kind | None = None
    force: str | None = None

    def holds(self, view: Perikles) -> bool:
        """V.08."""
        place = view.place(self.location)
        there = [placed.counter for placed in place.side(self.side).counters] if place else []
        fitting = [c for c in there if self.kind in (None, kind_of(c)) and self.force in (None, force_of(c))]
        return len(fitting) >= self.at_least

    def told(self) -> str:
        """In words."""
        what = " ".join(word for word in (name_of(self.force or ""), self.kind or "counter") if word)
        return f"the {self.side} of {name_of(self.location)} has {self.at_least} or more {what}s"


class MainPlayer(Fact, frozen=True, kw_only=True, tag="main player"):
    """The main player of a side is this seat; without a seat, nobody."""

    location: str
    side: SideName
    seat: str | None = None

    def holds(self, view: Perikles) -> bool:
        """5.31."""
        place = view.place(self.location)
        return place is not None and place.side(self.side).main == self.seat

    def told(self) -> str:
        """In words."""
        return f"the main {self.side} of {name_of(self.location)} is {self.seat or 'nobody'}"


class Related(Fact, frozen=True, kw_only=True, tag="relation"):
    """Two forces are neutral, at war or allied."""

    force: str
    other: str
    relation: Literal["neutral", "war", "allied"]

    def holds(self, view: Perikles) -> bool:
        """5.35."""
        return (view.relation(self.force, self.other) or "neutral") == self.relation

    def told(self) -> str:
        """In words."""
        words = {"neutral": "are neutral", "war": "are at war", "allied": "are allied"}
        return f"{name_of(self.force)} and {name_of(self.other)} {words[self.relation]}"


class PermissionStands(Fact, frozen=True, kw_only=True, tag="permission"):
    """A permission to defend stands."""

    location: str
    force: str

    def holds(self, view: Perikles) -> bool:
        """5.40."""
        return view.permits(self.location, self.force)

    def told(self) -> str:
        """In words."""
        return f"{name_of(self.force)} may defend {name_of(self.location)}"


class SpecialIsUsed(Fact, frozen=True, kw_only=True, tag="special used"):
    """A seat has used its Special tile."""

    seat: str

    def holds(self, view: Perikles) -> bool:
        """X.01."""
        return self.seat in view.special and view.special[self.seat].used

    def told(self) -> str:
        """In words."""
        return f"{self.seat} has used its Special tile"


class Round(Fact, frozen=True, kw_only=True, tag="round"):
    """In a window: the Location, the type of the round, its column before any Special tile; what is named must fit."""

    location: str | None = None
    kind: Kind | None = None
    columns: list[Column] = []

    def holds(self, view: Perikles) -> bool:
        """D.13, 6.11."""
        if view.battle is None:
            return False
        _, place, kind = open_battle(view)
        fits = self.location in (None, place.tile) and self.kind in (None, kind)
        return fits and (not self.columns or window_column(view) in self.columns)

    def told(self) -> str:
        """In words."""
        where = f" at {name_of(self.location)}" if self.location else ""
        columns = f" in column {' or '.join(self.columns)}" if self.columns else ""
        return f"a {self.kind} round is fought{where}{columns}" if self.kind else f"a round is fought{where}{columns}"


class SideStrength(Fact, frozen=True, kw_only=True, tag="strength"):
    """In a window: a side is at least so strong, before any Special tile."""

    side: SideName
    at_least: int

    def holds(self, view: Perikles) -> bool:
        """D.13, 6.20."""
        if view.battle is None:
            return False
        _, place, kind = open_battle(view)
        return strength(place, self.side, kind, []) >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"the {self.side} has strength {self.at_least} or more"


class Tokens(Fact, frozen=True, kw_only=True, tag="tokens"):
    """In a window: a side has at least so many tokens."""

    side: SideName
    at_least: int

    def holds(self, view: Perikles) -> bool:
        """D.13, 6.12."""
        return view.battle is not None and view.battle.tokens(self.side) >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"the {self.side} has {self.at_least} or more tokens"


CONDITIONS: tuple[type[Fact], ...] = (
    Turn,
    TileOnDisplay,
    Leads,
    Temple,
    Candidate,
    Defeats,
    LocationOnDisplay,
    Counters,
    MainPlayer,
    Related,
    PermissionStands,
    SpecialIsUsed,
    Round,
    SideStrength,
    Tokens,
)
