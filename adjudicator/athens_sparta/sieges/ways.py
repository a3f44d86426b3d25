"""5.3, 5.4: where blocks may retreat or regroup to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudicator.athens_sparta.components.hexes import hex_of
from adjudicator.athens_sparta.sieges.contacts import unfought
from adjudicator.athens_sparta.state.control import besieged, is_friendly_by_land, is_friendly_by_sea, status
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import enemy_ships, hexside_limit, overstacked
from adjudicator.athens_sparta.words import CITIZENS, ENEMY, SICILY, HexName, SideName


def land_ways(
    position: AthensSparta, block: Block, used: dict[HexName, int], *, regroup: bool = False, forced: bool = False
) -> list[HexName]:
    """5.3-B, 5.3-C, 5.4-A, 5.4-B: the hexes next to it, by id, where a land block may go.

    `used`: how many of its side have gone where already. 1.5-E does not hold for the retreat that 1.5-D demands
    (`forced`).
    """
    here = block.place
    if here == SICILY:  # 9.2-G
        return []
    return [
        hex
        for hex in sorted(position.box.map.land.next(here))
        if _open_by_land(position, block.side, hex, regroup)
        and not _across_border(position, block.side, here, hex)
        and used.get(hex, 0) < hexside_limit(position, here, hex)
        and (forced or not _strait_closed(position, block.side, here, hex))
        and fits(position, block, hex)
    ]


def _open_by_land(position: AthensSparta, side: SideName, hex: HexName, regroup: bool) -> bool:
    """5.3-B, 9.5-A, RULING-34: FRIENDLY, VACANT (to retreat), an oracle or an own siege, no enemy on land."""
    if hex in position.box.oracles:
        return True
    if unfought(position, hex):
        return False
    friendly = is_friendly_by_land(position, side, hex)
    if not friendly and (regroup or status(position, side, hex) != "VACANT"):
        return False
    outside = [one for one in position.at(hex, ENEMY[side]) if one.posture in ("FIELD", "SIEGING")]
    return all(isinstance(one.id, str) and position.is_ship(one) for one in outside)


def _across_border(position: AthensSparta, side: SideName, here: HexName, hex: HexName) -> bool:
    """9.3-A: Athens never crosses the Persian border, Sparta with support alone; RULING-55: or once, to leave."""
    if not position.box.map.crosses_border(here, hex):
        return False
    leaves = position.box.map.hexes[here].persia
    return side == "athens" or not (position.support or leaves)


def _strait_closed(position: AthensSparta, side: SideName, here: HexName, hex: HexName) -> bool:
    """1.5-E: into a strait hex, crossing or not, or out of one across its strait, while an enemy ship is there.

    RULING-84: also one that lies face down, where the whole position is asked.
    """
    map = position.box.map
    into = hex in map.straits and bool(enemy_ships(position, side, hex))
    return into or (map.leaves_across(here, hex) and bool(enemy_ships(position, side, here)))


def fits(position: AthensSparta, block: Block, hex: HexName) -> bool:
    """4.1-A: a block more would not be too many."""
    here, block.place = block.place, hex
    over = overstacked(position, block.side, hex)
    block.place = here
    return not over


def sea_ways(position: AthensSparta, block: Block) -> list[HexName]:
    """5.3-D, 5.4-A, 1.8-A, RULING-7: FRIENDLY ports or own blockades within 4 hexes, no ENEMY hex on the way."""
    here, side = block.place, block.side
    if here == SICILY:
        return []
    edge, seen = [*position.box.map.harbours(here)], [*position.box.map.harbours(here)]
    for _ in range(position.box.constants.ship_range):
        edge = _further(position, edge, seen, lambda hex: _may_cross(position, side, hex))
        seen += edge
    ports = [hex_of(water) for water in seen if water in position.box.map.harbours(hex_of(water))]
    found = sorted({*ports} - {here})
    return [hex for hex in found if is_haven(position, side, hex) and fits(position, block, hex)]


def _further(
    position: AthensSparta, edge: Iterable[str], seen: list[str], through: Callable[[HexName], bool]
) -> list[str]:
    near = [water for one in edge for water in position.box.map.sea.next(one) if water not in seen]
    return [water for water in dict.fromkeys(near) if through(hex_of(water))]


def _may_cross(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """5.3-D, 4.2-A, RULING-95: no ENEMY hex but where the side blockades; none that is CONTESTED."""
    return status(position, side, hex) not in ("ENEMY", "CONTESTED") or is_friendly_by_sea(position, side, hex)


def is_haven(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """5.3-D: a FRIENDLY port that the enemy does not blockade, or an own blockade; no unfought battle (RULING-70)."""
    if hex in position.box.oracles:
        return hex in position.box.ports
    if hex not in position.box.ports or unfought(position, hex):
        return False
    own = position.control.get(hex) == side
    blockaders = [one.side for one in position.at(hex) if one.posture == "BLOCKADING"]
    return ENEMY[side] not in blockaders if own else side in blockaders


def shelters(position: AthensSparta, block: Block, hex: HexName) -> bool:
    """5.3-D: a port of one's own that is besieged by land alone."""
    return position.control.get(hex) == block.side and besieged(position, hex)


def has_room(position: AthensSparta, *blocks: Block) -> bool:
    """5.52-A, 5.56-A, 7.0-I: whether blocks of one side find room together in the walled city of their hex."""
    if not blocks:
        return True
    place, side = blocks[0].place, blocks[0].side
    city = position.box.cities.get(place)
    if city is None or not city.walled or position.control.get(place) != side:
        return False
    battle = position.combat.battle if position.combat else None
    kept = battle.sallied if battle else []  # 5.56-A: their places are kept for them
    there = [one for one in position.at(place, side) if one not in blocks]
    within = [one for one in there if one.posture == "BESIEGED" or one.id in kept]
    inside = [one for one in [*within, *blocks] if position.facts(one).type not in CITIZENS]
    land = sum(not position.is_ship(one) for one in inside)
    return len(inside) <= position.box.limit_of(place) and land <= position.box.land_limit_of(place)
