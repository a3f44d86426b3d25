"""4.3, 4.4-A, 6.3: Operational Moves of ships, and Sea Moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from adjudicator.athens_sparta.components.hexes import OPPOSITE, Water, hex_of
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.land import pressed_refusal
from adjudicator.athens_sparta.movement.roads import Road
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.words import SICILY, HexName
from adjudicator.kernel import Illegal


class Hull(Road):
    """4.3: an Operational Move of a ship."""

    def neighbours(self, hex: HexName) -> Sequence[HexName]:
        return [*self.map.neighbours[hex].values()]

    def crossing_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """1.0-B, 1.8-A, 9.3-A, RULING-13; RULING-7: out of Corinth over any coast."""
        direction = self.map.towards(before, hex)
        coast = direction and self.map.coast(before, direction)
        if direction is None or not self.map.sea_part(before, direction) or coast is None:
            return Illegal("1.0-B", f"no ship crosses from {place_name(before)} to {place_name(hex)}")
        if starts and coast not in self.map.harbours(before):
            return Illegal("1.8-A", f"the port of {place_name(before)} is on its other coast")
        if hex in self.ground.enemies and hex not in self.ground.box.ports:
            return Illegal("4.3-D", f"{place_name(hex)} is no port and holds enemy blocks: no ship enters it")
        return self.ground.border_refusal(before, hex)

    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        """4.3-B, 1.6-A, 1.7-A, 1.8-A."""
        if is_diolkos(self.ground, hex):
            return Illegal("1.6-A", f"a ship that arrives in {place_name(hex)} stops there")
        if self.ground.is_mountain(hex):
            return Illegal("1.7-A", f"a block stops in {place_name(hex)}, a mountain hex")
        leaves = self.map.towards(hex, after)
        if leaves is not None and self.map.coast(hex, leaves) != self._arrival(before, hex):
            return Illegal("1.8-A", f"a ship leaves {place_name(hex)} by the coast to which it came")
        if self.ground.holds_up(hex, ship=True):
            return Illegal("4.3-B", f"a ship stops in {place_name(hex)}, where enemy blocks are")
        return None

    def stopping_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """1.3-B, 4.3-D, 1.4-B: a friendly port, an own blockade, or a Naval Attack."""
        ground = self.ground
        if hex not in ground.box.ports:
            return Illegal("1.3-B", f"{place_name(hex)} is no port: no ship ends its move there")
        if self._arrival(before, hex) not in self.map.harbours(hex):
            return Illegal("1.8-A", f"the port of {place_name(hex)} is on its other coast")
        friendly = ground.status(hex) == "FRIENDLY"
        attacks = not friendly and not ground.has_blockade(hex)
        return (
            ground.oracle_refusal(self.block, hex, friendly and ground.besiegers(hex))
            or (self._attack_refusal(hex) if attacks else None)
            or ground.stacking_refusal(self.block, hex)
        )

    def _attack_refusal(self, hex: HexName) -> Illegal | None:
        """6.3-A, RULING-23."""
        if self.block.posture == "BLOCKADING":
            return Illegal("6.3-A", "a ship that leaves a blockade goes to a friendly port or to an own blockade")
        if self.ground.status(self.start) != "FRIENDLY":
            return Illegal("6.3-A", f"a Naval Attack starts in a friendly port; {place_name(self.start)} is none")
        return None

    def _arrival(self, before: HexName, hex: HexName) -> Water | None:
        """1.8-A: the coast to which a ship comes."""
        direction = self.map.towards(before, hex)
        return direction and self.map.coast(hex, OPPOSITE[direction])


def is_diolkos(ground: Ground, hex: HexName) -> bool:
    """1.6-A: Corinth."""
    city = ground.box.cities.get(hex)
    return city is not None and city.diolkos


class SeaLanes:
    """4.4-A: where the Sea Moves of a side lead. No path enters an enemy hex, nor crosses one with enemy blocks."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.map = ground, ground.map
        self._goals: dict[HexName, list[HexName]] = {}

    def refusal(self, block: Block, to: HexName) -> Illegal | None:
        """1.4-C, 1.8-A, RULING-7: from a friendly port to another one."""
        ground = self.ground
        for hex in (block.place, to):
            if hex not in self._ports or ground.status(hex) != "FRIENDLY":
                return Illegal("4.4-A", f"a Sea Move goes between friendly ports; {place_name(hex)} is none")
            if wrong := pressed_refusal(ground, hex):
                return wrong
        if to == block.place:
            return Illegal("4.4-A", "a Sea Move goes to another port")
        if to not in self.goals(block.place):
            return Illegal("4.4-A", f"no way over the sea leads past the enemy to {place_name(to)}")
        return ground.stacking_refusal(block, to)

    def goals(self, start: HexName) -> list[HexName]:
        """The friendly ports to which ways lead over the sea."""
        if start not in self._goals:
            reached = dict.fromkeys(self.map.sea.reached(self.map.harbours(start), self._through))
            harbours = self.map.harbours
            self._goals[start] = [hex for hex in self.friendly_ports if any(one in reached for one in harbours(hex))]
        return self._goals[start]

    @cached_property
    def friendly_ports(self) -> list[HexName]:
        """1.4-C: ports of the map where a Sea Move may start and end."""
        ground = self.ground
        return [hex for hex in self._ports if ground.status(hex) == "FRIENDLY" and not ground.is_pressed(hex)]

    @cached_property
    def _ports(self) -> list[HexName]:
        """1.3-A, 9.2-A: all but Syracuse, which lies off the map."""
        return [hex for hex in self.ground.box.ports if hex != SICILY]

    @cached_property
    def _through(self) -> Callable[[Water], bool]:
        ways: dict[Water, bool] = {}

        def through(water: Water) -> bool:
            if water not in ways:
                ways[water] = self._leads_on(hex_of(water))
            return ways[water]

        return through

    def _leads_on(self, hex: HexName) -> bool:
        """4.4-B, 1.6-A, 1.7-A, 9.3-A: whether a path goes on through a hex."""
        ground = self.ground
        if is_diolkos(ground, hex) or ground.is_mountain(hex) or ground.status(hex) in ("ENEMY", "CONTESTED"):
            return False
        if self.map.hexes[hex].persia and not (ground.side == "sparta" and ground.position.support):
            return False
        return hex not in ground.enemies or ground.is_oracle(hex)
