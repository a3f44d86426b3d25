"""9.44, 9.45: what the loss tables yield in the battle that has just been fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from adjudicator.pericles.components.model import LossRow
from adjudicator.pericles.state.expedition import battle, on_expedition
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import BASES_OF, CITY_STATE_BASE, ENEMY, UNITS_OF, BaseName, SideName, UnitName

Units = dict[UnitName, int]


class Row(msgspec.Struct, frozen=True):
    """A row that takes so many units of these classes; `present` says how many of each stand there."""

    name: str
    number: int
    present: Mapping[UnitName, int]

    def picks(self) -> Iterator[Units]:
        """Every way to take the full number."""
        return _picks(list(self.present.items()), self.number)

    def first(self, ranked: list[UnitName]) -> Units:
        """The units that a ranking of classes takes; classes that it does not name follow in their own order."""
        wanted = [unit for unit in ranked if unit in self.present]
        left, taken = self.number, {}
        for unit in [*wanted, *(unit for unit in self.present if unit not in wanted)]:
            if number := min(left, self.present[unit]):
                taken[unit] = number
                left -= number
        return taken


def _picks(stock: list[tuple[UnitName, int]], number: int) -> Iterator[Units]:
    if not stock:
        if not number:
            yield {}
        return
    (unit, most), *rest = stock
    for taken in range(min(most, number), -1, -1):
        for others in _picks(rest, number - taken):
            yield {unit: taken, **others} if taken else others


def _row(position: Pericles, facts: LossRow, side: SideName, most: int) -> Row:
    """A row for a Side, limited by the units present (9.44-B, 9.45-B)."""
    there = position.theaters[on_expedition(position).theater]
    present = {unit: there.count(unit) for unit in UNITS_OF[side] if unit in facts.classes and there.count(unit)}
    return Row(facts.row, min(most, sum(present.values())), present)


def loser_rows(position: Pericles) -> list[Row]:
    """9.44-A, 9.44-B, RULING-38: the rows that take something of the loser."""
    winner, kind = battle(position)
    expedition = on_expedition(position)
    value = position.theaters[expedition.theater].unit_strength(winner, kind)
    rows = [
        _row(position, facts, ENEMY[winner], min(value // facts.per * facts.remove, expedition.differential))
        for facts in position.box.components.loss_tables.loser[kind]
    ]
    return [row for row in rows if row.number]


def winner_rows(position: Pericles) -> list[Row]:
    """9.45-A, 9.45-B: the rows that take something of the winner, for the units that the loser lost."""
    winner, kind = battle(position)
    lost = on_expedition(position).lost
    rows = [
        _row(position, facts, winner, sum(lost.get(unit, 0) for unit in facts.of) // facts.per * facts.remove)
        for facts in position.box.components.loss_tables.winner[kind]
    ]
    return [row for row in rows if row.number]


def most_bases(position: Pericles) -> int:
    """9.44-D, RULING-39, RULING-40, RULING-77: how many bases of the loser may be destroyed."""
    winner, kind = battle(position)
    loser, expedition = ENEMY[winner], on_expedition(position)
    there = position.theaters[expedition.theater]
    more = expedition.strategoi[winner] > expedition.strategoi[loser]
    if there.units(loser, kind) or not there.units(winner, kind) or not more:
        return 0
    points = position.box.components.loss_tables.base["points_per_base"]
    return min(there.bases(loser), (expedition.differential - sum(expedition.lost.values())) // points)


def base_picks(position: Pericles, number: int, *, city_state_first: bool = True) -> Iterator[dict[BaseName, int]]:
    """Every way to destroy just so many bases of the loser, by default those with most City-State bases first."""
    winner, _ = battle(position)
    there = position.theaters[on_expedition(position).theater]
    one, other = sorted(
        BASES_OF[ENEMY[winner]], key=lambda base: (base != CITY_STATE_BASE[ENEMY[winner]]) == city_state_first
    )
    for ones in range(min(number, there.count(one)), -1, -1):
        if number - ones <= there.count(other):
            yield {base: count for base, count in ((one, ones), (other, number - ones)) if count}
