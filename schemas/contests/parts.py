"""What the story of a contest is made of: who entered, rounds with their tables, challenges, and what officers did."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from schemas.contests.counting.corrections import Correction
from schemas.log.contest_entries import Result
from schemas.statements.contests import Contest, Decisions


@dataclass
class Entrant:
    """Somebody who entered. `joined` counts the entrants from 1 in the sequence of the log."""

    handle: str
    key: str
    joined: int
    at: datetime
    substitute: bool
    """In the pool only."""
    left: bool = False
    returned: bool = False
    """They had left, and came back: no bye for them any more."""
    disqualified: bool = False
    given_up: list[str] = field(default_factory=list)
    """The games whose seat they gave up or lost since they entered, or last said that they are back."""

    @property
    def is_in(self) -> bool:
        """Do they play on, or wait in the pool?"""
        return not self.left and not self.disqualified


@dataclass
class DrawnGame:
    """A table of a round. `result` is null while its game goes on; `number` counts the tables of the draw from 1."""

    round: int
    draw: int
    number: int
    game: str
    seats: dict[str, str]
    match: int
    """The number of the pairing in its round: of games over both sides two have the same."""
    fill_ins: list[str] = field(default_factory=list)
    """Of those who sit there, who only makes up the number: for them it does not count."""
    result: Result | None = None
    result_at: datetime | None = None
    annulled: bool = False
    corrections: list[Correction] = field(default_factory=list)
    """The newest last."""
    given_up: frozenset[str] = frozenset()
    """Of the competitors, who gave up their seat or lost it, so that the game brings them nothing."""

    @property
    def competitors(self) -> dict[str, str]:
        """By seat, those for whom it counts."""
        return {seat: player for seat, player in self.seats.items() if player not in self.fill_ins}

    @property
    def is_open(self) -> bool:
        """Does the contest wait for its result?"""
        return self.result is None and not self.annulled

    @property
    def counting(self) -> Result | None:
        """The result, as it was corrected last, where there is one that counts."""
        if self.annulled or self.result is None or self.result.outcome == "annulled":
            return None
        return self.corrections[-1].now if self.corrections else self.result

    @property
    def outcome(self) -> str:
        """How the result that counts came about; `annulled` where none does."""
        counting = self.counting
        return "annulled" if counting is None else "corrected" if self.corrections else counting.outcome


@dataclass(frozen=True)
class Deed:
    """An act of the organiser or the assistant: when, whose, whether a round was closed before it; of a correction, the
    result that it corrects."""

    at: datetime
    player: str
    act: Decisions
    has_begun: bool
    was: Result | None = None


@dataclass(frozen=True)
class Word:
    """What an organiser wrote to all who are in the contest."""

    at: datetime
    player: str
    text: str


@dataclass
class LadderChallenge:
    """Somebody on a ladder wants to play one who stands above them, in this round."""

    round: int
    challenger: str
    opponent: str
    declined: bool = False


@dataclass
class Round:
    """A round: who was in when it closed, and the tables of the draw that counts."""

    number: int
    entrants: list[str]
    closed_at: datetime
    substance: bytes = field(repr=False)
    """Of the log up to and with `closed`: it keys the draw."""
    key: bytes = field(default=b"", repr=False)
    draw: int = 0
    """The number of the draw that counts; 0 before there is one."""
    entry: int = 0
    """The index of that draw in the log: it was made by the standings that the entries before it tell."""
    drawn_at: datetime | None = None
    longer: timedelta = timedelta()
    """By how much acts lengthened it."""
    tables: list[DrawnGame] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Who is not in it because they asked to sit it out."""
    paid: list[str] = field(default_factory=list)
    """Byes that are worth something: not those of who left and came back."""
    again: str | None = None
    """Why it is to be drawn once more."""
    ratings: dict[str, int] = field(default_factory=dict)
    """Those that seed, by the host's word."""
    pool: list[str] = field(default_factory=list)
    """Who waited as a substitute when it closed."""

    @property
    def is_done(self) -> bool:
        """Is it drawn, and waits for no table?"""
        return self.drawn_at is not None and not any(table.is_open for table in self.tables)

    def ends_at(self, plan: Contest) -> datetime | None:
        """When its time is up by the plan; None where it has all time."""
        if self.drawn_at is None or not plan.round_seconds:
            return None
        return self.drawn_at + timedelta(seconds=plan.round_seconds) + self.longer
