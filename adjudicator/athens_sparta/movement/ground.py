"""4.2, 4.3-B: the map as one side's blocks meet it at one moment of a Movement Phase."""

from __future__ import annotations

from functools import cached_property

from adjudicator.athens_sparta.movement.chart import Border
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.state.control import has_siege, status
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import arrival_overstacks, crowded
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, SICILY, HexName, SideName, Status
from adjudicator.kernel import Illegal


class Ground:
    """What holds up a side's blocks and where they may stop, looked up once for a position or a view.

    Sieges and blockades are those with which the Phase began (RULING-61). `leaving`: blocks that later items of a list
    move (12.1-D).
    """

    def __init__(self, position: AthensSparta, side: SideName, leaving: tuple[str, ...] = ()) -> None:
        self.position, self.side, self.leaving = position, side, leaving
        self.box, self.map = position.box, position.box.map
        self._statuses: dict[HexName, Status] = {}
        self._full: dict[tuple[HexName, bool], bool] = {}
        self._full_hexes: dict[bool, list[HexName]] = {}

    @cached_property
    def enemies(self) -> dict[HexName, list[Block]]:
        """The enemy's blocks by their hexes."""
        found: dict[HexName, list[Block]] = {}
        for block in self.position.of(ENEMY[self.side]):
            found.setdefault(block.place, []).append(block)
        return found

    @cached_property
    def is_stormy(self) -> bool:
        """4.6-F."""
        return self.position.event == "storm"

    def status(self, hex: HexName) -> Status:
        """4.2-A."""
        if hex not in self._statuses:
            self._statuses[hex] = status(self.position, self.side, hex)
        return self._statuses[hex]

    def of_status(self, *wanted: Status) -> list[HexName]:
        """4.2-A: the hexes of the map that have one of these; VACANT ones are not found."""
        box, standing = self.box, self.position.standing
        known = dict.fromkeys([*box.cities, *box.oracles, *box.persian_cities, *standing.open])
        return [hex for hex in known if hex != SICILY and self.status(hex) in wanted]

    @cached_property
    def border(self) -> Border:
        """9.3-A."""
        return "shut" if self.side == "athens" else "open" if self.position.support else "outward"

    def is_oracle(self, hex: HexName) -> bool:
        """1.4-A: enemies there hold up nobody and are never attacked."""
        return hex in self.box.oracles

    def is_pressed(self, hex: HexName) -> bool:
        """4.4-B: under siege or blockade by either side."""
        standing = self.position.standing
        return hex in standing.sieging or hex in standing.blockading

    def has_blockade(self, hex: HexName) -> bool:
        """4.3-B, 4.3-D: the side's own blockade."""
        return self.position.standing.blockading.get(hex) == self.side

    def has_siege(self, hex: HexName) -> bool:
        """4.1-B, 4.3-B: the side's own siege."""
        return has_siege(self.position, self.side, hex)

    def is_attacked(self, hex: HexName) -> bool:
        """4.1-B, RULING-39: a land block that stops there attacks."""
        if self.is_oracle(hex):
            return False
        there = [one for one in self.enemies.get(hex, []) if one.posture not in ("BLOCKADING", "PATROL")]
        return self.status(hex) == "NEUTRAL" or bool(there and not self.has_siege(hex))

    def open_ships(self, hex: HexName) -> bool:
        """1.5-D, RULING-6: enemy ships that lie face up and close a strait; what lies face down does not."""
        there = [one for one in self.enemies.get(hex, []) if one.open and one.posture != "BESIEGED"]
        return any(self.position.is_ship(one) for one in there)

    # --- what any block is subject to -----------------------------------------------------------------------------

    def persian_stop_refusal(self, hex: HexName) -> Illegal | None:
        """9.3-A, RULING-27: nobody stops at a Persian city, nor in Persia without support."""
        if hex in self.box.persian_cities:
            return Illegal("9.3-A", f"no block may stop in {place_name(hex)}: its city is Persian")
        if self.map.hexes[hex].persia and not self.position.support:
            return Illegal("9.3-A", f"{place_name(hex)} lies in Persia: without support a block there must leave")
        return None

    def oracle_refusal(self, block: Block, hex: HexName, relieves: bool) -> Illegal | None:
        """1.4-B, RULING-4, RULING-42: what a block may not do that begins its Player Turn in an oracle."""
        if not self.is_oracle(block.place) or self.is_oracle(hex):
            return None
        own = self.has_siege(hex) or (self.has_blockade(hex) and self.position.is_ship(block))
        if relieves or (self.status(hex) in ("ENEMY", "NEUTRAL") and not own):
            return Illegal(
                "1.4-B",
                (f"{block_name(block.name)} begins at an oracle: it may not attack or relieve {place_name(hex)}"),
            )
        return None

    def stacking_refusal(self, block: Block, hex: HexName) -> Illegal | None:
        """4.1-A, 12.1-D: too many blocks would stand there in the end."""
        kind = hex, self.position.is_ship(block)
        if kind not in self._full:
            self._full[kind] = arrival_overstacks(self.position, block, hex, self.leaving)
        if self._full[kind]:
            return Illegal("4.1-A", f"{place_name(hex)} has no room for one more block")
        return None

    def full(self, block: Block) -> list[HexName]:
        """4.1-A: the hexes of the map in which there is no room for one more of its kind."""
        ship = self.position.is_ship(block)
        if ship not in self._full_hexes:
            self._full_hexes[ship] = [hex for hex in self._crowded if self.stacking_refusal(block, hex)]
        return self._full_hexes[ship]

    @cached_property
    def _crowded(self) -> list[HexName]:
        return crowded(self.position, self.side, more=1)

    def holds_up(self, hex: HexName, *, ship: bool) -> bool:
        """4.3-B: enemy blocks there stop a block; not in an oracle, in one's own siege (a ship: blockade)."""
        if hex not in self.enemies or self.is_oracle(hex):
            return False
        return not (self.has_blockade(hex) if ship else self.has_siege(hex))

    def holds_up_march(self, hex: HexName) -> bool:
        """4.4-B: enemy blocks there stop a Strategic Move; not in an oracle."""
        return hex in self.enemies and not self.is_oracle(hex)

    def besiegers(self, hex: HexName) -> bool:
        """5.55-A, 5.55-B: the enemy besieges or blockades there."""
        return any(one.posture in OUTSIDE for one in self.enemies.get(hex, []))
