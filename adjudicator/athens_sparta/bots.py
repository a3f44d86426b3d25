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
from adjudicator.athens_sparta.state.moves import Action, BlockMove, Revolt
from adjudicator.athens_sparta.state.orders import CardOrder, TargetOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import step_cost, value
from adjudicator.athens_sparta.words import ENEMY, SICILY, SIDES, HexName, SideName
from adjudicator.kernel import Ask, Chance, Order, Resolution, Unknown
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.series import Series

UNKNOWN_POINTS = 9
PP = 10  # what a city's PP is worth; all other values are in the same unit
CITY = 4
CAPITAL = 120
MOVE = 3  # what an MP is worth
HOME = 25  # a land block more in the capital
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
    orders: list[Order] = []
    side = _side(seat)
    for ask in view.phase.asked_of(seat) if view.phase else []:
        question = questions[ask.question]
        if ask.question == "D-4":
            orders.append(CardOrder(card=max(hand(view, ask), key=lambda card: (mp_of(view, card), card))))
        elif ask.question == "D-5":
            orders.append(_target(question, view, ask))
        elif ask.question == "D-7":
            orders.append(question.made(*moves(view, side, policy)))
        elif ask.question == "D-19":
            orders.append(_replacements(question, view, ask))
        else:
            orders.append(question.default(view, ask))
    return orders


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


def moves(view: AthensSparta, side: SideName, policy: Policy) -> list[Action]:
    """D-7: package after package, each the best that the MP that are left can pay, on the table that the last left."""
    table = view.scratch()
    running = Resolution(table, Chance(bytes(KEY_BYTES)), {})
    chosen: list[Action] = []
    while (best := max(_packages(table, side, policy), key=lambda one: one.score, default=None)) and best.score > 0:
        for action in best.actions:
            if refusal(Ground(table, side), action) is None:
                make(running, side, action)
                chosen.append(action)
    return chosen


def _packages(table: AthensSparta, side: SideName, policy: Policy) -> Iterator[Package]:
    """Attacks, reliefs and sieges that are joined; Revolts; blocks that go home."""
    options = Options(table, side)
    if options.mp < 1:
        return
    by_goal: dict[HexName, list[BlockMove]] = {}
    for action in options.every():
        if isinstance(action, Revolt):
            if policy.revolts:
                yield _revolt(table, side, action)
        elif isinstance(action, BlockMove):
            goal = action.path[-1] if not hasattr(action, "to") else action.to
            by_goal.setdefault(goal, []).append(action)
    for goal, ways in by_goal.items():
        if package := _towards(table, side, goal, ways, policy, options.mp):
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
        return _garrison(table, side, goal, ways)
    return _attack(table, side, goal, ways, policy, mp)


def _home(table: AthensSparta, side: SideName, ways: Sequence[BlockMove], policy: Policy) -> Package | None:
    """One land block more in the capital, as long as it wants some."""
    there = [one for one in table.at(table.box.capitals[side], side) if not table.is_ship(one)]
    if len(there) >= policy.home:
        return None
    land = [one for one in ways if not table.is_ship(_block(table, one))]
    if not land:
        return None
    best = max(land, key=lambda one: points(table, _block(table, one)) - _left(table, side, [one]))
    return Package(HOME + points(table, _block(table, best)) - _left(table, side, [best]) - MOVE, (best,))


def _garrison(table: AthensSparta, side: SideName, goal: HexName, ways: Sequence[BlockMove]) -> Package | None:
    """A block for an empty city of one's own that is worth something, if the enemy could walk in."""
    if table.at(goal, side) or not _near(table, goal, ENEMY[side]):
        return None
    best = min(ways, key=lambda one: (_left(table, side, [one]), points(table, _block(table, one))))
    return Package(worth(table, goal, side) // 3 - _left(table, side, [best]) - MOVE, (best,))


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
    return Package(prize - _left(table, side, chosen) - MOVE * len(chosen), tuple(chosen))


def _left(table: AthensSparta, side: SideName, ways: Sequence[BlockMove]) -> int:
    """What is given up where the blocks come from: cities left empty, sieges left."""
    gone = [one.block for one in ways]
    total = 0
    for hex in dict.fromkeys(_block(table, one).place for one in ways):
        stay = [one for one in table.at(hex, side) if one.id not in gone]
        if table.control.get(hex) == side and not stay:
            capital = hex == table.box.capitals[side]
            total += SHY * value(table, hex) * (4 if capital else 1) if capital or _near(table, hex, ENEMY[side]) else 0
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
