"""5.3, 5.4: blocks leave a hex by retreat or by regrouping; after the battle (D-15), or instead of a siege (D-17)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, ClassVar, TypeVar

from msgspec import UNSET

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.events.battles import BlockLeft
from adjudicator.athens_sparta.names import goal_said
from adjudicator.athens_sparta.secrets.fog import veiled
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.in_force import holds
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.ways import has_room, land_ways, sea_ways, shelters
from adjudicator.athens_sparta.state.battle import BattleOrders, Regroup
from adjudicator.athens_sparta.state.control import has_siege, look_again
from adjudicator.athens_sparta.state.orders import AfterOrder, RegroupOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import CITIZENS, ENEMY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, step
from adjudicator.kernel.faults import convert

Running = Resolution[AthensSparta]


def go(running: Running, block: Block, to: HexName, *, regroup: bool = False) -> None:
    """5.3-B, 5.3-D, 5.5-B3, 4.2-C: into an own siege or blockade, a besieged port, or the open."""
    position = running.position
    here = block.place
    known = veiled(running, block)
    running.emit(BlockLeft(side=block.side, place=here, block=block.name, to=to, regroup=regroup, **known))
    block.place, block.turned = to, UNSET  # 9.5-G: whom it was to meet is not there
    take_posture(running, block, "FIELD")
    own = position.control.get(to) == block.side  # 9.5-G: who lies before it changed sides there
    ours = {one.posture for one in position.at(to, block.side)} if not own else set()
    if position.is_ship(block) and shelters(position, block, to):
        take_posture(running, block, "BESIEGED" if has_room(position, block) else "PATROL")
    elif position.is_ship(block) and "BLOCKADING" in ours:
        take_posture(running, block, "BLOCKADING")
    elif not position.is_ship(block) and ("SIEGING" in ours or has_siege(position, block.side, to)):
        take_posture(running, block, "SIEGING")
    look_again(position, [to])


Goal = tuple[BlockName | None, HexName | None]
R = TypeVar("R", RegroupOrder, AfterOrder)


def regroups(position: AthensSparta, block: Block) -> list[HexName]:
    """5.4-A, 7.0-I: where a block may go; ships without limits of hexsides, revolt blocks nowhere."""
    if position.facts(block).type in CITIZENS:
        return []
    used = position.combat.regrouped if position.combat else {}
    if position.is_ship(block):
        return sea_ways(position, block)
    return land_ways(position, block, used, regroup=True)


def _goals(view: AthensSparta, ask: Ask) -> list[Goal]:
    """D-15, D-17: a block and its goal; the first one is none. 5.4-D: of besiegers only those that have attacked."""
    going = view.at(ask.args["place"], side_of(ask))
    if ask.args.get("siege") and view.combat and view.combat.battle:
        going = [one for one in going if one.id in view.combat.battle.attackers]
    return [(None, None), *((one.name, to) for one in going for to in regroups(view, one))]


def ordered_goals(view: AthensSparta, goals: Collection[Goal], orders: BattleOrders) -> Iterator[Goal]:
    """12.2-A `regroup`: pairs of block and hex whose condition holds."""
    for item in orders.regroup or ():
        wanted = convert(item.do, Regroup)
        if (wanted.block, wanted.to) in goals and holds(view, item.when, wanted.block):
            yield wanted.block, wanted.to


class _Regrouping(BattleDecision[R]):
    """One block after another, until all that are left stay."""

    parts = {("block", "to"): One(_goals, words=lambda goal: goal_said(*goal) if goal[0] else "all stay")}

    asks = "{place}: which block regroups, and where?"
    reads: ClassVar[tuple[str, ...]] = ("regroup",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> R | None:
        found = next(self.wishes(view, _goals(view, ask), orders), None)
        return self.order(block=found[0], to=found[1]) if found else None  # type: ignore[return-value]

    def wishes(self, view: AthensSparta, goals: list[Goal], orders: BattleOrders) -> Iterator[Goal]:
        """What battle orders say, best first."""
        yield from ordered_goals(view, goals, orders)


class RegroupQuestion(
    _Regrouping[RegroupOrder],
    id="D-15",
    passing={},
    clause="5.4-A",
    default="5.4-A",
    subject="Regroup after the battle",
    may_decline=True,
):
    """D-15."""


class AfterQuestion(
    _Regrouping[AfterOrder], id="D-17", passing={}, clause="5.4-D", default="5.4-D", subject="Lay siege or regroup"
):
    """D-17: those that stay besiege or blockade."""

    asks = "{place}: which block regroups instead of besieging, and where?"
    reads = ("after", "regroup")

    def wishes(self, view: AthensSparta, goals: list[Goal], orders: BattleOrders) -> Iterator[Goal]:
        """12.2-A `after`: with regroup all go that can, to the hexes of `regroup` first."""
        if orders.after not in ("siege", "blockade"):
            yield from ordered_goals(view, goals, orders)
            yield from goals[1:] if orders.after == "regroup" else ()
        else:
            yield None, None


def may_regroup(position: AthensSparta, place: HexName, side: SideName, captor: SideName | None) -> bool:
    """5.4-A, RULING-76: no enemy block is left there; a captor's goes though ships blockade the city now."""
    theirs = [one for one in position.at(place, ENEMY[side]) if side != captor or one.posture != "BLOCKADING"]
    return bool(position.at(place, side)) and not theirs


@agenda_step
def offer_regroup(running: Running, place: HexName, side: SideName, siege: bool = False) -> None:
    """5.4-A, 5.4-D, RULING-19, RULING-56: the hexsides are counted anew. 5.4-C: not in an Earthquake."""
    if running.position.combat and running.position.event != "earthquake":
        running.position.combat.regrouped = {}
        running.do(step(choose_regroup, place=place, side=side, siege=siege))


@agenda_step
def choose_regroup(running: Running, place: HexName, side: SideName, siege: bool) -> None:
    """D-15, D-17: where blocks lie face down the enemy does not learn whether any of them could go."""
    there, asked = running.position.at(place, side), {"siege": siege}
    kind: type[BattleDecision[Any]] = AfterQuestion if siege else RegroupQuestion
    masked = not all(one.open for one in there)
    if there:
        decide(running, kind, side, place, take_regroup, asked, masked=masked, place=place, side=side, siege=siege)


@agenda_step
def take_regroup(running: Running, answers: Answers, place: HexName, side: SideName, siege: bool) -> None:
    """5.4-A: one block goes; then the next is asked for."""
    order = answers.of(side, AfterQuestion.id if siege else RegroupQuestion.id)
    block = running.position.block(order.block) if order.block else None
    if block is not None:
        regroup(running, block, order.to)
        running.do(step(choose_regroup, place=place, side=side, siege=siege))


def regroup(running: Running, block: Block, to: HexName) -> None:
    """5.4-A: counted by hexside."""
    combat = running.position.combat
    if combat and not running.position.is_ship(block):
        combat.regrouped[to] = combat.regrouped.get(to, 0) + 1
    go(running, block, to, regroup=True)
