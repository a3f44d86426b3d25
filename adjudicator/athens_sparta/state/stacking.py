"""1.4, 1.5, 4.1: how many blocks may stand in a hex or cross a hexside; straits and the ships that close them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from adjudicator.athens_sparta.state.control import besieged, blockaded
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, SICILY, HexName, SideName
from adjudicator.kernel import Unknown


def stack_limit(position: AthensSparta, hex: HexName) -> int:
    """4.1-A, 9.2-A: blocks of a side in a hex; without limit in Sicily."""
    return len(position.box.blocks) if hex == SICILY else position.box.stacks[hex]


def counted(position: AthensSparta, side: SideName, hex: HexName) -> list[Block]:
    """4.1-A, 7.0-F, 7.0-I: the blocks of a side that count there; revolt blocks do not."""
    citizens = position.box.citizens
    return [one for one in position.at(hex, side) if one.id not in citizens and not one.rising]


def crowded(position: AthensSparta, side: SideName, more: int = 0) -> list[HexName]:
    """Where so many of a side stand that they could be too many, `more` of them: in no other hex they are."""
    numbers, room = Counter(one.place for one in position.of(side)), position.box.room
    return [hex for hex, number in numbers.items() if hex != SICILY and number + more > room.get(hex, 0)]


def groups(position: AthensSparta, side: SideName, hex: HexName) -> tuple[list[Block], list[Block]]:
    """RULING-12, RULING-58, RULING-98: those in the city and those outside, who are counted apart while it lasts."""
    there = counted(position, side, hex)
    garrison = _holds_blockaded(position, side, hex)
    inside = [one for one in there if one.posture in ("BESIEGED", "PATROL") or (garrison and _is_land(position, one))]
    return inside, [one for one in there if one not in inside]


def _holds_blockaded(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """5.5-D, RULING-98: a city that is blockaded and not besieged; land blocks there are in it, in the field."""
    return position.control.get(hex) == side and blockaded(position, hex) and not besieged(position, hex)


def overstacked(position: AthensSparta, side: SideName, hex: HexName, *, apart: bool = False) -> int:
    """How many blocks of a side are too many in a hex. `apart`: a force of relief is counted by itself (RULING-12).

    1.4-A: in an oracle each side by itself, as everywhere. The owner's view is enough to tell land blocks from ships.
    """
    return sum(_too_many(position, hex, stack) for stack in _stacks(position, side, hex, apart))


def surplus(position: AthensSparta, side: SideName, hex: HexName, *, apart: bool = False) -> list[Block]:
    """D-20, RULING-99: those of whom one has to go, since that makes the excess less; the weakest first, then by id."""
    found = []
    for stack in _stacks(position, side, hex, apart):
        over = _too_many(position, hex, stack)
        found += [one for one in stack if _too_many(position, hex, [rest for rest in stack if rest is not one]) < over]
    return sorted(found, key=lambda one: (one.steps, one.name))


def arrival_overstacks(position: AthensSparta, block: Block, hex: HexName, leaving: Collection[str] = ()) -> bool:
    """4.1-A, 12.1-D: with one more in its stack there would be too many, once those that are `leaving` have gone."""
    inside, outside = groups(position, block.side, hex)
    joined = inside if _holds_blockaded(position, block.side, hex) and _is_land(position, block) else outside
    staying = [one for one in joined if one.id not in leaving or one.origin is not None]
    return bool(_too_many(position, hex, [*staying, block]))


def _stacks(position: AthensSparta, side: SideName, hex: HexName, apart: bool) -> list[list[Block]]:
    inside, outside = groups(position, side, hex)
    return [inside, outside] if apart and inside else [[*inside, *outside]]


def _too_many(position: AthensSparta, hex: HexName, stack: list[Block]) -> int:
    over = len(stack) - stack_limit(position, hex)
    if hex == position.box.capitals["athens"]:
        over = max(over, sum(_is_land(position, one) for one in stack) - _land_limit(position))
    return max(0, over)


def _is_land(position: AthensSparta, block: Block) -> bool:
    """A land block, as far as one knows."""
    return isinstance(block.id, str) and not position.is_ship(block)


def _land_limit(position: AthensSparta) -> int:
    return position.box.components.terrain.athens_stack.land_max


# --- hexsides and straits (1.4-B, 1.5, 1.7-A) -------------------------------------------------------------------------


def straits_crossed(
    position: AthensSparta, before: HexName, hex: HexName, after: HexName | None = None, *, starts: bool = True
) -> list[HexName]:
    """1.5-A, 1.5-B, RULING-5: the strait hexes that a block crosses as it goes from one hex into the next.

    `starts`: it stood in the first one; a block on its way has already crossed there or not (see `after`: where it goes
    on; without one it stops).
    """
    map = position.box.map
    left = [before] if starts and map.leaves_across(before, hex) else []
    return [*left, *([hex] if map.enters_across(before, hex, after) else [])]


def hexside_limit(position: AthensSparta, before: HexName, hex: HexName, *, starts: bool = True) -> int:
    """1.5-C, 1.7-A, 4.1-B, 5.3-C: how many land blocks may attack, retreat or regroup from one hex into the next."""
    terrain = position.box.components.terrain
    if straits_crossed(position, before, hex, starts=starts):
        return terrain.strait.hexside_crossing
    if position.box.map.land_part(before, hex) == "pass":
        return terrain.pass_.hexside
    return terrain.strait.hexside_not_crossing if hex in position.box.map.straits else terrain.clear.hexside


def enemy_ships(position: AthensSparta, side: SideName, hex: HexName) -> list[Block]:
    """1.5-D, 1.5-E, RULING-6: the enemy's ships in a hex that are not BESIEGED: a port without a ship closes nothing.

    In a view those that lie open: they make an order to cross illegal; what is face down does not.
    """
    known = [one for one in position.at(hex, ENEMY[side]) if not isinstance(one.id, Unknown)]
    return [one for one in known if position.is_ship(one) and one.posture != "BESIEGED"]


def began_in_oracle(position: AthensSparta, block: Block) -> bool:
    """1.4-B: it began this Player Turn in an oracle hex."""
    return (block.origin or block.place) in position.box.oracles
