"""The events of Perikles, in the order of the chapters."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.kernel import Event


class InfluenceTilesLaid(Event, frozen=True, tag="influence-tiles-laid"):
    """S.03: the display, slots 1 to 10."""

    clause: ClassVar[str] = "S.03"
    sentence: ClassVar[str] = "Ten Influence tiles lie face up: {listed}."

    tiles: list[str]

    def told(self) -> str:
        """The tiles by slot."""
        return self.sentence.format(listed=", ".join(self.tiles))


class LocationTilesLaid(Event, frozen=True, tag="location-tiles-laid"):
    """S.04: the Locations of the turn, slots 1 to 7."""

    clause: ClassVar[str] = "S.04"
    sentence: ClassVar[str] = "The Locations of this turn, slots 1 to 7: {listed}."

    tiles: list[str]

    def told(self) -> str:
        """The tiles by slot."""
        return self.sentence.format(listed=", ".join(self.tiles))


class SpecialTilesDealt(Event, frozen=True, tag="special-tiles-dealt"):
    """S.06: that every seat has one is public; which is not."""

    clause: ClassVar[str] = "S.06"
    sentence: ClassVar[str] = "Each seat was dealt one Special tile, face down."


class SpecialTileReceived(Event, frozen=True, tag="special-tile-received"):
    """S.06, V.01: told to its holder only."""

    clause: ClassVar[str] = "S.06"
    sentence: ClassVar[str] = "Your Special tile is {tile}."

    seat: str
    tile: str


class FirstPlayerDrawn(Event, frozen=True, tag="first-player-drawn"):
    """S.07."""

    clause: ClassVar[str] = "S.07"
    sentence: ClassVar[str] = "{seat} is first player."

    seat: str


class CubesPlacedEverywhere(Event, frozen=True, tag="cubes-placed-everywhere"):
    """S.08."""

    clause: ClassVar[str] = "S.08"
    sentence: ClassVar[str] = "Each seat put {cubes} cubes in every temple."

    cubes: int


class CubePlaced(Event, frozen=True, tag="cube-placed"):
    """S.09."""

    clause: ClassVar[str] = "S.09"
    sentence: ClassVar[str] = "{seat} put a cube in the temple of {city}."

    seat: str
    city: str


class SetupDone(Event, frozen=True, tag="setup-done"):
    """S.10."""

    clause: ClassVar[str] = "S.10"
    sentence: ClassVar[str] = "The setup is done."


class GameOver(Event, frozen=True, tag="game-over"):
    """E.07, E.09: places, 1 is best."""

    clause: ClassVar[str] = "E.07"
    sentence: ClassVar[str] = "The game is over. {listed}."

    scores: dict[str, int]
    places: dict[str, int]

    def told(self) -> str:
        """The ranking, best first."""
        ranked = sorted(self.places, key=lambda seat: self.places[seat])
        return self.sentence.format(listed=", ".join(f"{self.places[s]}. {s} ({self.scores[s]} VP)" for s in ranked))


EVENTS: tuple[type[Event], ...] = (
    InfluenceTilesLaid,
    LocationTilesLaid,
    SpecialTilesDealt,
    SpecialTileReceived,
    FirstPlayerDrawn,
    CubesPlacedEverywhere,
    CubePlaced,
    SetupDone,
    GameOver,
)
