"""9.5-G: blocks of a green city that change sides meet their former friends."""

from __future__ import annotations

from adjudicator.athens_sparta.combat.declaration import attack, sally
from adjudicator.athens_sparta.events.battles import BattleBegins
from adjudicator.athens_sparta.sieges.contacts import wait
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import settle_posture, take_posture
from adjudicator.athens_sparta.sieges.retreats import go
from adjudicator.athens_sparta.sieges.ways import sea_ways
from adjudicator.athens_sparta.state.battle import Battle, Combat
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, HexName, SideName
from adjudicator.kernel import Resolution, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def meet_former_friends(running: Running, city: HexName, side: SideName) -> None:
    """9.5-G: hex by hex; who was BESIEGED with them lies outside now, without a battle; the others attack at once."""
    position = running.position
    changed = [one for one in position.of(side) if one.id in position.box.green_blocks[city]]
    battles = []
    for hex in sorted({one.place for one in changed} - {*position.box.oracles}):
        there = [one for one in changed if one.place == hex]
        if not position.at(hex, ENEMY[side]):  # it stays there, among friends or alone
            for block in there:
                take_posture(running, block, "FIELD")
            settle_posture(running, hex)
            continue
        for block in [one for one in there if one.posture == "BESIEGED"]:
            _come_out(running, block)
        if any(one.posture != "BESIEGED" and not _came_out(position, one) for one in there):
            battles.append(step(fight_changed, place=hex, side=side, city=city))
        settle_posture(running, hex)
    running.do(*battles)


def _came_out(position: AthensSparta, block: Block) -> bool:
    """It lies outside the walls of former friends: no battle."""
    theirs = position.control.get(block.place) == ENEMY[block.side]
    return block not in position.blocks or (theirs and block.posture in ("SIEGING", "BLOCKADING"))


def _come_out(running: Running, block: Block) -> None:
    """9.5-G: SIEGING, a ship BLOCKADING; beside an unbesieged ship of former friends it retreats by 5.3-D."""
    position = running.position
    theirs = position.at(block.place, ENEMY[block.side])
    ships = [one for one in theirs if position.is_ship(one) and one.posture != "BESIEGED"]
    if not position.is_ship(block):
        take_posture(running, block, "SIEGING")
    elif not ships:
        take_posture(running, block, "BLOCKADING")
    elif ways := sea_ways(position, block):
        go(running, block, ways[0])
    else:
        eliminate(running, block)


@agenda_step
def fight_changed(running: Running, place: HexName, side: SideName, city: HexName) -> None:
    """9.5-G, RULING-29: the changed blocks attack; where they lay before a city of their new friends as by relief."""
    position = running.position
    if position.combat is None:
        position.combat = Combat(side)
    names = position.box.green_blocks[city]
    changed = [one for one in position.at(place, side) if one.id in names and one.posture != "BESIEGED"]
    theirs = position.at(place, ENEMY[side])
    if not changed or not theirs:
        return
    position.combat.done.append(place)
    wait(position)
    relief = position.control.get(place) == side and any(one.posture not in ("BESIEGED", "PATROL") for one in theirs)
    position.combat.battle = Battle(place, side, relief=relief, free=[one.name for one in changed])
    running.emit(BattleBegins(place=place, side=side))
    for block in changed:
        take_posture(running, block, "FIELD")
    running.do(step(sally if relief else attack))
