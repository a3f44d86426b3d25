"""5.1-F, 5.4-D, 5.5, 13.1-B: how a battle ends: pursuit, retreats (D-14), ships (D-25), capture, siege."""

from __future__ import annotations

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.hits import fire
from adjudicator.athens_sparta.combat.roles import (
    battle_of,
    besieged_in,
    coastal_ships,
    defender_of,
    facing_ships,
    in_field,
    land_in_field,
    may_blockade,
    may_patrol,
    present,
)
from adjudicator.athens_sparta.combat.rounds import retreats
from adjudicator.athens_sparta.combat.storms import capture
from adjudicator.athens_sparta.events.battles import BattleEnds
from adjudicator.athens_sparta.sieges.captures import change_control
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import cover, reveal, settle_posture, take_posture
from adjudicator.athens_sparta.sieges.regrouping import may_regroup, offer_regroup
from adjudicator.athens_sparta.sieges.retreats import go
from adjudicator.athens_sparta.sieges.sack import sack
from adjudicator.athens_sparta.sieges.ways import has_room, sea_ways
from adjudicator.athens_sparta.state.battle import Battle, BattleOrders, Result
from adjudicator.athens_sparta.state.control import both_in_field, look_again
from adjudicator.athens_sparta.state.orders import HavenOrder, RetreatOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import CITIZENS, SICILY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, step

Running = Resolution[AthensSparta]


# --- pursuit ----------------------------------------------------------------------------------------------------------


def holds_land(position: AthensSparta, battle: Battle) -> bool:
    """5.1-F: a defending land block, or a defending ship in Coastal Combat, is still in the field."""
    side = defender_of(battle)
    return not battle.fallen and bool(land_in_field(position, battle, side) or coastal_ships(position, battle, side))


@agenda_step
def pursue(running: Running) -> None:
    """5.1-F, 5.1-G, 7.0-F, 9.2-E: after round 2 alone, in the order of 5.1-A, taken anew."""
    position, battle = running.position, battle_of(running.position)
    battle.round, battle.acted, battle.retreats, battle.began, battle.lines = battle.round + 1, [], {}, {}, {}
    if battle.place == SICILY or not holds_land(position, battle):
        running.do(step(drive_off))
    else:
        battle.began = {one.name: one.steps for one in in_field(position, battle, defender_of(battle))}
        running.do(step(next_pursuer))


@agenda_step
def next_pursuer(running: Running) -> None:
    """5.1-F, 7.0-F: peltasts and cavalry, at the attacking land blocks."""
    position, battle = running.position, battle_of(running.position)
    types = position.box.components.pursuit_types
    able = [one for one in in_field(position, battle, defender_of(battle)) if position.facts(one).type in types]
    waiting = [one for one in able if one.id not in battle.acted]
    chased = [one for one in land_in_field(position, battle, battle.attacker) if one.id != battle.rebel]
    if not waiting or not chased:
        running.do(step(drive_off))
        return

    def rank(block: Block) -> tuple[str, int, BlockName]:
        return position.facts(block).letter, -battle.began.get(block.name, 0), block.name

    block = min(waiting, key=rank)
    battle.acted.append(block.name)
    fire(running, block, pursuit=True)


# --- who must go -------- ---------------------------------------------------------------------------------------------


@agenda_step
def drive_off(running: Running) -> None:
    """5.1-F, 9.2-E, RULING-15: who must go, on land and at sea, one after another by id."""
    position, battle = running.position, battle_of(running.position)
    if battle.place == SICILY:
        _stay_in_sicily(running)
    going = [] if battle.place == SICILY else driven_off(position, battle)
    running.do(*(step(make_go, block=one.name) for one in going), step(conclude))


def _stay_in_sicily(running: Running) -> None:
    """9.2-E, RULING-75: who sallied goes back; ships that came from elsewhere stay, and no blockade goes on."""
    position, battle = running.position, battle_of(running.position)
    for block in driven_off(position, battle):
        if block.id in battle.sallied:
            take_posture(running, block, "BESIEGED")
    owner = position.control.get(SICILY)
    for block in position.at(SICILY):
        if block.side != owner and block.posture == "BLOCKADING" and facing_ships(position, battle, block.side):
            take_posture(running, block, "FIELD")


def driven_off(position: AthensSparta, battle: Battle) -> list[Block]:
    """5.1-F: attacking land blocks where land is held; attacking ships where a defending ship is still there."""
    mine = [one for one in present(position, battle, battle.attackers) if one.side == battle.attacker]
    mine = [one for one in mine if one.posture in ("FIELD", "SIEGING") and one.id != battle.rebel]
    land, sea = holds_land(position, battle), bool(facing_ships(position, battle, battle.attacker))
    return [one for one in mine if (sea if position.is_ship(one) else land)]


def _goals(view: AthensSparta, ask: Ask) -> list[HexName | None]:
    """D-14: those that sallied may go back into the city. No block is named for a ship that changed sides (9.5-G)."""
    if "block" not in ask.args:
        return [hex for ship in changed_ships(view, side_of(ask), ask.args["place"]) for hex in sea_ways(view, ship)]
    battle, block = battle_of(view), view.block(ask.args["block"])
    if block is None:
        return []
    return [*([None] if block.id in battle.sallied else []), *retreats(view, battle, block)]


def changed_ships(position: AthensSparta, side: SideName, place: HexName) -> list[Block]:
    """9.5-G: a ship that is BESIEGED together with its former friends; no city has two."""
    green = [name for names in position.box.green_blocks.values() for name in names]
    mine = [one for one in position.at(place, side) if one.posture == "BESIEGED" and one.id in green]
    return [one for one in mine if position.is_ship(one)]


class RetreatQuestion(BattleDecision[RetreatOrder], id="D-14", clause="5.1-F", default="5.1-F", subject="Retreat"):
    """D-14."""

    parts = {"to": One(_goals, words=lambda hex: hex or "into the city", subject="place")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: where does {ask.args.get('block', 'the ship')} retreat to?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> RetreatOrder | None:
        able = _goals(view, ask)
        return next((RetreatOrder(to=hex) for hex in orders.retreat_to if hex in able), None)


@agenda_step
def make_go(running: Running, block: BlockName) -> None:
    """5.1-F, 5.3-E, RULING-18, 5.56-A, 5.56-B."""
    position, battle = running.position, battle_of(running.position)
    going = position.block(block)
    if going is None or going.place != battle.place:
        return
    asked = {"block": block}
    if _goals(position, Ask(going.side, RetreatQuestion.id, args=asked)):
        decide(running, RetreatQuestion, going.side, battle.place, take_retreat, asked, block=block)
    else:
        eliminate(running, going)


@agenda_step
def take_retreat(running: Running, answers: Answers, block: BlockName) -> None:
    """5.3-C: counted by hexside."""
    battle, going = battle_of(running.position), running.position.block(block)
    if going is None:
        return
    to = answers.of(going.side, RetreatQuestion.id).to
    if to is None:
        take_posture(running, going, "BESIEGED")
        return
    used = battle.retreats.setdefault(going.side, {})
    if not running.position.is_ship(going):
        used[to] = used.get(to, 0) + 1
    go(running, going, to)


# --- ships that are left  ---------------------------------------------------------------------------------------------

Haven = tuple[str, HexName | None]


def havens(position: AthensSparta, battle: Battle, block: Block) -> list[Haven]:
    """5.5-F, 5.5-B2, 5.5-E, 6.1-C: what a ship may do that cannot stay in the field."""
    found: list[Haven] = []
    if may_blockade(position, battle, block):
        found.append(("blockade", None))
    if may_patrol(position, battle, block):
        found.append(("patrol", None))
        found += [("withdraw", None)] if has_room(position, block) else []
    return [*found, *(("retreat", hex) for hex in sea_ways(position, block))]


def adrift(position: AthensSparta, battle: Battle) -> Block | None:
    """The first ship that cannot stay: in its own port beside enemy land blocks; before a city that the enemy holds."""
    for block in position.at(battle.place):
        if block.posture == "FIELD" and position.is_ship(block) and _cannot_stay(position, battle, block):
            return block
    return None


def _cannot_stay(position: AthensSparta, battle: Battle, block: Block) -> bool:
    owner = position.control.get(block.place)
    enemies = [one for one in position.at(block.place) if one.side != block.side]
    if block.place == SICILY:
        return owner != block.side and may_blockade(position, battle, block)
    if owner == block.side:
        return any(not position.is_ship(one) and one.posture != "BESIEGED" for one in enemies)
    return owner is not None and bool(enemies)


def _havens(view: AthensSparta, ask: Ask) -> list[Haven]:
    block = view.block(ask.args["block"])
    return havens(view, battle_of(view), block) if block else []


class HavenQuestion(BattleDecision[HavenOrder], id="D-25", clause="5.5-F", default="5.5-F", subject="Bring a ship in"):
    """D-25: the default is the first: blockade, or patrol."""

    parts = {("do", "to"): One(_havens, words=lambda one: f"{one[0]} to {one[1]}" if one[1] else one[0])}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: what does {ask.args['block']} do?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> HavenOrder | None:
        able = _havens(view, ask)
        found = [one for word in orders.ships for one in able if one[0] == word]
        found.sort(key=lambda one: orders.retreat_to.index(one[1]) if one[1] in orders.retreat_to else 99)
        best = min(found, key=lambda one: orders.ships.index(one[0]), default=None)  # type: ignore[arg-type]
        return HavenOrder(do=best[0], to=best[1]) if best else None  # type: ignore[arg-type]


@agenda_step
def bring_in(running: Running) -> None:
    """5.5-F, 5.3-E: one ship after another."""
    position, battle = running.position, battle_of(running.position)
    block = adrift(position, battle)
    if block is None:
        return
    if havens(position, battle, block):
        asked = {"block": block.name}
        decide(running, HavenQuestion, block.side, battle.place, take_haven, asked, block=block.name)
    else:
        eliminate(running, block)
        running.do(step(bring_in))


@agenda_step
def take_haven(running: Running, answers: Answers, block: BlockName) -> None:
    """5.5-F."""
    ship = running.position.block(block)
    if ship is None:
        return
    order = answers.of(ship.side, HavenQuestion.id)
    if order.to:
        go(running, ship, order.to)
    else:
        words = {"blockade": "BLOCKADING", "patrol": "PATROL", "withdraw": "BESIEGED"}
        take_posture(running, ship, words[order.do])  # type: ignore[arg-type]
    running.do(step(bring_in))


# --- the end ------------ ---------------------------------------------------------------------------------------------


@agenda_step
def conclude(running: Running) -> None:
    """13.1-B: what of the Revolt is left; the city or the siege; ships; regrouping; sack."""
    position, battle = running.position, battle_of(running.position)
    _end_revolt(running)
    battle.storm, battle.half = False, None
    _capture_if_open(running)
    following = [step(bring_in), step(settle)]
    if besieges(position, battle) and (battle.stormed or not in_field(position, battle, defender_of(battle))):
        following.insert(0, step(offer_regroup, place=battle.place, side=battle.attacker, siege=True))
    running.do(*following)


def _capture_if_open(running: Running) -> None:
    """5.5-C, 6.3-D, 6.7-B: attackers stand before a city in which nobody is left; ships on PATROL do not count."""
    position, battle = running.position, battle_of(running.position)
    mine = [one for one in position.at(battle.place, battle.attacker) if one.posture != "BESIEGED"]
    theirs = [one for one in position.at(battle.place, defender_of(battle)) if one.posture in ("BESIEGED", "FIELD")]
    if position.control.get(battle.place) == defender_of(battle) and mine and not theirs:
        capture(running)


def besieges(position: AthensSparta, battle: Battle) -> bool:
    """5.5-B2, 5.4-D, 9.2-H2: of the defenders of a city those on land are all BESIEGED."""
    owner = defender_of(battle)
    if position.control.get(battle.place) != owner or not besieged_in(position, battle, owner):
        return False
    return not land_in_field(position, battle, owner)


def _end_revolt(running: Running) -> None:
    """7.0-G, 7.1-A: it fails where a defender is left; else the block holds the city like any other."""
    position, battle = running.position, battle_of(running.position)
    rebel = position.block(battle.rebel) if battle.rebel else None
    if rebel is None:
        return
    if any(one.posture != "PATROL" for one in position.at(battle.place, defender_of(battle))):
        eliminate(running, rebel)
    else:
        rebel.rising = False


def _besiege(running: Running) -> None:
    """5.5-B, 5.5-B2, 5.54-D: who stays besieges; ships have been brought in; RULING-37: revolt blocks never."""
    position, battle = running.position, battle_of(running.position)
    for block in position.at(battle.place, battle.attacker) if besieges(position, battle) else ():
        if block.posture == "FIELD" and not position.is_ship(block) and position.facts(block).type not in CITIZENS:
            take_posture(running, block, "SIEGING")


@agenda_step
def settle(running: Running) -> None:
    """5.5-C, 5.5-D, 4.2-C, 13.1-B: captures, sieges that are over; the victor regroups, then the sack."""
    position, battle = running.position, battle_of(running.position)
    place = battle.place
    _capture_if_open(running)
    _besiege(running)
    captor = battle.attacker if battle.captured else settle_posture(running, place)
    if captor and not battle.captured:
        change_control(running, place, captor)
    settle_posture(running, place)
    note_results(position, battle)
    look_again(position, [place])
    following = []
    for side in (battle.attacker, defender_of(battle)):
        if may_regroup(position, place, side, captor):
            following.append(step(offer_regroup, place=place, side=side))
    if captor:
        following.append(step(sack, place=place, side=captor, battle=True))
    running.do(*following, step(end_battle))


def note_results(position: AthensSparta, battle: Battle) -> None:
    """12.2-B `result`: won, lost or siege, for each side."""
    if position.combat is None:
        return
    there = position.at(battle.place)
    shut = any(one.posture == "BESIEGED" for one in there)
    winner = battle.attacker if battle.captured else None
    words: dict[str, Result] = {}
    for side in (battle.attacker, defender_of(battle)):
        alone = all(one.side == side or one.posture == "PATROL" for one in there)
        stays = any(one.side == side for one in there)
        words[side] = "won" if side == winner or (alone and stays) else "siege" if shut and stays else "lost"
    position.combat.results[battle.place] = words  # type: ignore[assignment]


@agenda_step
def end_battle(running: Running) -> None:
    """2.2-A, 9.2-D2, 4.2-C: what was turned up is turned down again; the next contact."""
    position, battle = running.position, battle_of(running.position)
    face_up = [one for one in position.blocks if one.up]
    if both_in_field(position, battle.place) and battle.place == SICILY:
        there = [one for one in position.at(SICILY) if one.posture == "FIELD"]
        reveal(running, there)
        face_up = [one for one in face_up if one not in there]
    cover(position, face_up)
    look_again(position, [battle.place])
    running.emit(BattleEnds(place=battle.place))
    if position.combat is not None:
        position.combat.battle = None
