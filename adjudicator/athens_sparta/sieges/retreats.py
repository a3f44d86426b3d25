"""5.3, 5.4: blocks go out of a hex: by retreat or regrouping."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.athens_sparta.events.battles import BlockLeft
from adjudicator.athens_sparta.secrets.handles import veiled
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.sieges.ways import has_room, shelters
from adjudicator.athens_sparta.state.control import has_siege, look_again
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import HexName
from adjudicator.kernel import Resolution

Running = Resolution[AthensSparta]


def go(running: Running, block: Block, to: HexName, *, regroup: bool = False) -> None:
    """5.3-B, 5.3-D, 5.5-B3, 4.2-C: into an own siege or blockade, a besieged port, or the open."""
    position = running.position
    here = block.place
    known = veiled(running, block)
    running.emit(BlockLeft(side=block.side, place=here, block=block.name, to=to, regroup=regroup, **known))
    block.place, block.turned = to, UNSET  # 9.5-G: whom it was to meet is not there
    take_posture(running, block, "FIELD")
    own = position.control.get(to) == block.side  # 9.5-G: who lies before it changed sides there
    ours = {one.posture for one in position.at(to, block.side)} if not own else set()
    if position.is_ship(block) and shelters(position, block, to):
        take_posture(running, block, "BESIEGED" if has_room(position, block) else "PATROL")
    elif position.is_ship(block) and "BLOCKADING" in ours:
        take_posture(running, block, "BLOCKADING")
    elif not position.is_ship(block) and ("SIEGING" in ours or has_siege(position, block.side, to)):
        take_posture(running, block, "SIEGING")
    look_again(position, [to])
