"""Chapter 1: Influence and Location tiles."""

from __future__ import annotations

from adjudicator.kernel import Resolution, agenda_step
from adjudicator.perikles.components import components
from adjudicator.perikles.events.setup import InfluenceTilesLaid, LocationTilesLaid
from adjudicator.perikles.state.position import Perikles, Place

Running = Resolution[Perikles]


@agenda_step
def lay_influence_tiles(running: Running) -> None:
    """S.03, 1.02: shuffle all Influence tiles and lay ten face up; the rest is the deck."""
    position = running.position
    label = "1.02 Influence tiles" if position.turn else "S.03 Influence tiles"
    shuffled = running.chance.shuffle([tile.id for tile in components().influence_tiles], label)
    shown = components().setup.influence_display
    position.influence_display = [*shuffled[:shown]]
    position.influence_deck = [*shuffled[shown:]]
    position.influence_discard = []
    position.tiles = {seat: [] for seat in position.seats}
    running.emit(InfluenceTilesLaid(tiles=shuffled[:shown]))


@agenda_step
def lay_location_tiles(running: Running) -> None:
    """S.04, 1.03: the next seven Location tiles of the deck into slots 1 to 7, in the order drawn (K.02).

    Special tiles are dealt once only (1.04).
    """
    position = running.position
    shown = components().setup.location_display
    drawn = [str(tile) for tile in position.location_deck[:shown]]
    position.locations = [Place(tile) for tile in drawn]
    position.location_deck = position.location_deck[shown:]
    running.emit(LocationTilesLaid(tiles=drawn))
