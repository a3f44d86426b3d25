"""5.59: attrition, hex by hex (RULING-43)."""

from __future__ import annotations

from adjudicator.athens_sparta.events.battles import AttritionRolled
from adjudicator.athens_sparta.sieges.captures import settle_city
from adjudicator.athens_sparta.sieges.losses import HitQuestion, choose_hit, lose_step, strongest
from adjudicator.athens_sparta.sieges.postures import fought_outside
from adjudicator.athens_sparta.sieges.regrouping import may_regroup, offer_regroup
from adjudicator.athens_sparta.sieges.sack import sack
from adjudicator.athens_sparta.state.control import blockaded, both_in_field, has_sea_control, look_again
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, SICILY, HexName, SideName
from adjudicator.kernel import Answers, Resolution, Step, agenda_step, step

Running = Resolution[AthensSparta]
DIE = 6


@agenda_step
def roll_attrition(running: Running, side: SideName) -> None:
    """5.59-A, 5.59-F, 12.3-A: by hex id, SICILY last."""
    places = sorted({one.place for one in running.position.of(side)}, key=lambda hex: (hex == SICILY, hex))
    running.do(*(step(roll_in, place=hex, side=side) for hex in places))


def hit_number(position: AthensSparta, block: Block) -> int | None:
    """5.59-A to 5.59-C, 9.2-H, 9.2-H2, RULING-22, RULING-26: the least die that hits it; None: it does not roll."""
    numbers, enemy = position.box.components.siege_attrition, ENEMY[block.side]
    if block.posture == "PATROL":
        return numbers.patrol
    sicily = block.place == SICILY
    outside = block.posture in OUTSIDE or (sicily and _fights_outside(position, block))
    if outside:
        harder = sicily and has_sea_control(position, enemy, SICILY)
        return numbers.syracuse_attacker_when_defender_has_sea_control if harder else numbers.attacker
    return _besieged_number(position, block)


def _fights_outside(position: AthensSparta, block: Block) -> bool:
    """9.2-H, RULING-26: of the attackers in Sicily, in contact with defenders outside the walls."""
    return position.control.get(SICILY) == ENEMY[block.side] and both_in_field(position, SICILY)


def _besieged_number(position: AthensSparta, block: Block) -> int | None:
    """5.59-B, 5.59-C, 6.6-E, RULING-45: full: both, or of an island by sea, or of an inland city.

    5.59-A: a block in the field rolls in a blockade alone; 9.2-H2: one that fights outside Syracuse is not in the city.
    """
    place, numbers = block.place, position.box.components.siege_attrition
    if position.control.get(place) != block.side or (block.posture == "FIELD" and fought_outside(position, place)):
        return None
    postures = [one.posture for one in position.at(place, ENEMY[block.side])]
    siege, blockade = "SIEGING" in postures, blockaded(position, place)
    if not blockade and (not siege or block.posture == "FIELD"):
        return None
    full = (siege and blockade) or (blockade and position.box.is_island(place))
    full = full or (siege and place not in position.box.ports)
    return numbers.defender_full if full else numbers.defender_partial


@agenda_step
def roll_in(running: Running, place: HexName, side: SideName) -> None:
    """5.59-D, 12.3-A: one die a block in block-id order; each group of one hit number is told together."""
    position = running.position
    numbers = {one.name: hit_number(position, one) for one in position.at(place, side)}
    dice = {name: running.chance.die(DIE, f"5.59-A {place}") for name, number in numbers.items() if number}
    hits: list[Step] = []
    for least in sorted({number for number in numbers.values() if number}):
        rolled = [die for name, die in dice.items() if numbers[name] == least]
        running.emit(AttritionRolled(place=place, side=side, dice=rolled, least=least))
        hits += [step(hit_group, place=place, side=side, number=least)] * sum(die >= least for die in rolled)
    if dice:
        running.do(*hits, step(end_attrition, place=place, side=side, rolled=True))


@agenda_step
def hit_group(running: Running, place: HexName, side: SideName, number: int) -> None:
    """5.59-D, 5.2-A, RULING-22: a full step of the strongest of the group; a hit that finds nobody is lost."""
    position = running.position
    group = [one for one in position.at(place, side) if hit_number(position, one) == number]
    if group:
        choose_hit(running, strongest(position, group), take_attrition, side=side)


@agenda_step
def take_attrition(running: Running, answers: Answers, side: SideName) -> None:
    """D-13."""
    block = running.position.block(answers.of(side, HitQuestion.id).block)
    if block is not None:
        lose_step(running, block)


@agenda_step
def end_attrition(running: Running, place: HexName, side: SideName, rolled: bool = False) -> None:
    """5.59-E: the city falls, or the siege ends; regroup and sack.

    `rolled`: the dice have just been rolled. RULING-109: if none of the side that rolled is left, what they lay in, or
    before, is over, be it a blockade beside which nobody was BESIEGED.
    """
    position = running.position
    before = [one.posture for one in position.at(place)]
    captor = settle_city(running, place)
    look_again(position, [place])
    following = []
    ended = captor or before != [one.posture for one in position.at(place)] or (rolled and not position.at(place, side))
    for victor in (side, ENEMY[side]):
        alone = may_regroup(position, place, victor, captor)
        if ended and alone and place != SICILY:
            following.append(step(offer_regroup, place=place, side=victor))
    if captor:  # who may leave it again to ships that blockade it (5.5-C)
        following += [step(sack, place=place, side=captor), step(end_attrition, place=place, side=side)]
    running.do(*following)
