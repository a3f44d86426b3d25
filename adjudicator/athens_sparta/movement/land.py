"""4.3, 4.4: land blocks: Operational Moves and Marches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from adjudicator.athens_sparta.movement.chart import Way
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.roads import Road
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.state.stacking import hexside_limit
from adjudicator.athens_sparta.words import HexName
from adjudicator.kernel import Illegal


class ByLand(Way):
    """1.0-B, 1.5, 1.7-A."""

    def neighbours(self, hex: HexName) -> Sequence[HexName]:
        return self.map.land.next(hex)

    def crossing_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        if self.map.land_part(before, hex) is None:
            return Illegal("1.0-B", f"land blocks cannot cross from {place_name(before)} to {place_name(hex)}")
        return None

    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        if self.map.is_mountain(hex):
            return Illegal("1.7-A", f"a block must stop in {place_name(hex)}, a mountain hex")
        if self.map.enters_across(before, hex, after):
            return Illegal("1.5-B", f"a block that crosses the strait of {place_name(hex)} must stop there")
        return None

    def stopping_refusal(self, before: HexName, hex: HexName) -> Illegal | None:
        return None


class Foot(Road):
    """4.3: Operational Moves of land blocks. 4.3-C, 9.5-A: they go through neutral hexes and empty enemy ones."""

    way_of = ByLand

    def entering_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """1.5-D: out of a strait hex across its strait."""
        if starts and self.map.leaves_across(before, hex) and self.ground.open_ships(before):
            return _closed(before)
        return None

    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        """4.3-B."""
        if wrong := self.way.passing_refusal(before, hex, after):
            return wrong
        if self.ground.holds_up(hex, ship=False):
            return Illegal("4.3-B", f"a block must stop in {place_name(hex)}, where enemy blocks are")
        return None

    def stopping_refusal(self, block: Block, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        """4.3-D: in any hex, but for 1.4-B, 1.5-D, 9.3-A and the limits of 4.1."""
        ground = self.ground
        if self.map.enters_across(before, hex) and ground.open_ships(hex):
            return _closed(hex)
        attacks = ground.is_attacked(hex)
        return (
            ground.persian_stop_refusal(hex)
            or ground.oracle_refusal(block, hex, attacks)
            or (self._limit_refusal(before, hex, starts) if attacks else None)
            or ground.stacking_refusal(block, hex)
        )

    def _limit_refusal(self, before: HexName, hex: HexName, starts: bool) -> Illegal | None:
        """4.1-B, 1.5-C, 1.7-A, RULING-65: those that attacked over the hexside before, this Phase."""
        position = self.ground.position
        limit = hexside_limit(position, before, hex, starts=starts)
        entered = position.turn.attacks.get(hex, {}).get(before, 0) if position.turn else 0
        if entered < limit:
            return None
        blocks = "one block" if limit == 1 else f"{limit} blocks"
        return Illegal("4.1-B", f"only {blocks} may attack {place_name(hex)} from {place_name(before)}")

    @cached_property
    def closed(self) -> int:
        return 0

    @cached_property
    def halts(self) -> int:
        """4.3-B."""
        ground = self.ground
        return self.chart.bits(hex for hex in ground.enemies if ground.holds_up(hex, ship=False))

    @cached_property
    def asked(self) -> int:
        """4.1-B, 1.5-D: where as many have attacked as may over some hexside, and where ships close a strait."""
        ground, turn, least = self.ground, self.ground.position.turn, self.ground.box.least_hexside
        entered = {hex: max(by.values(), default=0) for hex, by in turn.attacks.items()} if turn else {}
        attacked = [*ground.enemies, *ground.of_status("NEUTRAL")]
        straits = [hex for hex in ground.enemies if hex in self.map.straits and ground.open_ships(hex)]
        return self.chart.bits([*straits, *(hex for hex in attacked if entered.get(hex, 0) >= least)])

    def barred(self, start: HexName) -> Sequence[int]:
        """1.5-D."""
        if start not in self.map.straits:
            return ()
        sides = self.chart.sides
        return [one for one in self.chart.starts[start] if self.entering_refusal(*sides[one], starts=True)]

    def goals(self, block: Block) -> int:
        """4.1-A, 9.3-A."""
        return self._room & ~self.full(block)

    @cached_property
    def _room(self) -> int:
        ground = self.ground
        persian = [hex for hex in ground.box.persian if ground.persian_stop_refusal(hex)]
        return self.chart.bits(ground.box.room) & ~self.chart.bits(persian)


class MarchRoad(Foot):
    """4.4-A, 4.4-B: twice as far, through hexes without enemies, to a friendly hex."""

    def length(self, block: Block) -> int:
        return super().length(block) * self.ground.box.components.movement.march_factor

    def entering_refusal(self, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        wrong = super().entering_refusal(before, hex, starts=starts)
        if wrong is None and self.ground.status(hex) not in ("FRIENDLY", "NEUTRAL", "VACANT"):
            return Illegal("4.4-B", f"a Strategic Move cannot enter {place_name(hex)}, which the enemy holds")
        return wrong

    def passing_refusal(self, before: HexName, hex: HexName, after: HexName) -> Illegal | None:
        wrong = super().passing_refusal(before, hex, after)
        if wrong is None and self.ground.holds_up_march(hex):
            return Illegal("4.4-B", f"a Strategic Move cannot cross {place_name(hex)}, where enemy blocks are")
        return wrong

    def stopping_refusal(self, block: Block, before: HexName, hex: HexName, *, starts: bool) -> Illegal | None:
        if self.ground.status(hex) != "FRIENDLY":
            return Illegal("4.4-A", f"a March ends in a friendly hex, and {place_name(hex)} is not friendly")
        return pressed_refusal(self.ground, hex) or super().stopping_refusal(block, before, hex, starts=starts)

    @cached_property
    def closed(self) -> int:
        """4.4-B."""
        return self.chart.bits(self.ground.of_status("ENEMY", "CONTESTED"))

    @cached_property
    def halts(self) -> int:
        """4.4-B."""
        return self.chart.bits(hex for hex in self.ground.enemies if self.ground.holds_up_march(hex))

    def goals(self, block: Block) -> int:
        """4.4-A, 4.4-B."""
        return super().goals(block) & self._friendly

    @cached_property
    def _friendly(self) -> int:
        ground = self.ground
        return self.chart.bits(hex for hex in ground.of_status("FRIENDLY") if not ground.is_pressed(hex))


def pressed_refusal(ground: Ground, hex: HexName) -> Illegal | None:
    """4.4-B: where no Strategic Move starts or ends."""
    if ground.is_pressed(hex):
        return Illegal("4.4-B", f"{place_name(hex)} is under siege or blockade: no Strategic Move starts or ends there")
    return None


def _closed(strait: HexName) -> Illegal:
    return Illegal("1.5-D", f"enemy ships close the strait of {place_name(strait)}")
