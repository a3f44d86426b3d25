"""9.2: Sicily Moves."""

from __future__ import annotations

from adjudicator.athens_sparta.state.control import blockaded
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, HexName, SideName
from adjudicator.kernel import Illegal


def embarkation_ports(position: AthensSparta, side: SideName) -> list[HexName]:
    """9.2-B: Corcyra, Leucas, Cyllene and Cephallenia, where a side controls them and nobody blockades."""
    cities = [hex for hex, one in position.box.cities.items() if one.sicily_embarkation]
    return [hex for hex in cities if position.control[hex] == side and not blockaded(position, hex)]


def sicily_refusal(view: AthensSparta, block: Block, to: HexName) -> Illegal | None:
    """9.2-B, 9.2-C, 9.2-G, 4.0-C, 4.6-F: what forbids a Sicily Move of an own block that has not moved.

    RULING-36: from a port to Sicily, or from there to a port, and nothing else with it. RULING-40: besiegers and
    blockaders leave Sicily so, the besieged do not.
    """
    if view.event == "storm":
        return Illegal("4.6-F", "in a Storm there are no Sicily Moves")
    ports = embarkation_ports(view, block.side)
    port, away = (to, block.place == SICILY) if block.place == SICILY else (block.place, to == SICILY)
    if not away or port not in ports:
        return Illegal("9.2-B", f"a Sicily Move goes to Sicily or back, from or to {', '.join(ports) or 'no port now'}")
    stays = ("BESIEGED",) if block.place == SICILY else ("BESIEGED", "SIEGING", "BLOCKADING", "PATROL")
    return Illegal("4.0-C", f"{block.name} is {block.posture}") if block.posture in stays else None
