"""The steady bot of Polis: of the likely pairs of actions it takes the one that leaves most, by simple values.

It feeds, grows and fights by the defaults of 15.3. Values are in tenths of a point of the final score (11-D).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from adjudicator.kernel import Ask, Chance, Order
from adjudicator.kernel.books.items import Item
from adjudicator.polis.actions.collection import Collecting
from adjudicator.polis.actions.moves import MODES
from adjudicator.polis.actions.sheets import STOP, item_of
from adjudicator.polis.actions.table import KINDS, outcomes, refusal
from adjudicator.polis.components import Box
from adjudicator.polis.rounds.feeding import room_to_grow
from adjudicator.polis.rounds.sending import to_be_sent
from adjudicator.polis.state.actions import (
    Action,
    Collect,
    CreateHoplites,
    March,
    MoveGalleys,
    MoveHoplites,
    Sail,
    Trade,
    kind_of,
)
from adjudicator.polis.state.orders import SecondOrder, SendHoplitesOrder, TurnOrder
from adjudicator.polis.state.position import Polis, Turn, posterity
from adjudicator.polis.state.routes import Routes
from adjudicator.polis.words import ENEMY, SEAS, TERRITORIES, Good, PolisName, SideName, TerritoryName

POINT = 10
CONTESTED = ("besiege", "civil_war", "move_hoplites", "move_galleys")  # what the other side has changes too
CLOSE = 4  # plans that are so near to the best one are as good
DEEP = 3  # first actions for which second ones are looked at
GOODS_VALUE: Mapping[Good, int] = {"metal": 10, "wood": 10, "wine": 12, "oil": 12, "silver": 24, "wheat": 6}  # of 50
TOO_POOR = 12  # what each Prestige below LOW is worth more: without any one is ostracised
LOW = 2
HOPLITE, GALLEY, MERCHANT = 8, 5, 6
MARKET = 3
COLLECTORS = 3
MISSING = 8
STARVING = 2 * POINT  # each wheat that the capital lacks
LIKELY = 2  # quarters of what may be gained later
ALWAYS = ("besiege", "trade", "start_project", "move_proxenos", "redeem_proxenos", "civil_war", "create_merchants")


def steady(questions: Mapping[str, Any], view: Polis, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat."""
    orders: list[Order] = []
    for ask in view.phase.asked_of(seat) if view.phase else []:
        if ask.question == "D2":
            orders.append(_turn(view, view.side(seat), chance))
        elif ask.question == "D3":
            orders.append(SecondOrder(action=_best_second(view, view.side(seat))))  # type: ignore[arg-type]
        elif ask.question == "D12":
            orders.append(_sent(view, ask))
        else:
            orders.append(questions[ask.question].default(view, ask))
    return orders


# --- turns ------------------------------------------------------------------------------------------------------------


def _turn(view: Polis, side: SideName, chance: Chance) -> TurnOrder:
    """The pair of actions that leaves most; one alone, or none, where nothing is left to gain in later turns.

    Of those that are nearly as good chance takes one, so that nobody foresees it.
    """
    position = msgspec.structs.replace(view, turn=Turn(side))
    plans: list[tuple[int, list[Item]]] = [(balance(position, side), [STOP])]
    ranked = sorted(_ranked(position, side), key=lambda one: -one[0])
    voyages = [(value, action) for value, action in ranked[DEEP:] if isinstance(action, MoveGalleys)]
    for value, first in ranked[:DEEP] + voyages[:1]:  # a voyage gains nothing itself, but opens markets
        board = next(iter(outcomes(position, side, first)))
        now = balance(board, side)
        board.turn = Turn(side)  # all kinds again: what is left to do
        gains = [(later - now, second) for later, second in _ranked(board, side)]
        plans.append((value - max([0, *(gain for gain, _ in gains)]), [item_of(first), STOP]))
        others = [(gain, second) for gain, second in gains if kind_of(second) != kind_of(first)]
        plans += [(value + gain, [item_of(first), item_of(second)]) for gain, second in others]
    best = max(value for value, _ in plans)
    if plans[0][0] == best:
        return TurnOrder(actions=plans[0][1])
    good = [items for value, items in plans[1:] if value > max(best - CLOSE, plans[0][0])]
    return TurnOrder(actions=chance.pick(good, "D2 plan"))


def _best_second(view: Polis, side: SideName) -> Action | None:
    """The action that leaves most, unless it costs more than to go on can be worth."""
    value, action = max(_ranked(view, side), key=lambda one: one[0], default=(0, None))
    return action if value > balance(view, side) - POINT else None


def _ranked(position: Polis, side: SideName) -> Iterator[tuple[int, Action]]:
    """What each likely action leaves, on the average of what the dice may say."""
    theirs = worth(position, ENEMY[side])
    for action in _likely(position, side):
        if refusal(position, side, action) is None:
            # the boards after a trade are much alike
            boards = [*islice(outcomes(position, side, action), 1 if isinstance(action, Trade) else None)]
            if kind_of(action) in CONTESTED:
                yield sum(balance(board, side) for board in boards) // len(boards), action
            else:
                yield sum(worth(board, side) for board in boards) // len(boards) - theirs, action


def _likely(position: Polis, side: SideName) -> Iterator[Action]:
    for name in ALWAYS:
        yield from KINDS[name].options(position, side)
    origins = [name for name in TERRITORIES if position.count(side, name)]
    origins.sort(key=lambda name: -position.count(side, name))
    for territory in TERRITORIES:
        if territory in origins:
            yield from _collection(position, side, territory)
        if position.sides[side].prestige and position.room(side, territory) > 0:
            yield from _marches(position, side, territory, origins)
    for polis in position.owned(side):
        yield from _recruits(position, side, polis)
    yield from KINDS["create_galleys"].options(position, side)
    if position.sides[side].prestige:
        yield from _voyages(position, side)


def _collection(position: Polis, side: SideName, territory: TerritoryName) -> Iterator[Action]:
    """All hoplites on the squares that bring most: row by row, the one that is worth most filled first."""
    kind = Collecting()
    if kind.right_refusal(position, side, territory) is not None:
        return
    rows, table = position.box.components.tribute_boxes[territory], position.box.components.collection_yield
    short = position.population(side) > position.stock(side, "wheat")
    left, chosen = kind.collectors(position, side, territory), dict[Good, int]()
    while left and len(chosen) < len(rows):
        open_rows = [good for good in rows if good not in chosen]
        best = max(open_rows, key=lambda good: table[min(rows[good], left)] * _need(good, short))
        chosen[best] = min(rows[best], left)
        left -= chosen[best]
    yield Collect(territory=territory, rows=chosen)


def _need(good: Good, short: bool) -> int:
    """What a good is worth now: wheat more while it is short."""
    return 8 * POINT if good == "wheat" and short else GOODS_VALUE[good]


def _marches(position: Polis, side: SideName, to: TerritoryName, origins: list[TerritoryName]) -> Iterator[Action]:
    """As many hoplites as a siege there takes, or as collect well."""
    box, here = position.box, position.count(side, to)
    theirs = [polis for polis in box.poleis_in[to] if position.poleis[polis].owner != side]
    wanted = [max(box.poleis[polis].base, position.count(ENEMY[side], to) + 1) for polis in theirs]
    for number in dict.fromkeys([*(one - here for one in wanted), COLLECTORS - here]):
        if 0 < number <= position.room(side, to):
            yield from _march(position, side, to, number, origins)


def _march(
    position: Polis, side: SideName, to: TerritoryName, number: int, origins: list[TerritoryName]
) -> Iterator[Action]:
    """Hoplites from where most are, by land where that is open."""
    units, routes = list[March](), Routes(position, side)
    for origin in origins:
        keep = 1 if position.owns(side, *position.box.poleis_in[origin]) else 0
        taken = min(number, position.count(side, origin) - keep)
        if origin == to or taken < 1:
            continue
        by = next((mode for mode in MODES if routes.lead_hoplites(origin, to, mode)), None)
        if by is not None:
            units.append(March(origin=origin, by=by, count=taken))
            number -= taken
    if units and not number:
        yield MoveHoplites(to=to, units=units)


def _voyages(position: Polis, side: SideName) -> Iterator[Action]:
    """To each sea that the other side dominates as many galleys as open it; to each other sea one."""
    origins, routes = sorted(SEAS, key=lambda sea: -position.count(side, sea)), Routes(position, side)
    for to in SEAS:
        number, units = max(1, position.count(ENEMY[side], to) - position.count(side, to)), list[Sail]()
        for origin in origins:
            taken = min(number, position.count(side, origin))
            if origin != to and taken and routes.lead_galleys(origin, to):
                units.append(Sail(origin=origin, count=taken))
                number -= taken
        if not number:
            yield MoveGalleys(to=to, units=units)


def _recruits(position: Polis, side: SideName, polis: PolisName) -> Iterator[Action]:
    """As many as go, and one."""
    territory = position.box.poleis[polis].territory
    if territory is not None:
        means = position.stock(side, "metal") + position.stock(side, "silver")
        most = min(position.poleis[polis].population - 1, position.room(side, territory), means)
        yield from (CreateHoplites(polis=polis, n=number) for number in dict.fromkeys([most, 1]))


# --- values -----------------------------------------------------------------------------------------------------------


def balance(position: Polis, side: SideName) -> int:
    """What a side has more than the other."""
    return worth(position, side) - worth(position, ENEMY[side])


def worth(position: Polis, side: SideName) -> int:
    """What a side has, in tenths of a point."""
    player, rounds = position.sides[side], len(position.rounds)
    population, prestige = position.population(side), player.prestige + _coming(position, side)
    value = POINT * (population + posterity(position, side) + prestige)
    value -= TOO_POOR * max(0, LOW - prestige) if rounds else 0
    value += _of_wheat(position, side, population)
    goods = sum(GOODS_VALUE[good] * number for good, number in player.stock.items()) // (POINT // 2)
    value += goods * (2 + rounds) // 4
    value += MERCHANT * min(player.port, 3) + (MERCHANT // 2 if rounds else 0) * position.merchants(side)
    return value + _of_regions(position, side, population) + _of_proxenos(position, side)


def _coming(position: Polis, side: SideName) -> int:
    """The Prestige that projects in progress will bring."""
    box, projects = position.box, [city.project for city in position.poleis.values() if city.owner == side]
    found = [box.projects[project] for project in projects if project]
    return sum((one.immediate if isinstance(one.immediate, int) else 4) + one.posterity for one in found)


def _of_wheat(position: Polis, side: SideName, population: int) -> int:
    """9.2, 9.3: what is missing costs a point each, more where the capital starves; what is left over grows."""
    left = position.stock(side, "wheat") - population
    if left < 0:
        capital = position.poleis[position.box.capitals[side]].population
        starving = capital - position.stock(side, "wheat") - position.sides[side].prestige
        return MISSING * left - STARVING * max(0, starving)
    room = sum(room_to_grow(position, polis) for polis in position.owned(side))
    return (POINT - 1) * min(left, room)


def _of_regions(position: Polis, side: SideName, population: int) -> int:
    """Units; what hoplites may take or collect, as often as Prestige lets them; markets that galleys keep open."""
    box, rounds, value, chances = position.box, len(position.rounds), 0, list[int]()
    short = population > position.stock(side, "wheat")
    for territory in TERRITORIES:
        if number := position.count(side, territory):
            value += (HOPLITE if rounds else 1) * number
            chances.append(_of_collection(position, box, side, territory, short))
            if position.dominates(side, territory):
                chances.append(_of_siege(position, box, side, territory))
    value += sum(sorted(chances)[-position.sides[side].prestige :]) if position.sides[side].prestige else 0
    seas = Routes(position, side).open_seas(box.components.trade_ports[side].start_seas)
    return value + MARKET * len(seas) + (GALLEY if rounds else 0) * sum(position.count(side, sea) for sea in seas)


def _of_collection(position: Polis, box: Box, side: SideName, territory: TerritoryName, short: bool) -> int:
    """Part of what the best row would bring, less the Prestige."""
    poleis = box.poleis_in[territory]
    if territory in position.collected or (poleis and not position.owns(side, *poleis)):
        return 0
    best = _best_row(box, territory, position.count(side, territory), short)
    return LIKELY * max(0, best - (0 if box.components.homes[side] == territory else POINT)) // 4


@lru_cache(500)
def _best_row(box: Box, territory: TerritoryName, number: int, short: bool) -> int:
    """What so many hoplites bring at most in one row."""
    rows, table = box.components.tribute_boxes[territory], box.components.collection_yield
    return max(table[min(number, rows[good])] * _need(good, short) for good in rows) // POINT


def _of_siege(position: Polis, box: Box, side: SideName, territory: TerritoryName) -> int:
    """Part of what the best siege would bring, by its chance, less the Prestige."""
    mine, best = position.count(side, territory), 0
    for polis in box.poleis_in[territory]:
        city, base, die = position.poleis[polis], box.poleis[polis].base, box.components.die
        if city.owner != side and mine >= base and polis != box.capitals[ENEMY[side]]:
            chances = die if base == 1 else die + 1 - base
            best = max(best, POINT * (base + city.population) * chances // die - POINT)
    return LIKELY * best // 4


def _of_proxenos(position: Polis, side: SideName) -> int:
    """More where a civil war can be paid."""
    polis = position.sides[side].proxenos
    if polis is None:
        return -POINT
    city, capital = position.poleis[polis], position.box.capitals[ENEMY[side]]
    if city.owner == side or polis == capital:
        return 0
    cost = (3 if city.owner else 2) * city.population
    return POINT if cost <= position.stock(side, "silver") else max(0, POINT // 2 - cost // 4)


def _sent(view: Polis, ask: Ask) -> SendHoplitesOrder:
    """E4-4: all but two at home; in the last round all."""
    side = view.side(ask.seat)
    home = view.box.components.homes[side]
    keep = 0 if view.last_round else 2
    there = {name: number - (keep if name == home else 0) for name, number in to_be_sent(view, ask).items()}
    return SendHoplitesOrder(units={name: number for name, number in there.items() if number > 0})  # type: ignore[misc]
