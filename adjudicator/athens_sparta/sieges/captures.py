"""4.2-B, 4.2-C, 5.5-C, 13.1: cities that change hands, and what follows from it at once."""

from __future__ import annotations

from adjudicator.athens_sparta.events.blocks import CityCaptured, CityReturned
from adjudicator.athens_sparta.places import end_support, turn_blocks, turn_ship
from adjudicator.athens_sparta.sieges.postures import cover_all, settle_posture, take_posture
from adjudicator.athens_sparta.sieges.sack import sack
from adjudicator.athens_sparta.state.control import changed_control, is_resisted, look_again
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import ENEMY, SICILY, HexName, SideName
from adjudicator.kernel import Resolution, agenda_step, forward, step

Running = Resolution[AthensSparta]
meet_former_friends = forward("meet_former_friends")


@agenda_step
def update_control(running: Running) -> None:
    """4.2-B, 5.5-C, 13.1-A, 13.1-C: at the end of a Phase, city by city in hex id order.

    Each with the battles of those that change sides with it (9.5-G), then its sack.
    """
    position = running.position
    cover_all(position)
    besieged = {one.place for one in position.blocks if one.posture != "FIELD"}
    for hex in sorted(besieged, key=lambda one: (one == SICILY, one)):
        settle_posture(running, hex)
    for hex, side in changed_control(position)[:1]:
        running.do(*([step(sack, place=hex, side=side)] if is_taken(position, hex, side) else []), step(update_control))
        change_control(running, hex, side)


def settle_city(running: Running, hex: HexName) -> SideName | None:
    """5.5-C, 5.5-D: when a block has left or died outside a Movement Phase; the side that captures the city at once."""
    captor = settle_posture(running, hex)
    if captor:
        change_control(running, hex, captor)
        settle_posture(running, hex)
    return captor


def is_taken(position: AthensSparta, hex: HexName, side: SideName) -> bool:
    """1.1-C, 5.58-A: whether a city is captured as it changes hands; else it merely returns to its colour's owner."""
    return any(one.posture == "FIELD" for one in position.at(hex, side))


def change_control(running: Running, hex: HexName, side: SideName) -> None:
    """1.1-B, 1.1-C, 6.7-B, 9.4, 9.5-G, 9.3-D: the city changes hands now, with the flips that follow from it.

    The caller sacks it where it was captured (5.58-A), after a battle when regrouping is over (13.1-B).
    """
    position = running.position
    position.control[hex] = side
    taken = is_taken(position, hex, side)
    running.emit(CityCaptured(side=side, city=hex) if taken else CityReturned(side=side, city=hex))
    left = turn_ship(running, hex, side)
    if left not in (None, hex):  # 5.5-C, 5.5-D, RULING-97: no sack
        settle_city(running, left)
        look_again(position, [left])
    turn_blocks(running, hex, side)
    settle_unopposed(position)
    for block in position.at(hex, ENEMY[side]):
        if block.posture == "PATROL":  # 6.7-B, RULING-25
            take_posture(running, block, "BLOCKADING")
    if hex in position.box.green_blocks:
        running.do(step(meet_former_friends, side=side))
    end_support(running)


def settle_unopposed(position: AthensSparta) -> None:
    """7.0-G: a Revolt needs no battle where nobody resists it, or any more: who did may leave by 9.4-A or 9.5-G."""
    for block in position.blocks:
        if block.rising and (position.control[block.place] == block.side or not is_resisted(position, block)):
            block.rising = False
