"""6.20 to 6.23: strength, the column of the table, who stands against a seat. Alone: turns and battles rest on it."""

from __future__ import annotations

from adjudicator.perikles.components import CombatColumn, Kind, components, force_of, kind_of, strength_of
from adjudicator.perikles.state.orders import Column, SideName
from adjudicator.perikles.state.position import Perikles, Place, Placed


def fighters(place: Place, side: SideName, kind: Kind) -> list[Placed]:
    """6.10: the counters of one type on a side, main and allied."""
    return [placed for placed in place.side(side).counters if kind_of(placed.counter) == kind]


def intrinsic(place: Place, side: SideName, kind: Kind) -> bool:
    """C.05: whether the tile has militia or rebels on this side in rounds of this type."""
    printed = place.printed.intrinsic
    return printed.side == side and kind in printed.types


def strength(place: Place, side: SideName, kind: Kind, doubled: list[str]) -> int:
    """6.20, 6.21: counters, doubled where Brasidas or Phormio says so, and 1 for an intrinsic force."""
    counters = [placed.counter for placed in fighters(place, side, kind)]
    return sum(strength_of(c) * (1 + (force_of(c) in doubled)) for c in counters) + intrinsic(place, side, kind)


def counters_against(position: Perikles, seat: str) -> int:
    """RULING-44: counters of attackers of its cities, and facing sides where it has a counter or is main player."""
    found = 0
    for _, place in position.places():
        for mine, other in ((place.attacker, place.defender), (place.defender, place.attacker)):
            leads = mine is place.defender and position.leader_at(place.tile) == seat
            if leads or mine.main == seat or any(placed.seat == seat for placed in mine.counters):
                found += len(other.counters)
    return found


def column(attack: int, defence: int) -> Column:
    """6.22: the first that applies."""
    if attack >= 3 * defence:
        return "3:1"
    if attack >= 2 * defence:
        return "2:1"
    if attack >= defence + 2:
        return "+2"
    if attack >= defence or (attack == defence - 1 and attack >= 2):
        return "1:1"
    return "-2" if 2 * attack > defence else "1:2"


def targets(name: Column) -> CombatColumn:
    """6.23: what attacker and defender need."""
    return next(row for row in components().combat_table if row.column == name)
