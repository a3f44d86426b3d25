"""5.54, 4.6-H: storms of walled cities (D-12), and cities that fall (5.5-C, 5.5-E)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.athens_sparta.combat.declaration import sets_of
from adjudicator.athens_sparta.combat.roles import (
    battle_of,
    besieged_in,
    defender_of,
    in_field,
    may_storm,
    present,
    storm_candidates,
)
from adjudicator.athens_sparta.events.battles import StormBegins
from adjudicator.athens_sparta.sieges.captures import change_control
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide, holds
from adjudicator.athens_sparta.sieges.postures import reveal, take_posture
from adjudicator.athens_sparta.state.battle import Battle, BattleOrders
from adjudicator.athens_sparta.state.orders import StormOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import OUTSIDE, BlockName
from adjudicator.kernel import Answers, Ask, One, Resolution, YesNo, agenda_step, forward, step

Running = Resolution[AthensSparta]
begin_round = forward("begin_round")
next_turn = forward("next_turn")
conclude = forward("conclude")


def _stormers(view: AthensSparta, ask: Ask) -> list[list[BlockName]]:
    """5.54-B, 5.52-A: every set within the limits of the city, nobody first."""
    able = storm_candidates(view, battle_of(view))
    land = [one.name for one in able if not view.is_ship(one)]
    found = sets_of([one.name for one in able], view.box.limit_of(battle_of(view).place))
    most = view.box.land_limit_of(battle_of(view).place)
    return [one for one in found if sum(name in land for name in one) <= most]


def _may_betray(view: AthensSparta, ask: Ask, stormers: list[BlockName]) -> tuple[bool, ...]:
    """4.6-H: before the first die of a Storm."""
    turn, battle = view.turn, battle_of(view)
    usable = turn is not None and turn.event == "betrayal" and turn.side == ask.seat and not battle.storm
    return (False, True) if usable and stormers else (False,)


class StormQuestion(BattleDecision[StormOrder], id="D-12", clause="5.54-B", default="5.54-B", subject="Storm the city"):
    """D-12: before round 2 the default keeps the stormers."""

    parts = {
        "stormers": One(_stormers, words=lambda names: ", ".join(names) or "no storm"),
        "betrayal": YesNo(_may_betray, yes="use Betrayal", no=""),
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: who storms the city?"

    def default(self, view: AthensSparta, ask: Ask) -> StormOrder:
        battle = battle_of(view)
        able = [one.name for one in storm_candidates(view, battle)]
        return StormOrder(stormers=[one for one in able if one in battle.stormers] if battle.storm else [])

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> StormOrder | None:
        """`storm`; of `stormers` as many as may, then the others by strength; where none is named, these."""
        if orders.storm is False:
            return None
        if not holds(view, orders.storm):
            return StormOrder(stormers=[])
        battle, able = battle_of(view), storm_candidates(view, battle_of(view))
        wanted = orders.stormers or [one.name for one in sorted(able, key=lambda one: (-one.steps, one.name))]
        chosen: list[Block] = []
        for block in filter(None, map(view.block, wanted)):
            if block in able and _within_limits(view, battle, [*chosen, block]):
                chosen.append(block)
        names = sorted(one.name for one in chosen)
        return StormOrder(stormers=names, betrayal=orders.betrayal and True in _may_betray(view, ask, names))


def _within_limits(view: AthensSparta, battle: Battle, blocks: list[Block]) -> bool:
    land = sum(not view.is_ship(one) for one in blocks)
    return len(blocks) <= view.box.limit_of(battle.place) and land <= view.box.land_limit_of(battle.place)


@agenda_step
def offer_storm(running: Running, number: int) -> None:
    """5.54-A: at the Declaration, when the last defender in the field is gone, and before round 2.

    `number`: the round that begins after it; 0 where one is under way.
    """
    position, battle = running.position, battle_of(running.position)
    if may_storm(position, battle):
        decide(running, StormQuestion, battle.attacker, battle.place, take_storm, number=number)
    else:
        battle.storm = False
        running.do(step(begin_round, number=number) if number else step(next_turn))


@agenda_step
def take_storm(running: Running, answers: Answers, number: int) -> None:
    """5.54-B, 2.2-A: the besieged turn up. Nobody named: no Storm, which ends the battle unless ships fight on."""
    battle = battle_of(running.position)
    order = answers.of(battle.attacker, StormQuestion.id)
    began = order.stormers and not battle.storm
    battle.storm, battle.stormers = bool(order.stormers), [*order.stormers]
    battle.declined = not order.stormers
    if began:
        _begin_storm(running, order.stormers, order.betrayal)
    running.do(step(begin_round, number=number) if number else step(next_turn))


def _begin_storm(running: Running, stormers: Iterable[BlockName], betrayal: bool) -> None:
    """5.1-E, 4.6-H: those that kept their turns may use them again."""
    position, battle = running.position, battle_of(running.position)
    battle.stormed, battle.betrayal, battle.passed, battle.half = True, betrayal, [], None
    battle.attackers += [one for one in stormers if one not in battle.attackers]
    if betrayal and position.turn:
        position.turn.event = None
    running.emit(StormBegins(place=battle.place, side=battle.attacker, blocks=sorted(stormers), betrayal=betrayal))
    besieged = besieged_in(position, battle, defender_of(battle))
    reveal(running, besieged)
    battle.began |= {one.name: one.steps for one in besieged if one.id not in battle.began}


def check_fall(running: Running) -> None:
    """5.5-C: the last besieged block is dead: the city falls at once; 5.54-A: or nobody is left to storm it."""
    position, battle = running.position, battle_of(running.position)
    if not battle.storm:
        return
    if not besieged_in(position, battle, defender_of(battle)):
        battle.storm, battle.half = False, None
        capture(running)
        battle.fallen = bool(in_field(position, battle, defender_of(battle)))
    elif not present(position, battle, battle.stormers):
        battle.storm, battle.half, battle.declined = False, None, True


def capture(running: Running) -> None:
    """5.5-C, 6.7-B, 6.3-D, RULING-24: ships on PATROL become BLOCKADING. The sack comes later."""
    position, battle = running.position, battle_of(running.position)
    for block in position.at(battle.place, battle.attacker):
        if block.posture in OUTSIDE:
            take_posture(running, block, "FIELD")
    for block in position.at(battle.place, defender_of(battle)):
        if block.posture == "PATROL":
            take_posture(running, block, "BLOCKADING")
    change_control(running, battle.place, battle.attacker)
    battle.captured = True
