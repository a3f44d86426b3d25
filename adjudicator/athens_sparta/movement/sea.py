"""4.3, 4.4-A, 6.3: Operational Moves of ships, and Sea Moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from adjudicator.athens_sparta.components.hexes import OPPOSITE, Water
from adjudicator.athens_sparta.movement.chart import Way
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.land import pressed_refusal
from adjudicator.athens_sparta.movement.roads import Road
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.words import SICILY, HexName
from adjudicator.kernel import Illegal


class BySea(Way):
    """1.0-B, 1.3-B, 1.6-A, 1.7-A, 1.8-A."""

    def neighbours(self, hex: HexName) -> Sequence[HexName]:
        return [*self.map.neighbours[hex].values()]

    def crossing_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """1.0-B, 1.8-A, RULING-13; RULING-7: out of Corinth over any coast."""
        direction = self.map.towards(before, hex)
        coast = direction and self.map.coast(before, direction)
        if direction is None or not self.map.sea_part(before, direction) or coast is None:
            return Illegal("1.0-B", f"ships cannot cross from {place_name(before)} to {place_name(hex)}")
        if starts and coast not in self.map.harbours(before):
            return Illegal("1.8-A", f"the port of {place_name(before)} is on its other coast")
        return None

    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        """1.6-A, 1.7-A, 1.8-A."""
        if self.box.is_diolkos(hex):
            return Illegal("1.6-A", f"a ship that arrives in {place_name(hex)} must stop there")
        if self.map.is_mountain(hex):
            return Illegal("1.7-A", f"a block must stop in {place_name(hex)}, a mountain hex")
        leaves = self.map.towards(hex, after)
        if leaves is not None and self.map.coast(hex, leaves) != self._arrival(before, hex):
            return Illegal("1.8-A", f"a ship must leave {place_name(hex)} by the coast to which it came")
        return None

    def stopping_refusal(self, before: HexName, hex: HexName) -> Illegal | None:
        """1.3-B, 1.8-A."""
        if hex not in self.box.ports:
            return Illegal("1.3-B", f"a ship cannot end its move in {place_name(hex)}, which has no port")
        if self._arrival(before, hex) not in self.map.harbours(hex):
            return Illegal("1.8-A", f"the port of {place_name(hex)} is on its other coast")
        return None

    def _arrival(self, before: HexName, hex: HexName) -> Water | None:
        """1.8-A: the coast to which a ship comes."""
        direction = self.map.towards(before, hex)
        return direction and self.map.coast(hex, OPPOSITE[direction])


class Hull(Road):
    """4.3: Operational Moves of ships."""

    way_of = BySea

    def entering_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """4.3-D."""
        if hex in self.ground.enemies and hex not in self.ground.box.ports:
            return Illegal("4.3-D", f"ships cannot enter {place_name(hex)}, which has no port and holds enemy blocks")
        return None

    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        """4.3-B."""
        if wrong := self.way.passing_refusal(before, hex, after):
            return wrong
        if self.ground.holds_up(hex, ship=True):
            return Illegal("4.3-B", f"a ship must stop in {place_name(hex)}, where enemy blocks are")
        return None

    def stopping_refusal(self, block: Block, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """1.3-B, 4.3-D, 1.4-B: a friendly port, an own blockade, or a Naval Attack."""
        if wrong := self.way.stopping_refusal(before, hex):
            return wrong
        ground = self.ground
        relieves = ground.status(hex) == "FRIENDLY" and ground.besiegers(hex)
        return (
            ground.oracle_refusal(block, hex, relieves)
            or (None if self._is_own(hex) else self._attack_refusal(block))
            or ground.stacking_refusal(block, hex)
        )

    def _is_own(self, hex: HexName) -> bool:
        return self.ground.status(hex) == "FRIENDLY" or self.ground.has_blockade(hex)

    def _attack_refusal(self, block: Block) -> Illegal | None:
        """6.3-A, RULING-23."""
        if block.posture == "BLOCKADING":
            return Illegal(
                "6.3-A", ("a ship that leaves a blockade must go to a friendly port or to a blockade of your own")
            )
        if self.ground.status(block.place) != "FRIENDLY":
            return Illegal(
                "6.3-A", (f"a Naval Attack starts in a friendly port, and {place_name(block.place)} is not one")
            )
        return None

    @cached_property
    def closed(self) -> int:
        """4.3-D."""
        ground = self.ground
        return self.chart.bits(hex for hex in ground.enemies if hex not in ground.box.ports)

    @cached_property
    def halts(self) -> int:
        """4.3-B."""
        ground = self.ground
        return self.chart.bits(hex for hex in ground.enemies if ground.holds_up(hex, ship=True))

    @property
    def asked(self) -> int:
        return 0

    def goals(self, block: Block) -> int:
        """4.3-D, 4.1-A, 6.3-A."""
        found = self._room & ~self.full(block)
        return found & self._own if self._attack_refusal(block) else found

    @cached_property
    def _room(self) -> int:
        return self.chart.bits(hex for hex in self.ground.box.ports if hex in self.ground.box.room)

    @cached_property
    def _own(self) -> int:
        return self.chart.bits(hex for hex in self.ground.box.ports if hex != SICILY and self._is_own(hex))


class SeaLanes:
    """4.4-A: where the Sea Moves of a side lead. No path enters an enemy hex, nor crosses one with enemy blocks."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.map = ground, ground.map
        self._goals: dict[tuple[HexName, bool], list[HexName]] = {}

    def refusal(self, block: Block, to: HexName) -> Illegal | None:
        """1.4-C, 1.8-A, RULING-7: from a friendly port to another one."""
        ground = self.ground
        for hex in (block.place, to):
            if hex not in self._ports or ground.status(hex) != "FRIENDLY":
                return Illegal("4.4-A", f"a Sea Move goes between friendly ports, and {place_name(hex)} is not one")
            if wrong := pressed_refusal(ground, hex):
                return wrong
        if to == block.place:
            return Illegal("4.4-A", "a Sea Move goes to another port")
        if to not in self._reached(block.place):
            return Illegal("4.4-A", f"no way by sea leads past the enemy to {place_name(to)}")
        return ground.stacking_refusal(block, to)

    def goals(self, block: Block) -> list[HexName]:
        """Where a block may go from a friendly port; found once for all blocks that stand alike."""
        start, ports = block.place, self.friendly_ports
        alike = start, self.ground.position.is_ship(block)
        if alike not in self._goals:
            reached = self._reached(start) if start in ports else ()
            shut = (start, *self.ground.full(block))
            self._goals[alike] = [to for to in reached if to in ports and to not in shut]
        return self._goals[alike]

    def _reached(self, start: HexName) -> list[HexName]:
        """The ports to which ways over the sea lead: through one part of it, or straight."""
        near, leading = self.ground.box.next_ports[start], self._parts[start]
        return [to for to, parts in self._parts.items() if parts & leading or to in near]

    @cached_property
    def _parts(self) -> dict[HexName, int]:
        """By port the parts of the sea into which ways lead from there, as bits."""
        parts, waters = self.map.sea.parts(self._lead_on()), self.ground.box.port_waters
        return {hex: sum({1 << parts[one] for one in near if one in parts}) for hex, near in waters.items()}

    def _lead_on(self) -> list[Water]:
        """4.4-B, 1.6-A, 1.7-A, 9.3-A: the places through which paths go on."""
        ground = self.ground
        shut = [*ground.of_status("ENEMY", "CONTESTED"), *filter(ground.holds_up_march, ground.enemies)]
        if ground.border != "open":
            shut += [hex for hex in ground.box.persian if self.map.hexes[hex].persia]
        closed = dict.fromkeys(shut)
        return [water for water, hex in ground.box.open_waters.items() if hex not in closed]

    @cached_property
    def friendly_ports(self) -> list[HexName]:
        """1.4-C: ports of the map where a Sea Move may start and end."""
        ground = self.ground
        return [hex for hex in self._ports if ground.status(hex) == "FRIENDLY" and not ground.is_pressed(hex)]

    @cached_property
    def _ports(self) -> list[HexName]:
        """1.3-A, 9.2-A: all but Syracuse, which lies off the map."""
        return [hex for hex in self.ground.box.ports if hex != SICILY]
