"""S.09: single cubes by choice; decision D-S1 and its note D.01."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel import Answers, Ask, Illegal, Question, Resolution, agenda_step
from adjudicator.perikles.components import CITIES, CityName
from adjudicator.perikles.events import setup as events
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


class FirstCube(
    Question[Perikles, CubeOrder],
    id="D-S1",
    clause="S.09",
    default="N.01",
    subject="Place a free cube",
    public_options=True,
):
    """D-S1: one cube in the temple of any city; the same city may be chosen twice (S.09)."""

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


class SecondCubeAhead(
    Question[Perikles, SecondCubeOrder],
    id="D-S1B",
    clause="D.01",
    unasked=True,
    subject="Order the second free cube ahead",
    public_options=True,
):
    """D.01, RULING-27: the second cube ordered ahead, with the first or before its turn; the newest word counts."""

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
