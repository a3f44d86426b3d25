"""2.1-B, 5.2, 5.53: dice, and hits that are applied one by one."""

from __future__ import annotations

from adjudicator.athens_sparta.combat.fight import Fight
from adjudicator.athens_sparta.combat.storms import check_fall
from adjudicator.athens_sparta.events.battles import BlockFired, HalfHit
from adjudicator.athens_sparta.sieges.losses import HitQuestion, choose_hit, lose_step, strongest
from adjudicator.athens_sparta.sieges.postures import reveal
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.kernel import Answers, Resolution, agenda_step, forward, step

Running = Resolution[AthensSparta]
DIE = 6
next_turn = forward("next_turn")
next_pursuer = forward("next_pursuer")


def is_pursuit(fight: Fight) -> bool:
    """5.1-F: the rounds are over."""
    return fight.battle.round > fight.position.box.constants.combat_rounds


def may_be_hit(fight: Fight) -> list[Block]:
    """5.2-B, 5.53-A: those that the block may hit that has fired; 7.0-F: in pursuit land blocks, no revolt block."""
    shooter = fight.position.block(fight.battle.acting or "")
    found = fight.targets(shooter) if shooter else []
    if is_pursuit(fight):
        found = [one for one in found if not fight.position.is_ship(one) and one.id != fight.battle.rebel]
    halved = [one for one in found if one.id == fight.battle.half and fight.is_walled_off(one)]
    return halved or found


def fire(running: Running, block: Block, *, pursuit: bool = False) -> None:
    """2.1-B, 12.3-A, 12.3-B: one die a step. 2.2-D: who fires or is hit in a Revolt's battle turns up."""
    fight = Fight.of(running.position)
    battle, number = fight.battle, fight.rating(block)[1]
    reveal(running, [block])
    dice = [running.chance.die(DIE, f"2.1-B {fight.place}") for _ in range(block.steps)]
    battle.acting, battle.hits = block.name, sum(die <= number for die in dice)
    battle.fired = [*battle.fired, block.name] if block.name not in battle.fired else battle.fired
    running.emit(
        BlockFired(place=fight.place, side=block.side, block=block.name, dice=dice, hits=battle.hits, pursuit=pursuit)
    )
    running.do(step(apply_hits))


@agenda_step
def apply_hits(running: Running) -> None:
    """5.2-A, RULING-16: one by one; a hit that finds nobody is lost."""
    fight = Fight.of(running.position)
    able = may_be_hit(fight) if fight.battle.hits else []
    if able:
        choose_hit(running, strongest(running.position, able), take_hit)
        return
    fight.battle.hits, fight.battle.acting = 0, None
    running.do(step(next_pursuer) if is_pursuit(fight) else step(next_turn))


@agenda_step
def take_hit(running: Running, answers: Answers) -> None:
    """5.53-A: in a Storm two hits cost a besieged block a step."""
    fight = Fight.of(running.position)
    side, battle = may_be_hit(fight)[0].side, fight.battle
    block = running.position.block(answers.of(side, HitQuestion.id).block)
    battle.hits -= 1
    if block is not None:
        reveal(running, [block])
        walled_off = fight.is_walled_off(block)
        if walled_off and battle.half != block.id:
            battle.half = block.name
            running.emit(HalfHit(place=fight.place, side=side, block=block.name))
        else:
            battle.half = None if walled_off else battle.half
            lose_step(running, block)
            check_fall(running)
    running.do(step(apply_hits))
