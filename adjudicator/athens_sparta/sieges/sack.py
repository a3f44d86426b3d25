"""5.58: the sack of a captured city (D-16)."""

from __future__ import annotations

from typing import Any

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.events.battles import CitySacked, StepGained
from adjudicator.athens_sparta.names import block_name
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.orders import SackOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import step_cost, value
from adjudicator.athens_sparta.words import CITIZENS, HELOT_CITY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step

Running = Resolution[AthensSparta]


def _has_revolted(position: AthensSparta, block: Block) -> bool:
    """RULING-21, 7.1-B: the block of the Revolt that took the city; a HELOT from elsewhere is like any other."""
    helot_rose = block.origin is None and block.place == position.box.hex_named[HELOT_CITY]
    kind = position.facts(block).type
    return kind in CITIZENS or (kind == "helot" and helot_rose)


def _victors(position: AthensSparta, place: HexName, side: SideName) -> list[Block]:
    """5.58-A, RULING-21, RULING-114: who has taken the city: not those who rose in it, nor who come over with it."""
    came_over = [*position.box.twins.get(place, ()), *position.box.green_blocks.get(place, ())]  # 9.4-A, 9.5-G
    there = [one for one in position.at(place, side) if one.id not in came_over]
    return [one for one in there if not _has_revolted(position, one)]


def _can_gain(position: AthensSparta, place: HexName, side: SideName, pp: int) -> list[Block]:
    """5.58-A: victorious blocks that can gain a step for so many PP, the weakest first, then by id."""
    found = [
        one
        for one in _victors(position, place, side)
        if one.posture != "BESIEGED"
        and one.steps < position.facts(one).steps
        and step_cost(position, side, one.name) <= pp
    ]
    return sorted(found, key=lambda one: (one.steps, one.name))


def _gaining(view: AthensSparta, ask: Ask) -> list[BlockName | None]:
    found = _can_gain(view, ask.args["place"], side_of(ask), ask.args["pp"])
    return [*(one.name for one in found), None]


class SackQuestion(
    BattleDecision[SackOrder],
    id="D-16",
    passing={},
    clause="5.58-A",
    default="5.58-A",
    subject="Add a step after the sack",
    may_decline=True,
):
    """D-16: one step after another; the default is the weakest block that can be paid for."""

    parts = {"block": One(_gaining, words=lambda one: block_name(one) if one else "add no more steps", subject="block")}

    asks = "You sacked {place} and have {pp} PP left: which block gains a step?"
    reads = ("sack",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> SackOrder | None:
        able = _gaining(view, ask)
        return next((SackOrder(block=one) for one in orders.sack or () if one in able), None)


@agenda_step
def sack(running: Running, place: str, side: SideName, battle: bool = False) -> None:
    """5.58-A, 5.58-B, RULING-49: at once, of a major city; without a battle the report shows the PP alone.

    RULING-21: not a city that a Revolt alone has taken, nor one that all its captors have left.
    """
    position = running.position
    pp = value(position, place) if position.box.cities[place].size == "major" else 0
    if pp and _victors(position, place, side):
        running.emit(CitySacked(side=side, city=place, pp=pp))
        _spend(running, place, side, pp, battle)


def _spend(running: Running, place: HexName, side: SideName, pp: int, battle: bool) -> None:
    """RULING-69: without a battle nobody is asked: how often would tell what was bought."""
    if _can_gain(running.position, place, side, pp):
        args: dict[str, Any] = {"place": place, "side": side, "pp": pp, "battle": battle}
        decide(running, SackQuestion, side, place, take_sack, {"pp": pp}, silent=not battle, **args)


@agenda_step
def take_sack(running: Running, answers: Answers, place: HexName, side: SideName, pp: int, battle: bool) -> None:
    """5.58-A: one step; unspent PP are lost."""
    position = running.position
    name = answers.of(side, SackQuestion.id).block
    block = position.block(name) if name else None
    if block is None:
        return
    block.strength = block.steps + 1
    running.emit(
        StepGained(side=side, place=place, block=block.name, left=block.steps, only=None if battle else (side,))
    )
    _spend(running, place, side, pp - step_cost(position, side, block.name), battle)
