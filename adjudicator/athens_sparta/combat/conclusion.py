"""5.4-D, 5.5, 13.1-B: how a battle ends: ships that are left (D-25), capture, siege, regrouping, sack."""

from __future__ import annotations

from adjudicator.athens_sparta.combat.fight import Fight
from adjudicator.athens_sparta.combat.rounds import leave
from adjudicator.athens_sparta.combat.storms import capture
from adjudicator.athens_sparta.events.battles import BattleEnds
from adjudicator.athens_sparta.names import deed_said
from adjudicator.athens_sparta.sieges.captures import change_control, settle_city
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import cover_all, reveal, take_posture
from adjudicator.athens_sparta.sieges.regrouping import may_regroup, offer_regroup
from adjudicator.athens_sparta.sieges.sack import sack
from adjudicator.athens_sparta.sieges.ways import has_room, sea_ways
from adjudicator.athens_sparta.state.battle import BattleOrders, Result
from adjudicator.athens_sparta.state.control import both_in_field, is_resisted, look_again
from adjudicator.athens_sparta.state.orders import HavenOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, SIDES, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, step

Running = Resolution[AthensSparta]
Haven = tuple[str, HexName | None]


# --- ships that are left ----------------------------------------------------------------------------------------------


def havens(fight: Fight, block: Block) -> list[Haven]:
    """5.5-F, 5.5-B2, 5.5-E, 6.1-C: what a ship may do that cannot stay in the field."""
    lying = ["blockade"] if fight.may_blockade(block) else []
    lying += ["patrol"] if fight.may_patrol(block) else []
    lying += ["withdraw"] if has_room(fight.position, block) else []
    return [*((word, None) for word in lying), *(("retreat", hex) for hex in sea_ways(fight.position, block))]


def adrift(fight: Fight) -> Block | None:
    """RULING-112: the first ship that cannot stay: in its own port beside enemy land blocks; before an enemy's city."""
    afield = [one for one in fight.position.at(fight.place) if one.posture == "FIELD"]
    ships = (one for one in afield if fight.position.is_ship(one))
    return next((one for one in fight.in_turn_anew(ships) if _cannot_stay(fight, one)), None)


def _cannot_stay(fight: Fight, block: Block) -> bool:
    position, owner = fight.position, fight.position.control.get(block.place)
    enemies = [one for one in position.at(block.place) if one.side != block.side]
    if block.place == SICILY:
        return owner != block.side and fight.may_blockade(block)
    if owner == block.side:
        return any(not position.is_ship(one) and one.posture != "BESIEGED" for one in enemies)
    return owner is not None and bool(enemies)


def _havens(view: AthensSparta, ask: Ask) -> list[Haven]:
    block = view.block(ask.args["block"])
    return havens(Fight.of(view), block) if block else []


class HavenQuestion(
    BattleDecision[HavenOrder], id="D-25", clause="5.5-F", default="5.5-F", subject="Bring in a ship", may_decline=True
):
    """D-25: the default is the first: blockade, or patrol."""

    parts = {("do", "to"): One(_havens, words=lambda one: deed_said(*one))}

    asks = "{place}: what does {block} do?"
    reads = ("ships", "retreat_to")

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> HavenOrder | None:
        """12.2-A `ships`, in order of preference; of the ports those of `retreat_to` first."""
        able, ports = _havens(view, ask), orders.retreat_to or []
        able.sort(key=lambda one: ports.index(one[1]) if one[1] in ports else len(ports))
        found = next((one for word in orders.ships or () for one in able if one[0] == word), None)
        return HavenOrder(do=found[0], to=found[1]) if found else None  # type: ignore[arg-type]


@agenda_step
def bring_in(running: Running) -> None:
    """5.5-F, 5.3-E: one ship after another."""
    fight = Fight.of(running.position)
    block = adrift(fight)
    if block is None:
        return
    if havens(fight, block):
        asked = {"block": block.name}
        decide(running, HavenQuestion, block.side, fight.place, take_haven, asked, block=block.name)
    else:
        eliminate(running, block)
        running.do(step(bring_in))


@agenda_step
def take_haven(running: Running, answers: Answers, block: BlockName) -> None:
    """5.5-F."""
    ship = running.position.block(block)
    if ship is not None:
        order = answers.of(ship.side, HavenQuestion.id)
        leave(running, ship, order.do, order.to)
        running.do(step(bring_in))


# --- the end ----------------------------------------------------------------------------------------------------------


@agenda_step
def conclude(running: Running) -> None:
    """13.1-B: what of the Revolt is left; the city or the siege; ships; regrouping; sack."""
    fight = Fight.of(running.position)
    _end_revolt(running)
    fight.battle.storm, fight.battle.half = False, None
    _capture_if_open(running)
    following = [step(bring_in), step(settle)]
    if fight.may_besiege() and (fight.battle.stormed or not fight.in_field(fight.defender)):
        following.insert(0, step(offer_regroup, place=fight.place, side=fight.attacker, siege=True))
    running.do(*following)


def _end_revolt(running: Running) -> None:
    """7.0-G, 7.1-A: it fails where a defender is left; else the block holds the city like any other."""
    fight = Fight.of(running.position)
    for rebel in fight.present(fight.battle.rebel):
        if is_resisted(running.position, rebel):
            eliminate(running, rebel)
        else:
            rebel.rising = False


def _capture_if_open(running: Running) -> None:
    """5.5-C, 6.3-D, 6.7-B: attackers stand before a city in which nobody is left; ships on PATROL do not count."""
    fight = Fight.of(running.position)
    mine = [one for one in fight.there(fight.attacker) if one.posture != "BESIEGED"]
    held = running.position.control.get(fight.place) == fight.defender
    if held and mine and not fight.there(fight.defender, "BESIEGED", "FIELD"):
        capture(running)


def _besiege(running: Running) -> None:
    """5.5-B, 5.5-B2, 5.54-D: who stays besieges; ships have been brought in; RULING-37: revolt blocks never."""
    fight = Fight.of(running.position)
    for block in fight.there(fight.attacker, "FIELD") if fight.may_besiege() else ():
        if not running.position.is_ship(block) and not fight.is_citizen(block):
            take_posture(running, block, "SIEGING")


@agenda_step
def settle(running: Running) -> None:
    """5.5-C, 5.5-D, 4.2-C, 13.1-B: captures, sieges that are over; the victor regroups, then the sack."""
    position, fight = running.position, Fight.of(running.position)
    place = fight.place
    _capture_if_open(running)
    _besiege(running)
    captor = settle_city(running, place) or _won_back(running) or (fight.attacker if fight.battle.captured else None)
    note_results(fight)
    look_again(position, [place])
    sides = [side for side in (fight.attacker, fight.defender) if may_regroup(position, place, side, captor)]
    following = step(hold, captor=captor) if captor else step(end_battle)
    running.do(*(step(offer_regroup, place=place, side=side) for side in sides), following)


def _won_back(running: Running) -> SideName | None:
    """5.5-E, 4.2-C: ships of the former holder have killed all captors: the city is theirs at once."""
    fight = Fight.of(running.position)
    if not fight.battle.captured or fight.there(fight.attacker) or not fight.there(fight.defender, "FIELD"):
        return None
    fight.battle.captured = False
    change_control(running, fight.place, fight.defender)
    return fight.defender


@agenda_step
def hold(running: Running, captor: SideName) -> None:
    """13.1-B: the sack; 5.5-C, RULING-76: if all captors have regrouped beside ships that blockade, it is theirs.

    9.5-G: blocks that change sides by that meet their former friends after this battle.
    """
    place = Fight.of(running.position).place
    again = settle_city(running, place)
    regrouping = [step(offer_regroup, place=place, side=again)] if again else []
    running.do(*regrouping, step(sack, place=place, side=again or captor, battle=True), step(end_battle))


def note_results(fight: Fight) -> None:
    """12.2-B `result`: won, lost or siege, for each side."""
    position = fight.position
    there = position.at(fight.place)
    shut = any(one.posture == "BESIEGED" for one in there)

    def result(side: SideName) -> Result:
        alone = all(one.side == side or one.posture == "PATROL" for one in there)
        stays = bool(fight.there(side))
        if (fight.battle.captured and side == fight.attacker) or (alone and stays):
            return "won"
        return "siege" if shut and stays else "lost"

    if position.combat is not None:
        position.combat.results[fight.place] = {side: result(side) for side in (fight.attacker, fight.defender)}


@agenda_step
def end_battle(running: Running) -> None:
    """2.2-A, 9.2-D2, 4.2-C: what was turned up is turned down again; the next contact."""
    position, place = running.position, Fight.of(running.position).place
    if place == SICILY and both_in_field(position, SICILY):
        for side in SIDES:
            reveal(running, [one for one in position.at(SICILY, side) if one.posture == "FIELD"])
    cover_all(position)
    look_again(position, [place])
    running.emit(BattleEnds(place=place))
    if position.combat is not None:
        position.combat.battle = None
