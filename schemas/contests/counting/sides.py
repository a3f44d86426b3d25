"""The two games of a match over both sides, as a draw has them: a small module, for what reads a log needs it too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UnsetType

from schemas.log.contest_entries import DrawnTable
from schemas.statements.contests import Contest


def games_a_match(plan: Contest) -> int:
    """How many games a pairing plays: two where they change sides."""
    return 1 if isinstance(plan.both_sides, UnsetType) else 2


def changed_sides(seats: Mapping[str, str]) -> dict[str, str]:
    """The seats of the other game of a match."""
    return dict(zip(seats, reversed([*seats.values()]), strict=True))


def are_matches(tables: Sequence[DrawnTable]) -> bool:
    """Is every other table that before it with sides changed?"""
    pairs = zip(tables[::2], tables[1::2], strict=False)
    return len(tables) % 2 == 0 and all(other.seats == changed_sides(one.seats) for one, other in pairs)
