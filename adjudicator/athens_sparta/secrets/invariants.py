"""16.1: what is true of every position between two questions, and what is true between Player Turns."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.athens_sparta.secrets.zones import HIDDEN
from adjudicator.athens_sparta.state.control import both_in_field, is_resisted, status
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import counted, overstacked
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, SICILY, SIDES, HexName, SideName


def check_invariants(position: AthensSparta) -> None:
    """ValueError names what is broken (16.1)."""
    if not position.hands:
        return
    under_way = position.turn or any(one.name == "update_control" for one in position.agenda)
    checks = ALWAYS if under_way else (*ALWAYS, *BETWEEN_TURNS)
    broken = [check.__doc__ or check.__name__ for check in checks if not check(position)]
    broken += [clause for part in HIDDEN for clause in part.strayed(position)]
    if broken:
        raise ValueError(f"16.1: the position breaks: {' '.join(broken)}")


def twins(position: AthensSparta) -> bool:
    """16.1-A: the two twins of a rebel ship are never both in play."""
    return all(any(one in position.aside for one in pair) for pair in position.box.twins.values())


def strengths(position: AthensSparta) -> bool:
    """16.1-B: a block on the map has a step or more, and not more than it can have."""
    return all(1 <= block.steps <= position.facts(block).steps for block in position.blocks)


def values(position: AthensSparta) -> bool:
    """16.1-E: every city but the green ones that joined nobody has one controller."""
    cities = position.box.cities
    owned = [hex for hex in cities if position.box.colour_owner(hex) or hex in position.joined]
    return sorted(position.control) == sorted(owned)


def in_order(position: AthensSparta) -> bool:
    """2.2-C: blocks and pools are kept by id."""
    rows = [[one.name for one in position.blocks], *(map(str, position.pools[side]) for side in SIDES)]
    return all(row == sorted(row) for row in map(list, rows))


def revolts(position: AthensSparta) -> bool:
    """7.0-C, 7.0-G: a Revolt rises in its owner's turn in an enemy city; after movement only where it is resisted."""
    risen = [one for one in position.blocks if one.rising]
    return all(
        position.turn is not None
        and one.side == position.turn.side
        and position.control.get(one.place) == ENEMY[one.side]
        and (position.combat is None or is_resisted(position, one))
        for one in risen
    )


def statuses(position: AthensSparta) -> bool:
    """4.2-A, 4.2-B: no hex is ENEMY to a side whose blocks stand there alone, but for a battle that is not over."""
    battle = position.combat.battle if position.combat else None
    fought_in = battle.place if battle else None
    held = [hex for hex in position.standing.open if hex != fought_in]
    alone = {hex: side for hex in held for side in SIDES if position.at(hex) and not position.at(hex, ENEMY[side])}
    return not any(status(position, side, hex) == "ENEMY" for hex, side in alone.items())


# --- between Player Turns ---------------------------------------------------------------------------------------------


def _hexes(position: AthensSparta) -> list[HexName]:
    return list(dict.fromkeys(one.place for one in position.blocks))


def stacking(position: AthensSparta) -> bool:
    """16.1-C, RULING-85: stacking holds, but for newcomers at home (9.4-C, 9.5-D) and blocks that turned (9.5-G)."""
    return all(
        overstacked(position, side, hex) <= len(_spared(position, side, hex))
        for hex in _hexes(position)
        for side in SIDES
    )


def _spared(position: AthensSparta, side: SideName, hex: HexName) -> list[Block]:
    box = position.box
    turned = [name for city, joined in position.joined.items() if joined != side for name in box.green_blocks[city]]
    names = [*box.twins.get(hex, ()), *box.green_blocks.get(hex, ()), *turned]
    return [one for one in counted(position, side, hex) if one.id in names]


def ports(position: AthensSparta) -> bool:
    """16.1-C: no ship is in a hex that is neither a port nor an oracle, no land block in open sea."""
    return all(
        one.place in position.box.ports
        or (not position.is_ship(one) and position.box.map.hexes[one.place].terrain != "sea")
        for one in position.blocks
    )


def no_battle_left(position: AthensSparta) -> bool:
    """16.1-C: blocks of both sides are in FIELD in one hex only in oracles and in Sicily."""
    spared = [SICILY, *position.box.oracles]
    return not any(both_in_field(position, hex) for hex in _hexes(position) if hex not in spared)


def turncoats(position: AthensSparta) -> bool:
    """9.5-G: who has changed sides with its city has met its former friends."""
    return not any(one.turned for one in position.blocks)


def postures(position: AthensSparta) -> bool:
    """16.1-D: who is BESIEGED, SIEGING and BLOCKADING, and where."""
    wrong = {
        "FIELD": _wrongly_afield,
        "BESIEGED": _wrongly_besieged,
        "SIEGING": _wrongly_sieging,
        "BLOCKADING": _wrongly_blockading,
    }
    return not any(wrong[one.posture](position, one) for one in position.blocks if one.posture in wrong)


def _wrongly_afield(position: AthensSparta, block: Block) -> bool:
    """5.5-B2, 5.5-F: beside a siege, of one's own city or of the enemy's."""
    enemies = [one.posture for one in position.at(block.place, ENEMY[block.side])]
    return block.place != SICILY and ("SIEGING" in enemies or "BESIEGED" in enemies)


def _wrongly_besieged(position: AthensSparta, block: Block) -> bool:
    """5.5-A, 5.5-D: in a walled city of one's own; without an enemy outside in Sicily alone (9.2-H2)."""
    city = position.box.cities.get(block.place)
    outside = [one for one in position.at(block.place, ENEMY[block.side]) if one.posture in OUTSIDE]
    own = position.control.get(block.place) == block.side
    return city is None or not city.walled or not own or not (outside or block.place == SICILY)


def _wrongly_sieging(position: AthensSparta, block: Block) -> bool:
    return not any(one.posture == "BESIEGED" for one in position.at(block.place, ENEMY[block.side]))


def _wrongly_blockading(position: AthensSparta, block: Block) -> bool:
    enemies = position.at(block.place, ENEMY[block.side])
    outside = any(position.is_ship(one) and one.posture != "BESIEGED" for one in enemies)
    return outside or position.control.get(block.place) != ENEMY[block.side]


ALWAYS: tuple[Callable[[AthensSparta], bool], ...] = (twins, strengths, values, in_order, revolts, statuses)
BETWEEN_TURNS: tuple[Callable[[AthensSparta], bool], ...] = (
    stacking,
    ports,
    no_battle_left,
    turncoats,
    postures,
)
