"""9.5-G: blocks of a green city that change sides meet their former friends."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.athens_sparta.combat.opening import attack, open_battle, sally
from adjudicator.athens_sparta.combat.pursuit import RetreatQuestion, changed_ships
from adjudicator.athens_sparta.secrets.fog import in_no_order
from adjudicator.athens_sparta.sieges.captures import change_control, settle_city
from adjudicator.athens_sparta.sieges.deciding import decide
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.regrouping import go
from adjudicator.athens_sparta.sieges.ways import sea_ways
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.control import look_again
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, HexName, SideName
from adjudicator.kernel import Answers, Resolution, Step, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def meet_former_friends(running: Running, side: SideName) -> None:
    """9.5-G: hex by hex; who was BESIEGED with them lies outside now, without a battle; the others attack at once.

    RULING-103: in an Earthquake too. RULING-115: who has left the hex since meets nobody.
    """
    battles = []
    for hex in sorted({one.place for one in _changed(running.position, side)}):
        battles += _meet_in(running, hex, side)
    running.do(*battles)


def _changed(position: AthensSparta, side: SideName, place: HexName | None = None) -> list[Block]:
    return [one for one in position.of(side) if one.turned and place in (None, one.place)]


def _former_friends(position: AthensSparta, side: SideName, place: HexName) -> list[Block]:
    """Those whom they meet; a Revolt that rises there has its own battle (7.0-D)."""
    return [one for one in position.at(place, ENEMY[side]) if not one.rising]


def _meet_in(running: Running, place: HexName, side: SideName) -> list[Step]:
    """4.2-A, 4.2-B: what the hex is to either side from now on follows at once."""
    position = running.position
    there = _changed(position, side, place)
    if place in position.box.oracles:
        _have_met(there)
        return []
    battles = _sort_out(running, place, side, there)
    settle_city(running, place)  # 5.5-C, RULING-97: no sack
    look_again(position, [place])
    return battles


def _sort_out(running: Running, place: HexName, side: SideName, there: list[Block]) -> list[Step]:
    position = running.position
    friends = _former_friends(position, side, place)
    if not friends:  # they stay there, among friends or alone
        _have_met(there)
        for block in in_no_order(running, there):
            take_posture(running, block, "FIELD")
        if position.control.get(place) == ENEMY[side]:  # RULING-86: without a sack
            change_control(running, place, side)
        return []
    shut_in = [one for one in there if one.posture == "BESIEGED"]
    ships = [one for one in friends if position.is_ship(one) and one.posture != "BESIEGED"]
    leaving = [one for one in shut_in if ships and position.is_ship(one)]
    staying = [one for one in shut_in if one not in leaving]
    _have_met(staying)
    for block in staying:
        take_posture(running, block, "BLOCKADING" if position.is_ship(block) else "SIEGING")
    attacking = any(one not in shut_in for one in there)
    return [
        *(step(leave_city, place=place, side=side) for _ in leaving),
        *([step(fight_changed, place=place, side=side)] if attacking else []),
    ]


def _have_met(blocks: list[Block]) -> None:
    for block in blocks:
        block.turned = UNSET


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
def fight_changed(running: Running, place: HexName, side: SideName) -> None:
    """9.5-G, RULING-29: the changed blocks attack; where they lay before a city of their new friends as by relief."""
    position = running.position
    changed, theirs = _changed(position, side, place), _former_friends(position, side, place)
    _have_met(changed)
    if not changed or not theirs:
        return
    relief = position.control.get(place) == side and any(one.posture not in ("BESIEGED", "PATROL") for one in theirs)
    open_battle(running, Battle(place, side, relief=relief, free=[one.name for one in changed]))
    for block in changed:
        take_posture(running, block, "FIELD")
    running.do(step(sally if relief else attack))
