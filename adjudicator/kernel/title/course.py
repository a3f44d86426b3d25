"""How a game that is over went: its scores phase by phase, what its points came from, and when it was decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from adjudicator.kernel.hidden.parts import Unseen
from adjudicator.kernel.rules.rules import Rules, Tally
from adjudicator.kernel.run.events import Event

Scores = dict[str, int]


class Turned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The phase in which the winner's lead over the best of the others grew most, by how much, and to what.

    `for_good`: whether they were never behind again.
    """

    phase: int
    by: int
    lead: int
    for_good: bool


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores that each phase has led to, by its number; the tally of the last; and the turning point, if any.

    `unseen`: what lay face down to the end.
    """

    scores: dict[int, Scores]
    tally: Tally
    turned: Turned | None
    unseen: list[Unseen] = []


def course(rules: Rules[Any], phases: Iterable[tuple[int, Any, Iterable[Event]]]) -> Course:
    """The course of a game from all its phases, the deal first: number, position, what was told.

    ValueError where the game is not over.
    """
    scores: dict[int, Scores] = {}
    told: list[Event] = []
    position = None
    for number, position, events in phases:
        scores[number] = dict(rules.scores(position))
        told.extend(event for event in events if not event.only)
    if position is None or position.outcome is None:
        raise ValueError("the game is not over")
    return Course(scores, rules.tally(position, told), turned(scores, position.outcome.places), unseen(rules, position))


def unseen(rules: Rules[Any], position: Any) -> list[Unseen]:
    """What nobody could see in a position in which the game is over; nothing of books, or of what seats have filed."""
    if position.outcome is None:
        raise ValueError("the game is not over")
    return [one for part in rules.hidden for one in part.unseen(position)]


def turned(scores: Mapping[int, Scores], places: Mapping[str, int]) -> Turned | None:
    """When a game turned; None where nobody won alone, or where no phase brought the winner forward."""
    winners = [seat for seat, place in places.items() if place == 1]
    if len(winners) != 1 or len(places) < 2:
        return None
    leads = {phase: _lead(one, winners[0]) for phase, one in scores.items()}
    phases = [*leads]
    grew = {later: leads[later] - leads[sooner] for sooner, later in pairwise(phases)}
    best = max(grew.values(), default=0)
    if best <= 0:
        return None
    phase = next(one for one, by in grew.items() if by == best)
    since = [lead for one, lead in leads.items() if one >= phase]
    return Turned(phase, best, leads[phase], min(since) > 0)


def _lead(scores: Scores, seat: str) -> int:
    return scores[seat] - max(score for other, score in scores.items() if other != seat)
