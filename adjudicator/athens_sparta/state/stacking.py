"""4.1-A: how many blocks of a side may stand in a hex."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, HexName, SideName


def stack_limit(position: AthensSparta, hex: HexName) -> int:
    """4.1-A, 1.7-A, 9.2-A: blocks of a side in a hex; none at sea; without limit in Sicily."""
    box = position.box
    terrain = box.components.terrain
    if hex == SICILY:
        return len(box.blocks)
    if hex == box.capitals["athens"]:
        return terrain.athens_stack.total
    kinds = {"clear": terrain.clear.stack, "mountain": terrain.mountain.stack, "sea": 0}
    return kinds[box.map.hexes[hex].terrain]


def counted(position: AthensSparta, side: SideName, hex: HexName) -> list[Block]:
    """4.1-A, 7.0-F, 7.0-I: the blocks of a side that count there; revolt blocks do not."""
    citizens = position.box.citizens
    return [one for one in position.at(hex, side) if one.id not in citizens and not one.rising]


def groups(position: AthensSparta, side: SideName, hex: HexName) -> tuple[list[Block], list[Block]]:
    """RULING-12, RULING-58: those in the city (BESIEGED, PATROL) and those outside, counted apart while besieged."""
    there = counted(position, side, hex)
    inside = [one for one in there if one.posture in ("BESIEGED", "PATROL")]
    return inside, [one for one in there if one not in inside]


def overstacked(position: AthensSparta, side: SideName, hex: HexName, *, apart: bool = False) -> int:
    """How many blocks of a side are too many in a hex. `apart`: a force of relief is counted by itself (RULING-12).

    1.4-A: in an oracle each side by itself, as everywhere. The owner's view is enough to tell land blocks from ships.
    """
    inside, outside = groups(position, side, hex)
    stacks = [inside, outside] if apart and inside else [[*inside, *outside]]
    return sum(_too_many(position, hex, stack) for stack in stacks)


def arrival_overstacks(position: AthensSparta, block: Block, hex: HexName, leaving: Collection[str] = ()) -> bool:
    """4.1-A, 12.1-D: one block more outside would be too many, once those that are `leaving` have gone."""
    outside = groups(position, block.side, hex)[1]  # those inside are counted by themselves (RULING-12)
    staying = [one for one in outside if one.id not in leaving or one.origin is not None]
    return bool(_too_many(position, hex, [*staying, block]))


def _too_many(position: AthensSparta, hex: HexName, stack: list[Block]) -> int:
    over = len(stack) - stack_limit(position, hex)
    if hex == position.box.capitals["athens"]:
        land = sum(not position.is_ship(one) for one in stack if isinstance(one.id, str))
        over = max(over, land - position.box.components.terrain.athens_stack.land_max)
    return max(0, over)
