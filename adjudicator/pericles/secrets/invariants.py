"""Section 24: what is true of every position between two questions."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Unknown
from adjudicator.pericles.end.garrisons import breaches_of
from adjudicator.pericles.end.maintenance import excess
from adjudicator.pericles.secrets.zones import HIDDEN
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS_OF, ISSUES, PERSIA, PIECES, SIDES, THEATERS, FactionName, SideName

LEAST_ISSUES = 7  # 5.32-0, 14-B
LENDING, PLACING = "D15", "D16"
RESOLVING = tuple(f"D{number}" for number in range(17, 36))
MAINTAINED = ("D38", "D39")


def check_invariants(position: Pericles) -> None:
    """24-A to 24-G, 4.0-B, 5.11-H and 5.32-0. ValueError names the clauses that are broken."""
    broken = [clause for clause, check in CHECKS.items() if not check(position)]
    broken += [clause for part in HIDDEN for clause in part.strayed(position)]  # 5.11-H, 24-D
    if broken:
        raise ValueError(f"the position breaks {', '.join(broken)}")


def questions_of(position: Pericles) -> list[str]:
    """The questions that are open: they say how far the turn has come."""
    return [ask.question for ask in position.phase.asks] if position.phase else []


def known(count: int | Unknown) -> int:
    """A number of the position itself, in which nothing is hidden."""
    if isinstance(count, Unknown):
        raise ValueError("a view is checked instead of a position")
    return count


def turns_are_in_order(position: Pericles) -> bool:
    """4.0-B, 14-A: the turn is the one of its scenario that is played now."""
    return position.nth_turn == 0 or position.facts.turns[position.nth_turn - 1 :][:1] == [position.turn]


def tokens_are_all_there(position: Pericles) -> bool:
    """24-A: Stock, Strategy Board, shields, committed and set aside make all tokens of a Side."""
    total = position.box.components.strategos_tokens
    return all(_tokens(position, side) == total[side] for side in position.sides) and all(
        known(number) >= 0 for held in (position.shields, position.committed) for number in held.values()
    )


def _tokens(position: Pericles, side: SideName) -> int:
    own = sum(known(position.shields[f]) + known(position.committed[f]) for f in FACTIONS_OF[side])
    return own + position.stock[side] + position.board[side] + position.set_aside[side]


def pieces_are_where_they_may_be(position: Pericles) -> bool:
    """24-B: no class beyond its limit; three bases at most in a theater and nothing in a closed one; only Persian
    bases in Persia."""
    open_theaters = list(position.in_play())
    closed = [name for name in THEATERS if name not in open_theaters]
    most = position.box.components.base_limit_per_theater
    return (
        all(position.reserve(piece) >= 0 for piece in PIECES)
        and all(sum(position.theaters[name].bases(side) for side in SIDES) <= most for name in THEATERS)
        and not any(position.theaters[name].pieces for name in closed)
        and all(piece == "persian_base" for piece in position.theaters[PERSIA].pieces)
        and not any(position.theaters[name].count("persian_base") for name in THEATERS)
    )


def honor_and_treachery_are_possible(position: Pericles) -> bool:
    """24-C: Honor is never below 0; Treachery markers are never more than there are."""
    return all(honor >= 0 for honor in position.honor.values()) and all(
        position.treachery_left(side) >= 0 for side in SIDES
    )


def issues_are_all_there(position: Pericles) -> bool:
    """24-E: no more debate markers of a kind are on a track and out of the game than there are."""
    return all(position.issues_left(side, kind) >= 0 for side in position.sides for kind in ISSUES)


def issues_are_left_to_debate(position: Pericles) -> bool:
    """5.32-0, 6.15-A: a track starts with seven issues or more, and each debate captures one at most."""
    if position.debate is None:
        return True
    least = LEAST_ISSUES - position.debate.number
    return all(sum(not issue.captured for issue in position.tracks[side]) >= least for side in position.sides)


def markers_are_used_up(position: Pericles) -> bool:
    """24-F: no Faction holds a marker after 8.3, no queue has one after 8.4, and before 7.5 there are none at all."""
    asked = questions_of(position)
    if not asked and position.outcome is None:
        return True
    may_hold = LENDING in asked or PLACING in asked
    may_lie = PLACING in asked or any(question in RESOLVING for question in asked)
    held = any(position.markers[faction] for faction in position.factions)
    lying = any(theater.queue for theater in position.theaters.values())
    return (may_hold or not held) and (may_lie or not lying)


def units_are_supported(position: Pericles) -> bool:
    """24-G: after 11.2 the load is supported; after 11.3 no unit is in breach (Athens redeploys before Sparta)."""
    asked = questions_of(position)
    if any(question in MAINTAINED for question in asked) and any(excess(position, side) for side in position.sides):
        return False
    athens_is_done = "D38" in asked and position.phase is not None and _asks_sparta(position)
    return not athens_is_done or not breaches_of(position, "athens")


def _asks_sparta(position: Pericles) -> bool:
    seats: tuple[FactionName, FactionName] = FACTIONS_OF["sparta"]
    return position.phase is not None and any(ask.seat in seats for ask in position.phase.asks)


CHECKS: dict[str, Callable[[Pericles], bool]] = {
    "24-A": tokens_are_all_there,
    "24-B": pieces_are_where_they_may_be,
    "24-C": honor_and_treachery_are_possible,
    "24-E": issues_are_all_there,
    "24-F": markers_are_used_up,
    "24-G": units_are_supported,
    "5.32-0": issues_are_left_to_debate,
    "4.0-B": turns_are_in_order,
}
