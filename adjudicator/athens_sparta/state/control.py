"""1.1, 4.2: who occupies and controls a city, and what a hex is to a side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.athens_sparta.state.position import AthensSparta, Block, Standing
from adjudicator.athens_sparta.words import ENEMY, SICILY, SIDES, HexName, Posture, SideName, Status


def occupier(position: AthensSparta, hex: HexName) -> SideName | None:
    """1.1-B, 9.2-D2: the side that occupies a city: (a) from inside under siege, else (b) alone in the field."""
    return _occupying(position.at(hex))


def _occupying(there: Sequence[Block]) -> SideName | None:
    besieged = [one.side for one in there if one.posture == "BESIEGED"]
    if besieged:
        return besieged[0]
    field = [one.side for one in there if one.posture == "FIELD"]
    return field[0] if field and field.count(field[0]) == len(field) else None


def besieged(position: AthensSparta, hex: HexName) -> bool:
    """5.5-A: land blocks are SIEGING, on an island ships BLOCKADING, and a block is BESIEGED."""
    return _is_besieged(position, hex, [one.posture for one in position.at(hex)])


def blockaded(position: AthensSparta, hex: HexName) -> bool:
    """5.5-A: an enemy ship is BLOCKADING."""
    return any(one.posture == "BLOCKADING" for one in position.at(hex))


def _is_besieged(position: AthensSparta, hex: HexName, postures: Sequence[Posture]) -> bool:
    if "BESIEGED" not in postures:
        return False
    return "SIEGING" in postures or ("BLOCKADING" in postures and position.box.is_island(hex))


def pressed(position: AthensSparta) -> list[HexName]:
    """8.1-A: the cities that are besieged or blockaded: then they give no PP."""
    postures: dict[HexName, list[Posture]] = {}
    for one in position.blocks:
        if one.posture != "FIELD":
            postures.setdefault(one.place, []).append(one.posture)
    return [hex for hex, there in postures.items() if "BLOCKADING" in there or _is_besieged(position, hex, there)]


def has_sea_control(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """6.5-A: of a port: who controls the city, unless an enemy ship blockades it."""
    blockader = next((one.side for one in position.at(hex) if one.posture == "BLOCKADING"), None)
    return (blockader or position.control.get(hex)) == side


# --- the status of a hex ----------------------------------------------------------------------------------------------


def look_around(position: AthensSparta) -> None:
    """4.2-A: note at the start of a Phase what its statuses rest on.

    Who has changed sides before a city of their new friends besieges it no longer (9.5-G).
    """
    standing, box, control = Standing(), position.box, position.control
    for one in position.blocks:
        hex = one.place
        if one.posture == "SIEGING" and control.get(hex) != one.side:
            standing.sieging[hex] = one.side
        elif one.posture == "BLOCKADING" and control.get(hex) != one.side:
            standing.blockading[hex] = one.side
        if hex not in box.cities and hex not in box.oracles:
            held = standing.open.get(hex, one.side)
            standing.open[hex] = held if held == one.side else "contested"
    position.standing = standing


def look_again(position: AthensSparta, hexes: Iterable[HexName]) -> None:
    """4.2-C, RULING-32: the same of single hexes, after their battles, or where blocks have retreated to."""
    before = position.standing
    look_around(position)
    now, position.standing = position.standing, before
    for hex in hexes:
        for old, new in ((before.open, now.open), (before.sieging, now.sieging), (before.blockading, now.blockading)):
            old.pop(hex, None)
            if hex in new:
                old[hex] = new[hex]  # type: ignore[assignment] # of the same table


def status(position: AthensSparta, side: SideName, hex: HexName) -> Status:
    """4.2-A: what a hex is to a side in this Phase; for its own sieges and blockades see the next two."""
    box = position.box
    if hex in box.oracles:
        return "FRIENDLY"
    if hex in box.persian_cities:
        return "NEUTRAL"
    if hex in box.cities:
        owner = position.control.get(hex)
        return "NEUTRAL" if owner is None else "FRIENDLY" if owner == side else "ENEMY"
    held = position.standing.open.get(hex)
    if held == "contested":
        return "CONTESTED"
    return "VACANT" if held is None else "FRIENDLY" if held == side else "ENEMY"


def is_friendly_by_land(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """4.2-A, 5.51-A: FRIENDLY to a side's land blocks for movement: where it is SIEGING too."""
    return status(position, side, hex) == "FRIENDLY" or has_siege(position, side, hex)


def has_siege(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """5.5-A, RULING-62: a side's own siege; on an island its blockade is one, where no enemy is in the field."""
    if position.standing.sieging.get(hex) == side:
        return True
    if position.standing.blockading.get(hex) != side or not position.box.is_island(hex):
        return False
    theirs = {one.posture for one in position.at(hex, ENEMY[side])}
    return "BESIEGED" in theirs and "FIELD" not in theirs


def is_friendly_by_sea(position: AthensSparta, side: SideName, hex: HexName) -> bool:
    """4.2-A, 6.6-C: FRIENDLY to a side's ships for Operational transit: where it is BLOCKADING too."""
    return status(position, side, hex) == "FRIENDLY" or position.standing.blockading.get(hex) == side


# --- changes at the end of a Phase ------------------------------------------------------------------------------------


def changed_control(position: AthensSparta) -> list[tuple[HexName, SideName]]:
    """4.2-B, 13.1-A: the cities that would change hands if control were looked at now, by hex id; SICILY last.

    1.1-B to 1.1-D: to who occupies it, else to the owner of its colour. RULING-74: none changes while both sides are in
    the field there, before a battle is fought.
    """
    found, owners, places = [], position.box.colour_owners, position.by_hex()
    for hex, before in position.control.items():
        there, now = places.get(hex), owners.get(hex, before)
        if there:
            now = _occupying(there) or (before if _both_in_field(there) else now)
        if now != before:
            found.append((hex, now))
    return sorted(found, key=lambda one: (one[0] == SICILY, one[0]))


def is_resisted(position: AthensSparta, rebel: Block) -> bool:
    """7.0-G: whether an enemy block is in the city of a Revolt, ships on PATROL aside."""
    return any(one.posture != "PATROL" for one in position.at(rebel.place, ENEMY[rebel.side]))


def both_in_field(position: AthensSparta, hex: HexName) -> bool:
    """4.2-A, 9.2-D2: blocks of both sides stand outside the walls."""
    return _both_in_field(position.at(hex))


def _both_in_field(there: Sequence[Block]) -> bool:
    return len({one.side for one in there if one.posture == "FIELD"}) == len(SIDES)
