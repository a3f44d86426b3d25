"""9.4: the ships of Chios, Corcyra, Mytilene and Rhodes, which turn with their cities."""

from __future__ import annotations

from adjudicator.athens_sparta.events.cities import ShipTurned
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, HexName, SideName
from adjudicator.kernel import Resolution


def turn_ship(running: Resolution[AthensSparta], hex: HexName, side: SideName) -> HexName | None:
    """9.4-A to 9.4-C, RULING-28: the twin comes to the city at the same strength, from the pool to the pool.

    It leaves battle and blockade as it is; beside enemy ships it is BESIEGED in the city, whatever the limits say.
    Returned is the place that it has left, if any.
    """
    position = running.position
    if hex not in position.box.twins:
        return None
    blue, red = position.box.twins[hex]
    old, new = (blue, red) if side == "sparta" else (red, blue)
    loser = ENEMY[side]
    block = position.block(old)
    if block is None and old not in position.pools[loser]:
        return None
    position.aside = sorted([*(one for one in position.aside if one != new), old])
    if block is None:
        position.pools[loser].remove(old)
        position.pools[side] = sorted([*position.pools[side], new], key=str)
    else:
        position.take(block)
        enemies = [one for one in position.at(hex, loser) if position.is_ship(one)]
        posture = "BESIEGED" if enemies else "FIELD"
        colour = "red" if side == "sparta" else "blue"
        position.put(Block(new, side, colour, hex, block.steps, posture))  # type: ignore[arg-type]
    running.emit(ShipTurned(side=side, city=hex, block=new, pooled=block is None))
    return block.place if block else None
