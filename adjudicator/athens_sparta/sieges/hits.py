"""5.2-B, 5.53-B, 5.59-D: a hit goes to the strongest block; of equals the owner chooses (D-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.athens_sparta.names import block_name
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.orders import HitOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.kernel import Ask, One, Resolution

Running = Resolution[AthensSparta]


def strongest(position: AthensSparta, blocks: Iterable[Block]) -> list[Block]:
    """5.2-B, 5.53-B: the strongest, of those the one with the worst rating number first, then by id."""
    found = sorted(blocks, key=lambda one: (-one.steps, position.facts(one).number, one.name))
    return [one for one in found if one.steps == found[0].steps]


class HitQuestion(BattleDecision[HitOrder], id="D-13", clause="5.2-B", default="5.2-B", subject="Take a hit"):
    """D-13. All that are `tied` lie open: others are not asked about (RULING-38)."""

    parts = {"block": One(lambda view, ask: ask.args["tied"], words=block_name, subject="block")}

    asks = "{place}: which of the strongest blocks takes the hit?"
    reads = ("hits",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> HitOrder | None:
        return next((HitOrder(block=one) for one in orders.hits or () if one in ask.args["tied"]), None)


def choose_hit(running: Running, tied: list[Block], then: Callable[..., None], **args: Any) -> None:
    """RULING-38: a tie that the enemy may not know of goes by the owner's `hits`, else by default."""
    asked, hidden = {"tied": [one.name for one in tied]}, not all(one.open for one in tied)
    decide(running, HitQuestion, tied[0].side, tied[0].place, then, asked, silent=hidden, **args)
