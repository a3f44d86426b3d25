"""The steady bot of Perikles: simple sensible priorities, from what its seat sees."""

from __future__ import annotations

from adjudicator.kernel import Chance, Order
from adjudicator.perikles.components import CITIES, components
from adjudicator.perikles.position import Perikles
from adjudicator.perikles.setup import CubeOrder, FirstCube, SecondCubeAhead, SecondCubeOrder


def steady(view: Perikles, seat: str, chance: Chance) -> list[Order]:
    """Put cubes where the statue is worth most and the seat is not yet ahead; order the second cube ahead."""
    asks = view.phase.asked_of(seat) if view.phase else []
    if not any(ask.question == FirstCube.id for ask in asks):
        return []
    best, second = sorted(CITIES, key=lambda city: _worth(view, seat, city), reverse=True)[:2]
    orders: list[Order] = [CubeOrder(city=best)]
    ahead = SecondCubeOrder(city=second)
    if SecondCubeAhead().refusal(view, asks[0], ahead) is None:
        orders.append(ahead)
    return orders


def _worth(view: Perikles, seat: str, city: str) -> tuple[int, int]:
    """The value of a statue there now (E.05), less for every cube by which the seat leads already."""
    temple = view.cities[city].temple
    rivals = max(temple[other] for other in view.seats if other != seat)
    value = components().statue_values[city][0]
    return (value - 2 * max(0, temple[seat] - rivals), -CITIES.index(city))
