"""5.0-F to 5.0-I: the Declaration (D-9), the strait, ships that face no enemy ship (D-10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.fight import Able, Fight, all_ways, by_wishes, named
from adjudicator.athens_sparta.events.battles import BlocksWithdrew, CoastalDeclared, StraitGuarded
from adjudicator.athens_sparta.names import choices_said
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.in_force import holds
from adjudicator.athens_sparta.sieges.losses import eliminate, lose_step
from adjudicator.athens_sparta.sieges.postures import reveal, take_posture
from adjudicator.athens_sparta.sieges.regrouping import go
from adjudicator.athens_sparta.sieges.ways import has_room, land_ways
from adjudicator.athens_sparta.state.battle import BattleOrders, Declare
from adjudicator.athens_sparta.state.orders import DeclareOrder, ShipsOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import straits_crossed
from adjudicator.athens_sparta.words import BlockName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, forward, step
from adjudicator.kernel.faults import convert

Running = Resolution[AthensSparta]
offer_storm = forward("offer_storm")


def attack_with(running: Running, attackers: Sequence[Block]) -> None:
    """5.0-F: the attackers turn up."""
    Fight.of(running.position).battle.attackers = [one.name for one in attackers]
    reveal(running, attackers)


# --- the defender -----------------------------------------------------------------------------------------------------


def declaring(fight: Fight) -> dict[BlockName, list[str]]:
    """5.0-G, 6.7-A, 7.0-D2: what each defender may choose: not the besieged, on PATROL only against ships."""
    if fight.battle.relief or fight.battle.unaided:
        return {}
    faced = bool(fight.facing_ships(fight.defender))
    blocks = fight.there(fight.defender, "FIELD", *(["PATROL"] if faced else []))
    able = {one.name: ["accept", *(["withdraw"] if has_room(fight.position, one) else [])] for one in blocks}
    for block in blocks:
        able[block.name] += ["patrol"] if fight.may_patrol(block) else []
    return able


def _declarations(view: AthensSparta, ask: Ask) -> list[dict[BlockName, str]]:
    return all_ways(view, declaring(Fight.of(view)))


class DeclareQuestion(
    BattleDecision[DeclareOrder], id="D-9", clause="5.0-G", default="5.0-G", subject="Declare for the defenders"
):
    """D-9: all choices are made together."""

    parts = {"declare": One(_declarations, words=choices_said)}

    asks = "{place}: which blocks accept battle, withdraw into the city, or go on patrol?"
    reads = ("declare",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> DeclareOrder | None:
        """12.2-A `declare`: of the rules for a block the first that can be followed; else the default of D-9.

        RULING-125: who is ordered to withdraw goes in before those of whom no rule speaks.
        """
        rules = [(item.when, convert(item.do, Declare)) for item in orders.declare or ()]
        able = declaring(Fight.of(view))

        def ruled(block: Block) -> Iterable[str]:
            meant = ((when, rule) for when, rule in rules if rule.block in (None, block.id))
            meant = ((when, rule) for when, rule in meant if rule.type in (None, view.facts(block).type))
            return (rule.do for when, rule in meant if holds(view, when, block.name))

        def goes_in(block: Block) -> bool:
            return next((word for word in ruled(block) if word in able[block.name]), None) == "withdraw"

        said = by_wishes(view, able, lambda one: [*ruled(one), "withdraw"], goes_in)
        return DeclareOrder(declare=said) if rules else None  # type: ignore[arg-type]

    def default(self, view: AthensSparta, ask: Ask) -> DeclareOrder:
        """As many withdraw as fit, the strongest first; the others accept."""
        chosen = by_wishes(view, declaring(Fight.of(view)), lambda one: ["withdraw"])
        return DeclareOrder(declare=chosen)  # type: ignore[arg-type]


@agenda_step
def meet(running: Running) -> None:
    """5.0-G, 6.3-B: the defender declares. 2.2-D: whom a Revolt meets inside the walls turns up when firing or hit."""
    fight = Fight.of(running.position)
    if fight.battle.unaided:
        reveal(running, fight.there(fight.defender, "FIELD"))
    if declaring(fight):
        decide(running, DeclareQuestion, fight.defender, fight.place, take_declaration, masked=True)
    else:
        running.do(step(guard_strait))


@agenda_step
def take_declaration(running: Running, answers: Answers) -> None:
    """5.0-G: all at once; blocks that accept turn up."""
    position, fight = running.position, Fight.of(running.position)
    chosen = answers.of(fight.defender, DeclareQuestion.id).declare
    accepting = named(position, chosen, "accept")
    reveal(running, accepting)
    for block in accepting:
        take_posture(running, block, "FIELD")
    withdraw(running, named(position, chosen, "withdraw"))
    for block in named(position, chosen, "patrol"):
        take_posture(running, block, "PATROL")
    running.do(step(guard_strait))


def withdraw(running: Running, blocks: list[Block]) -> None:
    """2.2-A: blocks of one side, not revealed: the enemy learns how many."""
    for block in blocks:
        block.posture = "BESIEGED"
    if blocks:
        place, side, names = blocks[0].place, blocks[0].side, [one.name for one in blocks]
        running.emit(BlocksWithdrew(place=place, side=side, number=len(blocks), blocks=names, known_to=(side,)))


# --- the strait -------------------------------------------------------------------------------------------------------


@agenda_step
def guard_strait(running: Running) -> None:
    """1.5-D, 5.0-H: land blocks that crossed a strait in this hex, where an enemy ship accepted or patrols."""
    fight = Fight.of(running.position)
    guards = fight.facing_ships(fight.attacker) or fight.there(fight.defender, "PATROL")
    crossed = [one for one in fight.in_field(fight.attacker) if _crossed(running.position, one)]
    if guards and crossed and not fight.battle.relief:
        names = [one.name for one in crossed]
        running.emit(StraitGuarded(place=fight.place, side=fight.attacker, blocks=names))
        for block in crossed:
            _drive_back(running, block)
    sides = (fight.defender, fight.attacker)
    running.do(*(step(choose_ships, side=side) for side in sides), step(offer_storm, number=1))


def _crossed(position: AthensSparta, block: Block) -> bool:
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


# --- ships that face none ---------------------------------------------------------------------------------------------


def choosing_ships(fight: Fight, side: SideName) -> dict[BlockName, list[str]]:
    """5.0-I, 6.3-C: who may blockade chooses now; the others may wait for their combat turns."""
    ships = [one for one in fight.there(side) if fight.may_declare_coastal(one)]
    blockading = [one.id for one in ships if one.posture == "FIELD" and fight.may_blockade(one)]
    return {one.name: ["blockade" if one.id in blockading else "wait", "coastal"] for one in ships}


def _choosing(view: AthensSparta, ask: Ask) -> Able:
    return choosing_ships(Fight.of(view), side_of(ask))


class ShipsQuestion(
    BattleDecision[ShipsOrder], id="D-10", clause="6.3-C", default="5.0-I", subject="Declare for the ships"
):
    """D-10: at the Declaration. By default those that may blockade do, the others wait."""

    parts = {"ships": One(lambda view, ask: all_ways(view, _choosing(view, ask)), words=choices_said)}

    asks = "{place}: which ships fight along the coast, blockade, or wait?"
    reads = ("ships",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ShipsOrder | None:
        """12.2-A `ships`, in order of preference."""
        chosen = by_wishes(view, _choosing(view, ask), lambda one: orders.ships or ())
        return ShipsOrder(ships=chosen) if orders.ships else None  # type: ignore[arg-type]


@agenda_step
def choose_ships(running: Running, side: SideName) -> None:
    """5.0-I, 6.2-A, 6.3-C: the defender's ships, then the attacker's."""
    fight = Fight.of(running.position)
    if choosing_ships(fight, side):
        decide(running, ShipsQuestion, side, fight.place, take_ships, side=side)


@agenda_step
def take_ships(running: Running, answers: Answers, side: SideName) -> None:
    """6.2-A, 6.6-A."""
    chosen = answers.of(side, ShipsQuestion.id).ships
    declare_coastal(running, side, [name for name, word in chosen.items() if word == "coastal"])
    for block in named(running.position, chosen, "blockade"):
        take_posture(running, block, "BLOCKADING")


def declare_coastal(running: Running, side: SideName, ships: list[BlockName]) -> None:
    """6.2-A; 5.1-E: those that kept their turns may use them again."""
    battle = Fight.of(running.position).battle
    if not ships:
        return
    battle.coastal += ships
    battle.attackers += [one for one in ships if side == battle.attacker and one not in battle.attackers]
    battle.passed = []
    running.emit(CoastalDeclared(place=battle.place, side=side, blocks=sorted(ships)))
