"""9.32, 9.33: connections, the tests for leaving by them, and where a unit can go.

`Ground` is the map of one Side's moves, to be changed freely: a unit is lifted before its exits are looked at, since
strengths are counted without it (9.32-2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.kernel import Illegal
from adjudicator.pericles.components.model import ConnectionType
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Pericles, Status, Theater
from adjudicator.pericles.words import (
    CITY_STATE,
    ENEMY,
    SIDES,
    UNITS,
    UNITS_OF,
    PieceName,
    SideName,
    TheaterName,
    UnitKind,
    UnitName,
    kind_of,
)

Path = list[TheaterName]
Barrier = Literal["strength", "base", "peace"]
# 9.32-0, 12.1-B: the classes that an expedition may move, in the order TO; Argive units stay
MOVABLE: dict[SideName, tuple[UnitName, ...]] = {
    side: tuple(unit for unit in UNITS_OF[side] if unit != "argive_land") for side in SIDES
}


class Ground:
    """The theaters in play as the moves so far leave them, seen by the Side that moves."""

    def __init__(self, position: Pericles, side: SideName) -> None:
        self.side = side
        self.war = position.war
        in_play = position.in_play()
        self.theaters = {name: position.theaters[name] for name in in_play}
        self.joined = position.box.joined_in[in_play]
        self._own: list[TheaterName] = []
        self._exits: dict[TheaterName, dict[UnitName, list[TheaterName]]] = {}

    def lift(self, theater: TheaterName, unit: UnitName) -> None:
        """Take a unit off the map to move it."""
        self._to_change(theater)[unit] -= 1

    def put(self, theater: TheaterName, unit: UnitName) -> None:
        """Put a lifted unit where it stops."""
        pieces = self._to_change(theater)
        pieces[unit] = pieces.get(unit, 0) + 1

    def _to_change(self, theater: TheaterName) -> dict[PieceName, int]:
        """A theater's pieces, for changing: copied the first time, and the theater's exits are forgotten."""
        self._exits.pop(theater, None)
        if theater not in self._own:
            self._own.append(theater)
            self.theaters[theater] = Theater(dict(self.theaters[theater].pieces))
        return self.theaters[theater].pieces

    def strengths(self, theater: TheaterName, kind: UnitKind) -> tuple[int, int]:
        """9.32-2: the friendly and the enemy strength of a kind in a theater."""
        there = self.theaters[theater]
        return there.strength(self.side, kind), there.strength(ENEMY[self.side], kind)

    def advantage(self, theater: TheaterName, kind: UnitKind) -> int:
        """15.4: adv(X,k): own minus enemy strength of a kind, bases included."""
        mine, theirs = self.strengths(theater, kind)
        return mine - theirs

    def status(self, theater: TheaterName) -> Status:
        """3.2-A: what a theater is to the Side that moves."""
        mine, theirs = (self.theaters[theater].present(side) for side in (self.side, ENEMY[self.side]))
        if mine and theirs:
            return "contested"
        return "friendly" if mine else "enemy" if theirs else "neutral"

    def exit_refusal(self, unit: UnitName, theater: TheaterName, to: TheaterName) -> Illegal | None:
        """9.32-2, 9.33: why a lifted unit may not go from one theater to the next; None when it may."""
        by = self.joined[theater].get(to)
        if by is None:
            ways = ", ".join(name_of(name) for name in self.joined[theater])
            joined = f"{name_of(theater)} is joined to {ways or 'nothing'}"
            return Illegal("9.32-1", f"no connection leads to {name_of(to)}: {joined}")
        barrier = self._barrier(unit, theater, to, by)
        if barrier == "strength":
            return self._test_refusal(unit, theater, to, by)
        if barrier == "base":
            where = f"from {name_of(theater)} to {name_of(to)}"
            return Illegal("9.32-G", f"{where} a friendly base is needed in the former")
        if barrier == "peace":
            enemy = CITY_STATE[ENEMY[self.side]].capitalize()
            return Illegal("9.33-A", f"at Peace {name_of(unit)} may not enter {name_of(to)}: {enemy} pieces are there")
        return None

    def _barrier(self, unit: UnitName, theater: TheaterName, to: TheaterName, by: ConnectionType) -> Barrier | None:
        """What keeps a lifted unit from leaving by a connection; None where it is open to it.

        9.32-A to 9.32-D: the strength test. 9.32-G, RULING-35: the base mark asks for a base in the theater that is
        left. 7.42-A to 7.42-C, 9.33-A: at Peace no City-State unit enters where the enemy City-State has a piece.
        """
        land = kind_of(unit) == "land"
        test = by.land_test if land else by.naval_test
        if test == "none" or self.advantage(theater, test) < 0:
            return "strength"
        needs_base = by.land_needs_base if land else by.naval_needs_base
        if needs_base and not self.theaters[theater].bases(self.side):
            return "base"
        if not self.war and unit_of_city_state(unit, self.side) and self._city_state_pieces(to):
            return "peace"
        return None

    def _test_refusal(self, unit: UnitName, theater: TheaterName, to: TheaterName, by: ConnectionType) -> Illegal:
        """9.32-A to 9.32-D: what the strength test asks."""
        test = by.land_test if kind_of(unit) == "land" else by.naval_test
        way = f"{name_of(theater)} to {name_of(to)} ({by.colour})"
        clause = _clause(unit, by)
        if test == "none":
            return Illegal(clause, f"no {kind_of(unit)} unit may go by {way}")
        mine, theirs = self.strengths(theater, test)
        left = f"{test} strength left in {name_of(theater)} would be {mine}, against {theirs}"
        return Illegal(clause, f"{name_of(unit)} may not go by {way}: {left}; it must be at least as much")

    def _city_state_pieces(self, theater: TheaterName) -> bool:
        """9.33-A: whether a unit or base of the enemy City-State stands in a theater."""
        enemy = ENEMY[self.side]
        there = self.theaters[theater]
        units = any(there.count(unit) for unit in UNITS if unit_of_city_state(unit, enemy))
        return units or there.count("athenian_base" if enemy == "athens" else "spartan_base") > 0

    def exits(self, unit: UnitName, theater: TheaterName) -> list[TheaterName]:
        """9.32-I: the theaters to which a lifted unit may go on from here, lower numbers first.

        They are kept until a unit leaves or enters the theater. Enemies count too, but those stay where they are.
        """
        known = self._exits.setdefault(theater, {})
        if unit not in known:
            ways = self.joined[theater].items()
            known[unit] = [to for to, by in ways if self._barrier(unit, theater, to, by) is None]
        return known[unit]

    def stuck(self, unit: UnitName, theater: TheaterName) -> bool:
        """9.32-I, RULING-37: whether no connection of a theater is open to a lifted unit."""
        return not self.exits(unit, theater)

    def ways(self, unit: UnitName, start: TheaterName, goal: TheaterName) -> Iterator[Path]:
        """A shortest legal path of a lifted unit to each place where it may stop, lower numbers first (RULING-36)."""
        reached: dict[TheaterName, Path] = {start: [start]}
        edge: list[Path] = [[start]]
        while edge:
            further: list[Path] = []
            for path in edge:
                for to in self.exits(unit, path[-1]):
                    if to in reached:
                        continue
                    reached[to] = [*path, to]
                    if to == goal or self.stuck(unit, to):
                        yield reached[to]
                    else:
                        further.append(reached[to])
            edge = further

    def way(self, unit: UnitName, start: TheaterName, goal: TheaterName) -> Path | None:
        """A shortest legal path of a unit that stands in `start` to the Expedition Theater; ties: lower numbers."""
        self.lift(start, unit)
        found = next((path for path in self.ways(unit, start, goal) if path[-1] == goal), None)
        self.put(start, unit)
        return found


def unit_of_city_state(unit: UnitName, side: SideName) -> bool:
    """3.1-B: whether a unit is one of the City-State of a Side, the 300 included."""
    return unit.startswith(CITY_STATE[side]) or (side == "sparta" and unit == "three_hundred")


def _clause(unit: UnitName, by: ConnectionType) -> str:
    """9.32-A to 9.32-D: the clause of a unit that leaves by a connection."""
    if kind_of(unit) == "land":
        return {"land": "9.32-A", "naval": "9.32-B", "none": "9.32-D"}[by.land_test]
    if by.naval_test == "none":
        return "9.32-A"
    return "9.32-C" if by.land_test == "land" else "9.32-D"


def could_reach(position: Pericles, side: SideName, kind: UnitKind, theater: TheaterName) -> bool:
    """15.4-C5: whether some unit of a Side and kind could now end a move in a theater, were it an expedition's."""
    ground = Ground(position, side)
    for origin, there in ground.theaters.items():
        if origin == theater:
            continue
        for unit in MOVABLE[side]:
            if kind_of(unit) == kind and there.count(unit) and ground.way(unit, origin, theater):
                return True
    return False
