"""D-7: packages of moves towards one city: as many blocks as it takes to have the better of what may stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from adjudicator.athens_sparta.bots.worth import Policy, held_by, is_near, points, total, worth
from adjudicator.athens_sparta.movement.actions import make, refusal
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.options import Options
from adjudicator.athens_sparta.state.moves import (
    Action,
    BlockMove,
    EndRevolt,
    March,
    OperationalMove,
    Revolt,
    SeaMove,
    SicilyMove,
)
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import value
from adjudicator.athens_sparta.words import ENEMY, HexName, SideName
from adjudicator.kernel import Chance, Resolution
from adjudicator.kernel.chance import KEY_BYTES

MOVE: Final = 3  # what an MP is worth
HOME: Final = 25  # a land block more in the capital
GUARD: Final = 60  # what it costs to take one of too few away
SHY: Final = 18  # what it costs to leave a city of one's own empty, per PP


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
    """Operational and Sicily Moves, Revolts, and by land and sea into the capital while it wants blocks."""
    options, capital = Options(table, side), table.box.capitals[side]
    if options.mp < 1:
        return
    for block in options.blocks:
        yield from options.moves(block, OperationalMove)
        yield from options.moves(block, SicilyMove)
        if not table.is_ship(block) and _guards(table, side) < policy.home and block.place != capital:
            strategic = (*options.moves(block, March), *options.moves(block, SeaMove))
            yield from (one for one in strategic if _goal(one) == capital)
    yield from (one for one in options.revolts() if policy.revolts or isinstance(one, EndRevolt))


def _goal(action: BlockMove) -> HexName:
    return action.path[-1] if isinstance(action, OperationalMove | March) else action.to


def _packages(table: AthensSparta, side: SideName, policy: Policy, likely: Sequence[Action]) -> Iterator[Package]:
    """Attacks, reliefs and sieges that are joined; Revolts, begun and over; blocks that go home."""
    mp = table.turn.mp - table.turn.spent if table.turn else 0
    if mp < 1:
        return
    by_goal: dict[HexName, list[BlockMove]] = {}
    for action in likely:
        if isinstance(action, EndRevolt):
            yield Package(int(_is_relieved(table, side, action)), (action,))
        elif isinstance(action, Revolt):
            if action.steps <= mp:
                yield _revolt(table, side, action)
        else:
            by_goal.setdefault(_goal(action), []).append(action)
    best = 0
    for goal, ways in sorted(by_goal.items(), key=lambda one: (-worth(table, one[0]), one[0])):
        if 2 * worth(table, goal) + HOME <= best:
            break
        if package := _towards(table, side, goal, ways, policy, mp):
            best = max(best, package.score)
            yield package


def _is_relieved(table: AthensSparta, side: SideName, action: EndRevolt) -> bool:
    """7.0-H: whether others hold what a Revolt has won, and the block may serve in a new one."""
    block = next(one for one in table.of(side) if one.id == action.block)
    return len(table.at(block.place, side)) > 1 and not is_near(table, block.place, ENEMY[side])


def _revolt(table: AthensSparta, side: SideName, action: Revolt) -> Package:
    """Where nobody defends it costs one step; else as many points as the defenders have, and half as many more."""
    enemy = held_by(table, action.place, ENEMY[side])
    mine = action.steps * 6
    wins = action.steps == 1 if enemy == 0 else mine * 2 >= enemy * 3
    return Package(worth(table, action.place) - MOVE * action.steps if wins else 0, (action,))


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
    if table.at(goal, side) or not is_near(table, goal, ENEMY[side]):
        return None
    best = min(ways, key=lambda one: (_left(table, side, [one], policy), points(table, _block(table, one))))
    return Package(worth(table, goal) // 3 - _left(table, side, [best], policy) - MOVE, (best,))


def _attack(
    table: AthensSparta, side: SideName, goal: HexName, ways: Sequence[BlockMove], policy: Policy, mp: int
) -> Package | None:
    """The strongest that can come, until the odds are good enough; each tried on a table of its own."""
    enemy, walled = held_by(table, goal, ENEMY[side]), table.box.cities[goal].walled
    wanted = enemy * (policy.walls if walled else policy.odds) // 100
    mine = total(table, table.at(goal, side))
    coming = {way.block: points(table, _block(table, way)) for way in ways}
    if mine + sum(coming.values()) <= wanted:
        return None
    tried = table.scratch()
    running = Resolution(tried, Chance(bytes(KEY_BYTES)), {})
    chosen: list[BlockMove] = []
    for way in sorted(ways, key=lambda one: -coming[one.block]):
        if len(chosen) == mp or (chosen and mine > wanted):
            break
        if any(one.block == way.block for one in chosen) or refusal(Ground(tried, side), way) is not None:
            continue
        mine += coming[way.block]
        make(running, side, way)
        chosen.append(way)
    if not chosen or mine <= wanted or (mine - coming[chosen[-1].block] > wanted and enemy):
        return None
    prize = worth(table, goal) * (1 if walled and enemy else 2)
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
            total += SHY * value(table, hex) if hex == capital or is_near(table, hex, ENEMY[side]) else 0
        elif any(one.posture != "FIELD" for one in table.at(hex, side)) and hex not in table.box.oracles:
            total += worth(table, hex)
    return total


def _block(table: AthensSparta, action: BlockMove) -> Block:
    return next(one for one in table.blocks if one.id == action.block)
