"""9.5-G: blocks of a green city that change sides meet their former friends."""

from __future__ import annotations

from adjudicator.athens_sparta.combat.opening import attack, open_battle, sally
from adjudicator.athens_sparta.combat.pursuit import RetreatQuestion, changed_ships
from adjudicator.athens_sparta.secrets.handles import in_no_order
from adjudicator.athens_sparta.sieges.captures import change_control, settle_city
from adjudicator.athens_sparta.sieges.deciding import decide
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.retreats import go
from adjudicator.athens_sparta.sieges.ways import sea_ways
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, HexName, SideName
from adjudicator.kernel import Answers, Resolution, Step, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def meet_former_friends(running: Running, city: HexName, side: SideName) -> None:
    """9.5-G: hex by hex; who was BESIEGED with them lies outside now, without a battle; the others attack at once.

    RULING-103: in an Earthquake too.
    """
    position = running.position
    hexes = {one.place for one in _changed(position, side, city)} - {*position.box.oracles}
    battles = []
    for hex in sorted(hexes):
        battles += _meet_in(running, hex, side, city)
        settle_city(running, hex)  # 5.5-C, RULING-97: no sack
    running.do(*battles)


def _changed(position: AthensSparta, side: SideName, city: HexName) -> list[Block]:
    return [one for one in position.of(side) if one.id in position.box.green_blocks[city]]


def _meet_in(running: Running, place: HexName, side: SideName, city: HexName) -> list[Step]:
    position = running.position
    there = [one for one in _changed(position, side, city) if one.place == place]
    if not position.at(place, ENEMY[side]):  # they stay there, among friends or alone
        for block in in_no_order(running, there):
            take_posture(running, block, "FIELD")
        if position.control.get(place) == ENEMY[side]:  # RULING-86: without a sack
            change_control(running, place, side)
        return []
    shut_in = [one for one in there if one.posture == "BESIEGED"]
    ships = [one for one in position.at(place, ENEMY[side]) if position.is_ship(one) and one.posture != "BESIEGED"]
    leaving = [one for one in shut_in if ships and position.is_ship(one)]
    for block in [one for one in shut_in if one not in leaving]:
        take_posture(running, block, "BLOCKADING" if position.is_ship(block) else "SIEGING")
    attacking = any(one not in shut_in for one in there)
    return [
        *(step(leave_city, place=place, side=side) for _ in leaving),
        *([step(fight_changed, place=place, side=side, city=city)] if attacking else []),
    ]


@agenda_step
def leave_city(running: Running, place: HexName, side: SideName) -> None:
    """9.5-G, 5.3-D, 5.3-E: the ship beside an unbesieged ship of its former friends; its owner says where to."""
    position = running.position
    for ship in changed_ships(position, side, place):
        if sea_ways(position, ship):
            decide(running, RetreatQuestion, side, place, take_leave, masked=True, place=place, side=side)
        else:
            eliminate(running, ship)


@agenda_step
def take_leave(running: Running, answers: Answers, place: HexName, side: SideName) -> None:
    """D-14."""
    for ship in changed_ships(running.position, side, place):
        go(running, ship, answers.of(side, RetreatQuestion.id).to)


@agenda_step
def fight_changed(running: Running, place: HexName, side: SideName, city: HexName) -> None:
    """9.5-G, RULING-29: the changed blocks attack; where they lay before a city of their new friends as by relief."""
    position = running.position
    changed = [one for one in _changed(position, side, city) if one.place == place and one.posture != "BESIEGED"]
    theirs = position.at(place, ENEMY[side])
    if not changed or not theirs:
        return
    relief = position.control.get(place) == side and any(one.posture not in ("BESIEGED", "PATROL") for one in theirs)
    open_battle(running, Battle(place, side, relief=relief, free=[one.name for one in changed]))
    for block in changed:
        take_posture(running, block, "FIELD")
    running.do(step(sally if relief else attack))
