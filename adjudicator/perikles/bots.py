"""The steady bot of Perikles: simple sensible priorities, from what its seat sees.

It gathers cubes where a Statue is worth most, proposes itself, kills rival candidates, attacks where little stands in
the way, defends its own cities, and uses its Special tile where it fights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.kernel import Ask, Chance, Order
from adjudicator.perikles.components import CITIES, components, force_of, influence_tile, kind_of, strength_of
from adjudicator.perikles.politics.first_cubes import FirstCube, SecondCubeAhead
from adjudicator.perikles.politics.influence import Take
from adjudicator.perikles.state.orders import (
    Bundle,
    CommitOrder,
    CubeOrder,
    Instruction,
    InstructOrder,
    Placement,
    SecondCubeOrder,
    SideName,
    TakeOrder,
    WindowOrder,
)
from adjudicator.perikles.state.position import Perikles, Place
from adjudicator.perikles.war.commitment import legal_placements, may_defend, place_all
from adjudicator.perikles.war.player_turns import Commit
from adjudicator.perikles.war.special_windows import TOKEN, Instruct, Window, never_used, use_refusal


def steady(questions: Mapping[str, Any], view: Perikles, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat; chance breaks no ties here, and is not used."""
    answers: dict[str, Callable[[Perikles, Ask], list[Order]]] = {
        FirstCube.id: _cubes,
        Take.id: _take,
        Commit.id: _commit,
        Instruct.id: _instruct,
        Window.id: _window,
    }
    orders: list[Order] = []
    for ask in view.phase.asked_of(seat) if view.phase else []:
        answer = answers.get(ask.question)
        orders += answer(view, ask) if answer else [questions[ask.question].default(view, ask)]
    return orders


def _cubes(view: Perikles, ask: Ask) -> list[Order]:
    """The two cities that are worth most; the second ordered ahead while that is possible."""
    best, second = sorted(CITIES, key=lambda city: _worth(view, ask.seat, city), reverse=True)[:2]
    orders: list[Order] = [CubeOrder(city=best)]
    ahead = SecondCubeOrder(city=second)
    if SecondCubeAhead().refusal(view, ask, ahead) is None:
        orders.append(ahead)
    return orders


def _worth(view: Perikles, seat: str, city: str) -> tuple[int, int]:
    """The value of a statue there now (E.05), less for every cube by which the seat leads already."""
    there = view.cities[city]
    rivals = max(there.temple[other] for other in view.seats if other != seat)
    values = [*components().statue_values[city], 0]
    value = values[min(there.defeats, len(values) - 1)]
    return (value - 2 * max(0, there.temple[seat] - rivals), -CITIES.index(city))


def _take(view: Perikles, ask: Ask) -> list[Order]:
    """The bundle that does most: cubes where they are worth most, the own candidate, a rival candidate killed."""
    options: list[TakeOrder] = list(Take().options(view, ask))
    return [max(options, key=lambda order: _gain(view, ask.seat, order))]


def _gain(view: Perikles, seat: str, order: TakeOrder) -> int:
    tile = influence_tile(order.tile)
    gain = tile.shards * (4 + _worth(view, seat, order.city or tile.colour)[0])
    if order.candidate:
        chances = view.cities[order.candidate.city].temple[seat]
        gain += 2 * chances if order.candidate.colour == seat else -chances
    if order.assassinate:
        gain += 0 if order.assassinate.colour == seat else 6 if order.assassinate.place != "temple" else 3
    return gain


def _commit(view: Perikles, ask: Ask) -> list[Order]:
    """Up to two counters, one after the other, where each does most."""
    placements: list[Placement] = []
    for _ in range(2):
        position = view.scratch_of_forces()
        place_all(position, ask.seat, Bundle(placements=placements))
        found = [p for p in legal_placements(position, ask.seat) if _allowed(position, ask.seat, p)]
        if not found:
            break
        best = max(found, key=lambda p: _promise(position, ask.seat, p))
        if _promise(position, ask.seat, best) <= 0:
            break
        placements.append(best)
    return [CommitOrder(placements=placements)]


def _place(position: Perikles, location: str) -> Place:
    place = position.place(location)
    assert place is not None  # noqa: S101 - it was offered
    return place


def _allowed(position: Perikles, seat: str, placement: Placement) -> bool:
    """Whether it needs nobody's permission (5.40)."""
    place = _place(position, placement.location)
    return placement.side == "attacker" or may_defend(position, seat, force_of(placement.counter), place)


def _promise(position: Perikles, seat: str, placement: Placement) -> int:
    """More for points, for the type of the final round and for company; less where many enemies stand."""
    place = _place(position, placement.location)
    mine = place.side(placement.side)
    other: SideName = "defender" if placement.side == "attacker" else "attacker"
    enemies = len(place.side(other).counters) + (place.printed.intrinsic.side == other)
    final = kind_of(placement.counter) == place.printed.rounds[-1]
    lead = len(mine.counters) - enemies
    own = mine.main in (None, seat)
    return place.printed.vp + 2 * final + strength_of(placement.counter) - 3 * abs(lead) - (0 if own else 8)


def _instruct(view: Perikles, ask: Ask) -> list[Order]:
    """Use the tile wherever the seat is main player, for its side; a tile that no window takes says nothing."""
    tile = str(view.special[ask.seat].tile)
    instructions = []
    for _, place in view.places():
        sides: tuple[SideName, SideName] = ("attacker", "defender")
        for side in sides:
            if place.side(side).main == ask.seat:
                instructions.append(Instruction(do="use", location=place.tile, side=side if tile in TOKEN else None))
    return [InstructOrder(instructions=[one for one in instructions if never_used(tile, one) is None])]


def _window(view: Perikles, ask: Ask) -> list[Order]:
    """Use the tile if it can be used."""
    orders: list[Any] = [WindowOrder(use=True), WindowOrder(use=True, side="attacker")]
    legal = [order for order in orders if use_refusal(view, ask.seat, order.side) is None]
    return [legal[0] if legal else WindowOrder(use=False)]
