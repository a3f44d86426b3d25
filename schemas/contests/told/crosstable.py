"""The crosstable: who met whom, in which game, with what result. The sums of its rows are the standings' points."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

import msgspec

from schemas.contests.matches.in_words import match_in_words
from schemas.contests.matches.match import match_of
from schemas.contests.parts import DrawnGame, Round
from schemas.contests.standings import in_words
from schemas.contests.story import ContestStory
from schemas.contests.told.explaining import Explained
from schemas.statements.contests import Contest

AHEAD, EQUAL, BEHIND = "1", "½", "0"
ANNULLED, GOES_ON = "annulled", ""
SITS_OUT: Final = "bye"
HALVES: Final = {AHEAD: 2, EQUAL: 1, BEHIND: 0}


WIDEST: Final = 24
"""Players up to whom a crosstable fits on a sheet as a square."""


class Meeting(msgspec.Struct, frozen=True):
    """Two at a table: how one did against the other."""

    round: int
    game: str
    player: str
    opponent: str
    result: str
    """`1`, `½`, `0`; `annulled`; empty while the game goes on."""


class Row(msgspec.Struct, frozen=True):
    """A player in the sequence of the standings, with what they met."""

    number: int
    player: str
    place: int
    points: int
    met: dict[str, list[Meeting]]
    """By opponent."""
    others: int
    """Of the points, those of byes, annulled games, and seats that they came in to."""


def crosstable(story: ContestStory) -> list[Row]:
    """Everybody in the standings, the first first."""
    found, rows = Explained(story), list[Row]()
    for number, line in enumerate(found.lines, start=1):
        met, drawn = dict[str, list[Meeting]](), 0
        for table in (table for table in story.games if line.player in table.competitors.values()):
            drawn += found.table.counts(line.player, table.game)
            for one in meetings_at(table, line.player):
                met.setdefault(one.opponent, []).append(one)
        rows.append(Row(number, line.player, found.places[line.player], line.points, met, line.points - drawn))
    return rows


def meetings_at(table: DrawnGame, player: str) -> Iterator[Meeting]:
    """Whom a player met at a table, seat by seat. Who gave up their seat is ahead of nobody there; the others are
    compared with that seat, whoever played on."""
    for other in table.competitors.values():
        if other != player:
            yield Meeting(table.round, table.game, player, other, _against(table, player, other))


def in_round(plan: Contest, round_: Round, player: str) -> str:
    """A player's round in a few words: the table and their place there, or their match."""
    if (match := match_of(plan, round_, player)) is None:
        return SITS_OUT if player in (*round_.byes, *round_.asked) else "–"
    if len(match.games) > 1:
        return match_in_words(match, player)
    [table] = match.games
    where = f"table {table.number}"
    if (result := table.counting) is None:
        return f"{where}, {'still being played' if table.is_open else ANNULLED}"
    if player in table.fill_ins:
        return f"{where}, filled in"
    if player in table.given_up:
        return f"{where}, left"
    return f"{where}, place {result.places[player]} of {len(result.places)}"


def in_square(meeting: Meeting) -> str:
    """A result as it stands in a square of the crosstable."""
    return {GOES_ON: "…", ANNULLED: "–"}.get(meeting.result, meeting.result)


def crosstable_csv(story: ContestStory) -> str:
    """A line for each two who met in a game, from both sides."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["place", "player", "points", "round", "game", "opponent", "result"])
    for row in crosstable(story):
        for one in (one for met in row.met.values() for one in met):
            named = (row.place, row.player, in_words(row.points), one.round, one.game, one.opponent)
            writer.writerow([*named, one.result.replace(EQUAL, "0.5")])
    return text.getvalue()


def _against(table: DrawnGame, player: str, other: str) -> str:
    if (result := table.counting) is None:
        return GOES_ON if table.is_open else ANNULLED
    if player in table.given_up:
        return BEHIND
    mine, theirs = result.places[player], result.places[other]
    return EQUAL if mine == theirs else AHEAD if mine < theirs else BEHIND
