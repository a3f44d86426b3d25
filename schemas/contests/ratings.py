"""Ratings of one title: Elo between each two at a table, in whole points, so that anybody recomputes them from records.

A game of n players counts as n(n-1)/2 duels, each with a factor of 24/(n-1). What is expected is read off a printed
table, so no rounding depends on a machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from schemas.contests.story import ContestStory, instant_of
from schemas.log.chain import ContestLogEntry

BEGIN: Final = 1500
FACTOR: Final = 24
LAST: Final = 1_000
"""The place of who gave their seat up: after all others."""
SETTLED: Final = timedelta(minutes=1)
SURE_AFTER: Final = 8
"""Games before which a rating is provisional."""
EXPECTED: Final = (
    500, 514, 529, 543, 557, 571, 585, 599, 613, 627, 640, 653, 666, 679, 691, 703, 715, 727, 738, 749, 760, 770, 780,
    790, 799, 808, 817, 826, 834, 841, 849, 856, 863, 870, 876, 882, 888, 894, 899, 904, 909,
)  # fmt: skip
"""Of a thousand, what the stronger may expect who is 0, 10, 20, … 400 points ahead; beyond that as at 400."""


@dataclass
class Rating:
    """A player's, or a seat's."""

    value: int = BEGIN
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        """Too few games to say much."""
        return self.games < SURE_AFTER


def rated(games: Iterable[Mapping[str, int]]) -> dict[str, Rating]:
    """Who plays has a place in each game; games in the order in which they ended."""
    ratings: dict[str, Rating] = {}
    for places in games:
        before = {name: ratings.setdefault(name, Rating()).value for name in places}
        changes = dict.fromkeys(places, 0)
        for one, other in combinations(places, 2):
            won = _won(places[one], places[other]) - expected(before[one] - before[other])
            changes[one] += won
            changes[other] -= won
        for name, change in changes.items():
            ratings[name].value += _rounded(FACTOR * change, 1000 * (len(places) - 1))
            ratings[name].games += 1
    return ratings


RatedGame = tuple[datetime, str, dict[str, int]]
"""When its result was written, its id, and everybody's place."""


def contest_ratings(stories: Iterable[ContestStory]) -> dict[str, dict[str, Rating]]:
    """By title, everybody's rating from the games that count, in the sequence of their results; private ones do not."""
    ended: dict[str, list[RatedGame]] = {}
    for story in (story for story in stories if not story.plan.private):
        ended.setdefault(story.plan.title, []).extend(rated_games(story))
    return {title: ratings_of(games) for title, games in sorted(ended.items()) if games}


def rated_games(story: ContestStory) -> list[RatedGame]:
    """The games of a contest that count.

    Who gave a seat up counts as last at that table; who came in for somebody is not rated there. Of an anonymous
    contest all count once it is finished, for those whom it then reveals.
    """
    found: list[RatedGame] = []
    for table in story.games if story.counts else ():
        if (result := table.counting) is not None and table.result_at is not None:
            places = {
                story.holders.get(one, one): LAST if one in result.left else place
                for one, place in result.places.items()
            }
            found.append((table.result_at, table.game, places))
    return found


def ratings_of(games: Iterable[RatedGame]) -> dict[str, Rating]:
    """Everybody's rating from these games of one title, in the sequence of their results."""
    return rated(places for _, _, places in sorted(games, key=lambda game: game[:2]))


def ranked(ratings: Mapping[str, Rating]) -> list[tuple[str, Rating]]:
    """The highest first; equals by handle."""
    return sorted(ratings.items(), key=lambda one: (-one[1].value, one[0]))


def seeding_ratings(
    story: ContestStory, entrants: Iterable[str], logs: Iterable[Sequence[ContestLogEntry]]
) -> dict[str, int]:
    """The ratings that seed a contest, by the logs of the other contests of its title as they stood then.

    That is a minute before entering closed (in a mini, before the last one entered), so that no result is just being
    written.
    """
    closed = story.closes_at or max(story.entrants[one].at for one in entrants)
    until = closed - SETTLED
    stood = [[entry for entry in log if instant_of(entry) < until] for log in logs]
    found = contest_ratings(ContestStory.read(log) for log in stood if log).get(story.plan.title, {})
    return {one: found[one].value for one in entrants if one in found}


def expected(ahead: int) -> int:
    """Of a thousand, what a player may expect who is so many points ahead (behind: below 0)."""
    of_stronger = EXPECTED[min((abs(ahead) + 5) // 10, len(EXPECTED) - 1)]
    return of_stronger if ahead >= 0 else 1000 - of_stronger


def _won(place: int, other: int) -> int:
    return 1000 if place < other else 0 if place > other else 500


def _rounded(numerator: int, denominator: int) -> int:
    """To the nearest whole number, halves away from 0, so that what one gains another loses."""
    quotient = (2 * abs(numerator) + denominator) // (2 * denominator)
    return quotient if numerator >= 0 else -quotient
