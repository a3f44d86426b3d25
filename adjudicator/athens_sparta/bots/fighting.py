"""D-8B: battle orders: where to storm, sally and relieve, whether to fight before the walls, when to get away."""

from __future__ import annotations

from typing import Any

from adjudicator.athens_sparta.bots.worth import Policy, held_by, total
from adjudicator.athens_sparta.state.battle import ANYWHERE, BattleOrders
from adjudicator.athens_sparta.state.orders import BattleSheet
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, HexName, SideName
from adjudicator.kernel.books.items import Item

_WEAKER = {"fact": "is", "left": {"of": "my steps"}, "op": "<", "right": {"of": "enemy steps"}}
_STRONGER = {"fact": "is", "left": {"of": "my steps"}, "op": ">", "right": {"of": "enemy steps"}}
_LAST_STEP = {"fact": "is", "left": {"of": "my strength"}, "op": "<=", "right": 1}


def _item(do: str, *conditions: dict[str, Any]) -> Item:
    return Item(when={"fact": "all", "of": [*conditions]}, do={"do": do})


ORDERS = BattleOrders(
    declare=[_item("accept", _STRONGER)],
    ships=["coastal", "blockade"],
    turns=[_item("withdraw", _WEAKER), _item("retreat", _WEAKER, _LAST_STEP)],
)
"""12.2-B: before the walls only with more steps than the enemy shows; the last step of the weaker side gets away."""
AT_HOME = BattleOrders(declare=[], ships=["coastal", "blockade"], turns=[])
"""A capital is held to the last, and from within if it has walls."""


def battle_sheet(table: AthensSparta, side: SideName, policy: Policy) -> BattleSheet:
    """Storms and sallies with good enough odds. Sieges of one's own go on elsewhere, and others are left alone."""
    contacts, battle = [], {table.box.capitals[side]: AT_HOME}
    for hex in sorted({one.place for one in table.of(side)}):
        if (orders := _orders_at(table, side, hex, policy)) is not None:
            battle[hex] = orders
            contacts.append(Item(do={"place": hex}))
    return BattleSheet(contacts=contacts, battle={**battle, ANYWHERE: ORDERS})


def _orders_at(table: AthensSparta, side: SideName, hex: HexName, policy: Policy) -> BattleOrders | None:
    """Orders to attack in a hex; None where it is no use."""
    if hex not in table.box.cities:
        return None
    if table.control.get(hex) == side:
        outside = [one for one in table.at(hex, ENEMY[side]) if one.posture in OUTSIDE]
        wins = total(table, table.at(hex, side)) * 100 > total(table, outside) * policy.odds
        return (
            BattleOrders(declare=[], sally=True, relief="fight", ships=["coastal"], turns=[])
            if outside and wins
            else None
        )
    mine = total(table, (one for one in table.at(hex, side) if one.posture != "BESIEGED"))
    enemy = held_by(table, hex, ENEMY[side])
    if not enemy or mine * 100 <= enemy * policy.walls:
        return None
    betrayal = table.turn is not None and table.turn.event == "betrayal"
    return BattleOrders(declare=[], storm=True, betrayal=betrayal, ships=["coastal", "blockade"], turns=ORDERS.turns)
