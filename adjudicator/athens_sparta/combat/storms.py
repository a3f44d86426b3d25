"""5.54, 4.6-H: storms of walled cities (D-12), and cities that fall (5.5-C, 5.5-E)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.athens_sparta.combat.fight import Fight, by_strength, sets_of
from adjudicator.athens_sparta.events.battles import StormBegins
from adjudicator.athens_sparta.names import block_name
from adjudicator.athens_sparta.sieges.captures import change_control
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.in_force import holds
from adjudicator.athens_sparta.sieges.postures import reveal, take_posture
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.orders import StormOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import OUTSIDE, BlockName
from adjudicator.kernel import Answers, Ask, One, Resolution, YesNo, agenda_step, forward, step
from adjudicator.kernel.subjects import listed

Running = Resolution[AthensSparta]
begin_round = forward("begin_round")
next_turn = forward("next_turn")


def _may_storm_together(fight: Fight, names: list[BlockName]) -> bool:
    """5.54-B, 5.52-A: within the limits of the city."""
    box, land = fight.position.box, [one for one in fight.present(*names) if not fight.position.is_ship(one)]
    return len(names) <= box.limit_of(fight.place) and len(land) <= box.land_limit_of(fight.place)


def _stormers(view: AthensSparta, ask: Ask) -> list[list[BlockName]]:
    """Every set that may storm, nobody first."""
    fight = Fight.of(view)
    able = [one.name for one in fight.storm_candidates()]
    return [one for one in sets_of(able, view.box.limit_of(fight.place)) if _may_storm_together(fight, one)]


def _may_betray(view: AthensSparta, ask: Ask, stormers: list[BlockName]) -> tuple[bool, ...]:
    """4.6-H: before the first die of a Storm."""
    turn, battle = view.turn, Fight.of(view).battle
    usable = turn is not None and turn.event == "betrayal" and turn.side == ask.seat and not battle.storm
    return (False, True) if usable and stormers else (False,)


class StormQuestion(
    BattleDecision[StormOrder],
    id="D-12",
    passing={"stormers": []},
    clause="5.54-B",
    default="5.54-B",
    subject="Storm the city",
    may_decline=True,
):
    """D-12: before round 2 the default keeps the stormers."""

    parts = {
        "stormers": One(
            _stormers,
            words=lambda names: (f"storm with {listed([*map(block_name, names)])}") if names else "do not storm",
        ),
        "betrayal": YesNo(_may_betray, yes="use Betrayal", no="do not use Betrayal"),
    }

    asks = "{place}: which blocks storm the city?"
    reads = ("storm", "stormers", "betrayal")

    def choice_in_words(self, choice: StormOrder) -> str:
        if not choice.stormers:
            return "do not storm"
        betrayal = ", and use Betrayal" if choice.betrayal else ""
        return f"storm with {listed([*map(block_name, choice.stormers)])}{betrayal}"

    def default(self, view: AthensSparta, ask: Ask) -> StormOrder:
        fight = Fight.of(view)
        same = fight.battle.stormers if fight.battle.storm else []
        return StormOrder(stormers=[one.name for one in fight.storm_candidates() if one.id in same])

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> StormOrder | None:
        """`storm`; of `stormers` as many as may; where none is named, the strongest."""
        if orders.storm is None:
            return None
        if not holds(view, orders.storm):
            return StormOrder(stormers=[])
        fight = Fight.of(view)
        able = [one.name for one in by_strength(fight.storm_candidates())]
        chosen: list[BlockName] = []
        for name in orders.stormers or able:
            chosen += [name] if name in able and _may_storm_together(fight, [*chosen, name]) else []
        betrayal = bool(orders.betrayal) and True in _may_betray(view, ask, chosen)
        return StormOrder(stormers=sorted(chosen), betrayal=betrayal)


@agenda_step
def offer_storm(running: Running, number: int) -> None:
    """5.54-A: at the Declaration, when the last defender in the field is gone, and before round 2.

    `number`: the round that begins after it; 0 where one is under way.
    """
    fight = Fight.of(running.position)
    if fight.may_storm():
        decide(running, StormQuestion, fight.attacker, fight.place, take_storm, number=number)
    else:
        fight.battle.storm = False
        running.do(step(begin_round, number=number) if number else step(next_turn))


@agenda_step
def take_storm(running: Running, answers: Answers, number: int) -> None:
    """5.54-B, 2.2-A: the besieged turn up. Nobody named: no Storm, which ends the battle unless ships fight on."""
    fight = Fight.of(running.position)
    order, battle = answers.of(fight.attacker, StormQuestion.id), fight.battle
    began = order.stormers and not battle.storm
    battle.storm, battle.stormers, battle.declined = bool(order.stormers), [*order.stormers], not order.stormers
    if began:
        _begin_storm(running, order.stormers, order.betrayal)
    running.do(step(begin_round, number=number) if number else step(next_turn))


def _begin_storm(running: Running, stormers: Iterable[BlockName], betrayal: bool) -> None:
    """5.1-E, 4.6-H: those that kept their turns may use them again."""
    fight, turn = Fight.of(running.position), running.position.turn
    battle, besieged = fight.battle, fight.besieged()
    battle.stormed, battle.betrayal, battle.passed, battle.half = True, betrayal, [], None
    battle.attackers += [one for one in stormers if one not in battle.attackers]
    if betrayal and turn:
        turn.event = None
    running.emit(StormBegins(place=fight.place, side=fight.attacker, blocks=sorted(stormers), betrayal=betrayal))
    reveal(running, besieged)
    battle.began |= {one.name: one.steps for one in besieged if one.id not in battle.began}


def check_fall(running: Running) -> None:
    """5.5-C: the last besieged block is dead: the city falls at once."""
    fight = Fight.of(running.position)
    battle = fight.battle
    if battle.storm and not fight.besieged():
        battle.storm, battle.half = False, None
        capture(running)
        battle.fallen = bool(fight.in_field(fight.defender))


def capture(running: Running) -> None:
    """5.5-C, 6.7-B, 6.3-D, RULING-24: ships on PATROL become BLOCKADING. The sack comes later."""
    fight = Fight.of(running.position)
    for block in fight.there(fight.attacker, *OUTSIDE):
        take_posture(running, block, "FIELD")
    for block in fight.there(fight.defender, "PATROL"):
        take_posture(running, block, "BLOCKADING")
    change_control(running, fight.place, fight.attacker)
    fight.battle.captured = True
