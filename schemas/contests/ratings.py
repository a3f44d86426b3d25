"""Ratings of one title: Elo between each two at a table, in whole points, so that anybody recomputes them from records.

A game of n players counts as n(n-1)/2 duels, each with a factor of 24/(n-1). Every seat of a scenario is rated too,
with a factor of 8/(n-1), and its rating is added to its player's before they are compared: who wins with the weaker
side gains more. What is expected is read off a printed table, so no rounding depends on a machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

import msgspec

from schemas.contests.story import ContestStory, instant_of
from schemas.log.chain import ContestLogEntry

BEGIN: Final = 1500
FACTOR: Final = 24
SEAT_FACTOR: Final = 8
"""Smaller: a seat plays in every game of its scenario."""
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


class Rating(msgspec.Struct):
    """A player's, or a seat's, which begins with 0."""

    value: int = BEGIN
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        """Too few games to say much."""
        return self.games < SURE_AFTER


class RatedGame(msgspec.Struct, frozen=True):
    """A game that counts: when its result was written, its id, and everybody's seat and place."""

    at: datetime
    game: str
    scenario: str
    seats: Mapping[str, str]
    """By player."""
    places: Mapping[str, int]
    left: frozenset[str] = frozenset()
    """Who gave a seat up: they count as last; what the seat is worth is not judged by such a game."""

    def place(self, player: str) -> int:
        """The place that counts for a player's rating."""
        return LAST if player in self.left else self.places[player]


class Step(msgspec.Struct, frozen=True):
    """What a game did to one player's rating; `expected` and `won` are thousandths of a duel."""

    game: str
    seat: str
    seat_value: int
    place: int
    of: int
    expected: int
    won: int
    before: int
    after: int

    def in_words(self) -> str:
        """As one sentence."""
        duels = f"expected {in_duels(self.expected)} of {self.of - 1} duels, won {in_duels(self.won)}"
        came = "gave the seat up" if self.place == LAST else f"place {self.place} of {self.of}"
        changed = f"{self.before} {self.after - self.before:+d} = {self.after}"
        return f"{self.game}: {self.seat} ({self.seat_value:+d}), {came}; {duels}: {changed}."


class Ratings(msgspec.Struct):
    """Of one title: players by handle, seats by scenario and name; the steps of one player, if they were asked for."""

    players: dict[str, Rating] = {}
    seats: dict[tuple[str, str], Rating] = {}
    steps: list[Step] = []

    def count(self, game: RatedGame, explain: str | None = None) -> None:
        """Take a game in."""
        before = {one: self.players.setdefault(one, Rating()).value for one in game.places}
        on = {one: self.seats.setdefault((game.scenario, game.seats[one]), Rating(0)) for one in game.places}
        sides = {one: seat.value for one, seat in on.items()}
        won, hoped = dict.fromkeys(game.places, 0), dict.fromkeys(game.places, 0)
        for one, other in combinations(game.places, 2):
            gained = _won(game.place(one), game.place(other))
            likely = expected(before[one] + sides[one] - before[other] - sides[other])
            for player, part, hope in ((one, gained, likely), (other, 1000 - gained, 1000 - likely)):
                won[player] += part
                hoped[player] += hope
        duels = 1000 * (len(game.places) - 1)
        for one in game.places:
            change = won[one] - hoped[one]
            rating = self.players[one]
            rating.value += _rounded(FACTOR * change, duels)
            rating.games += 1
            if not game.left:
                on[one].value += _rounded(SEAT_FACTOR * change, duels)
                on[one].games += 1
        if explain is not None and explain in game.places:
            self.steps.append(
                Step(
                    *(game.game, game.seats[explain], sides[explain], game.place(explain), len(game.places)),
                    *(hoped[explain], won[explain], before[explain], self.players[explain].value),
                )
            )


def contest_ratings(stories: Iterable[ContestStory], explain: str | None = None) -> dict[str, Ratings]:
    """By title, all ratings from the games that count, in the sequence of their results; private ones do not."""
    ended: dict[str, list[RatedGame]] = {}
    for story in (story for story in stories if not story.plan.private):
        ended.setdefault(story.plan.title, []).extend(rated_games(story))
    return {title: ratings_of(games, explain) for title, games in sorted(ended.items()) if games}


def rated_games(story: ContestStory) -> list[RatedGame]:
    """The games of a contest that count; who came in for somebody is not rated there.

    Of an anonymous contest all count once it is finished, for those whom it then reveals.
    """
    found: list[RatedGame] = []
    for table in story.games if story.counts else ():
        if (result := table.counting) is not None and table.result_at is not None:
            seats = {story.holders.get(player, player): seat for seat, player in table.seats.items()}
            places = {story.holders.get(player, player): place for player, place in result.places.items()}
            left = frozenset(story.holders.get(player, player) for player in table.given_up)
            found.append(RatedGame(table.result_at, table.game, story.plan.scenario, seats, places, left))
    return found


def ratings_of(games: Iterable[RatedGame], explain: str | None = None) -> Ratings:
    """All ratings from these games of one title, in the sequence of their results; with one player's steps."""
    ratings = Ratings()
    for game in sorted(games, key=lambda game: (game.at, game.game)):
        ratings.count(game, explain)
    return ratings


def ranked(ratings: Mapping[str, Rating]) -> list[tuple[str, Rating]]:
    """The highest first; equals by handle."""
    return sorted(ratings.items(), key=lambda one: (-one[1].value, one[0]))


def ranked_seats(ratings: Ratings) -> list[tuple[str, str, Rating]]:
    """Scenario by scenario, the strongest seat first."""
    found = [(scenario, seat, one) for (scenario, seat), one in ratings.seats.items()]
    return sorted(found, key=lambda one: (one[0], -one[2].value, one[1]))


def in_duels(thousandths: int) -> str:
    """`1.48`; whole numbers without a point."""
    return f"{thousandths // 1000}.{thousandths % 1000:03d}".rstrip("0").rstrip(".")


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
    found = contest_ratings(ContestStory.read(log) for log in stood if log).get(story.plan.title, Ratings()).players
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
