"""Chapter S: the setup, in the order of its clauses, and decision D-S1 with its note D.01."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from adjudicator.kernel import Answers, Ask, Illegal, Order, Question, Resolution, step
from adjudicator.perikles import events
from adjudicator.perikles.components import CITIES, CityName, components
from adjudicator.perikles.position import City, Perikles, Special
from adjudicator.perikles.scoring import finish

Running = Resolution[Perikles]


def set_up(**given: Any) -> Perikles:
    """An empty board with the whole setup on its agenda."""
    position = Perikles(**given)
    position.cities = {name: City(temple=dict.fromkeys(position.seats, 0)) for name in CITIES}
    position.agenda = [step(clause) for clause in SETUP]
    return position


def lay_influence_tiles(running: Running) -> None:
    """S.03: shuffle the Influence tiles and lay ten face up; the rest is the deck."""
    shuffled = running.chance.shuffle([t.id for t in components().influence_tiles], "S.03 Influence tiles")
    shown = components().setup.influence_display
    running.position.influence_display = [*shuffled[:shown]]
    running.position.influence_deck = [*shuffled[shown:]]
    running.emit(events.InfluenceTilesLaid(tiles=shuffled[:shown]))


def lay_location_tiles(running: Running) -> None:
    """S.04: shuffle the Location tiles and lay seven face up in slots 1 to 7, in the order drawn."""
    shuffled = running.chance.shuffle([t.id for t in components().location_tiles], "S.04 Location tiles")
    shown = components().setup.location_display
    running.position.locations = [*shuffled[:shown]]
    running.position.location_deck = [*shuffled[shown:]]
    running.emit(events.LocationTilesLaid(tiles=shuffled[:shown]))


def fill_military_boxes(running: Running) -> None:
    """S.05: every city's counters into its Military box, the Persian ones on the shield, face up."""
    running.position.boxes = {force: components().counters_of(force) for force in components().forces}


def deal_special_tiles(running: Running) -> None:
    """S.06: one Special tile face down to each seat; the others leave the game unseen."""
    position = running.position
    shuffled = running.chance.shuffle([t.id for t in components().special_tiles], "S.06 Special tiles")
    position.special = {seat: Special(tile) for seat, tile in zip(position.seats, shuffled, strict=False)}
    position.undealt_specials = [*shuffled[len(position.seats) :]]
    running.emit(events.SpecialTilesDealt())
    for seat, tile in zip(position.seats, shuffled, strict=False):
        running.emit(events.SpecialTileReceived(seat=seat, tile=tile, only=(seat,)))


def draw_first_player(running: Running) -> None:
    """S.07: the first player, at random."""
    seat = running.chance.pick(running.position.seats, "S.07 first player")
    running.position.first_player = seat
    running.emit(events.FirstPlayerDrawn(seat=seat))


def place_two_cubes_everywhere(running: Running) -> None:
    """S.08: two cubes of each seat in every temple."""
    for seat in running.position.seats:
        for city in CITIES:
            running.position.place_cubes(seat, city, components().setup.cubes_per_city)
    running.emit(events.CubesPlacedEverywhere(cubes=components().setup.cubes_per_city))


def place_single_cubes(running: Running) -> None:
    """S.09: from the first player clockwise one cube more in any city; then a second time, same order."""
    position = running.position
    first = position.first_player or position.seats[0]
    order = [position.after(first, by) for by in range(len(position.seats))]
    rounds = range(1, components().setup.free_cubes + 1)
    running.do(*(step(ask_for_cube, seat=seat, round=number) for number in rounds for seat in order))


def ask_for_cube(running: Running, seat: str, round: int) -> None:
    """S.09: ask one seat for its cube; a second cube that was filed ahead (D.01) is placed without asking."""
    ahead = running.position.second_cubes.pop(seat, None) if round > 1 else None
    if ahead is None:
        running.ask([Ask(seat, FirstCube.id, {"round": round})], take_cube, seat=seat)
    else:
        _place_cube(running, seat, ahead)


def take_cube(running: Running, answers: Answers, seat: str) -> None:
    """S.09: the cube goes into the temple of the city that its owner named."""
    _place_cube(running, seat, answers[seat][FirstCube.id].city)


def _place_cube(running: Running, seat: str, city: str) -> None:
    running.position.place_cubes(seat, city, 1)
    running.emit(events.CubePlaced(seat=seat, city=city))


def end_setup(running: Running) -> None:
    """S.10: nothing else lies on the board. The scenario `opening` ends here and is scored."""
    running.emit(events.SetupDone())
    finish(running, reason="S.10")


SETUP = (
    lay_influence_tiles,
    lay_location_tiles,
    fill_military_boxes,
    deal_special_tiles,
    draw_first_player,
    place_two_cubes_everywhere,
    place_single_cubes,
    end_setup,
)


class CubeOrder(Order, frozen=True, tag="D-S1"):
    """Where the cube goes."""

    city: CityName


class FirstCube(Question[Perikles, CubeOrder]):
    """D-S1: one cube in the temple of any city; the same city may be chosen twice (S.09)."""

    id: ClassVar[str] = "D-S1"
    order: ClassVar[type[Order]] = CubeOrder
    clause: ClassVar[str] = "S.09"
    default_clause: ClassVar[str] = "N.01"

    def prompt(self, view: Perikles, ask: Ask) -> str:
        """The question in words."""
        nth = {1: "first", 2: "second"}[ask.args["round"]]
        return f"Your {nth} free cube: in the temple of which city do you put it? (S.09)"

    def waiting(self, ask: Ask) -> str:
        """What the others read."""
        return f"{ask.seat} puts a cube into a temple of its choice (S.09)."

    def space(self, view: Perikles, ask: Ask) -> Iterator[CubeOrder]:
        """The six cities, in city order."""
        return (CubeOrder(city=city) for city in CITIES)

    def refusal(self, view: Perikles, ask: Ask, order: CubeOrder) -> Illegal | None:
        """Any city will do."""
        return None

    def default(self, view: Perikles, ask: Ask) -> CubeOrder:
        """N.01: the city where the seat has fewest cubes, ties by city order."""
        return CubeOrder(city=fewest_cubes(view, ask.seat))


def fewest_cubes(view: Perikles, seat: str) -> CityName:
    """N.01: the city where a seat has fewest cubes, candidate cube included; ties by city order."""
    return min(CITIES, key=lambda name: view.cities[name].cubes(seat))


class SecondCubeOrder(Order, frozen=True, tag="D-S1B"):
    """Where the second cube will go."""

    city: CityName


class SecondCubeAhead(Question[Perikles, SecondCubeOrder]):
    """D.01: the second cube ordered ahead, with the first or at any time before its turn; the newest word counts."""

    id: ClassVar[str] = "D-S1B"
    order: ClassVar[type[Order]] = SecondCubeOrder
    clause: ClassVar[str] = "D.01"
    unasked: ClassVar[bool] = True

    def prompt(self, view: Perikles, ask: Ask) -> str:
        """What the order does."""
        return "Optional: your second free cube ordered ahead, so that you need not be asked again (D.01)."

    def space(self, view: Perikles, ask: Ask) -> Iterator[SecondCubeOrder]:
        """The six cities, in city order."""
        return (SecondCubeOrder(city=city) for city in CITIES)

    def refusal(self, view: Perikles, ask: Ask, order: SecondCubeOrder) -> Illegal | None:
        """Only while the seat's second cube is still to come."""
        for waiting in view.agenda:
            if waiting.name == ask_for_cube.__name__ and waiting.args == {"seat": ask.seat, "round": 2}:
                return None
        return Illegal(
            "D.01", f"the second cube of {ask.seat} is asked for now or placed; nothing can be ordered ahead"
        )

    def apply(self, running: Running, seat: str, order: SecondCubeOrder) -> None:
        """Keep it until its time comes."""
        running.position.second_cubes[seat] = order.city
