"""Battle orders in sentences (12.2-A), as their author reads them in letters, books and reviews."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from adjudicator.athens_sparta.names import DEEDS, DOES, block_name, goal_said, place_name
from adjudicator.athens_sparta.state.battle import ANYWHERE, BattleOrders, When
from adjudicator.athens_sparta.state.orders import BattleSheet
from adjudicator.athens_sparta.state.quantities import QUANTITIES
from adjudicator.kernel.books.items import Item, item_in_words
from adjudicator.kernel.subjects import listed


def sheet_said(sheet: BattleSheet) -> str:
    """All orders of a sheet: the contacts first, then hex by hex."""
    said = []
    if sheet.contacts:
        said.append(f"resolve first {', then '.join(_items(sheet.contacts, lambda do: place_name(do['place'])))}")
    for hex, orders in sheet.battle.items():
        where = "in every hex" if hex == ANYWHERE else f"in {place_name(hex)}"
        said.append(f"{where}: {'; '.join(orders_said(orders)) or 'no orders, the default counts'}")
    said += ["ask me again when the contacts are known"] if sheet.revise else []
    return ". ".join([*said[:1], *(f"{one[0].upper()}{one[1:]}" for one in said[1:])]) or "no battle orders"


def orders_said(orders: BattleOrders) -> list[str]:
    """The orders for a hex, one by one."""
    said = _items(orders.declare, lambda do: f"{_who(do)} {DOES[do['do']]}")
    said += _choice("storm", orders.storm, orders.stormers)
    said += ["use Betrayal in the Storm"] if orders.betrayal else []
    said += _choice("sally", orders.sally, orders.sallyers)
    said += [f"ships that come into a besieged port {DEEDS[orders.relief]}"] if orders.relief else []
    said += [f"blocks act in the order {_blocks(orders.order)}"] if orders.order else []
    said += [f"ships facing no ship {', or else '.join(DEEDS[word] for word in orders.ships)}"] if orders.ships else []
    said += _items(orders.turns, _turn)
    said += [f"hits go to {_blocks(orders.hits)}"] if orders.hits else []
    said += [f"retreat to {listed([*map(place_name, orders.retreat_to)])}"] if orders.retreat_to else []
    said += _items(orders.regroup, lambda do: f"{goal_said(do['block'], do['to'])} when regrouping")
    said += [f"a sack strengthens {_blocks(orders.sack)}"] if orders.sack else []
    said += [_AFTER[orders.after]] if orders.after else []
    return [*said, *(["ask me about the rest"] if orders.ask else [])]


_AFTER: Final = {"siege": "then besiege", "blockade": "then blockade", "regroup": "then regroup instead of besieging"}


def _items(items: Iterable[Item] | None, say: Any) -> list[str]:
    return [item_in_words(one, QUANTITIES, say) for one in items or ()]


def _who(do: Mapping[str, Any]) -> str:
    return block_name(do["block"]) if do.get("block") else f"each {do['type']}" if do.get("type") else "each block"


def _turn(do: Mapping[str, Any]) -> str:
    to = f" to {', else '.join(map(place_name, do['to']))}" if do.get("to") else ""
    ships = f" with {_blocks(do['ships'])}" if do.get("ships") else ""
    return f"{_who(do)} {DOES[do['do']]}{to}{ships}"


def _choice(deed: str, when: When | None, blocks: Sequence[str] | None) -> list[str]:
    if when is None or when is False:
        return [] if when is None else [f"never {deed}"]
    condition = "" if when is True else f" if {QUANTITIES.described(when)}"
    return [f"{deed}{f' with {_blocks(blocks)}' if blocks else ''}{condition}"]


def _blocks(blocks: Sequence[str]) -> str:
    return listed([*map(block_name, blocks)])
