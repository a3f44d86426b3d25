"""2.1-A, 8.5-A: steps lost, blocks eliminated; a hit goes to the strongest, of equals the owner chooses (D-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.athens_sparta.events.blocks import BlockEliminated, StepLost
from adjudicator.athens_sparta.events.turns import BlockDisbanded
from adjudicator.athens_sparta.names import block_name
from adjudicator.athens_sparta.secrets.fog import forget, lose_handle, veiled
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.orders import HitOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import REVOLT_TYPES, SideName
from adjudicator.kernel import Ask, One, Resolution

Running = Resolution[AthensSparta]


def lose_step(running: Running, block: Block) -> None:
    """2.1-A: one step; at none the block is eliminated."""
    if block.steps == 1:
        eliminate(running, block)
        return
    block.strength = block.steps - 1
    left = block.steps
    running.emit(StepLost(side=block.side, place=block.place, block=block.name, left=left, **veiled(running, block)))


def eliminate(running: Running, block: Block) -> None:
    """8.5-A, 7.0-I, RULING-54, 2.2-B: to its owner's pool, a revolt block aside; everybody sees which it was."""
    aside = running.position.facts(block).type in REVOLT_TYPES
    running.emit(BlockEliminated(side=block.side, place=block.place, block=block.name, aside=aside))
    put_away(running.position, block)


def disband(running: Running, block: Block) -> None:
    """8.6-A, 7.0-H, RULING-54: to the pool, or aside; all see that it goes, its owner alone which it was."""
    event = BlockDisbanded(side=block.side, place=block.place, block=block.name, **veiled(running, block))
    running.emit(event)
    lose_handle(running, block)
    put_away(running.position, block)


def lose_stranded(running: Running, side: SideName) -> None:
    """9.3-A, RULING-27: at the end of Sparta's Movement Phase without support what is still in Persia is eliminated."""
    position = running.position
    for block in [*position.of("sparta")] if side == "sparta" and not position.support else []:
        if block.place in position.box.map.hexes and position.box.map.hexes[block.place].persia:
            eliminate(running, block)


def put_away(position: AthensSparta, block: Block) -> None:
    """8.5-A, 8.6-A, RULING-54: from the map to the owner's pool; a revolt block is set aside."""
    position.take(block)
    forget(position, block.name)
    if position.facts(block).type in REVOLT_TYPES:
        position.aside = sorted([*position.aside, block.name])
    else:
        position.pools[block.side] = sorted([*position.pools[block.side], block.name], key=str)


# --- who takes a hit (D-13) -------------------------------------------------------------------------------------------


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
