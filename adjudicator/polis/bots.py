"""The steady bot of Polis: of the likely pairs of actions it takes the one that leaves most, by simple values.

It feeds, grows and fights by the defaults of 15.3. Values are in tenths of a point of the final score (11-D).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.kernel import Ask, Chance, Order
from adjudicator.kernel.books.items import Item
from adjudicator.polis.actions.collection import Collecting
from adjudicator.polis.actions.moves import MODES
from adjudicator.polis.actions.sheets import ACTIONS_OF_A_TURN, STOP, item_of
from adjudicator.polis.actions.table import KINDS, outcomes, refusal
from adjudicator.polis.rounds.growth import room_to_grow
from adjudicator.polis.rounds.sending import to_be_sent
from adjudicator.polis.state.actions import Action, Collect, CreateHoplites, March, MoveHoplites, Trade
from adjudicator.polis.state.orders import SecondOrder, SendHoplitesOrder, TurnOrder
from adjudicator.polis.state.position import Polis, Turn
from adjudicator.polis.state.routes import free_seas, hoplites_way, seas_of
from adjudicator.polis.state.scoring import posterity
from adjudicator.polis.words import ENEMY, SEAS, TERRITORIES, Good, PolisName, SideName, TerritoryName

POINT = 10
DEEP = 4  # first actions for which second ones are looked at
GOODS_VALUE: Mapping[Good, int] = {"metal": 10, "wood": 10, "wine": 12, "oil": 12, "silver": 24, "wheat": 6}  # of 50
TOO_POOR = 12  # what each Prestige below LOW is worth more: without any one is ostracised
LOW = 2
HOPLITE, GALLEY, MERCHANT = 8, 5, 6
MARKET = 3
ALWAYS = ("besiege", "trade", "start_project", "move_proxenos", "redeem_proxenos", "civil_war", "create_merchants")


def steady(questions: Mapping[str, Any], view: Polis, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat. Chance is not used."""
    orders: list[Order] = []
    for ask in view.phase.asked_of(seat) if view.phase else []:
        if ask.question == "D2":
            orders.append(_turn(view, view.side(seat)))
        elif ask.question == "D3":
            orders.append(SecondOrder(action=_best_second(view, view.side(seat))))  # type: ignore[arg-type]
        elif ask.question == "D12":
            orders.append(_sent(view, ask))
        else:
            orders.append(questions[ask.question].default(view, ask))
    return orders


# --- turns ------------------------------------------------------------------------------------------------------------


def _turn(view: Polis, side: SideName) -> TurnOrder:
    """The pair of actions that leaves most; one alone, or none, where that leaves more."""
    position = msgspec.structs.replace(view, turn=Turn(side))
    now = balance(position, side)
    ranked = sorted(_ranked(position, side), key=lambda one: -one[0])[:DEEP]
    best: tuple[int, list[Item]] = (now, [])
    for value, first in ranked:
        if value > best[0] + _of_passing(position):
            best = (value, [item_of(first)])
        board = next(iter(outcomes(position, side, first)))
        for later, second in _ranked(board, side):
            both = value + later - balance(board, side)
            if both > best[0]:
                best = (both, [item_of(first), item_of(second)])
    items = best[1]
    return TurnOrder(actions=items if len(items) == ACTIONS_OF_A_TURN else [*items, STOP])


def _of_passing(position: Polis) -> int:
    """How much one action alone must bring: the side has passed after it."""
    return POINT if not position.passed else 0


def _best_second(view: Polis, side: SideName) -> Action | None:
    ranked = [*_ranked(view, side)]
    value, action = max(ranked, key=lambda one: one[0]) if ranked else (0, None)
    return action if value > balance(view, side) - POINT else None


def _ranked(position: Polis, side: SideName) -> Iterator[tuple[int, Action]]:
    """What each likely action leaves, on the average of what the dice may say."""
    for action in _likely(position, side):
        if refusal(position, side, action) is None:
            boards = [*outcomes(position, side, action)]
            if isinstance(action, Trade):
                boards = boards[1:2]  # all are much alike
            yield sum(balance(board, side) for board in boards) // len(boards), action


def _likely(position: Polis, side: SideName) -> Iterator[Action]:
    for name in ALWAYS:
        yield from KINDS[name].options(position, side)
    for territory in TERRITORIES:
        yield from _collection(position, side, territory)
        yield from _marches(position, side, territory)
    for polis in position.owned(side):
        yield from _recruits(position, side, polis)
    yield from KINDS["create_galleys"].options(position, side)
    yield from KINDS["move_galleys"].options(position, side)


def _collection(position: Polis, side: SideName, territory: TerritoryName) -> Iterator[Action]:
    """All hoplites on the squares that bring most: row by row, the one that is worth most filled first."""
    kind = Collecting()
    if kind.right_refusal(position, side, territory) is not None:
        return
    rows, table = position.box.components.tribute_boxes[territory], position.box.components.collection_yield
    left, chosen = kind.collectors(position, side, territory), dict[Good, int]()
    while left and len(chosen) < len(rows):
        open_rows = [good for good in rows if good not in chosen]
        best = max(open_rows, key=lambda good: table[min(rows[good], left)] * _need(position, side, good))
        chosen[best] = min(rows[best], left)
        left -= chosen[best]
    yield Collect(territory=territory, rows=chosen)


def _need(position: Polis, side: SideName, good: Good) -> int:
    """What a good is worth now: wheat more while it is short."""
    short = position.population(side) > position.stock(side, "wheat")
    return 8 * POINT if good == "wheat" and short else GOODS_VALUE[good]


def _marches(position: Polis, side: SideName, to: TerritoryName) -> Iterator[Action]:
    """As many hoplites as a siege there takes; one, where there is something to collect."""
    wanted: list[int] = []
    for polis in position.box.poleis_in[to]:
        if position.poleis[polis].owner != side:
            wanted.append(max(position.box.poleis[polis].base, position.count(ENEMY[side], to) + 1))
    here = position.count(side, to)
    for number in dict.fromkeys([*(one - here for one in wanted), 3 - here]):
        if 0 < number <= position.room(side, to):
            yield from _march(position, side, to, number)


def _march(position: Polis, side: SideName, to: TerritoryName, number: int) -> Iterator[Action]:
    """Hoplites from where most are, by land where that is open."""
    units: list[March] = []
    for origin in sorted(TERRITORIES, key=lambda place: -position.count(side, place)):
        keep = 1 if position.owns(side, *position.box.poleis_in[origin]) else 0
        taken = min(number, position.count(side, origin) - keep)
        if origin == to or taken < 1:
            continue
        by = next((mode for mode in MODES if hoplites_way(position, side, origin, to, mode)), None)
        if by is not None:
            units.append(March(origin=origin, by=by, count=taken))
            number -= taken
    if units and not number:
        yield MoveHoplites(to=to, units=units)


def _recruits(position: Polis, side: SideName, polis: PolisName) -> Iterator[Action]:
    """As many as go, and one."""
    territory = position.box.poleis[polis].territory
    if territory is not None:
        means = position.stock(side, "metal") + position.stock(side, "silver")
        most = min(position.poleis[polis].population - 1, position.room(side, territory), means)
        yield from (CreateHoplites(polis=polis, n=number) for number in dict.fromkeys([most, 1]))


# --- values -----------------------------------------------------------------------------------------------------------


def balance(position: Polis, side: SideName) -> int:
    """What a side has, less half of what the other has."""
    return worth(position, side) - worth(position, ENEMY[side]) // 2


def worth(position: Polis, side: SideName) -> int:
    """What a side has, in tenths of a point."""
    player, rounds = position.sides[side], len(position.rounds)
    value = POINT * (position.population(side) + posterity(position, side))
    value += _of_prestige(player.prestige + _coming(position, side), rounds) + _of_wheat(position, side)
    goods = sum(GOODS_VALUE[good] * number for good, number in player.stock.items()) // (POINT // 2)
    value += goods * (2 + rounds) // 4
    return value + _of_pieces(position, side, rounds)


def _coming(position: Polis, side: SideName) -> int:
    """The Prestige that projects in progress will bring."""
    projects = [position.poleis[polis].project for polis in position.owned(side)]
    found = [position.box.projects[project] for project in projects if project]
    return sum((one.immediate if isinstance(one.immediate, int) else 4) + one.posterity for one in found)


def _of_prestige(prestige: int, rounds: int) -> int:
    return POINT * prestige - (TOO_POOR * max(0, LOW - prestige) if rounds else 0)


def _of_wheat(position: Polis, side: SideName) -> int:
    """9.2, 9.3: what is missing costs a point each, what is left over grows."""
    left = position.stock(side, "wheat") - position.population(side)
    if left < 0:
        return POINT * left
    room = sum(room_to_grow(position, polis) for polis in position.owned(side))
    return (POINT - 1) * min(left, room)


def _of_pieces(position: Polis, side: SideName, rounds: int) -> int:
    """Hoplites, more where they may still collect; galleys, merchants; markets that can be reached; the proxenos."""
    player, value = position.sides[side], 0
    for territory in TERRITORIES:
        number, kind = position.count(side, territory), Collecting()
        value += (HOPLITE if rounds else 2) * number
        if number and kind.right_refusal(position, side, territory) is None:
            value += _of_collection(position, side, territory)
        if number and player.prestige:
            value += _of_siege(position, side, territory)
    port = position.box.components.trade_ports[side]
    free = free_seas(position, side, SEAS)
    begun = [sea for sea in port.start_seas if sea in free]
    seas = [sea for sea in seas_of(position, side).reached(begun, free.__contains__) if sea in free]
    value += MARKET * len(seas) + (GALLEY if rounds else 0) * sum(position.count(side, sea) for sea in seas)
    value += MERCHANT * min(player.port, 3) + (MERCHANT // 2 if rounds else 0) * position.merchants(side)
    return value + _of_proxenos(position, side)


def _of_collection(position: Polis, side: SideName, territory: TerritoryName) -> int:
    """Half of what the best row would bring, less the Prestige."""
    rows, table = position.box.components.tribute_boxes[territory], position.box.components.collection_yield
    number = position.count(side, territory)
    best = max(table[min(number, rows[good])] * _need(position, side, good) for good in rows)
    return max(0, best // POINT - (0 if position.box.components.homes[side] == territory else POINT // 2))


def _of_siege(position: Polis, side: SideName, territory: TerritoryName) -> int:
    """Most of what the best siege would bring, by its chance, less the Prestige."""
    mine, die, best = position.count(side, territory), position.box.components.die, 0
    for polis in position.box.poleis_in[territory]:
        city, base = position.poleis[polis], position.box.poleis[polis].base
        if city.owner == side or polis in position.box.capitals.values():
            continue
        if mine >= base and mine > position.count(ENEMY[side], territory):
            chances = die if base == 1 else die + 1 - base
            best = max(best, POINT * (base + city.population) * chances // die - POINT)
    return 3 * best // 4


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
