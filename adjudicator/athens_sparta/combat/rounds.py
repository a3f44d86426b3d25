"""5.1: combat rounds and combat turns (D-11, D-24)."""

from __future__ import annotations

from itertools import chain, groupby, permutations, product

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.declaration import declare_coastal, sets_of
from adjudicator.athens_sparta.combat.hits import fire
from adjudicator.athens_sparta.combat.roles import (
    battle_of,
    defender_of,
    facing_ships,
    fighters,
    may_blockade,
    may_declare_coastal,
    may_patrol,
    may_storm,
    next_to_act,
    rating,
    targets,
    turn_order,
    undecided,
)
from adjudicator.athens_sparta.combat.storms import check_fall, offer_storm
from adjudicator.athens_sparta.events.battles import RoundBegins
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide, holds
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.retreats import go
from adjudicator.athens_sparta.sieges.ways import has_room, land_ways, sea_ways
from adjudicator.athens_sparta.state.battle import Act, Battle, BattleOrders, Deed
from adjudicator.athens_sparta.state.orders import DeedOrder, LineOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import CITIZENS, SICILY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, Illegal, One, Resolution, agenda_step, forward, step
from adjudicator.kernel.faults import convert

Running = Resolution[AthensSparta]
conclude = forward("conclude")
pursue = forward("pursue")


class LineQuestion(BattleDecision[LineOrder], id="D-24", clause="5.1-A", default="5.1-A", subject="Order own blocks"):
    """D-24: within a letter; those not named follow by strength, then by id."""

    parts = {"order": One(lambda view, ask: _lines(view, ask), words=lambda names: ", ".join(names) or "by strength")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: in which order do your blocks have their turns within a letter?"

    def refusal(self, view: AthensSparta, ask: Ask, order: LineOrder) -> Illegal | None:
        mine = [one.name for one in fighters(view, battle_of(view)) if one.side == ask.seat]
        if len({*order.order}) < len(order.order) or any(one not in mine for one in order.order):
            return Illegal("5.1-A", f"own blocks of the battle are named, each once: {', '.join(mine)}")
        return None

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> LineOrder | None:
        mine = [one.name for one in fighters(view, battle_of(view)) if one.side == ask.seat]
        named = [one for one in dict.fromkeys(orders.order) if one in mine]
        return LineOrder(order=named) if orders.order else None


def _lines(view: AthensSparta, ask: Ask) -> list[list[BlockName]]:
    """The default, and every order within the letters; of many blocks of a letter, which three come first."""
    letters = [permutations(line, min(len(line), 3)) for line in _by_letter(view, side_of(ask))]
    return [[], *([*chain(*one)] for one in product(*letters))]


def _by_letter(position: AthensSparta, side: SideName) -> list[list[BlockName]]:
    """5.1-A: the blocks of a side that have turns in this round, those of one letter together."""
    battle = battle_of(position)
    mine = turn_order(position, battle, side)
    return [[one.name for one in line] for _, line in groupby(mine, lambda one: rating(position, battle, one)[0])]


@agenda_step
def begin_round(running: Running, number: int) -> None:
    """5.1-A, 5.1-D: if anybody is left to fight."""
    position, battle = running.position, battle_of(running.position)
    if not undecided(position, battle):
        running.do(step(conclude))
        return
    battle.round, battle.acted, battle.passed, battle.retreats = number, [], [], {}
    there = fighters(position, battle)
    battle.began = {one.name: one.steps for one in there}
    battle.lines = {}
    running.emit(RoundBegins(place=battle.place, number=number))
    running.do(step(line_up, side=defender_of(battle)), step(line_up, side=battle.attacker), step(next_turn))


@agenda_step
def line_up(running: Running, side: SideName) -> None:
    """D-24."""
    battle = battle_of(running.position)
    if any(len(line) > 1 for line in _by_letter(running.position, side)):
        decide(running, LineQuestion, side, battle.place, take_line, side=side)


@agenda_step
def take_line(running: Running, answers: Answers, side: SideName) -> None:
    """5.1-A: fixed for this round."""
    battle_of(running.position).lines[side] = [*answers.of(side, LineQuestion.id).order]


# --- what a block may do  ---------------------------------------------------------------------------------------------


def retreats(position: AthensSparta, battle: Battle, block: Block) -> list[HexName]:
    """5.3-B to 5.3-D, 5.54-C, 5.56-A, 7.0-I, 9.2-G: where a block may retreat to now, by hex id."""
    if block.posture in ("BESIEGED", "PATROL") or block.place == SICILY:
        return []
    if block.id == battle.rebel or position.facts(block).type in CITIZENS:
        return []
    if position.is_ship(block):
        return sea_ways(position, block)
    if block.id in battle.sallied:
        return []
    used = position.turn.attacks.get(block.place, {}) if position.turn else {}
    ways = land_ways(position, block, battle.retreats.get(block.side, {}))
    if block.side != battle.attacker:
        return [hex for hex in ways if hex not in used]
    return ways if block.id in battle.free else [hex for hex in ways if hex in used]


def deeds(position: AthensSparta, battle: Battle, block: Block) -> list[tuple[Deed, HexName | None]]:
    """5.1-B, 5.54-C, 6.1-B, 6.1-C, 6.2-B, 7.0-D2: everything that a block may do in its combat turn."""
    found: list[tuple[Deed, HexName | None]] = []
    if targets(position, battle, block):
        found.append(("fire", None))
    if battle.unaided or (battle.storm and block.id in battle.stormers):  # 7.0-D2, 5.54-C
        found += [("retreat", hex) for hex in retreats(position, battle, block)]
        return found or [("pass", None)]
    if may_withdraw(position, battle, block):
        found.append(("withdraw", None))
    if block.posture == "FIELD" and may_blockade(position, battle, block):
        found.append(("blockade", None))
    if block.posture == "FIELD" and may_patrol(position, battle, block):
        found.append(("patrol", None))
    if may_declare_coastal(position, battle, block):
        found.append(("coastal", None))
    found += [("retreat", hex) for hex in retreats(position, battle, block)]
    must_choose = position.is_ship(block) and block.posture == "FIELD" and block.id not in battle.coastal
    if not targets(position, battle, block) and not (must_choose and found and not _waits(position, battle, block)):
        found.append(("pass", None))
    return found


def _waits(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """5.1-B: a ship that fights other ships keeps its turn while these are there."""
    return bool(facing_ships(position, battle, block.side))


def may_withdraw(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """5.1-B, 5.55-A, 5.56-A, 9.2-F: into the city: defenders of it, sallying blocks, relieving ships."""
    if block.posture != "FIELD" or not has_room(position, block):
        return False
    if block.side != battle.attacker:
        return not battle.relief
    inside = block.place == SICILY or block.id in battle.sallied or position.is_ship(block)
    return battle.relief and inside


def _deeds(view: AthensSparta, ask: Ask) -> list[tuple[Deed, HexName | None]]:
    battle = battle_of(view)
    block = view.block(battle.acting or "")
    return deeds(view, battle, block) if block else []


def _others(view: AthensSparta, ask: Ask, deed: tuple[Deed, HexName | None]) -> list[list[BlockName]]:
    """6.2-A: the other ships that are declared with it."""
    battle = battle_of(view)
    mine = [one for one in view.at(battle.place, side_of(ask)) if one.id != battle.acting]
    able = [one.name for one in mine if may_declare_coastal(view, battle, one)]
    return sets_of(able, len(able)) if deed[0] == "coastal" else [[]]


class DeedQuestion(BattleDecision[DeedOrder], id="D-11", clause="5.1-B", default="5.1-B", subject="Take a combat turn"):
    """D-11."""

    parts = {
        ("do", "to"): One(_deeds, words=lambda deed: f"{deed[0]} to {deed[1]}" if deed[1] else deed[0]),
        "ships": One(_others, words=", ".join),
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: what does {ask.args['block']} do?"

    def default(self, view: AthensSparta, ask: Ask) -> DeedOrder:
        """Fire; a ship that faces none blockades, patrols or fights along the coast; RULING-71: who lies, stays."""
        able = _deeds(view, ask)
        words = [word for word, _ in able]
        block = view.block(battle_of(view).acting or "")
        coastal: list[Deed] = ["coastal"] if block and block.posture == "FIELD" else []
        wanted: list[Deed] = ["fire", "blockade", "patrol", *coastal, "pass", "withdraw"]
        found = next((word for word in wanted if word in words), None)
        return DeedOrder(do=found) if found else DeedOrder(do=able[0][0], to=able[0][1])

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> DeedOrder | None:
        """12.2-A `turns`: the first rule that holds and can be followed; then `ships`."""
        able, acting = _deeds(view, ask), battle_of(view).acting or ""
        block = view.block(acting)
        for item in orders.turns:
            rule = convert(item.do, Act)
            meant = rule.block in (None, acting) and rule.type in (None, block and view.facts(block).type)
            if meant and holds(view, item.when, acting):
                goals = [to for word, to in able if word == rule.do and (to is None or not rule.to or to in rule.to)]
                if goals:
                    ships = max(
                        _others(view, ask, (rule.do, None)), key=lambda one: ({*one} <= {*rule.ships}, len(one))
                    )
                    return DeedOrder(do=rule.do, to=min(goals, key=lambda to: _place_in(rule.to, to)), ships=ships)
        words = [word for word, _ in able]
        if block is None or not view.is_ship(block) or "fire" in words:
            return None
        return next((_ships_deed(word, able) for word in orders.ships if word in words), None)


def _place_in(wanted: list[HexName], to: HexName | None) -> int:
    return wanted.index(to) if to in wanted else len(wanted)


def _ships_deed(word: Deed, able: list[tuple[Deed, HexName | None]]) -> DeedOrder:
    return DeedOrder(do=word, to=next(to for one, to in able if one == word))


# --- turn after turn ---- ---------------------------------------------------------------------------------------------


@agenda_step
def next_turn(running: Running) -> None:
    """5.1-B, 5.1-D, 5.54-A: a Storm may begin; else the next block; else the round is over."""
    position, battle = running.position, battle_of(running.position)
    check_fall(running)
    if may_storm(position, battle) and not battle.storm and not battle.declined:
        running.do(step(offer_storm, number=0))
        return
    if not undecided(position, battle):
        running.do(step(conclude))
        return
    block = next_to_act(position, battle)
    if block is None:
        running.do(step(end_round))
        return
    battle.acting = block.name
    decide(running, DeedQuestion, block.side, battle.place, take_turn, {"block": block.name}, block=block.name)


@agenda_step
def take_turn(running: Running, answers: Answers, block: BlockName) -> None:
    """5.1-B: one deed; a block that passes, or declares Coastal Combat, keeps its turn."""
    position, battle = running.position, battle_of(running.position)
    acting = position.block(block)
    battle.acting = None
    if acting is None:
        return
    order = answers.of(acting.side, DeedQuestion.id)
    if order.do == "pass":
        battle.passed.append(block)
    elif order.do != "coastal":
        battle.acted.append(block)
    if order.do == "fire":
        fire(running, acting)
    else:
        _do(running, acting, order)
        running.do(step(next_turn))


def _do(running: Running, block: Block, order: DeedOrder) -> None:
    battle = battle_of(running.position)
    if order.do == "retreat" and order.to:
        used = battle.retreats.setdefault(block.side, {})
        if not running.position.is_ship(block):
            used[order.to] = used.get(order.to, 0) + 1
        go(running, block, order.to)
    elif order.do == "coastal":
        declare_coastal(running, block.side, sorted([block.name, *order.ships]))
    elif order.do == "withdraw":
        take_posture(running, block, "BESIEGED")
    elif order.do in ("blockade", "patrol"):
        take_posture(running, block, "BLOCKADING" if order.do == "blockade" else "PATROL")


@agenda_step
def end_round(running: Running) -> None:
    """5.1-D, 5.1-F: a second round, with a Storm or a new one; after it pursuit and retreats."""
    position, battle = running.position, battle_of(running.position)
    battle.declined = False
    if battle.round < position.box.constants.combat_rounds:
        running.do(step(offer_storm, number=battle.round + 1))
    else:
        battle.storm, battle.half = False, None
        running.do(step(pursue))
