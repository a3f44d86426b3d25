"""What a game is worth to each at its table, by the plan's choice: by places, or by shares of the scores.

Points are in sixtieths, which shared places divide exactly. However it is scored a table hands out half a win for each
player, so that tables of every size weigh alike; of shares what is left of a sixtieth is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final, Literal

from msgspec import UnsetType

from schemas.log.contest_entries import Result
from schemas.statements.contests import Contest

WIN: Final = 12 * 60
"""Points of a first place; a last place has 0, those between lie at equal steps."""
Scoring = Literal["places", "share", "squares"]
NO_PLACES: Final = ("league", "ladder")
"""Kinds in which points part nobody."""
SCORED: Final[dict[Scoring, str]] = {
    "places": "A first place is worth 12 points, a last one none, the places between lie at equal steps",
    "share": "A game hands out 6 points for each player at its table, in shares by their scores",
    "squares": "A game hands out 6 points for each player at its table, in shares by the squares of their scores",
}
UNSCORED: Final = (
    "; a game that was adjudicated, or in which somebody is placed ahead of a higher score, counts by places: 12 for "
    "the first, none for the last"
)


def scoring_of(plan: Contest) -> Scoring:
    """How a plan has games scored."""
    return "places" if isinstance(plan.scoring, UnsetType) else plan.scoring


def best_of(plan: Contest) -> int | None:
    """How many of a player's rounds count, the best ones; None for all."""
    return None if isinstance(plan.best, UnsetType) else plan.best


def scoring_in_words(plan: Contest) -> str:
    """What a game is worth by a plan, as a sentence without its stop."""
    scoring = scoring_of(plan)
    return SCORED[scoring] + (UNSCORED if scoring != "places" else "")


def scored_by(plan: Contest, result: Result) -> Scoring:
    """How one game is scored: by places where its scores do not tell who came before whom."""
    scoring = scoring_of(plan)
    if scoring == "places" or result.outcome == "adjudicated" or set(result.scores) != set(result.places):
        return "places"
    places, scores = result.places, result.scores
    pairs = combinations(places, 2)
    is_told = all((places[one] - places[other]) * (scores[one] - scores[other]) <= 0 for one, other in pairs)
    return scoring if is_told else "places"


def worth(places: Mapping[str, int], scores: Mapping[str, int], scoring: Scoring) -> dict[str, int]:
    """By name, the points of one game."""
    if scoring == "places":
        return points(places)
    shares = shares_of(scores, scoring)
    whole, pot = sum(shares.values()), WIN // 2 * len(shares)
    return {name: pot * share // whole for name, share in shares.items()} if whole else dict.fromkeys(shares, WIN // 2)


def shares_of(scores: Mapping[str, int], scoring: Scoring) -> dict[str, int]:
    """By name, the part of a table's pot: scores (where one is below 0, counted from the lowest), or their squares."""
    least, power = min([*scores.values(), 0]), 2 if scoring == "squares" else 1
    return {name: (score - least) ** power for name, score in scores.items()}


def points(places: Mapping[str, int]) -> dict[str, int]:
    """By name, from places: the first has the lowest; equals share the points of the places that they take up."""
    players = len(places)
    step = WIN // (players - 1) if players > 1 else WIN
    better = {name: sum(other < place for other in places.values()) for name, place in places.items()}
    equal = {name: sum(other == place for other in places.values()) for name, place in places.items()}
    return {name: WIN - step * better[name] - step * (equal[name] - 1) // 2 for name in places}
