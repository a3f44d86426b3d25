"""5.1: combat rounds and combat turns (D-11, D-24)."""

from __future__ import annotations

from itertools import chain, groupby, permutations, product
from typing import Final

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.declaration import declare_coastal
from adjudicator.athens_sparta.combat.fight import Fight, sets_of
from adjudicator.athens_sparta.combat.hits import fire
from adjudicator.athens_sparta.combat.storms import check_fall, offer_storm
from adjudicator.athens_sparta.events.battles import RoundBegins
from adjudicator.athens_sparta.names import block_name, deed_said
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.in_force import holds
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.regrouping import go
from adjudicator.athens_sparta.sieges.ways import has_room, land_ways, sea_ways
from adjudicator.athens_sparta.state.battle import Act, BattleOrders, Deed
from adjudicator.athens_sparta.state.orders import DeedOrder, LineOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, BlockName, HexName, Posture, SideName
from adjudicator.kernel import Answers, Ask, Illegal, One, Resolution, agenda_step, forward, step
from adjudicator.kernel.faults import convert

Running = Resolution[AthensSparta]
Choice = tuple[Deed, HexName | None]
POSTURES: Final[dict[str, Posture]] = {"withdraw": "BESIEGED", "blockade": "BLOCKADING", "patrol": "PATROL"}
conclude = forward("conclude")
pursue = forward("pursue")


# --- the order of blocks ----------------------------------------------------------------------------------------------


def _mine(view: AthensSparta, ask: Ask) -> list[BlockName]:
    return [one.name for one in Fight.of(view).fighters() if one.side == ask.seat]


def _by_letter(position: AthensSparta, side: SideName) -> list[list[BlockName]]:
    """5.1-A: the blocks of a side that have turns in this round, those of one letter together."""
    fight = Fight.of(position)
    lines = groupby(fight.turn_order(side), lambda one: fight.rating(one)[0])
    return [[one.name for one in line] for _, line in lines]


def _lines(view: AthensSparta, ask: Ask) -> list[list[BlockName]]:
    """The default, and every order within the letters; of many blocks of a letter, which three come first."""
    letters = [permutations(line, min(len(line), 3)) for line in _by_letter(view, side_of(ask))]
    return [[], *([*chain(*one)] for one in product(*letters))]


class LineQuestion(
    BattleDecision[LineOrder], id="D-24", clause="5.1-A", default="5.1-A", subject="Order blocks of the same letter"
):
    """D-24: within a letter; those not named follow by strength, then by id."""

    parts = {"order": One(_lines, words=lambda names: ", then ".join(map(block_name, names)) or "the strongest first")}

    asks = "{place}: in which order do your blocks of the same letter (A, B, C) act?"
    reads = ("order",)

    def refusal(self, view: AthensSparta, ask: Ask, order: LineOrder) -> Illegal | None:
        mine = _mine(view, ask)
        if len({*order.order}) < len(order.order) or any(one not in mine for one in order.order):
            return Illegal(
                "5.1-A", (f"name your own blocks in this battle, each once: {', '.join(map(block_name, mine))}")
            )
        return None

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> LineOrder | None:
        mine = _mine(view, ask)
        named = [one for one in dict.fromkeys(orders.order or ()) if one in mine]
        return LineOrder(order=named) if orders.order else None


@agenda_step
def begin_round(running: Running, number: int) -> None:
    """5.1-A, 5.1-D: if anybody is left to fight."""
    fight = Fight.of(running.position)
    battle = fight.battle
    if not fight.is_undecided():
        running.do(step(conclude))
        return
    battle.round, battle.acted, battle.passed, battle.retreats, battle.lines = number, [], [], {}, {}
    battle.began = {one.name: one.steps for one in fight.fighters()}
    running.emit(RoundBegins(place=fight.place, number=number))
    running.do(step(line_up, side=fight.defender), step(line_up, side=fight.attacker), step(next_turn))


@agenda_step
def line_up(running: Running, side: SideName) -> None:
    """D-24."""
    if any(len(line) > 1 for line in _by_letter(running.position, side)):
        decide(running, LineQuestion, side, Fight.of(running.position).place, take_line, side=side)


@agenda_step
def take_line(running: Running, answers: Answers, side: SideName) -> None:
    """5.1-A: fixed for this round; who acts next is seen by whom the next question names (RULING-128)."""
    Fight.of(running.position).battle.lines[side] = [*answers.of(side, LineQuestion.id).order]


# --- what a block may do ----------------------------------------------------------------------------------------------


def retreats(fight: Fight, block: Block) -> list[HexName]:
    """5.3-B to 5.3-D, 5.54-C, 5.56-A, 7.0-I, 9.2-G: where a block may retreat to now, by hex id."""
    position, battle = fight.position, fight.battle
    if block.posture in ("BESIEGED", "PATROL") or block.place == SICILY:
        return []
    if block.id == battle.rebel or fight.is_citizen(block):
        return []
    if position.is_ship(block):
        return sea_ways(position, block)
    if block.id in battle.sallied:
        return []
    ways = land_ways(position, block, battle.retreats.get(block.side, {}))
    return [hex for hex in ways if _leads_back(fight, block, hex)]


def _leads_back(fight: Fight, block: Block, hex: HexName) -> bool:
    """5.3-B: whether a land block may retreat over a hexside.

    Attackers go by those over which their side has come in this turn, on land or at sea (RULING-104), their enemies by
    the others. Blocks that change sides came by none: those who only stood with them go like defenders, and whom they
    attack by any (RULING-105), like the changed blocks (RULING-29) and all besiegers (RULING-17, RULING-106).
    """
    turn = fight.position.turn
    if turn is None or block.id in fight.battle.free:
        return True
    used = hex in turn.attacks.get(block.place, {}) or hex in turn.sailed.get(block.place, ())
    if block.side != turn.side:
        return not used
    return used or block.side != fight.attacker


def deeds(fight: Fight, block: Block) -> list[Choice]:
    """5.1-B, 5.54-C, 6.1-B, 6.1-C, 6.2-B, 7.0-D2: everything that a block may do in its combat turn."""
    battle, targets = fight.battle, fight.targets(block)
    away: list[Choice] = [("retreat", hex) for hex in retreats(fight, block)]
    if battle.unaided or (battle.storm and block.id in battle.stormers):
        shots: list[Choice] = [("fire", None)] if targets else []
        return [*shots, *away] or [("pass", None)]
    outside = block.posture == "FIELD"
    may: dict[Deed, bool] = {
        "fire": bool(targets),
        "withdraw": outside and may_withdraw(fight, block),
        "blockade": outside and fight.may_blockade(block),
        "patrol": outside and fight.may_patrol(block),
        "coastal": fight.may_declare_coastal(block),
    }
    found = [*((deed, None) for deed, able in may.items() if able), *away]
    idle = fight.position.is_ship(block) and outside and block.id not in battle.coastal
    must_choose = idle and found and not fight.facing_ships(block.side)
    return found if targets or must_choose else [*found, ("pass", None)]


def may_withdraw(fight: Fight, block: Block) -> bool:
    """5.1-B, 5.55-A, 5.56-A, 9.2-F: into the city: defenders of it, sallying blocks, relieving ships."""
    if not has_room(fight.position, block):
        return False
    if block.side == fight.defender:
        return not fight.battle.relief
    inside = block.place == SICILY or block.id in fight.battle.sallied or fight.position.is_ship(block)
    return fight.battle.relief and inside


def _acting(view: AthensSparta) -> tuple[Fight, Block | None]:
    fight = Fight.of(view)
    return fight, view.block(fight.battle.acting or "")


def _deeds(view: AthensSparta, ask: Ask) -> list[Choice]:
    fight, block = _acting(view)
    return deeds(fight, block) if block else []


def _others(view: AthensSparta, ask: Ask, deed: Choice) -> list[list[BlockName]]:
    """6.2-A: the other ships that are declared with it."""
    fight, block = _acting(view)
    able = [one.name for one in fight.there(side_of(ask)) if one is not block and fight.may_declare_coastal(one)]
    return sets_of(able, len(able)) if deed[0] == "coastal" else [[]]


class DeedQuestion(
    BattleDecision[DeedOrder],
    id="D-11",
    passing={"do": "pass"},
    clause="5.1-B",
    default="5.1-B",
    subject="Take a combat turn",
):
    """D-11."""

    parts = {
        ("do", "to"): One(_deeds, words=lambda deed: deed_said(*deed)),
        "ships": One(_others, words=lambda names: ", ".join(map(block_name, names))),
    }

    asks = "{place}: what does {block} do?"
    reads = ("turns", "ships")

    def default(self, view: AthensSparta, ask: Ask) -> DeedOrder:
        """Fire; a ship that faces none blockades, patrols or fights along the coast.

        RULING-71: who lies, stays. RULING-108: a ship of a relief goes on patrol too.
        """
        able, (_, block) = _deeds(view, ask), _acting(view)
        coastal = ["coastal"] if block and block.posture == "FIELD" else []
        wanted = ["fire", "blockade", "patrol", *coastal, "pass", "withdraw"]
        deed, to = next((one for word in wanted for one in able if one[0] == word), able[0])
        return DeedOrder(do=deed, to=to)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> DeedOrder | None:
        """12.2-A `turns`: the first rule that holds and can be followed; then `ships`."""
        able, (_, block) = _deeds(view, ask), _acting(view)
        if block is None:
            return None
        for item in orders.turns or ():
            rule = convert(item.do, Act)
            meant = rule.block in (None, block.id) and rule.type in (None, view.facts(block).type)
            goals = [to for word, to in able if word == rule.do and (to is None or not rule.to or to in rule.to)]
            if meant and goals and holds(view, item.when, block.name):
                to = min(goals, key=lambda one: rule.to.index(one) if one in rule.to else len(rule.to))
                ways = _others(view, ask, (rule.do, to))
                return DeedOrder(
                    do=rule.do, to=to, ships=max(ways, key=lambda one: ({*one} <= {*rule.ships}, len(one)))
                )
        if not view.is_ship(block) or ("fire", None) in able:
            return None
        found = next((one for word in orders.ships or () for one in able if one[0] == word), None)
        return DeedOrder(do=found[0], to=found[1]) if found else None


# --- turn after turn --------------------------------------------------------------------------------------------------


@agenda_step
def next_turn(running: Running) -> None:
    """5.1-B, 5.1-D, 5.54-A: a Storm may begin; else the next block; else the round is over."""
    check_fall(running)
    fight = Fight.of(running.position)
    battle = fight.battle
    if fight.may_storm() and not battle.storm and not battle.declined:
        running.do(step(offer_storm, number=0))
    elif not fight.is_undecided():
        running.do(step(conclude))
    elif block := fight.next_to_act():
        battle.acting = block.name
        decide(running, DeedQuestion, block.side, fight.place, take_turn, {"block": block.name}, block=block.name)
    else:
        running.do(step(end_round))


@agenda_step
def take_turn(running: Running, answers: Answers, block: BlockName) -> None:
    """5.1-B: one deed; a block that passes, or declares Coastal Combat, keeps its turn."""
    battle, acting = Fight.of(running.position).battle, running.position.block(block)
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
        return
    if order.do == "coastal":
        declare_coastal(running, acting.side, sorted([block, *order.ships]))
    else:
        leave(running, acting, order.do, order.to)
    running.do(step(next_turn))


def leave(running: Running, block: Block, deed: str, to: HexName | None) -> None:
    """5.3-C, 5.1-B: a block retreats, which is counted by hexside, or lies elsewhere from now on."""
    if deed == "retreat" and to:
        used = Fight.of(running.position).battle.retreats.setdefault(block.side, {})
        if not running.position.is_ship(block):
            used[to] = used.get(to, 0) + 1
        go(running, block, to)
    elif deed in POSTURES:
        take_posture(running, block, POSTURES[deed])


@agenda_step
def end_round(running: Running) -> None:
    """5.1-D, 5.1-F: a second round, with a Storm or a new one; after it pursuit and retreats."""
    battle = Fight.of(running.position).battle
    battle.declined = False
    if battle.round < running.position.box.constants.combat_rounds:
        running.do(step(offer_storm, number=battle.round + 1))
    else:
        battle.storm, battle.half = False, None
        running.do(step(pursue))
