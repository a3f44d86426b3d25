"""5.0-A: contacts: hexes where the active side may or must fight."""

from __future__ import annotations

from adjudicator.athens_sparta.state.control import is_resisted
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, SICILY, HexName, SideName

ASIDE = ("BLOCKADING", "PATROL")  # 4.1-B, RULING-39: land blocks do not fight them


def contacts(position: AthensSparta, side: SideName) -> dict[HexName, bool]:
    """5.0-A, 5.0-A1: by hex id, SICILY last; true where it must be fought: types (1) and (2)."""
    places = {one.place for one in position.of(side)} & {one.place for one in position.of(ENEMY[side])}
    found = sorted(places - {*position.box.oracles}, key=lambda hex: (hex == SICILY, hex))
    return {hex: must for hex in found if (must := must_fight(position, side, hex)) or may_fight(position, side, hex)}


def must_fight(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """5.0-A (1), (2): blocks stopped with the enemy; a Revolt. In Sicily only what arrived this turn (9.2-E).

    5.5-B2: a ship that comes to its side's siege is a contact of type (3).
    """
    theirs = position.at(hex, ENEMY[side])
    return any(_opposed(position, one, theirs) for one in position.at(hex, side) if one.posture == "FIELD")


def _opposed(position: AthensSparta, block: Block, theirs: list[Block]) -> bool:
    if block.rising:
        return is_resisted(position, block)
    if block.place == SICILY and block.origin is None:
        return False
    if position.is_ship(block):
        return not joins_siege(position, block)
    return any(one.posture not in ASIDE for one in theirs)


def joins_siege(position: AthensSparta, block: Block) -> bool:
    """5.5-B2: a ship that has come to an enemy port under its side's siege, all of the enemy's blocks being inside."""
    there = position.at(block.place)
    besieged = all(one.posture == "BESIEGED" for one in there if one.side != block.side)
    return besieged and any(one.posture == "SIEGING" and one.side == block.side for one in there)


def may_fight(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """5.0-A (3), (4), (5): a siege or blockade of one's own, or by the enemy; both sides in Sicily.

    RULING-90: not a blockade beside which nobody is BESIEGED.
    """
    mine = [one.posture for one in position.at(hex, side)]
    return hex == SICILY or any(one in ("SIEGING", "BLOCKADING", "BESIEGED") for one in mine)


def unresolved(position: AthensSparta) -> dict[HexName, bool]:
    """5.0-A2: the contacts of the active side that have not had their turn."""
    combat = position.combat
    if combat is None:
        return {}
    return {hex: must for hex, must in contacts(position, combat.side).items() if hex not in combat.done}


def unfought(position: AthensSparta, hex: HexName) -> bool:
    """5.0-A2: a contact of type (1) or (2) that is not resolved yet."""
    return position.combat is not None and hex in position.combat.waiting


def wait(position: AthensSparta) -> None:
    """5.0-A2: which battles are unfought now."""
    if position.combat is not None:
        position.combat.waiting = [hex for hex, must in unresolved(position).items() if must]
