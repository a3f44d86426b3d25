"""Who sat where in a game, and figures of reliability: counts with their base, from the logs of games; no grades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from schemas.contests.story import ContestStory, DrawnGame
from schemas.log.chain import LogEntry
from schemas.log.entries import Acted, Cut, Joined, Notice, Over, Seated
from schemas.statements.contests import Enter
from schemas.statements.payloads import Act, Join, Replace, Resign, SeatAct, Vacate, instant
from schemas.statements.statements import Statement

COUNTED: Final = timedelta(days=365)
TELLING: Final = tuple(body.kind for body in (Joined, Seated, Cut, Notice, Acted, Over))
"""The kinds of entries that `tenures` reads; the others may be left out."""
Ended = Literal["holds", "over", "resigned", "vacated", "removed"]


@dataclass
class Tenure:
    """One player's time in a seat: the phases cut meanwhile, and those that they are said to have missed."""

    seat: str
    key: str
    begun: str
    first: bool
    ended: Ended = "holds"
    phases: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)

    @property
    def is_left(self) -> bool:
        """Did they give the seat up, or lose it, before the game was over?"""
        return self.ended in ("resigned", "vacated", "removed")


def tenures(log: Iterable[LogEntry]) -> list[Tenure]:
    """Who sat in each seat of a game, by keys as they sat down, in the sequence of the log."""
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
                _leave_by_act(held, Statement.from_form(form))
            case Over():
                for seat in list(held):
                    _leave(held, seat, "over")
            case _:
                pass
    return sat


@dataclass(frozen=True)
class Figures:
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


def figures(keys: Iterable[str], logs: Iterable[Sequence[LogEntry]], since: datetime) -> Figures:
    """Of the player who speaks with one of these keys: from the logs of their games."""
    own, begin = set(keys), instant(since)
    sat = [tenure for log in logs for tenure in tenures(log) if tenure.key in own and tenure.begun >= begin]
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
    )


def contest_figures(
    handle: str, stories: Iterable[ContestStory], log_of: Callable[[str], Sequence[LogEntry]], now: datetime
) -> Figures:
    """Of a player in those of these contests that are public: a year's, up to the last midnight (UTC), so that a day
    counts from one instant.

    `log_of` gives the log of a game, or what `tenures` reads of it.
    """
    own = ((story, story.alias_of(handle)) for story in stories if not story.plan.private)
    entered = [(story, alias) for story, alias in own if alias is not None]
    since = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) - COUNTED
    games = [
        table.game for story, alias in entered for table in [*story.games, *story.void] if may_have_sat(alias, table)
    ]
    return figures({story.entrants[alias].key for story, alias in entered}, map(log_of, games), since)


def may_have_sat(handle: str, table: DrawnGame) -> bool:
    """Were they drawn at a table, or has it a seat into which they can have come?"""
    return handle in table.seats.values() or table.result is None or bool(table.result.left)


@dataclass(frozen=True)
class Ending:
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
    last = {tenure.seat: handles.get(tenure.key, tenure.key) for tenure in tenures(log) if not tenure.is_left}
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


def _leave_by_act(held: dict[str, Tenure], statement: Statement) -> None:
    if statement.kind == Act.document:
        act = statement.read(Act).act
        if isinstance(act, Vacate | Replace):
            _leave(held, act.seat, "removed")
    elif statement.kind == SeatAct.document:
        said = statement.read(SeatAct)
        if isinstance(said.act, Resign):
            _leave(held, said.seat, "resigned")
