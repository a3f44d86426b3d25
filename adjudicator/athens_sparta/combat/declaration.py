"""5.0-D to 5.0-I: who attacks, relief and sally (D-22, D-23), the Declaration (D-9), the strait, ships (D-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.roles import (
    battle_of,
    defender_of,
    facing_ships,
    in_field,
    may_blockade,
    may_declare_coastal,
    present,
)
from adjudicator.athens_sparta.events.battles import (
    BattleBegins,
    BlocksSallied,
    BlocksWithdrew,
    CoastalDeclared,
    StraitGuarded,
)
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide, holds
from adjudicator.athens_sparta.sieges.losses import eliminate, lose_step
from adjudicator.athens_sparta.sieges.postures import reveal, take_posture
from adjudicator.athens_sparta.sieges.retreats import go
from adjudicator.athens_sparta.sieges.ways import has_room, land_ways
from adjudicator.athens_sparta.state.battle import Battle, BattleOrders, Declare, Declared, Relief
from adjudicator.athens_sparta.state.control import blockaded, pressed
from adjudicator.athens_sparta.state.crossings import straits_crossed
from adjudicator.athens_sparta.state.orders import DeclareOrder, ReliefOrder, SallyOrder, ShipsOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import CITIZENS, ENEMY, OUTSIDE, SICILY, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, Some, agenda_step, forward, step
from adjudicator.kernel.faults import convert

Running = Resolution[AthensSparta]
begin_round = forward("begin_round")
offer_storm = forward("offer_storm")
end_battle = forward("end_battle")


@agenda_step
def begin_battle(running: Running, place: HexName, side: SideName) -> None:
    """5.0-D, 5.55, 5.56: the active side attacks; where it holds the city against besiegers by relief and sally."""
    position = running.position
    theirs = position.at(place, ENEMY[side])
    outside = [one for one in theirs if one.posture in OUTSIDE or (place == SICILY and one.posture == "FIELD")]
    battle = Battle(place, side, relief=position.control.get(place) == side and bool(outside))
    if position.combat is None:
        return
    position.combat.battle = battle
    running.emit(BattleBegins(place=place, side=side))
    running.do(step(relieve if battle.relief else attack))


@agenda_step
def attack(running: Running) -> None:
    """5.0-A1, 5.0-F: those who came, and those who besiege already, turn up; a Revolt too."""
    position, battle = running.position, battle_of(running.position)
    there = position.at(battle.place, battle.attacker)
    battle.free += [one.name for one in there if one.posture == "SIEGING"]
    attackers = [one for one in there if one.posture in ("FIELD", "SIEGING")]
    battle.rebel = next((one.name for one in attackers if one.rising), None)
    battle.unaided = [one.name for one in attackers] == [battle.rebel]
    _set_out(running, attackers)
    running.do(step(meet))


def _set_out(running: Running, attackers: Sequence[Block]) -> None:
    battle = battle_of(running.position)
    battle.attackers = [one.name for one in attackers]
    reveal(running, attackers)


# --- relief and sally -------------------------------------------------------------------------------------------------


def relief_ships(position: AthensSparta, side: SideName, place: HexName) -> list[Block]:
    """5.55-A, 5.55-B: ships that stopped in an own port that is besieged or blockaded."""
    if place == SICILY or not pressed(position, place):
        return []
    return [one for one in position.at(place, side) if position.is_ship(one) and one.posture == "FIELD"]


def _reliefs(view: AthensSparta, ask: Ask) -> list[dict[BlockName, Relief]]:
    ships = relief_ships(view, side_of(ask), ask.args["place"])
    shut = blockaded(view, ask.args["place"])  # 6.7-A: no patrol without sea control
    words: list[Relief] = ["enter", "fight"] if shut else ["enter", "patrol", "fight"]
    found = [
        dict(zip((one.name for one in ships), chosen, strict=True)) for chosen in product(words, repeat=len(ships))
    ]
    return [one for one in found if has_room(view, *_named(view, one, "enter"))]


def _named(view: AthensSparta, chosen: Mapping[BlockName, str], word: str) -> list[Block]:
    return [block for name, what in chosen.items() if what == word if (block := view.block(name))]


class ReliefQuestion(
    BattleDecision[ReliefOrder],
    id="D-22",
    clause="5.55-B",
    default="5.55-B",
    subject="Say what ships do in a besieged port",
):
    """D-22: by default ships enter the city, and fight where it is blockaded."""

    parts = {"ships": One(_reliefs, words=str)}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: which ships enter the city, go on patrol, or fight?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ReliefOrder | None:
        return self._preferred(view, ask, orders.relief) if orders.relief else None

    def default(self, view: AthensSparta, ask: Ask) -> ReliefOrder:
        return self._preferred(view, ask, "fight" if blockaded(view, ask.args["place"]) else "enter")

    def _preferred(self, view: AthensSparta, ask: Ask, word: Relief) -> ReliefOrder:
        """As many as can do it, the strongest first; the others go on patrol."""
        found = _reliefs(view, ask)
        ships = sorted(relief_ships(view, side_of(ask), ask.args["place"]), key=_strongest)
        return ReliefOrder(ships=max(found, key=lambda one: [one[ship.name] == word for ship in ships]))


def _strongest(block: Block) -> tuple[int, BlockName]:
    return -block.steps, block.name


@agenda_step
def relieve(running: Running) -> None:
    """5.55-A, 5.55-B: first the ships that came into the port."""
    battle = battle_of(running.position)
    if relief_ships(running.position, battle.attacker, battle.place):
        decide(running, ReliefQuestion, battle.attacker, battle.place, take_relief)
    else:
        running.do(step(sally))


@agenda_step
def take_relief(running: Running, answers: Answers) -> None:
    """5.55-B: into the city, on patrol, or they fight."""
    battle = battle_of(running.position)
    chosen: dict[BlockName, Relief] = answers.of(battle.attacker, ReliefQuestion.id).ships
    entering = _named(running.position, chosen, "enter")
    _withdraw(running, battle.attacker, entering)
    for block in _named(running.position, chosen, "patrol"):
        take_posture(running, block, "PATROL")
    running.do(step(sally))


def may_sally(position: AthensSparta, side: SideName, place: HexName) -> list[Block]:
    """5.56-A, RULING-20, 6.6-B, 6.6-D: BESIEGED blocks; land blocks only against an enemy that can be hit by them."""
    theirs = [one.posture for one in position.at(place, ENEMY[side])]
    against_land = "SIEGING" in theirs or "FIELD" in theirs
    mine = [one for one in position.at(place, side) if one.posture == "BESIEGED"]
    mine = [one for one in mine if position.facts(one).type not in CITIZENS]
    return [one for one in mine if against_land or position.is_ship(one)]


def _sallyers(view: AthensSparta, ask: Ask) -> list[BlockName]:
    return [one.name for one in may_sally(view, side_of(ask), ask.args["place"])]


class SallyQuestion(BattleDecision[SallyOrder], id="D-23", clause="5.56-A", default="5.56-A", subject="Sally"):
    """D-23."""

    parts = {"sallyers": Some(_sallyers, thing="block", subject="block")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: which blocks sally?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> SallyOrder | None:
        """`sallyers`, or all where none is named."""
        if orders.sally is False:
            return None
        able = _sallyers(view, ask)
        named = [one for one in orders.sallyers or able if one in able]
        return SallyOrder(sallyers=named if holds(view, orders.sally) else [])


@agenda_step
def sally(running: Running) -> None:
    """5.56-A."""
    position, battle = running.position, battle_of(running.position)
    if any(one.posture == "BESIEGED" for one in position.at(battle.place, battle.attacker)):
        decide(running, SallyQuestion, battle.attacker, battle.place, take_sally, masked=True)
    else:
        _relief_begins(running, [])


@agenda_step
def take_sally(running: Running, answers: Answers) -> None:
    """5.56-A: they come out and turn up."""
    battle = battle_of(running.position)
    _relief_begins(running, answers.of(battle.attacker, SallyQuestion.id).sallyers)


def _relief_begins(running: Running, sallyers: list[BlockName]) -> None:
    """5.55-A: relief and sally together; where nobody fights the contact is over (5.55-B)."""
    position, battle = running.position, battle_of(running.position)
    battle.sallied = [*sallyers]
    out = present(position, battle, sallyers)
    for block in out:
        block.posture = "FIELD"
    relief = [one for one in position.at(battle.place, battle.attacker) if _relieves(position, battle, one)]
    _set_out(running, relief)
    fighting = [one for one in relief if one.id not in sallyers and may_declare_coastal(position, battle, one)]
    if relief:  # who arrived only now lies face down beside the besiegers (9.5-G)
        reveal(running, in_field(position, battle, defender_of(battle)))
    if sallyers:
        running.emit(BlocksSallied(place=battle.place, side=battle.attacker, blocks=sorted(sallyers)))
    declare_coastal(running, battle.attacker, [one.name for one in fighting])  # 5.55-B
    running.do(step(meet) if relief else step(end_battle))


def _relieves(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """5.55-A, 6.6-B: in the field; land blocks only where besiegers are on land, else they are in their city."""
    theirs = [one.posture for one in position.at(battle.place, ENEMY[block.side])]
    if block.posture != "FIELD" or position.facts(block).type in CITIZENS:
        return False
    return position.is_ship(block) or "SIEGING" in theirs or "FIELD" in theirs


# --- the defender ------- ---------------------------------------------------------------------------------------------


def declaring(position: AthensSparta, battle: Battle) -> list[Block]:
    """5.0-G, 6.7-A, 7.0-D2: the defenders that choose: not besieged; on PATROL only against ships; besiegers never."""
    side = defender_of(battle)
    if battle.relief or battle.unaided:
        return []
    ships = facing_ships(position, battle, side)
    postures = ("FIELD", "PATROL") if ships else ("FIELD",)
    return [one for one in position.at(battle.place, side) if one.posture in postures]


def _declarations(view: AthensSparta, ask: Ask) -> list[dict[BlockName, Declared]]:
    """Every way that finds room; the ships facing an enemy ship cannot go on patrol."""
    battle = battle_of(view)
    blocks = declaring(view, battle)
    ships = facing_ships(view, battle, defender_of(battle))
    words = [_words(view, battle, block, bool(ships)) for block in blocks]
    found = [dict(zip((one.name for one in blocks), chosen, strict=True)) for chosen in product(*words)]
    return [one for one in found if has_room(view, *_named(view, one, "withdraw"))]


def _words(view: AthensSparta, battle: Battle, block: Block, faced: bool) -> list[Declared]:
    words: list[Declared] = ["accept"]
    if has_room(view, block):
        words.append("withdraw")
    own = view.control.get(block.place) == block.side and block.place in view.box.ports
    if own and view.is_ship(block) and not faced:
        words.append("patrol")
    return words


class DeclareQuestion(BattleDecision[DeclareOrder], id="D-9", clause="5.0-G", default="5.0-G", subject="Declare"):
    """D-9: all choices are made together."""

    parts = {"declare": One(_declarations, words=str)}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: who accepts battle, withdraws or goes on patrol?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> DeclareOrder | None:
        """12.2-A `declare`: of the rules for a block the first that can be followed; else the default of D-9."""
        if not orders.declare:
            return None
        blocks = sorted(declaring(view, battle_of(view)), key=_strongest)
        chosen: dict[BlockName, Declared] = {}
        for block in blocks:
            chosen[block.name] = self._word(view, block, orders, chosen)
        return DeclareOrder(declare={name: chosen[name] for name in sorted(chosen)})

    def _word(
        self, view: AthensSparta, block: Block, orders: BattleOrders, chosen: dict[BlockName, Declared]
    ) -> Declared:
        battle = battle_of(view)
        faced = bool(facing_ships(view, battle, block.side))
        able = _words(view, battle, block, faced)
        inside = [*_named(view, chosen, "withdraw"), block]
        if not has_room(view, *inside) and "withdraw" in able:
            able.remove("withdraw")
        for item in orders.declare:
            rule: Declare = convert(item.do, Declare)
            meant = rule.block in (None, block.id) and rule.type in (None, view.facts(block).type)
            if meant and rule.do in able and holds(view, item.when, block.name):
                return rule.do
        return "withdraw" if "withdraw" in able else "accept"

    def default(self, view: AthensSparta, ask: Ask) -> DeclareOrder:
        """As many withdraw as fit, the strongest first; the others accept."""
        inside: list[Block] = []
        for block in sorted(declaring(view, battle_of(view)), key=_strongest):
            if has_room(view, *inside, block):
                inside.append(block)
        declare: dict[BlockName, Declared] = {one.name: "accept" for one in declaring(view, battle_of(view))}
        return DeclareOrder(declare=declare | {one.name: "withdraw" for one in inside})


@agenda_step
def meet(running: Running) -> None:
    """5.0-G, 6.3-B: the defender declares."""
    position, battle = running.position, battle_of(running.position)
    if battle.unaided:
        reveal(running, [one for one in position.at(battle.place, defender_of(battle)) if one.posture != "PATROL"])
    if declaring(position, battle):
        decide(running, DeclareQuestion, defender_of(battle), battle.place, take_declaration, masked=True)
    else:
        running.do(step(guard_strait))


@agenda_step
def take_declaration(running: Running, answers: Answers) -> None:
    """5.0-G: all at once; who accepts turns up."""
    position, battle = running.position, battle_of(running.position)
    side = defender_of(battle)
    chosen: dict[BlockName, Declared] = answers.of(side, DeclareQuestion.id).declare
    accepting = _named(position, chosen, "accept")
    reveal(running, accepting)
    for block in accepting:
        take_posture(running, block, "FIELD")
    _withdraw(running, side, _named(position, chosen, "withdraw"))
    for block in _named(position, chosen, "patrol"):
        take_posture(running, block, "PATROL")
    running.do(step(guard_strait))


def _withdraw(running: Running, side: SideName, blocks: list[Block]) -> None:
    """2.2-A: not revealed: the enemy learns how many."""
    for block in blocks:
        block.posture = "BESIEGED"
    if blocks:
        place, names = blocks[0].place, [one.name for one in blocks]
        running.emit(BlocksWithdrew(place=place, side=side, number=len(blocks), blocks=names, known_to=(side,)))


# --- the strait, and ships that face none -----------------------------------------------------------------------------


@agenda_step
def guard_strait(running: Running) -> None:
    """1.5-D, 5.0-H: land blocks that crossed a strait in this hex, where an enemy ship accepted or patrols."""
    position, battle = running.position, battle_of(running.position)
    guards = facing_ships(position, battle, battle.attacker) + _patrols(position, battle)
    crossed = [one for one in in_field(position, battle, battle.attacker) if _crossed(position, battle, one)]
    if guards and crossed and not battle.relief:
        names = [one.name for one in crossed]
        running.emit(StraitGuarded(place=battle.place, side=battle.attacker, blocks=names))
        for block in crossed:
            _drive_back(running, block)
    running.do(step(choose_ships, side=defender_of(battle)))


def _patrols(position: AthensSparta, battle: Battle) -> list[Block]:
    there = position.at(battle.place, defender_of(battle))
    return [one for one in there if one.posture == "PATROL"]


def _crossed(position: AthensSparta, battle: Battle, block: Block) -> bool:
    if block.came_from is None or position.is_ship(block) or block.posture != "FIELD":
        return False
    return block.place in straits_crossed(position, block.came_from, block.place, starts=False)


def _drive_back(running: Running, block: Block) -> None:
    """1.5-D: a step, and back to where it came from; eliminated if it cannot go there."""
    position = running.position
    lose_step(running, block)
    if block in position.blocks and block.came_from:
        if block.came_from in land_ways(position, block, {}, forced=True):
            go(running, block, block.came_from)
        else:
            eliminate(running, block)


def _ships_to_choose(position: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    return [one for one in position.at(battle.place, side) if may_declare_coastal(position, battle, one)]


def _ship_choices(view: AthensSparta, ask: Ask) -> list[dict[BlockName, str]]:
    battle = battle_of(view)
    ships = _ships_to_choose(view, battle, side_of(ask))
    words = [_ship_words(view, battle, one) for one in ships]
    return [dict(zip((one.name for one in ships), chosen, strict=True)) for chosen in product(*words)]


def _ship_words(position: AthensSparta, battle: Battle, block: Block) -> list[str]:
    """6.3-C: who may blockade chooses now; the others may wait for their combat turns."""
    blockades = block.posture == "FIELD" and may_blockade(position, battle, block)
    return ["blockade" if blockades else "wait", "coastal"]


class ShipsQuestion(
    BattleDecision[ShipsOrder], id="D-10", clause="6.3-C", default="5.0-I", subject="Declare for ships"
):
    """D-10: at the Declaration. By default those that may blockade do, the others wait."""

    parts = {"ships": One(_ship_choices, words=str)}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return f"{ask.args['place']}: which ships fight along the coast, or blockade?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ShipsOrder | None:
        """12.2-A `ships`, in order of preference."""
        battle = battle_of(view)
        chosen: dict[BlockName, Any] = {}
        for block in _ships_to_choose(view, battle, side_of(ask)):
            words = _ship_words(view, battle, block)
            chosen[block.name] = next((word for word in orders.ships if word in words), words[0])
        return ShipsOrder(ships=chosen) if orders.ships else None


@agenda_step
def choose_ships(running: Running, side: SideName) -> None:
    """5.0-I, 6.2-A, 6.3-C: the defender's ships, then the attacker's."""
    battle = battle_of(running.position)
    if _ships_to_choose(running.position, battle, side):
        decide(running, ShipsQuestion, side, battle.place, take_ships, side=side)
    else:
        _ships_chosen(running, side)


@agenda_step
def take_ships(running: Running, answers: Answers, side: SideName) -> None:
    """6.2-A, 6.6-A."""
    chosen: dict[BlockName, str] = answers.of(side, ShipsQuestion.id).ships
    declare_coastal(running, side, [name for name, word in chosen.items() if word == "coastal"])
    for block in _named(running.position, chosen, "blockade"):
        take_posture(running, block, "BLOCKADING")
    _ships_chosen(running, side)


def declare_coastal(running: Running, side: SideName, ships: list[BlockName]) -> None:
    """6.2-A; 5.1-E: those that kept their turns may use them again."""
    battle = battle_of(running.position)
    if not ships:
        return
    battle.coastal += ships
    battle.attackers += [one for one in ships if side == battle.attacker and one not in battle.attackers]
    battle.passed = []
    running.emit(CoastalDeclared(place=battle.place, side=side, blocks=sorted(ships)))


def _ships_chosen(running: Running, side: SideName) -> None:
    battle = battle_of(running.position)
    following = step(choose_ships, side=battle.attacker) if side != battle.attacker else step(offer_storm, number=1)
    running.do(following)


def sets_of(names: Sequence[BlockName], most: int) -> list[list[BlockName]]:
    """Every set of at most so many."""
    return [[*one] for size in range(min(most, len(names)) + 1) for one in combinations(names, size)]
