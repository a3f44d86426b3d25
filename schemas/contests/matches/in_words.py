"""Matches over both sides in words: what two games came to together."""

from __future__ import annotations

from schemas.contests.matches.match import LAST, Match, is_over_both_sides, matches_in
from schemas.contests.parts import Round
from schemas.contests.standings import in_words
from schemas.statements.contests import Contest


def match_in_words(match: Match, player: str) -> str:
    """How a match of two games went for one of its players: `won the match 18 to 6`."""
    if not match.counting:
        return "match still being played" if match.is_open else "match annulled"
    place = match.place(player)
    if place == LAST:
        return "left the match"
    other = next(one for one in match.players if one != player)
    points = f"{in_words(match.points(player))} to {in_words(match.points(other))}"
    if match.is_open:
        return f"match still being played, {points} so far"
    if place == match.place(other):
        return f"tied the match {points}"
    how = "won" if place < match.place(other) else "lost"
    if match.points(player) != match.points(other) or match.has_left(other):
        return f"{how} the match {points}"
    return f"{how} the match by scores, {match.scored(player)} to {match.scored(other)}, after {points}"


def results_in_words(plan: Contest, round_: Round) -> list[str]:
    """What each match of a round came to, a sentence each; nothing where a pairing is one game."""
    if not is_over_both_sides(plan):
        return []
    said: list[str] = []
    for match in matches_in(plan, round_):
        first, second = sorted(match.players, key=lambda one: (match.place(one), one))
        tables = " and ".join(str(game.number) for game in match.games)
        said.append(f"Tables {tables}, {first} against {second}: {_result(match, first)}.")
    return said


def _result(match: Match, first: str) -> str:
    """As the better of the two, or either, would be told of it, with their name."""
    said = match_in_words(match, first)
    return f"{first} {said}" if match.counting and not match.is_open and not match.has_left(first) else said
