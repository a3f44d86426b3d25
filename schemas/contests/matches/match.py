"""Matches: what the games of one pairing come to. A table is a match of one game; in a plan with both sides two play
two games, in which they change sides, and the points of both are added."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from schemas.contests.counting.scoring import scored_by, worth
from schemas.contests.counting.sides import games_a_match
from schemas.contests.parts import DrawnGame, Round
from schemas.statements.contests import Contest

LAST: Final = 1_000
"""After every place at a table: where those stand who gave up their seat."""
DECIDING: Final = ("knock-out", "cup", "league", "ladder")
"""Kinds in which a match has to be won by somebody: it says who plays on, or who moves."""


@dataclass(frozen=True)
class Match:
    """The games of a pairing, in the sequence of the draw."""

    plan: Contest
    games: list[DrawnGame]

    @property
    def number(self) -> int:
        """Of the round's, from 1."""
        return self.games[0].match

    @property
    def players(self) -> list[str]:
        """Who sits there."""
        return [*self.games[0].seats.values()]

    @property
    def counting(self) -> list[DrawnGame]:
        """The games with a result that counts."""
        return [game for game in self.games if game.counting]

    @property
    def is_open(self) -> bool:
        """Does one of its games go on?"""
        return any(game.is_open for game in self.games)

    def has_left(self, player: str) -> bool:
        """Did they give up, or lose, their seat in every game that counts?"""
        return all(player in game.given_up for game in self.counting)

    def place(self, player: str) -> int:
        """Somebody's place; behind all others without a game that counts, or a seat to the end of one."""
        if self.has_left(player):
            return LAST
        if len(self.games) == 1:
            [result] = [game.counting for game in self.games if game.counting]
            return result.places[player]
        mine = self._strength(player)
        return 1 + sum(self._strength(other) > mine for other in self.players)

    def points(self, player: str) -> int:
        """From all its games, in sixtieths."""
        return self._sums(player)[0]

    def scored(self, player: str) -> int:
        """The scores of all its games together."""
        return self._sums(player)[1]

    def _strength(self, player: str) -> tuple[int, ...]:
        """What two are compared by: points, and where the plan says so scores."""
        if self.has_left(player):
            return (-1,)
        return self._sums(player) if self.plan.tied == "score" else self._sums(player)[:1]

    def _sums(self, player: str) -> tuple[int, int]:
        points = scores = 0
        for game in self.games:
            if (result := game.counting) and player not in game.given_up:
                points += worth(result.places, result.scores, scored_by(self.plan, result))[player]
                scores += result.scores.get(player, 0)
        return points, scores


def is_over_both_sides(plan: Contest) -> bool:
    """Is each pairing two games?"""
    return games_a_match(plan) > 1


def matches_in(plan: Contest, round_: Round) -> list[Match]:
    """The matches of a round, in the sequence of the draw."""
    return [Match(plan, [*games]) for _, games in groupby(round_.tables, key=lambda game: game.match)]


def match_of(plan: Contest, round_: Round, player: str) -> Match | None:
    """In which match somebody was drawn; None where they sit out, or the round is not drawn."""
    return next((match for match in matches_in(plan, round_) if player in match.players), None)
