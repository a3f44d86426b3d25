"""4.0-A: moves that were found legal, as they change the board."""

from __future__ import annotations

from adjudicator.athens_sparta.events.blocks import BlockMoved
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.places import join
from adjudicator.athens_sparta.secrets.handles import veiled
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, SICILY, HexName, Posture
from adjudicator.kernel import Resolution

Running = Resolution[AthensSparta]


def move_block(running: Running, block: Block, path: list[HexName], kind: str) -> None:
    """4.0-A, 4.1-B, 5.5-B3: what follows where it stops follows at once.

    9.5-A, 9.5-B, 9.5-E, 9.2-D: who stops in a neutral hex attacks it, and it joins the other side, once.
    """
    ground = Ground(running.position, block.side)
    to = path[-1]
    posture = _posture_there(ground, block, to)
    moved = BlockMoved(
        side=block.side, kind=kind, block=block.name, colour=block.colour, path=path, **veiled(running, block)
    )
    running.emit(moved)
    _note_attack(ground, block, path)
    block.origin, block.place, block.posture = block.place, to, "FIELD"
    block.came_from = path[-2] if kind in ("move", "march") else None
    take_posture(running, block, posture)
    if ground.status(to) == "NEUTRAL":
        join(running, to, ENEMY[block.side])


def _posture_there(ground: Ground, block: Block, to: HexName) -> Posture:
    """5.5-B3, RULING-61, RULING-62."""
    if ground.position.is_ship(block):
        return "BLOCKADING" if ground.has_blockade(to) else "FIELD"
    return "SIEGING" if ground.has_siege(to) else "FIELD"


def _note_attack(ground: Ground, block: Block, path: list[HexName]) -> None:
    """4.1-B: who attacked by land over which hexside; 5.3-B: whence ships came to where enemies are."""
    turn, to, before = ground.position.turn, path[-1], path[-2]
    if turn is None or to == SICILY or before == SICILY or ground.is_oracle(to):
        return
    if ground.position.is_ship(block):
        if ground.is_attacked(to) or ground.besiegers(to):
            turn.sailed.setdefault(to, []).append(before)
    elif ground.is_attacked(to):
        attacks = turn.attacks.setdefault(to, {})
        attacks[before] = attacks.get(before, 0) + 1
