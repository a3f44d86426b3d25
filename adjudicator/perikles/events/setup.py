"""Events of the setup (chapter S) and of chapter 1."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.perikles.events.base import Happening


class InfluenceTilesLaid(Happening, frozen=True, tag="influence-tiles-laid"):
    """S.03: the display, slots 1 to 10."""

    clause: ClassVar[str] = "S.03"
    sentence: ClassVar[str] = "Ten Influence tiles lie face up: {tiles}."

    tiles: list[str]


class LocationTilesLaid(Happening, frozen=True, tag="location-tiles-laid"):
    """S.04: the Locations of the turn, slots 1 to 7."""

    clause: ClassVar[str] = "S.04"
    sentence: ClassVar[str] = "The Locations of this turn, slots 1 to 7: {tiles}."

    tiles: list[str]


class SpecialTilesDealt(Happening, frozen=True, tag="special-tiles-dealt"):
    """S.06: that every seat has one is public; which is not."""

    clause: ClassVar[str] = "S.06"
    sentence: ClassVar[str] = "Each seat was dealt one Special tile, face down."


class SpecialTileReceived(Happening, frozen=True, tag="special-tile-received"):
    """S.06, V.01: told to its holder only."""

    clause: ClassVar[str] = "S.06"
    sentence: ClassVar[str] = "Your Special tile is {tile}."

    seat: str
    tile: str


class FirstPlayerDrawn(Happening, frozen=True, tag="first-player-drawn"):
    """S.07."""

    clause: ClassVar[str] = "S.07"
    sentence: ClassVar[str] = "{seat} is first player."

    seat: str


class CubesPlacedEverywhere(Happening, frozen=True, tag="cubes-placed-everywhere"):
    """S.08."""

    clause: ClassVar[str] = "S.08"
    sentence: ClassVar[str] = "Each seat put {cubes} cubes in every temple."

    cubes: int


class CubePlaced(Happening, frozen=True, tag="cube-placed"):
    """S.09."""

    clause: ClassVar[str] = "S.09"
    sentence: ClassVar[str] = "{seat} put a cube in the temple of {city}."

    seat: str
    city: str


class SetupDone(Happening, frozen=True, tag="setup-done"):
    """S.10."""

    clause: ClassVar[str] = "S.10"
    sentence: ClassVar[str] = "The setup is done."
