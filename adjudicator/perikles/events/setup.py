"""Events of the setup (chapter S) and of chapter 1."""

from adjudicator.kernel import Event
from adjudicator.kernel.subjects import alike, listed
from adjudicator.perikles.names import name_of


class InfluenceTilesLaid(Event, frozen=True, tag="influence-tiles-laid", clause="S.03"):
    """The display, slots 1 to 10."""

    sentence = "Ten Influence tiles lie face up: {tiles}."

    tiles: list[str]

    def wording(self) -> dict[str, str]:
        return {"tiles": listed(alike([name_of(tile).removesuffix(" tile") for tile in self.tiles]))}


class LocationTilesLaid(Event, frozen=True, tag="location-tiles-laid", clause="S.04"):
    sentence = "The Locations of this turn, slots 1 to 7: {tiles}."
    kinds = {"tiles": "place"}

    tiles: list[str]


class SpecialTilesDealt(Event, frozen=True, tag="special-tiles-dealt", clause="S.06"):
    """That every seat has one is public; which is not."""

    sentence = "Each player was dealt a Special tile, face down."


class SpecialTileReceived(Event, frozen=True, tag="special-tile-received", clause="S.06"):
    # S.06, V.01
    """Told to its holder only."""

    sentence = "Your Special tile is {tile}."

    seat: str
    tile: str


class FirstPlayerDrawn(Event, frozen=True, tag="first-player-drawn", clause="S.07"):
    sentence = "{seat} is the first player."

    seat: str


class CubesPlacedEverywhere(Event, frozen=True, tag="cubes-placed-everywhere", clause="S.08"):
    sentence = "Each player put {cubes:cube} in every temple."

    cubes: int


class CubePlaced(Event, frozen=True, tag="cube-placed", clause="S.09"):
    sentence = "{seat} put a cube in the temple of {city}."

    seat: str
    city: str


class SetupDone(Event, frozen=True, tag="setup-done", clause="S.10"):
    sentence = "The setup is complete."
