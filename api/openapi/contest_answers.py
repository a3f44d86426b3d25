"""Answers about contests. `api.contests.summaries` builds them; the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from api.openapi.answers import Answer, SignedForm
from api.openapi.fields import Digest, GameId, Handle, Instant, More, Next, NextNumber, TitleId

ContestId = Annotated[str, Field(description="The contest's id, which follows from the statement that opened it.")]
ContestStatus = Annotated[
    str,
    Field(
        json_schema_extra={"enum": ["entering", "running", "finished"]},
        description="`entering` until the first round closes, then `running`, then `finished`.",
    ),
]
Points = Annotated[int, Field(description="In sixtieths of a point.")]
RoundNumber = Annotated[int, Field(description="The round, from 1.")]


class ContestSummary(Answer):
    """A contest at a glance."""

    contest: ContestId
    name: str = Field(description="What its organiser calls the contest.")
    kind: str = Field(description="Its kind, as the plan has it.")
    title: TitleId
    organiser: Handle
    status: ContestStatus
    created_at: Instant


class Contests(Answer):
    """Some of the contests of this host."""

    contests: list[ContestSummary] = Field(description="The newest first.")
    more: More
    next: Next


class ContestEntrant(Answer):
    """Somebody who entered."""

    player: Handle
    entered_at: Instant
    substitute: bool = Field(description="Whether they wait for seats that fall vacant, and are not drawn.")
    left: bool = Field(description="Whether they have left.")
    disqualified: bool = Field(description="Whether they were disqualified.")


class ContestResult(Answer):
    """How a game of a contest ended, by those who were drawn there."""

    outcome: str = Field(
        json_schema_extra={"enum": ["played", "ended", "adjudicated", "annulled"]},
        description="Whether it was played to its end, ended before, adjudicated, or counts for nothing.",
    )
    places: dict[str, int] = Field(description="By player, the place.")
    scores: dict[str, int] = Field(description="By player, the score.")
    left: list[str] = Field(description="Who gave up their seat, or lost it.")
    substitutes: dict[str, str] = Field(description="By who came in, for whom.")


class ContestTable(Answer):
    """A table of a round."""

    game: GameId
    seats: dict[str, str] = Field(description="By seat, who was drawn there.")
    result: ContestResult | None = Field(description="How its game ended; null while it goes on.")


class ContestRound(Answer):
    """A round of a contest."""

    round: RoundNumber
    closed_at: Instant
    draw: int = Field(description="The number of the draw that counts; 0 before there is one.")
    drawn_at: str | None = Field(description="When it was drawn.")
    ends_at: str | None = Field(description="When its time is up; null where it has all time.")
    entrants: list[str] = Field(description="Who was in when it closed.")
    byes: list[str] = Field(description="Who sits out.")
    tables: list[ContestTable] = Field(description="The tables, in the sequence of the draw.")


class ContestStuck(Answer):
    """What everybody waits for."""

    what: str = Field(description="In words.")
    since: Instant
    until: str | None = Field(description="Until when at most; null where nothing ends it.")
    games: list[str] = Field(description="The games that go on.")


class ContestAnswer(ContestSummary):
    """A contest: its plan, who is in it, its rounds, what it waits for."""

    commitment: Digest
    assistant: str | None = Field(description="Who decides in games in which the organiser plays.")
    plan: dict[str, Any] = Field(description="The payload of the organiser's statement (`contest`).")
    closes_at: str | None = Field(description="When entering closes; null where it does when the contest is full.")
    entrants: list[ContestEntrant] = Field(description="In the sequence in which they entered.")
    rounds: list[ContestRound] = Field(description="The rounds so far.")
    stuck: ContestStuck | None = Field(description="What everybody waits for; null when it is finished.")
    places: dict[str, int] | None = Field(description="By player, the place at the end; null before.")
    reason: str | None = Field(description="Why it is over; null before.")


class ContestLogAnswer(Answer):
    """A part of a contest's log."""

    host_key: str = Field(description="The host's raw public key (base64url), with which every entry is signed.")
    log: list[SignedForm] = Field(description="The entries (`contest-log`), as the host signed them.")
    more: More
    next: NextNumber


class StandingsLine(Answer):
    """A player in the standings."""

    player: Handle
    place: int = Field(description="The place, from 1; equals share one.")
    points: Points
    ties: dict[str, int] = Field(description="What each tie-break of the plan counts, in its sequence.")
    decided_by: str | None = Field(description="What parts the player from the next who has as many points.")
    why: list[str] = Field(description="Each game, each sum, and what parts the player from the one above: sentences.")


class StandingsAnswer(Answer):
    """The standings of a contest."""

    contest: ContestId
    after: int = Field(description="The round after which it stands so; later ones are left out.")
    lines: list[StandingsLine] = Field(description="The first first.")
