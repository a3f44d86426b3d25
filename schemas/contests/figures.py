"""Who sat where in a game, and figures of reliability: counts with their base, from the logs of games; no grades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median_low
from typing import Final, Literal

import msgspec

from schemas.contests.parts import DrawnGame
from schemas.contests.story import ContestStory, moment
from schemas.log.chain import LogEntry
from schemas.log.entries import (
    Acted,
    Created,
    Cut,
    Dealt,
    Joined,
    Notice,
    Over,
    Reopened,
    Resolved,
    RulesChanged,
    Seated,
)
from schemas.log.openings import opened_game
from schemas.record.form import Record, RecordedPhase
from schemas.statements.contests import ContestAct, Disqualify, Enter
from schemas.statements.payloads import Absence, Act, Join, Replace, Resign, SeatAct, Vacate, instant
from schemas.statements.statements import Statement
from schemas.statements.working_time import Away, between

COUNTED: Final = timedelta(days=365)
TELLING: Final = tuple(body.kind for body in (Joined, Seated, Cut, Notice, Acted, Over))
"""The kinds of entries that `tenures` reads; the others may be left out."""
Ended = Literal["holds", "over", "resigned", "vacated", "removed"]


class Tenure(msgspec.Struct):
    """One player's time in a seat: the phases cut meanwhile, and those that they are said to have missed."""

    seat: str
    key: str
    begun: str
    first: bool
    ended: Ended = "holds"
    phases: list[int] = []
    missed: list[int] = []

    @property
    def is_left(self) -> bool:
        """Did they give the seat up, or lose it, before the game was over?"""
        return self.ended in ("resigned", "vacated", "removed")


def tenures(log: Iterable[LogEntry], handles: Mapping[str, str]) -> list[Tenure]:
    """Who sat in each seat of a game, by keys as they sat down, in the sequence of the log.

    `handles` by key are needed of those who may have been disqualified: the act names them so.
    """
    sat: list[Tenure] = []
    held: dict[str, Tenure] = {}
    for entry in log:
        match entry.body:
            case Joined(statement=form):
                join = Statement.from_form(form).read(Join)
                _sit_down(sat, held, join.seat, join.player, entry.entry.at)
            case Seated(seat=seat, statement=form):
                _sit_down(sat, held, seat, Statement.from_form(form).read(Enter).player, entry.entry.at)
            case Cut(phase=phase):
                for tenure in held.values():
                    tenure.phases.append(phase)
            case Notice(what="missed", seats=seats, phase=phase):
                for seat in seats:
                    held[seat].missed.append(phase)
            case Notice(what="vacated", seats=seats):
                for seat in seats:
                    _leave(held, seat, "vacated")
            case Acted(statement=form):
                _leave_by_act(held, Statement.from_form(form), handles)
            case Over():
                for seat in list(held):
                    _leave(held, seat, "over")
            case _:
                pass
    return sat


class Figures(msgspec.Struct, frozen=True):
    """A player's counts since a time. A game in which they sat down twice counts twice."""

    since: str
    games: int
    """Games in which they sat: the base of the counts up to `abandoned`."""
    came_in: int
    """Of those, as a substitute."""
    finished: int
    """In which they sat at the end."""
    resigned: int
    vacated: int
    """Seats that fell vacant for misses."""
    removed: int
    abandoned: int
    """Resigned, vacated or removed."""
    phases: int
    """Phases that were cut while they sat: the base of `missed`."""
    missed: int
    answers: int = 0
    """Of games that are over: phases that asked them alone and that they answered themselves."""
    answer_seconds: int | None = None
    """How long they took for these, as the median (of two the lower), in seconds of working time."""


class Answered(msgspec.Struct, frozen=True):
    """How long a phase that asked one seat alone was open, in seconds of working time, and who answered it."""

    key: str
    at: str
    seconds: int


def answers(record: Record, game: str) -> list[Answered]:
    """Who answered alone in a finished game, by the log's times and by the orders that the record shows.

    Left out is what a book, a bot or nobody answered, and what was open while somebody acted on the game's time; and
    the whole game where phases are cut at their deadlines only. Who was asked is proved when the record is replayed.
    """
    log = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    created = log[0].body
    terms = opened_game(created, game).terms if isinstance(created, Created) else None
    if terms is None or terms.cut == "deadline":
        return []
    sat, open_since, absent = tenures(log, {}), times(log), announced(log)
    alone = {phase.phase: phase.orders[0].seat for phase in record.phases if asks_one(phase)}
    found: list[Answered] = []
    for entry in log:
        body = entry.body
        if isinstance(body, Cut) and body.phase in alone and (begun := open_since.get(body.phase)) is not None:
            holder = next((one for one in sat if one.seat == alone[body.phase] and body.phase in one.phases), None)
            if holder is not None:
                away = [one for seat, one in absent if seat == holder.seat]
                took = between(moment(begun), moment(entry.entry.at), terms, away)
                found.append(Answered(holder.key, entry.entry.at, took))
    return found


def asks_one(phase: RecordedPhase) -> bool:
    """Did a phase ask one seat alone, which answered by an envelope?"""
    asked = [one for one in phase.orders if one.source != "bot"]
    return len({one.seat for one in asked}) == 1 and all(one.source == "envelope" for one in asked)


def times(log: Iterable[LogEntry]) -> dict[int, str]:
    """When each phase opened; not of those that were open while somebody acted on the game's time."""
    opened: dict[int, str] = {}
    now = 0
    for entry in log:
        match entry.body:
            case Dealt():
                now = 1
                opened[now] = entry.entry.at
            case Resolved(phase=phase):
                now = phase + 1
                opened[now] = entry.entry.at
            case Reopened(number=number) | RulesChanged(number=number):
                now = number
                opened[now] = entry.entry.at
            case Acted() | Notice(what="voted" | "paused"):
                opened.pop(now, None)
            case _:
                pass
    return opened


def announced(log: Iterable[LogEntry]) -> list[tuple[str, Away]]:
    """The absences that holders of seats announced, by seat."""
    found: list[tuple[str, Away]] = []
    for entry in log:
        if isinstance(entry.body, Acted):
            statement = Statement.from_form(entry.body.statement)
            if statement.kind == SeatAct.document and isinstance(act := (said := statement.read(SeatAct)).act, Absence):
                found.append((said.seat, Away(date.fromisoformat(act.first), date.fromisoformat(act.last))))
    return found


def figures(
    own: Mapping[str, str],
    logs: Iterable[Sequence[LogEntry]],
    since: datetime,
    answered: Iterable[Answered] = (),
) -> Figures:
    """Of the player who speaks with one of these keys, each under its handle: from the logs of their games, and answers
    in those over."""
    begin = instant(since)
    took = sorted(one.seconds for one in answered if one.key in own and one.at >= begin)
    sat = [tenure for log in logs for tenure in tenures(log, own) if tenure.key in own and tenure.begun >= begin]
    ends = [tenure.ended for tenure in sat]
    return Figures(
        since=begin,
        games=len(sat),
        came_in=sum(not tenure.first for tenure in sat),
        finished=ends.count("over"),
        resigned=ends.count("resigned"),
        vacated=ends.count("vacated"),
        removed=ends.count("removed"),
        abandoned=sum(tenure.is_left for tenure in sat),
        phases=sum(len(tenure.phases) for tenure in sat),
        missed=sum(len(tenure.missed) for tenure in sat),
        answers=len(took),
        answer_seconds=median_low(took) if took else None,
    )


def contest_figures(
    handle: str,
    stories: Iterable[ContestStory],
    log_of: Callable[[str], Sequence[LogEntry]],
    now: datetime,
    answers_in: Callable[[str], Iterable[Answered]] = lambda _: (),
) -> Figures:
    """Of a player in those of these contests that are public: a year's, up to the last midnight (UTC), so that a day
    counts from one instant.

    `log_of` gives the log of a game, or what `tenures` reads of it; `answers_in` who answered alone in one whose result
    counts: without it answers are not counted.
    """
    own = ((story, story.alias_of(handle)) for story in stories if not story.plan.private)
    entered = [(story, alias) for story, alias in own if alias is not None]
    since = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) - COUNTED
    games = [
        table.game for story, alias in entered for table in [*story.games, *story.void] if may_have_sat(alias, table)
    ]
    sat = [table for story, alias in entered for table in story.games if may_have_sat(alias, table)]
    over = [table.game for table in sat if table.counting is not None]
    keys = {story.entrants[alias].key: alias for story, alias in entered}
    return figures(keys, map(log_of, games), since, (one for game in over for one in answers_in(game)))


def may_have_sat(handle: str, table: DrawnGame) -> bool:
    """Were they drawn at a table, or has it a seat into which they can have come?"""
    return handle in table.seats.values() or table.result is None or bool(table.result.left)


class Ending(msgspec.Struct, frozen=True):
    """How a game of a contest ended, by the handles that were drawn there."""

    places: dict[str, int]
    scores: dict[str, int]
    left: list[str]
    substitutes: dict[str, str]


def places_by_player(seats: Mapping[str, str], places: Mapping[str, int]) -> dict[str, int]:
    """By who was drawn to which seat; the rules' bot takes nobody's place."""
    bots = [place for seat, place in places.items() if seat not in seats]
    return {
        player: places[seat] - sum(bot < places[seat] for bot in bots)
        for seat, player in seats.items()
        if seat in places
    }


def ending(log: Sequence[LogEntry], seats: Mapping[str, str], handles: Mapping[str, str]) -> Ending:
    """From a game's log: `seats` are as drawn, `handles` those of the keys that sat there."""
    over = log[-1].body
    places, scores = (over.places, over.scores) if isinstance(over, Over) else ({}, {})
    last = {one.seat: handles.get(one.key, one.key) for one in tenures(log, handles) if not one.is_left}
    left = {seat: player for seat, player in seats.items() if last.get(seat) != player}
    return Ending(
        places_by_player(seats, places),
        {player: scores[seat] for seat, player in seats.items() if seat in scores},
        sorted(left.values()),
        {last[seat]: drawn for seat, drawn in left.items() if seat in last},
    )


def _sit_down(sat: list[Tenure], held: dict[str, Tenure], seat: str, key: str, at: str) -> None:
    held[seat] = Tenure(seat, key, at, first=all(tenure.seat != seat for tenure in sat))
    sat.append(held[seat])


def _leave(held: dict[str, Tenure], seat: str, how: Ended) -> None:
    if (tenure := held.pop(seat, None)) is not None:
        tenure.ended = how


def _leave_by_act(held: dict[str, Tenure], statement: Statement, handles: Mapping[str, str]) -> None:
    if statement.kind == ContestAct.document:
        said = statement.read(ContestAct).act
        out = said.player if isinstance(said, Disqualify) else None
        for seat in [seat for seat, one in held.items() if out and handles.get(one.key) == out]:
            _leave(held, seat, "removed")
    elif statement.kind == Act.document:
        act = statement.read(Act).act
        if isinstance(act, Vacate | Replace):
            _leave(held, act.seat, "removed")
    elif statement.kind == SeatAct.document:
        word = statement.read(SeatAct)
        if isinstance(word.act, Resign):
            _leave(held, word.seat, "resigned")
