"""5.1-F, 5.3-E: what follows round 2: pursuit fire, and who must go (D-14)."""

from __future__ import annotations

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.fight import OPEN_GROUND, Fight
from adjudicator.athens_sparta.combat.hits import fire
from adjudicator.athens_sparta.combat.rounds import leave, retreats
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.ways import has_room, sea_ways
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.orders import RetreatOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, forward, step

Running = Resolution[AthensSparta]
conclude = forward("conclude")


@agenda_step
def pursue(running: Running) -> None:
    """5.1-F, 5.1-G, 7.0-F, 9.2-E: after round 2 alone, in the order of 5.1-A, taken anew."""
    fight = Fight.of(running.position)
    battle = fight.battle
    battle.round, battle.acted, battle.retreats, battle.began, battle.lines = battle.round + 1, [], {}, {}, {}
    running.do(step(drive_off) if fight.place == SICILY or not fight.holds_out() else step(next_pursuer))


@agenda_step
def next_pursuer(running: Running) -> None:
    """5.1-F, 7.0-F: peltasts and cavalry, at the attacking land blocks."""
    position, fight = running.position, Fight.of(running.position)
    battle, types = fight.battle, position.box.components.pursuit_types
    able = [one for one in fight.in_field(fight.defender) if position.facts(one).type in types]
    waiting = fight.in_turn_anew(one for one in able if one.id not in battle.acted)
    chased = [one for one in fight.land_in_field(fight.attacker) if one.id != battle.rebel]
    if waiting and chased:
        battle.acted.append(waiting[0].name)
        fire(running, waiting[0], pursuit=True)
    else:
        running.do(step(drive_off))


# --- who must go ------------------------------------------------------------------------------------------------------


@agenda_step
def drive_off(running: Running) -> None:
    """5.1-F, 9.2-E, RULING-15, RULING-112: who must go, on land and at sea, one after another."""
    fight = Fight.of(running.position)
    if fight.place == SICILY:
        _stay_in_sicily(running)
        running.do(step(conclude))
    else:
        running.do(*(step(make_go, block=one.name) for one in driven_off(fight)), step(conclude))


def _stay_in_sicily(running: Running) -> None:
    """9.2-E, RULING-75: who sallied goes back; ships that came from elsewhere stay, and no blockade goes on."""
    fight = Fight.of(running.position)
    for block in driven_off(fight):
        if block.id in fight.battle.sallied:
            take_posture(running, block, "BESIEGED")
    owner = running.position.control.get(SICILY)
    for block in running.position.at(SICILY):
        if block.side != owner and block.posture == "BLOCKADING" and fight.facing_ships(block.side):
            take_posture(running, block, "FIELD")


def driven_off(fight: Fight) -> list[Block]:
    """5.1-F: attacking land blocks where land is held; attacking ships where a defending ship is still there.

    5.56-A: on an island who sallied, where blockaders are left; elsewhere a blockade would let them out again (5.5-D).
    """
    mine = [one for one in fight.there(fight.attacker, *OPEN_GROUND) if one.id in fight.battle.attackers]
    land, sea = fight.holds_out(), bool(fight.facing_ships(fight.attacker))
    shut = fight.position.box.is_island(fight.place) and fight.in_field(fight.defender)
    sallied = fight.battle.sallied if shut else []
    mine = fight.in_turn_anew(one for one in mine if one.id != fight.battle.rebel)
    return [one for one in mine if one.id in sallied or (sea if fight.position.is_ship(one) else land)]


def changed_ships(position: AthensSparta, side: SideName, place: HexName) -> list[Block]:
    """9.5-G: a ship that is BESIEGED together with its former friends; no city has two."""
    shut_in = [one for one in position.at(place, side) if one.turned and one.posture == "BESIEGED"]
    return [one for one in shut_in if position.is_ship(one)]


def _goals(view: AthensSparta, ask: Ask) -> list[HexName | None]:
    """D-14: those that sallied go back into the city, 6.6-D: ships that came to relieve it may, where there is room.

    No block is named for a ship that changed sides (9.5-G).
    """
    if "block" not in ask.args:
        return [hex for ship in changed_ships(view, side_of(ask), ask.args["place"]) for hex in sea_ways(view, ship)]
    fight, block = Fight.of(view), view.block(ask.args["block"])
    if block is None:
        return []
    if block.id in fight.battle.sallied:
        return [None, *retreats(fight, block)]
    inside = fight.battle.relief and fight.position.is_ship(block) and has_room(fight.position, block)
    return [*retreats(fight, block), *([None] if inside else [])]


class RetreatQuestion(BattleDecision[RetreatOrder], id="D-14", clause="5.1-F", default="5.1-F", subject="Retreat"):
    """D-14."""

    parts = {"to": One(_goals, words=lambda hex: place_name(hex) if hex else "into the city", subject="place")}

    reads = ("retreat_to",)

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        going = block_name(ask.args["block"]) if "block" in ask.args else "the ship"
        return f"{place_name(ask.args['place'])}: where does {going} retreat to?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> RetreatOrder | None:
        able = _goals(view, ask)
        return next((RetreatOrder(to=hex) for hex in orders.retreat_to or () if hex in able), None)


@agenda_step
def make_go(running: Running, block: BlockName) -> None:
    """5.1-F, 5.3-E, RULING-18, 5.56-A, 5.56-B."""
    place, going = Fight.of(running.position).place, running.position.block(block)
    if going is None or going.place != place:
        return
    asked = {"block": block}
    if _goals(running.position, Ask(going.side, RetreatQuestion.id, args=asked)):
        decide(running, RetreatQuestion, going.side, place, take_retreat, asked, block=block)
    else:
        eliminate(running, going)


@agenda_step
def take_retreat(running: Running, answers: Answers, block: BlockName) -> None:
    """D-14."""
    going = running.position.block(block)
    if going is not None:
        to = answers.of(going.side, RetreatQuestion.id).to
        leave(running, going, "retreat" if to else "withdraw", to)
