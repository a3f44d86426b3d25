"""The steady bot of Athens & Sparta: it guards its capital, takes what is weakly held, besieges, and builds.

It looks for packages of moves towards one city: as many blocks as it takes to have the better of what may stand there.
Strength is counted in points: steps times (rating number + 1), three in two for those who strike first. Of a hidden
block it knows nothing but that it is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.athens_sparta.cards.deal import hand, mp_of
from adjudicator.athens_sparta.movement.actions import make, refusal
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.options import Options
from adjudicator.athens_sparta.olympiad.actions import Replacing
from adjudicator.athens_sparta.state.accounts import Build, Disband, Reinforce, Replacement
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.moves import Action, BlockMove, March, OperationalMove, Revolt, SeaMove
from adjudicator.athens_sparta.state.orders import BattleSheet, CardOrder, TargetOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import step_cost, value
from adjudicator.athens_sparta.words import ENEMY, SICILY, SIDES, HexName, SideName
from adjudicator.kernel import Ask, Chance, Order, Resolution, Unknown
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.series import Series

UNKNOWN_POINTS = 9
PP = 10  # what a city's PP is worth; all other values are in the same unit
CITY = 4
CAPITAL = 120
MOVE = 3  # what an MP is worth
HOME = 25  # a land block more in the capital
GUARD = 60  # what it costs to take one of too few away
SHY = 18  # what it costs to leave a city of one's own empty, per PP


class Policy(NamedTuple):
    """How a side plays.

    `odds`: per cent of the enemy's points that an attack must have, `walls`: the same where there are walls. `home`:
    land blocks wanted in the capital. `revolts`, `neutrals`: whether it starts Revolts, attacks green cities.
    """

    odds: int = 140
    walls: int = 160
    home: int = 2
    revolts: bool = True
    neutrals: bool = True


POLICIES: Mapping[str, Policy] = {
    "steady": Policy(),
    "bold": Policy(odds=100, walls=110, home=1),
    "careful": Policy(odds=200, walls=220, home=4),
    "guarded": Policy(home=4),
    "quiet": Policy(odds=180, walls=200, home=4, revolts=False, neutrals=False),
}
STEADY: Mapping[SideName, str] = {"sparta": "steady", "athens": "guarded"}


def steady(questions: Mapping[str, Any], view: AthensSparta, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat. Chance is not used."""
    return play(questions, view, seat, POLICIES[STEADY[_side(seat)]])


def play(questions: Mapping[str, Any], view: AthensSparta, seat: str, policy: Policy) -> list[Order]:
    """The orders of a policy."""
    side = _side(seat)
    asks = view.phase.asked_of(seat) if view.phase else []
    moving = any(ask.question == "D-7" for ask in asks)
    plan = plan_of(view, side, policy) if moving else Plan([], view)
    return [_order(questions[ask.question], view, ask, policy, plan) for ask in asks]


def _order(question: Any, view: AthensSparta, ask: Ask, policy: Policy, plan: Plan) -> Order:
    if ask.question == "D-4":
        return CardOrder(card=max(hand(view, ask), key=lambda card: (mp_of(view, card), card)))
    if ask.question == "D-5":
        return _target(question, view, ask)
    if ask.question == "D-7":
        return question.made(*plan.actions)  # type: ignore[no-any-return]
    if ask.question == "D-8B" and "places" not in ask.args:
        return battle_sheet(plan.table, _side(ask.seat), policy)
    if ask.question == "D-19":
        return _replacements(question, view, ask)
    default: Order = question.default(view, ask)
    return default


def _side(seat: str) -> SideName:
    return next(side for side in SIDES if side == seat)


def _target(question: Any, view: AthensSparta, ask: Ask) -> Order:
    """D-5: Alliance with the city of most PP, Plague where most blocks of the enemy stand."""
    side = _side(ask.seat)
    places = [order.place for order in question.options(view, ask) if order.place]
    if not places:
        return TargetOrder()
    return TargetOrder(place=max(places, key=lambda hex: (len(view.at(hex, ENEMY[side])), value(view, hex), hex)))


# --- points -----------------------------------------------------------------------------------------------------------


def points(view: AthensSparta, block: Block) -> int:
    """What a block is worth in a battle."""
    if isinstance(block.id, Unknown) or isinstance(block.strength, Unknown):
        return UNKNOWN_POINTS
    facts = view.facts(block)
    worth = block.strength * (facts.number + 1)
    return worth * 3 // 2 if facts.letter == "A" else worth


def held_by(view: AthensSparta, hex: HexName, side: SideName) -> int:
    """The points that defend a city against those who come now; of one that is neutral, what joins the enemy."""
    if hex not in view.control and hex in view.box.green_blocks:
        names = view.box.green_blocks[hex]
        return sum(view.box.blocks[name].steps * (view.box.blocks[name].number + 1) for name in names)
    there = view.at(hex, side)
    return sum(points(view, one) for one in there if one.posture not in ("BLOCKADING", "PATROL"))


def worth(view: AthensSparta, hex: HexName, side: SideName) -> int:
    """What it is worth for a side to take or to keep a city."""
    if hex not in view.box.cities:
        return 0
    capital = CAPITAL if hex in view.box.capitals.values() else 0
    return value(view, hex) * PP + CITY + capital


# --- moves ------------------------------------------------------------------------------------------------------------


class Package(NamedTuple):
    """Moves that belong together, and what they are worth."""

    score: int
    actions: tuple[Action, ...]


class Plan(NamedTuple):
    """What a side does in a Player Turn, and the table on which it is done."""

    actions: list[Action]
    table: AthensSparta


def plan_of(view: AthensSparta, side: SideName, policy: Policy) -> Plan:
    """D-7: package after package, each the best that the MP that are left can pay, on the table that the last left."""
    table = view.scratch()
    running = Resolution(table, Chance(bytes(KEY_BYTES)), {})
    likely, chosen = [*_likely(table, side, policy)], list[Action]()
    while likely and (best := max(_packages(table, side, policy, likely), key=lambda one: one.score, default=None)):
        if best.score <= 0:
            break
        for action in best.actions:
            if refusal(Ground(table, side), action) is None:
                make(running, side, action)
                chosen.append(action)
        tried = [one.block for one in best.actions if isinstance(one, BlockMove)]
        likely = [one for one in likely if one not in best.actions and getattr(one, "block", "") not in tried]
    return Plan(chosen, table)


def _likely(table: AthensSparta, side: SideName, policy: Policy) -> Iterator[Action]:
    """Operational Moves, Revolts, and by land and sea into the capital while it wants blocks."""
    options, capital = Options(table, side), table.box.capitals[side]
    if options.mp < 1:
        return
    for block in options.blocks:
        yield from options.moves(block, OperationalMove)
        if not table.is_ship(block) and _guards(table, side) < policy.home and block.place != capital:
            strategic = (*options.moves(block, March), *options.moves(block, SeaMove))
            yield from (one for one in strategic if _goal(one) == capital)
    if policy.revolts:
        yield from (one for one in options.revolts() if isinstance(one, Revolt))


def _goal(action: BlockMove) -> HexName:
    return action.path[-1] if isinstance(action, OperationalMove | March) else action.to


def _packages(table: AthensSparta, side: SideName, policy: Policy, likely: Sequence[Action]) -> Iterator[Package]:
    """Attacks, reliefs and sieges that are joined; Revolts; blocks that go home."""
    mp = table.turn.mp - table.turn.spent if table.turn else 0
    if mp < 1:
        return
    by_goal: dict[HexName, list[BlockMove]] = {}
    for action in likely:
        if isinstance(action, Revolt):
            if action.steps <= mp:
                yield _revolt(table, side, action)
        elif isinstance(action, BlockMove):
            by_goal.setdefault(_goal(action), []).append(action)
    for goal, ways in by_goal.items():
        if package := _towards(table, side, goal, ways, policy, mp):
            yield package


def _revolt(table: AthensSparta, side: SideName, action: Revolt) -> Package:
    """Where nobody defends it costs one step; else as many points as the defenders have, and half as many more."""
    enemy = held_by(table, action.place, ENEMY[side])
    mine = action.steps * 6
    wins = action.steps == 1 if enemy == 0 else mine * 2 >= enemy * 3
    return Package(worth(table, action.place, side) - MOVE * action.steps if wins else 0, (action,))


def _towards(
    table: AthensSparta, side: SideName, goal: HexName, ways: Sequence[BlockMove], policy: Policy, mp: int
) -> Package | None:
    """The blocks that go to one hex together; None where it is no use."""
    owner = table.control.get(goal)
    if goal == table.box.capitals[side] and owner == side and not table.at(goal, ENEMY[side]):
        return _home(table, side, ways, policy)
    enemy = held_by(table, goal, ENEMY[side])
    if goal not in table.box.cities or (owner is None and not policy.neutrals):
        return None
    if owner == side and not enemy:
        return _garrison(table, side, goal, ways, policy)
    return _attack(table, side, goal, ways, policy, mp)


def _home(table: AthensSparta, side: SideName, ways: Sequence[BlockMove], policy: Policy) -> Package | None:
    """One land block more in the capital, as long as it wants some."""
    if _guards(table, side) >= policy.home:
        return None
    land = [one for one in ways if not table.is_ship(_block(table, one))]
    if not land:
        return None
    best = max(land, key=lambda one: points(table, _block(table, one)) - _left(table, side, [one], policy))
    return Package(HOME + points(table, _block(table, best)) - _left(table, side, [best], policy) - MOVE, (best,))


def _guards(table: AthensSparta, side: SideName) -> int:
    """The land blocks in the capital."""
    return sum(not table.is_ship(one) for one in table.at(table.box.capitals[side], side))


def _garrison(
    table: AthensSparta, side: SideName, goal: HexName, ways: Sequence[BlockMove], policy: Policy
) -> Package | None:
    """A block for an empty city of one's own that is worth something, if the enemy could walk in."""
    if table.at(goal, side) or not _near(table, goal, ENEMY[side]):
        return None
    best = min(ways, key=lambda one: (_left(table, side, [one], policy), points(table, _block(table, one))))
    return Package(worth(table, goal, side) // 3 - _left(table, side, [best], policy) - MOVE, (best,))


def _attack(
    table: AthensSparta, side: SideName, goal: HexName, ways: Sequence[BlockMove], policy: Policy, mp: int
) -> Package | None:
    """The strongest that can come, until the odds are good enough; each tried on a table of its own."""
    enemy, walled = held_by(table, goal, ENEMY[side]), table.box.cities[goal].walled
    wanted = enemy * (policy.walls if walled else policy.odds) // 100
    mine = sum(points(table, one) for one in table.at(goal, side))
    tried = table.scratch()
    running = Resolution(tried, Chance(bytes(KEY_BYTES)), {})
    chosen: list[BlockMove] = []
    for way in sorted(ways, key=lambda one: -points(table, _block(table, one))):
        if len(chosen) == mp or (chosen and mine > wanted):
            break
        if any(one.block == way.block for one in chosen) or refusal(Ground(tried, side), way) is not None:
            continue
        mine += points(table, _block(table, way))
        make(running, side, way)
        chosen.append(way)
    if not chosen or mine <= wanted or (mine - points(table, _block(table, chosen[-1])) > wanted and enemy):
        return None
    prize = worth(table, goal, side) * (1 if walled and enemy else 2)
    return Package(prize - _left(table, side, chosen, policy) - MOVE * len(chosen), tuple(chosen))


def _left(table: AthensSparta, side: SideName, ways: Sequence[BlockMove], policy: Policy) -> int:
    """What is given up where the blocks come from: guards of the capital, cities left empty, sieges left."""
    gone = [one.block for one in ways]
    capital = table.box.capitals[side]
    guards = [one for one in table.at(capital, side) if not table.is_ship(one)]
    leaving = sum(one.id in gone for one in guards)
    total = GUARD * leaving if len(guards) - leaving < policy.home else 0
    for hex in dict.fromkeys(_block(table, one).place for one in ways):
        stay = [one for one in table.at(hex, side) if one.id not in gone]
        if table.control.get(hex) == side and not stay:
            total += SHY * value(table, hex) if hex == capital or _near(table, hex, ENEMY[side]) else 0
        elif any(one.posture != "FIELD" for one in table.at(hex, side)) and hex not in table.box.oracles:
            total += worth(table, hex, side)
    return total


def _near(table: AthensSparta, hex: HexName, side: SideName) -> bool:
    """Whether blocks of a side stand within four hexes by land, or could come by sea."""
    if hex == SICILY:
        return False
    near, edge = {hex}, [hex]
    for _ in range(4):
        edge = [to for one in edge for to in table.box.map.land.next(one) if to not in near]
        near.update(edge)
    return any(one.place in near for one in table.of(side)) or table.box.map.is_island(hex)


def _block(table: AthensSparta, action: BlockMove) -> Block:
    return next(one for one in table.blocks if one.id == action.block)


# --- battles ----------------------------------------------------------------------------------------------------------


def battle_sheet(table: AthensSparta, side: SideName, policy: Policy) -> BattleSheet:
    """D-8B: storm where the odds are good enough for walls; sieges of one's own go on there, others are left alone."""
    contacts, battle = [], {}
    betrayal = table.turn is not None and table.turn.event == "betrayal"
    for hex in sorted({one.place for one in table.of(side)}):
        mine = sum(points(table, one) for one in table.at(hex, side) if one.posture != "BESIEGED")
        enemy = held_by(table, hex, ENEMY[side])
        if enemy and hex in table.box.cities and mine * 100 > enemy * policy.walls:
            battle[hex] = BattleOrders(storm=True, betrayal=betrayal, ships=["coastal", "blockade"])
            contacts.append(Item(do={"place": hex}))
    return BattleSheet(contacts=contacts, battle=battle)


# --- replacement ------------------------------------------------------------------------------------------------------


def _replacements(question: Series[AthensSparta, Any], view: AthensSparta, ask: Ask) -> Order:
    """D-19: step by step what is worth most for a PP: where the enemy is near, and in the capital; never a disband."""
    side, runner = _side(ask.seat), Replacing()
    table = question.scratch(view, ask)
    running = Resolution(table, Chance(bytes(KEY_BYTES)), {})
    chosen: list[Replacement] = []
    while bought := [one for one in question.further(table, ask) if not isinstance(one, Disband)]:
        best = max(bought, key=lambda one: _per_pp(table, side, one))
        runner.make(running, side, best)
        chosen.append(best)
    order: Order = question.made(*chosen)
    return order if question.refusal(view, ask, order) is None else question.made()


def _per_pp(table: AthensSparta, side: SideName, action: Replacement) -> tuple[int, int]:
    """Points for a PP, twice as many where the enemy is near or in the capital."""
    facts, cost = table.box.blocks[action.block], step_cost(table, side, action.block)
    steps = action.steps if isinstance(action, Reinforce | Build) else 0
    block = table.block(action.block)
    place = block.place if block else getattr(action, "place", None) or table.box.home(action.block) or ""
    near = place == table.box.capitals[side] or _near(table, place, ENEMY[side])
    return (facts.number + 1) * (2 if near else 1) * 6 // cost, steps
