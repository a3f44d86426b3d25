"""7.5 and 7.6: move hoplites and galleys, one at a time, each on the board that those before it leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from adjudicator.kernel import Chance, Illegal
from adjudicator.kernel.subjects import count_of, listed
from adjudicator.polis.actions.kind import Military, Running
from adjudicator.polis.events.actions import GalleysMoved, HoplitesMoved
from adjudicator.polis.names import name_of, of_sides, unit_of, units_in
from adjudicator.polis.state.actions import March, MoveGalleys, MoveHoplites, Sail
from adjudicator.polis.state.position import Polis
from adjudicator.polis.state.routes import Routes, barred
from adjudicator.polis.words import SEAS, TERRITORIES, Mode, Region, SideName

M = TypeVar("M", bound=MoveHoplites | MoveGalleys)
MODES: tuple[Mode, ...] = ("land", "sea")


def _step_refusal(position: Polis, side: SideName, clause: str, origin: Region, to: Region) -> Illegal | None:
    """7.5-A, 7.6-A, 0-F: a unit at its start, and room where it goes."""
    if origin == to:
        return Illegal(clause, f"a move to {name_of(to)} cannot start there")
    if position.count(side, origin) < 1:
        return Illegal(clause, of_sides(f"{{side}} has no {unit_of(origin)} left in {name_of(origin)}", side=side))
    if position.room(side, to) < 1:
        return Illegal(
            "0-F", f"{name_of(to)} is full: a side has room for {units_in(to, position.type.capacity)} there this round"
        )
    return None


def _shift(position: Polis, side: SideName, origin: Region, to: Region) -> None:
    position.units[origin][side] -= 1
    position.units[to][side] += 1


def _march(position: Polis, side: SideName, action: MoveHoplites) -> Illegal | None:
    """7.5-A to 7.5-F: make the moves on this board; stops at the first that is illegal."""
    for one in action.units:
        if one.count < 1:
            return Illegal("7.5-A", "move at least one hoplite")
        for _ in range(one.count):
            if wrong := _step_refusal(position, side, "7.5-A", one.origin, action.to):
                return wrong
            if not Routes(position, side).lead_hoplites(one.origin, action.to, one.by):
                clause, places = ("7.5-D", TERRITORIES) if one.by == "land" else ("7.5-E", SEAS)
                way = f"no free way by {one.by} leads from {name_of(one.origin)} to {name_of(action.to)}"
                return Illegal(clause, f"{way}: {barred(position, side, places)}")
            _shift(position, side, one.origin, action.to)
    return None


def _sail(position: Polis, side: SideName, action: MoveGalleys) -> Illegal | None:
    """7.6-A: the same for galleys."""
    for one in action.units:
        if one.count < 1:
            return Illegal("7.6-A", "move at least one galley")
        for _ in range(one.count):
            if wrong := _step_refusal(position, side, "7.6-A", one.origin, action.to):
                return wrong
            if not Routes(position, side).lead_galleys(one.origin, action.to):
                way = f"no free way leads from {name_of(one.origin)} to {name_of(action.to)}"
                return Illegal("7.6-A", f"{way}: {barred(position, side, SEAS)}")
            _shift(position, side, one.origin, action.to)
    return None


class _Moving(Military[M]):
    """What both have in common."""

    def sample(self, position: Polis, side: SideName, chance: Chance, label: str) -> M | None:
        """Now and then as many as can go to where most units are already: else two armies hardly ever meet."""
        options = list(self.options(position, side))
        if not options or chance.die(2, f"{label} gather") > 1:
            return super().sample(position, side, chance, label)
        action = max(options, key=lambda one: sum(position.units[one.to].values()))
        while further := list(self.grown(position, side, action)):
            action = chance.pick(further, f"{label} grown")
        return action


class MovingHoplites(_Moving[MoveHoplites]):
    """7.5: over land or over sea."""

    clause, name = "7.5", "march"

    def military_refusal(self, position: Polis, side: SideName, action: MoveHoplites) -> Illegal | None:
        """7.5-F: if any single move is illegal, the whole action is."""
        if not action.units:
            return Illegal("7.5-A", "move at least one hoplite")
        return _march(position.scratch(), side, action)

    def options(self, position: Polis, side: SideName) -> Iterator[MoveHoplites]:
        origins = [name for name in TERRITORIES if position.count(side, name)]
        routes, able = Routes(position, side), position.sides[side].prestige > 0
        for to in TERRITORIES if able and origins else ():
            if position.room(side, to) > 0:
                for origin in origins:
                    for by in MODES:
                        if origin != to and routes.lead_hoplites(origin, to, by):
                            yield MoveHoplites(to=to, units=[March(origin=origin, by=by, count=1)])

    def grown(self, position: Polis, side: SideName, action: MoveHoplites) -> Iterator[MoveHoplites]:
        after = position.scratch()
        if _march(after, side, action) is None:
            for option in self.options(after, side):
                if option.to == action.to:
                    yield MoveHoplites(to=action.to, units=_joined(action.units, option.units[0]), fee=action.fee)

    def military_make(self, running: Running, side: SideName, action: MoveHoplites) -> None:
        _march(running.position, side, action)
        for one in action.units:
            running.emit(HoplitesMoved(side=side, origin=one.origin, to=action.to, by=one.by, count=one.count))

    def in_words(self, action: MoveHoplites) -> str:
        return _moved("hoplite", action.to, [(one.count, f"{name_of(one.origin)} by {one.by}") for one in action.units])


def _joined(units: list[March], one: March) -> list[March]:
    """One hoplite more at the end."""
    last = units[-1]
    if (last.origin, last.by) == (one.origin, one.by):
        return [*units[:-1], March(origin=one.origin, by=one.by, count=last.count + 1)]
    return [*units, one]


class MovingGalleys(_Moving[MoveGalleys]):
    """7.6: from sea to sea."""

    clause, name = "7.6", "voyage"

    def military_refusal(self, position: Polis, side: SideName, action: MoveGalleys) -> Illegal | None:
        if not action.units:
            return Illegal("7.6-A", "move at least one galley")
        return _sail(position.scratch(), side, action)

    def options(self, position: Polis, side: SideName) -> Iterator[MoveGalleys]:
        origins = [name for name in SEAS if position.count(side, name)]
        routes, able = Routes(position, side), position.sides[side].prestige > 0
        for to in SEAS if able and origins else ():
            if position.room(side, to) > 0:
                for origin in origins:
                    if origin != to and routes.lead_galleys(origin, to):
                        yield MoveGalleys(to=to, units=[Sail(origin=origin, count=1)])

    def grown(self, position: Polis, side: SideName, action: MoveGalleys) -> Iterator[MoveGalleys]:
        after = position.scratch()
        if _sail(after, side, action) is None:
            for option in self.options(after, side):
                if option.to == action.to:
                    last, one = action.units[-1], option.units[0]
                    more = Sail(origin=one.origin, count=last.count + 1)
                    units = [*action.units[:-1], more] if last.origin == one.origin else [*action.units, one]
                    yield MoveGalleys(to=action.to, units=units, fee=action.fee)

    def military_make(self, running: Running, side: SideName, action: MoveGalleys) -> None:
        _sail(running.position, side, action)
        for one in action.units:
            running.emit(GalleysMoved(side=side, origin=one.origin, to=action.to, count=one.count))

    def in_words(self, action: MoveGalleys) -> str:
        return _moved("galley", action.to, [(one.count, name_of(one.origin)) for one in action.units])


def _moved(unit: str, to: Region, units: Sequence[tuple[int, str]]) -> str:
    """Units that move, in their order, by how many go from where."""
    if len(units) == 1:
        return f"move {count_of(units[0][0], unit)} from {units[0][1]} to {name_of(to)}"
    each = listed([f"{number} from {origin}" for number, origin in units])
    return f"move {unit}s to {name_of(to)}: {each}"
