"""9.32-0 to 9.32-I: moves made one after another on a copy of the map, and what may be moved next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.kernel import Chance, Illegal
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.connections import MOVABLE, Ground, Path
from adjudicator.pericles.state.expedition import moves_allowed, on_expedition
from adjudicator.pericles.state.orders import Move
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import HUNDRED, SIDE_OF, UNITS_OF, TheaterName, UnitName

TRIES = 4


class Moving:
    """The map while the Commanding General moves. `left` counts the moves left, that of the 300 aside (12.4-B)."""

    def __init__(self, position: Pericles) -> None:
        expedition = on_expedition(position)
        self.side = SIDE_OF[expedition.general]
        self.goal = expedition.theater
        self.left = moves_allowed(position)
        self.ground = Ground(position, self.side)
        self.stopped: dict[tuple[TheaterName, UnitName], int] = {}

    def free(self, theater: TheaterName, unit: UnitName) -> int:
        """9.32-E: the units of a class in a theater that have not moved yet."""
        return self.ground.theaters[theater].count(unit) - self.stopped.get((theater, unit), 0)

    def may_move(self, unit: UnitName) -> bool:
        """9.32-0, RULING-55: whether a move is left for a unit of this class."""
        return self.left > 0 or unit == HUNDRED

    def make(self, move: Move) -> None:
        """Make a move that is legal."""
        end = (move.path[-1], move.unit)
        self.ground.lift(move.path[0], move.unit)
        self.ground.put(*end)
        self.stopped[end] = self.stopped.get(end, 0) + 1
        self.left -= move.unit != HUNDRED

    def refusal(self, move: Move) -> Illegal | None:
        """Why a move may not be made next; None when it may."""
        illegal = self._unit_refusal(move)
        if illegal is not None:
            return illegal
        self.ground.lift(move.path[0], move.unit)
        illegal = self._path_refusal(move.unit, move.path)
        self.ground.put(move.path[0], move.unit)
        return illegal

    def _unit_refusal(self, move: Move) -> Illegal | None:
        """9.32-0, 9.32-E: the unit must be one that may still move, and stand where its path begins."""
        unit = move.unit
        if unit not in MOVABLE[self.side]:
            may = ", ".join(name_of(one) for one in MOVABLE[self.side])
            stays = "Argive units never leave Sparta" if unit in UNITS_OF[self.side] else "it is an enemy unit"
            return Illegal("9.32-0", f"{stays}; the expedition may move {may}")
        if not self.may_move(unit):
            extra = "only the 300 may move besides" if self.side == "sparta" else "no more may move"
            return Illegal("9.32-0", f"as many units as tokens were committed have moved; {extra}")
        if len(move.path) < 2:
            return Illegal("9.32-1", "a path names the theater where the unit stands and those that it goes through")
        for theater in move.path:
            if theater not in self.ground.theaters:
                return Illegal("9.32-1", f"{name_of(theater)} is not in play")
        if not self.free(move.path[0], unit):
            found = [name_of(name) for name in self.ground.theaters if self.free(name, unit)]
            why = f"no such unit that has not moved yet stands in {name_of(move.path[0])}"
            return Illegal("9.32-E", f"{why}; there are some in: {', '.join(found) or 'no theater'}")
        return None

    def _path_refusal(self, unit: UnitName, path: Path) -> Illegal | None:
        """9.32-1, 9.32-H, 9.32-I: each step of a lifted unit, by whatever way (9.32-F), and where it stops."""
        for number, (theater, to) in enumerate(pairwise(path)):
            if number and theater == self.goal:
                return Illegal("9.32-1", f"the unit stops when it enters {name_of(theater)}; its path must end there")
            illegal = self.ground.exit_refusal(unit, theater, to)
            if illegal is not None:
                return illegal
            if to in path[: number + 1]:
                return Illegal("9.32-H", f"the unit has been in {name_of(to)} during this move and may not return")
        end = path[-1]
        if end == self.goal or self.ground.stuck(unit, end):
            return None
        ways = ", ".join(name_of(to) for to in self.ground.exits(unit, end))
        where = f"a unit stops in {name_of(self.goal)}, elsewhere only where it has no legal exit"
        return Illegal("9.32-1", f"{where}; from {name_of(end)} it may go to {ways}")

    def movers(self) -> Iterator[tuple[TheaterName, UnitName]]:
        """The classes that may move next and where they stand: lower theaters first, in the order TO."""
        for theater in self.ground.theaters:
            for unit in MOVABLE[self.side]:
                if self.may_move(unit) and self.free(theater, unit) > 0:
                    yield theater, unit

    def paths(self, theater: TheaterName, unit: UnitName) -> list[Path]:
        """A shortest path of a unit to each place where it may stop."""
        self.ground.lift(theater, unit)
        found = list(self.ground.ways(unit, theater, self.goal))
        self.ground.put(theater, unit)
        return found

    def further(self) -> Iterator[Move]:
        """Every move that may be made next, by its shortest path."""
        for theater, unit in self.movers():
            for path in self.paths(theater, unit):
                yield Move(unit=unit, path=path)

    def draw(self, chance: Chance, label: str) -> Move | None:
        """Any move that may be made next; each has a positive chance. None where there is none."""
        able = [(theater, unit) for theater, unit in self.movers() if self.paths(theater, unit)]
        if not able:
            return None
        theater, unit = chance.pick(able, f"{label} unit")
        for _ in range(TRIES):
            path = self._wander(theater, unit, chance, label)
            if path is not None:
                return Move(unit=unit, path=path)
        return Move(unit=unit, path=chance.pick(self.paths(theater, unit), f"{label} path"))

    def _wander(self, theater: TheaterName, unit: UnitName, chance: Chance, label: str) -> Path | None:
        """A unit goes on at random until it stops; None where it finds itself unable to stop or go on."""
        self.ground.lift(theater, unit)
        path: Path | None = [theater]
        while path is not None and (len(path) == 1 or not self._stops(unit, path[-1])):
            ways = [to for to in self.ground.exits(unit, path[-1]) if to not in path]
            path = [*path, chance.pick(ways, f"{label} step")] if ways else None
        self.ground.put(theater, unit)
        return path

    def _stops(self, unit: UnitName, theater: TheaterName) -> bool:
        """9.32-1: whether a unit that comes here stops."""
        return theater == self.goal or self.ground.stuck(unit, theater)
