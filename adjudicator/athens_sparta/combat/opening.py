"""5.0-D, 5.55, 5.56: who attacks; ships that come into a besieged port (D-22), blocks that sally (D-23)."""

from __future__ import annotations

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.declaration import attack_with, declare_coastal, meet, withdraw
from adjudicator.athens_sparta.combat.fight import Able, Fight, all_ways, by_wishes, named
from adjudicator.athens_sparta.events.battles import BattleBegins, BlocksSallied
from adjudicator.athens_sparta.names import block_name, choices_said
from adjudicator.athens_sparta.sieges.contacts import wait
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.in_force import holds
from adjudicator.athens_sparta.sieges.postures import reveal, take_posture
from adjudicator.athens_sparta.state.battle import Battle, BattleOrders, Combat
from adjudicator.athens_sparta.state.control import blockaded, pressed
from adjudicator.athens_sparta.state.orders import ReliefOrder, SallyOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, SICILY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, Some, agenda_step, forward, step

Running = Resolution[AthensSparta]
end_battle = forward("end_battle")


@agenda_step
def begin_battle(running: Running, place: HexName, side: SideName) -> None:
    """5.0-D, 5.55, 5.56: the active side attacks; where it holds the city against besiegers by relief and sally."""
    position = running.position
    theirs = position.at(place, ENEMY[side])
    outside = [one for one in theirs if one.posture in OUTSIDE or (place == SICILY and one.posture == "FIELD")]
    relief = position.control.get(place) == side and bool(outside)
    open_battle(running, Battle(place, side, relief=relief))
    running.do(step(relieve if relief else attack))


def open_battle(running: Running, battle: Battle) -> None:
    """5.0-B: in the Combat Phase, or where blocks change sides at another time (9.5-G).

    A Revolt against the attacker is still to be fought then.
    """
    position = running.position
    position.combat = combat = position.combat or Combat(battle.attacker)
    revolt = any(one.rising for one in position.at(battle.place, ENEMY[battle.attacker]))
    if battle.place not in combat.done and not revolt:
        combat.done.append(battle.place)
    wait(position)
    combat.battle = battle
    running.emit(BattleBegins(place=battle.place, side=battle.attacker))


@agenda_step
def attack(running: Running) -> None:
    """5.0-A1, 5.0-F: those who came, and those who besiege already, turn up; a Revolt too."""
    fight = Fight.of(running.position)
    attackers = fight.there(fight.attacker, "FIELD", "SIEGING")
    fight.battle.free += [one.name for one in attackers if one.posture == "SIEGING"]
    fight.battle.rebel = next((one.name for one in attackers if one.rising), None)
    fight.battle.unaided = [one.name for one in attackers] == [fight.battle.rebel]
    attack_with(running, attackers)
    running.do(step(meet))


# --- relief -----------------------------------------------------------------------------------------------------------


def relief_ships(position: AthensSparta, side: SideName, place: HexName) -> dict[BlockName, list[str]]:
    """5.55-A, 5.55-B, 6.7-A: what ships may do that stopped in an own port; no patrol in one that is blockaded."""
    if place == SICILY or place not in pressed(position):
        return {}
    words = ["enter", "fight"] if blockaded(position, place) else ["enter", "patrol", "fight"]
    ships = [one for one in position.at(place, side) if position.is_ship(one) and one.posture == "FIELD"]
    return {one.name: words for one in ships}


def _able(view: AthensSparta, ask: Ask) -> Able:
    return relief_ships(view, side_of(ask), ask.args["place"])


class ReliefQuestion(
    BattleDecision[ReliefOrder],
    id="D-22",
    clause="5.55-B",
    default="5.55-B",
    subject="Say what ships do in a besieged port",
):
    """D-22: by default ships enter the city where there is room, and fight where it is blockaded."""

    parts = {"ships": One(lambda view, ask: all_ways(view, _able(view, ask)), words=choices_said)}

    asks = "{place}: which ships go into the city, go on patrol, or fight?"
    reads = ("relief",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ReliefOrder | None:
        return self._wishing(view, ask, orders.relief) if orders.relief else None

    def default(self, view: AthensSparta, ask: Ask) -> ReliefOrder:
        return self._wishing(view, ask, "fight" if blockaded(view, ask.args["place"]) else "enter")

    def _wishing(self, view: AthensSparta, ask: Ask, word: str) -> ReliefOrder:
        return ReliefOrder(ships=by_wishes(view, _able(view, ask), lambda one: [word]))  # type: ignore[arg-type]


@agenda_step
def relieve(running: Running) -> None:
    """5.55-A, 5.55-B: first the ships that came into the port."""
    fight = Fight.of(running.position)
    if relief_ships(running.position, fight.attacker, fight.place):
        decide(running, ReliefQuestion, fight.attacker, fight.place, take_relief)
    else:
        running.do(step(sally))


@agenda_step
def take_relief(running: Running, answers: Answers) -> None:
    """5.55-B: into the city, on patrol, or they fight."""
    fight = Fight.of(running.position)
    chosen = answers.of(fight.attacker, ReliefQuestion.id).ships
    withdraw(running, named(running.position, chosen, "enter"))
    for block in named(running.position, chosen, "patrol"):
        take_posture(running, block, "PATROL")
    running.do(step(sally))


# --- sally ------------------------------------------------------------------------------------------------------------


def _fights_outside(fight: Fight, block: Block) -> bool:
    """5.55-A, 5.56-A, 6.6-B, 6.6-D: land blocks only against an enemy whom they can hit."""
    if fight.is_citizen(block):
        return False
    outside = [one for one in fight.there(fight.defender, "SIEGING", "FIELD") if not one.rising]
    return fight.position.is_ship(block) or bool(outside)


def may_sally(fight: Fight) -> list[BlockName]:
    """5.56-A, RULING-20: BESIEGED blocks, in their owner's own Combat Phase."""
    return [one.name for one in fight.there(fight.attacker, "BESIEGED") if _fights_outside(fight, one)]


class SallyQuestion(
    BattleDecision[SallyOrder],
    id="D-23",
    passing={"sallyers": []},
    clause="5.56-A",
    default="5.56-A",
    subject="Sally",
    may_decline=True,
    nothing="nobody sallies",
):
    """D-23."""

    parts = {
        "sallyers": Some(lambda view, ask: may_sally(Fight.of(view)), thing="block", words=block_name, subject="block")
    }

    asks = "{place}: which blocks sally?"
    reads = ("sally", "sallyers")

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> SallyOrder | None:
        """`sallyers`, or all where none is named."""
        if orders.sally is None:
            return None
        able = may_sally(Fight.of(view))
        named = [one for one in orders.sallyers or able if one in able]
        return SallyOrder(sallyers=named if holds(view, orders.sally) else [])


@agenda_step
def sally(running: Running) -> None:
    """5.56-A."""
    fight = Fight.of(running.position)
    if fight.there(fight.attacker, "BESIEGED"):
        decide(running, SallyQuestion, fight.attacker, fight.place, take_sally, masked=True)
    else:
        _relief_begins(running, [])


@agenda_step
def take_sally(running: Running, answers: Answers) -> None:
    """5.56-A: they come out and turn up."""
    fight = Fight.of(running.position)
    _relief_begins(running, answers.of(fight.attacker, SallyQuestion.id).sallyers)


def _relief_begins(running: Running, sallyers: list[BlockName]) -> None:
    """5.55-A, 5.55-B: relief and sally together, ships along the coast; where nobody fights the contact is over."""
    fight = Fight.of(running.position)
    fight.battle.sallied = [*sallyers]
    for block in fight.present(*sallyers):
        block.posture = "FIELD"
    relief = [one for one in fight.there(fight.attacker, "FIELD") if _fights_outside(fight, one)]
    if not relief:
        running.do(step(end_battle))
        return
    attack_with(running, relief)
    reveal(running, fight.in_field(fight.defender))  # who arrived only now lies face down beside the besiegers (9.5-G)
    if sallyers:
        running.emit(BlocksSallied(place=fight.place, side=fight.attacker, blocks=sorted(sallyers)))
    ships = [one.name for one in relief if one.id not in sallyers and fight.may_declare_coastal(one)]
    declare_coastal(running, fight.attacker, ships)
    running.do(step(meet))
