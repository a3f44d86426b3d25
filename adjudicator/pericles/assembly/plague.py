"""5.14: the Plague: how many units each Side loses, of which kind and where. Which classes go is D3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import ENEMY, KINDS, SideName, TheaterName, UnitKind, UnitName, units_of


class Spot(NamedTuple):
    """Units of one class that stand in a theater and may be given up."""

    theater: TheaterName
    unit: UnitName
    number: int


def left_of(spots: Sequence[Spot], gone: Sequence[tuple[TheaterName, UnitName, int]]) -> list[Spot]:
    """What is left of units when so many of a class have left a theater."""
    named = [(theater, unit) for theater, unit, count in gone for _ in range(count)]
    left = [Spot(s.theater, s.unit, s.number - named.count((s.theater, s.unit))) for s in spots]
    return [spot for spot in left if spot.number > 0]


class Demand(NamedTuple):
    """So many units must be given up, from these."""

    wanted: int
    spots: tuple[Spot, ...]


def spots_of(position: Pericles, theater: TheaterName, units: tuple[UnitName, ...]) -> Iterator[Spot]:
    """The units of some classes in a theater."""
    for unit in units:
        if position.theaters[theater].count(unit):
            yield Spot(theater, unit, position.theaters[theater].count(unit))


def plague_demands(position: Pericles, side: SideName) -> list[Demand]:
    """5.14-A to 5.14-D: what a Side loses, theater by theater and kind by kind, before any removal (RULING-9)."""
    return [
        Demand(due(position, side, theater, kind), tuple(spots_of(position, theater, units_of(side, kind))))
        for theater in position.in_play()
        for kind in KINDS
        if due(position, side, theater, kind)
    ]


def due(position: Pericles, side: SideName, theater: TheaterName, kind: UnitKind) -> int:
    """5.14-A, then 5.14-B, RULING-10: never the last unit of a kind in a theater of that kind (5.14-C)."""
    there = position.theaters[theater]
    standing = there.units(side, kind)
    asked = -(-standing // 3) if theater == "athens" else 0
    if there.present(side) and there.present(ENEMY[side]):
        asked += 1
    spared = 1 if position.box.theaters[theater].type == kind else 0
    return max(0, min(asked, standing - spared))
