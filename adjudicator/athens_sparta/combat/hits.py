"""2.1-B, 5.2, 5.53: dice, and hits that are applied one by one."""

from __future__ import annotations

from adjudicator.athens_sparta.combat.roles import battle_of, is_walled_off, rating, targets
from adjudicator.athens_sparta.combat.storms import check_fall
from adjudicator.athens_sparta.events.battles import BlockFired, HalfHit
from adjudicator.athens_sparta.sieges.hits import HitQuestion, choose_hit, strongest
from adjudicator.athens_sparta.sieges.losses import lose_step
from adjudicator.athens_sparta.sieges.postures import reveal
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.kernel import Answers, Resolution, agenda_step, forward, step

Running = Resolution[AthensSparta]
DIE = 6
next_turn = forward("next_turn")
next_pursuer = forward("next_pursuer")


def may_be_hit(position: AthensSparta, battle: Battle) -> list[Block]:
    """5.2-B, 5.53-A: those that the block may hit that has fired, in pursuit land blocks alone."""
    shooter = position.block(battle.acting or "")
    if shooter is None:
        return []
    found = targets(position, battle, shooter)
    if battle.round > position.box.constants.combat_rounds:
        found = [one for one in found if not position.is_ship(one)]
    halved = [one for one in found if one.id == battle.half]
    return halved if halved and is_walled_off(position, battle, halved[0]) else found


def fire(running: Running, block: Block, *, pursuit: bool = False) -> None:
    """2.1-B, 12.3-A, 12.3-B: one die a step. 2.2-D: who fires or is hit in a Revolt's battle turns up."""
    position, battle = running.position, battle_of(running.position)
    reveal(running, [block])
    number = rating(position, battle, block)[1]
    dice = [running.chance.die(DIE, f"2.1-B {battle.place}") for _ in range(block.steps)]
    battle.acting, battle.hits = block.name, sum(die <= number for die in dice)
    battle.fired = [*battle.fired, block.name] if block.name not in battle.fired else battle.fired
    running.emit(
        BlockFired(place=battle.place, side=block.side, block=block.name, dice=dice, hits=battle.hits, pursuit=pursuit)
    )
    running.do(step(apply_hits))


@agenda_step
def apply_hits(running: Running) -> None:
    """5.2-A, RULING-16: one by one; a hit that finds nobody is lost."""
    position, battle = running.position, battle_of(running.position)
    able = may_be_hit(position, battle) if battle.hits else []
    if able:
        choose_hit(running, strongest(position, able), take_hit)
        return
    battle.hits, battle.acting = 0, None
    pursuing = battle.round > position.box.constants.combat_rounds
    running.do(step(next_pursuer) if pursuing else step(next_turn))


@agenda_step
def take_hit(running: Running, answers: Answers) -> None:
    """5.53-A: in a Storm two hits cost a besieged block a step."""
    position, battle = running.position, battle_of(running.position)
    side = may_be_hit(position, battle)[0].side
    block = position.block(answers.of(side, HitQuestion.id).block)
    battle.hits -= 1
    if block is not None:
        reveal(running, [block])
        if is_walled_off(position, battle, block) and battle.half != block.id:
            battle.half = block.name
            running.emit(HalfHit(place=battle.place, side=side, block=block.name))
        else:
            battle.half = None if is_walled_off(position, battle, block) else battle.half
            lose_step(running, block)
            check_fall(running)
    running.do(step(apply_hits))
