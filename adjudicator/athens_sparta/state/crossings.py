"""1.4-B, 1.5, 1.7-A: hexsides: how many may attack across one, straits that are crossed and ships that close them."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, HexName, SideName
from adjudicator.kernel import Unknown


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
