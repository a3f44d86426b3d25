"""S.09: single cubes by choice; decision D-S1 and its note D.01."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, Illegal, One, Parted, Resolution, agenda_step
from adjudicator.kernel.subjects import count_of
from adjudicator.perikles.components import CITIES, CityName
from adjudicator.perikles.events import setup as events
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.orders import CubeOrder, SecondCubeOrder
from adjudicator.perikles.state.position import Perikles

Running = Resolution[Perikles]


@agenda_step
def ask_for_cube(running: Running, seat: str, round: int) -> None:
    """S.09: ask one seat for its cube; a second cube that was filed ahead (D.01) is placed without asking."""
    ahead = running.position.second_cubes.pop(seat, None) if round > 1 else None
    if ahead is None:
        running.ask([Ask(seat, FirstCube.id, {"round": round})], take_cube, seat=seat)
    else:
        _place_cube(running, seat, ahead)


@agenda_step
def take_cube(running: Running, answers: Answers, seat: str) -> None:
    """S.09: the cube goes into the temple of the city that its owner named."""
    _place_cube(running, seat, answers[seat][FirstCube.id].city)


def _place_cube(running: Running, seat: str, city: str) -> None:
    running.position.place_cubes(seat, city, 1)
    running.emit(events.CubePlaced(seat=seat, city=city))


def any_city(view: Perikles, ask: Ask) -> tuple[CityName, ...]:
    """The six cities, in city order."""
    return CITIES


def cubes_there(view: Perikles, ask: Ask, city: CityName) -> str:
    """How many cubes the seat has in a city."""
    return f"{count_of(view.cities[city].cubes(ask.seat), 'cube')} of yours"


class FirstCube(
    Parted[Perikles, CubeOrder],
    id="D-S1",
    clause="S.09",
    default="N.01",
    subject="Place a free cube",
    public_options=True,
):
    """D-S1: one cube in the temple of any city; the same city may be chosen twice (S.09)."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        nth = {1: "first", 2: "second"}[ask.args["round"]]
        return f"In the temple of which city do you place your {nth} free cube?"

    parts = {"city": One(any_city, words=name_of, subject="city", note=cubes_there)}

    def default(self, view: Perikles, ask: Ask) -> CubeOrder:
        """N.01: the city where the seat has fewest cubes, ties by city order."""
        return CubeOrder(city=fewest_cubes(view, ask.seat))


def fewest_cubes(view: Perikles, seat: str) -> CityName:
    """N.01: the city where a seat has fewest cubes, candidate cube included; ties by city order."""
    return min(CITIES, key=lambda name: view.cities[name].cubes(seat))


def cities_ahead(view: Perikles, ask: Ask) -> tuple[CityName, ...]:
    """D.01: any, while the seat's second cube is still to come."""
    to_come = {"seat": ask.seat, "round": 2}
    return CITIES if any(one.name == ask_for_cube.__name__ and one.args == to_come for one in view.agenda) else ()


def cubes_to_come(view: Perikles, seat: str) -> int:
    """How many free cubes a seat has still to name a city for (S.09); one that is ordered ahead is named."""
    asked = any((ask.seat, ask.question) == (seat, FirstCube.id) for ask in (view.phase.asks if view.phase else ()))
    later = sum(one.name == ask_for_cube.__name__ and one.args["seat"] == seat for one in view.agenda)
    return asked + later - (seat in view.second_cubes)


class SecondCubeAhead(
    Parted[Perikles, SecondCubeOrder],
    id="D-S1B",
    clause="D.01",
    unasked=True,
    subject="Order the second free cube ahead",
    public_options=True,
):
    """D.01, RULING-27: the second cube ordered ahead, with the first or before its turn; the newest word counts."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        return "In which city does your second free cube go? Say it now, and you are not asked again."

    parts = {"city": One(cities_ahead, words=name_of, subject="city", note=cubes_there)}

    def refusal(self, view: Perikles, ask: Ask, order: SecondCubeOrder) -> Illegal | None:
        """Only while the seat's second cube is still to come."""
        if cities_ahead(view, ask):
            return None
        return Illegal("D.01", "you are asked for your second cube now, or have placed it: you cannot order it ahead")

    def apply(self, running: Running, seat: str, order: SecondCubeOrder) -> None:
        """Keep it until its time comes."""
        running.position.second_cubes[seat] = order.city
