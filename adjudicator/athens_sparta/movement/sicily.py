"""9.2-B, 9.2-G: Sicily Moves."""

from __future__ import annotations

from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.state.control import blockaded
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.words import SICILY, HexName
from adjudicator.kernel import Illegal


def sicily_refusal(ground: Ground, block: Block, to: HexName) -> Illegal | None:
    """9.2-B, 9.2-C: whatever ships lie off Sicily."""
    if (block.place == SICILY) == (to == SICILY):
        return Illegal("9.2-B", "a Sicily Move goes to Sicily, or from there to a port of embarkation")
    port = to if block.place == SICILY else block.place
    if port not in open_ports(ground):
        free = ", ".join(open_ports(ground)) or "none"
        return Illegal("9.2-B", f"{port} is no port for Sicily that is yours and free of blockade; those are: {free}")
    return ground.stacking_refusal(block, to)


def open_ports(ground: Ground) -> list[HexName]:
    """9.2-B: the ports of embarkation that a side controls and that are not blockaded."""
    position = ground.position
    ports = [position.box.hex_named[name] for name in position.box.components.sicily.embarkation]
    return [hex for hex in ports if position.control.get(hex) == ground.side and not blockaded(position, hex)]
