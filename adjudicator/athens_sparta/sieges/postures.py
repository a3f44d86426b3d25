"""5.0-C, 5.5: postures: blocks that are turned up and down, sieges and blockades that end."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.athens_sparta.events.blocks import BlocksRevealed, PostureChanged
from adjudicator.athens_sparta.secrets.fog import in_no_order, veiled
from adjudicator.athens_sparta.state.control import both_in_field, occupier
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, SICILY, HexName, Posture, SideName
from adjudicator.kernel import Resolution

Running = Resolution[AthensSparta]


def reveal(running: Running, blocks: Iterable[Block]) -> None:
    """2.2-A, 5.0-F: blocks of one hex and side are turned up, until `cover`; who besieged lies up till then as well."""
    there = [*blocks]
    hidden = [one for one in there if not one.open]
    for block in there:
        block.up, block.rising = True, False
    if hidden:
        shown = {one.name: one.steps for one in hidden}
        running.emit(BlocksRevealed(side=hidden[0].side, place=hidden[0].place, blocks=shown))


def cover(position: AthensSparta, blocks: Iterable[Block]) -> None:
    """2.2-A: the battle is over: what does not stay open by its posture is hidden again."""
    for block in blocks:
        block.up = False


def cover_all(position: AthensSparta) -> None:
    """9.2-D2, RULING-26, RULING-93: no battle goes on: who is not in contact outside Syracuse is turned down."""
    met = both_in_field(position, SICILY)
    cover(position, [one for one in position.blocks if not (met and one.place == SICILY and one.posture == "FIELD")])


def take_posture(running: Running, block: Block, posture: Posture) -> None:
    """5.0-C: told with the id to all if the block lies open before or after."""
    if block.posture == posture:
        return
    was_open = block.open
    block.posture = posture
    known = {} if was_open else veiled(running, block)
    running.emit(PostureChanged(place=block.place, side=block.side, block=block.name, posture=posture, **known))


def settle_posture(running: Running, hex: HexName) -> SideName | None:
    """5.5-C, 5.5-D, 6.6-F, 6.7-B: what sieges and blockades of a city have become; the side that has captured it.

    To be asked when a block has left or died: after a battle, after attrition, at the end of a Movement Phase. The
    caller changes control.
    """
    position = running.position
    owner = position.control.get(hex)
    if owner is None:
        return None
    lying = (*OUTSIDE, *(("FIELD",) if hex == SICILY else ()))  # 9.2-D2: nobody besieges while both are in the field
    theirs = [one for one in position.at(hex, ENEMY[owner]) if one.posture in lying]
    mine = position.at(hex, owner)
    for block in mine if occupier(position, hex) != ENEMY[owner] else ():
        if block.posture in OUTSIDE:  # the city has come to its own side: by a Revolt, or as 9.5-G has it
            take_posture(running, block, "FIELD")
    holders = [one for one in mine if one.posture in ("BESIEGED", "FIELD")]
    if theirs and not holders:
        for block in theirs:
            take_posture(running, block, "FIELD")
        for block in mine:  # on PATROL
            take_posture(running, block, "BLOCKADING")
        return ENEMY[owner]
    _free(running, hex, owner)
    return None


def _free(running: Running, hex: HexName, owner: SideName) -> None:
    """5.5-D, 6.6-F: who is BESIEGED no longer; a besieger without anybody to besiege is in the field.

    RULING-110: nobody who is in the field is shut in, on an island either.
    """
    position = running.position
    if hex == SICILY:
        _lie_before_syracuse(running, owner)
    besieged = [one for one in position.at(hex, owner) if one.posture == "BESIEGED"]
    if not fought_outside(position, hex):
        freed = [one for one in besieged if not _shut_in(position, one)]
        for block in in_no_order(running, freed):
            take_posture(running, block, "FIELD")
    if not any(one.posture == "BESIEGED" for one in position.at(hex, owner)):
        for block in position.at(hex, ENEMY[owner]):
            if block.posture == "SIEGING":
                take_posture(running, block, "FIELD")


def _lie_before_syracuse(running: Running, owner: SideName) -> None:
    """9.2-H2, RULING-45: nobody is SIEGING while both sides have land blocks outside; afterwards who stayed is."""
    position = running.position
    met = any(one.posture == "FIELD" and not position.is_ship(one) for one in position.at(SICILY, owner))
    shut = any(one.posture == "BESIEGED" for one in position.at(SICILY, owner))
    for block in [one for one in position.at(SICILY, ENEMY[owner]) if shut and not one.rising]:
        if block.posture == "SIEGING" and met:
            take_posture(running, block, "FIELD")
        elif block.posture == "FIELD" and not met and not position.is_ship(block) and block.origin is None:
            take_posture(running, block, "SIEGING")


def _shut_in(position: AthensSparta, block: Block) -> bool:
    """5.5-D: by a siege; by a blockade alone ships, and on an island all."""
    postures = {one.posture for one in position.at(block.place, ENEMY[block.side])}
    by_sea = position.is_ship(block) or position.box.is_island(block.place)
    return "SIEGING" in postures or ("BLOCKADING" in postures and by_sea)


def fought_outside(position: AthensSparta, hex: HexName) -> bool:
    """9.2-H2, RULING-45: in Sicily blocks inside stay BESIEGED while both sides have land blocks outside."""
    there = [one for one in position.at(hex) if not one.rising]  # a Revolt is inside the walls
    field = {one.side for one in there if one.posture == "FIELD" and not position.is_ship(one)}
    return hex == SICILY and len(field) == len(ENEMY)


def end_patrols(running: Running) -> None:
    """6.7-A, 13.1-C: at the end of a Phase: back to the field where no enemy block is left."""
    position = running.position
    for block in position.blocks:
        if block.posture == "PATROL" and not position.at(block.place, ENEMY[block.side]):
            take_posture(running, block, "FIELD")
