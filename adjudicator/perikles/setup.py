"""Chapter S: the setup, in the order of its clauses. It is the same for 3, 4 and 5 seats (S.11)."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel import Resolution, agenda_step, step
from adjudicator.perikles.components import CITIES, components
from adjudicator.perikles.events import setup as events
from adjudicator.perikles.politics.first_cubes import ask_for_cube
from adjudicator.perikles.politics.influence import lay_influence_tiles, lay_location_tiles
from adjudicator.perikles.state.position import City, Perikles, Special
from adjudicator.perikles.state.scoring import finish
from adjudicator.perikles.turn import begin_turn

Running = Resolution[Perikles]
OPENING = "opening"


def set_up(**given: Any) -> Perikles:
    """An empty board with the whole setup on its agenda."""
    position = Perikles(**given)
    position.cities = {name: City(temple=dict.fromkeys(position.seats, 0)) for name in CITIES}
    position.locations_won = {seat: [] for seat in position.seats}
    position.agenda = [step(clause) for clause in SETUP]
    return position


@agenda_step
def shuffle_location_tiles(running: Running) -> None:
    """S.04: shuffle the Location tiles; the order of the whole deck is fixed here (K.02)."""
    running.position.location_deck = [
        *running.chance.shuffle([tile.id for tile in components().location_tiles], "S.04 Location tiles")
    ]


@agenda_step
def fill_military_boxes(running: Running) -> None:
    """S.05: every city's counters into its Military box, the Persian ones on the shield, face up."""
    running.position.boxes = {force: components().counters_of(force) for force in components().forces}


@agenda_step
def deal_special_tiles(running: Running) -> None:
    """S.06: one Special tile face down to each seat; the others leave the game unseen."""
    position = running.position
    shuffled = running.chance.shuffle([t.id for t in components().special_tiles], "S.06 Special tiles")
    position.special = {seat: Special(tile) for seat, tile in zip(position.seats, shuffled, strict=False)}
    position.undealt_specials = [*shuffled[len(position.seats) :]]
    running.emit(events.SpecialTilesDealt())
    for seat, tile in zip(position.seats, shuffled, strict=False):
        running.emit(events.SpecialTileReceived(seat=seat, tile=tile, only=(seat,)))


@agenda_step
def draw_first_player(running: Running) -> None:
    """S.07: the first player, at random."""
    seat = running.chance.pick(running.position.seats, "S.07 first player")
    running.position.first_player = seat
    running.emit(events.FirstPlayerDrawn(seat=seat))


@agenda_step
def place_two_cubes_everywhere(running: Running) -> None:
    """S.08: two cubes of each seat in every temple."""
    for seat in running.position.seats:
        for city in CITIES:
            running.position.place_cubes(seat, city, components().setup.cubes_per_city)
    running.emit(events.CubesPlacedEverywhere(cubes=components().setup.cubes_per_city))


@agenda_step
def place_single_cubes(running: Running) -> None:
    """S.09: from the first player clockwise one cube more in any city; then a second time, same order."""
    position = running.position
    first = position.first_player or position.seats[0]
    order = [position.after(first, by) for by in range(len(position.seats))]
    rounds = range(1, components().setup.free_cubes + 1)
    running.do(*(step(ask_for_cube, seat=seat, round=number) for number in rounds for seat in order))


@agenda_step
def end_setup(running: Running) -> None:
    """S.10: nothing else lies on the board; turn 1 begins. The scenario `opening` ends here and is scored."""
    position = running.position
    running.emit(events.SetupDone())
    if position.scenario == OPENING:
        finish(running, reason="S.10")
    else:
        running.do(step(begin_turn))


SETUP = (
    lay_influence_tiles,
    shuffle_location_tiles,
    lay_location_tiles,
    fill_military_boxes,
    deal_special_tiles,
    draw_first_player,
    place_two_cubes_everywhere,
    place_single_cubes,
    end_setup,
)
