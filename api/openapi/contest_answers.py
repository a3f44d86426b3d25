"""Answers about contests. `api.contests.summaries` builds them; the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from api.openapi.answers import Answer, Invitee, SignedForm
from api.openapi.fields import Digest, GameId, Handle, Instant, More, Next, NextNumber, TitleId
from api.openapi.game_answers import ContestDuty

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


class InvitedToContest(Invitee):
    """An invitation to a contest, as its organiser signed it."""


class ContestInvitee(Invitee):
    """An invitation that holds, and what became of it."""

    status: str = Field(
        json_schema_extra={"enum": ["waiting", "entered", "out", "returned", "registered", "unknown"]},
        description="`waiting` until the player enters; `out`: they entered and have left, or were disqualified. Of an "
        "address: `returned` where its mail came back, `registered` where somebody became a player by it. `unknown`: "
        "who comes by an address, or in an anonymous contest, is not told.",
    )


class ContestInvitations(Answer):
    """Who is invited to a contest, in order."""

    invitations: list[ContestInvitee] = Field(description="The invitations that hold.")


class ContestEntrant(Answer):
    """Somebody who entered."""

    player: Handle
    holder: str | None = Field(description="In an anonymous contest that is finished: whose the alias was.")
    entered_at: Instant
    substitute: bool = Field(description="Whether they wait for seats that fall vacant, and are drawn only to fill in.")
    left: bool = Field(description="Whether they have left.")
    disqualified: bool = Field(description="Whether they were disqualified.")


class ContestCorrection(Answer):
    """That a result was corrected: who did it and why, and what had counted before."""

    at: Instant
    player: Handle
    reason: str = Field(description="Why, in the words of who did it.")
    places: dict[str, int] = Field(description="By player, the place before.")
    scores: dict[str, int] = Field(description="By player, the score before.")


class ContestResult(Answer):
    """How a game of a contest ended, by those who were drawn there."""

    outcome: str = Field(
        json_schema_extra={"enum": ["played", "ended", "adjudicated", "corrected", "annulled"]},
        description="Whether it was played to its end, ended before, adjudicated, corrected, or counts for nothing.",
    )
    places: dict[str, int] = Field(description="By player, the place.")
    scores: dict[str, int] = Field(description="By player, the score.")
    left: list[str] = Field(description="Who gave up their seat, or lost it.")
    substitutes: dict[str, str] = Field(description="By who came in, for whom.")
    corrections: list[ContestCorrection] = Field(description="The newest last.")


class ContestTable(Answer):
    """A table of a round."""

    game: GameId
    seats: dict[str, str] = Field(description="By seat, who was drawn there.")
    fill_ins: list[str] = Field(description="Who of them only makes up the number: for them it does not count.")
    result: ContestResult | None = Field(description="How its game ended; null while it goes on.")


class ContestRound(Answer):
    """A round of a contest."""

    round: RoundNumber
    closed_at: Instant
    draw: int = Field(description="The number of the draw that counts; 0 before there is one.")
    drawn_at: str | None = Field(description="When it was drawn.")
    ends_at: str | None = Field(description="When its time is up; null where it has all time.")
    entrants: list[str] = Field(description="Who was in when it closed.")
    byes: list[str] = Field(description="Who sits out because the tables do not come out even.")
    asked: list[str] = Field(description="Who sits out because they asked to.")
    corrected_since: list[str] = Field(
        description="The games of earlier rounds that were corrected after it was drawn by their results."
    )
    tables: list[ContestTable] = Field(description="The tables, in the sequence of the draw.")


class ContestChallenge(Answer):
    """On a ladder, who wants to play whom in a round."""

    round: RoundNumber
    challenger: Handle
    opponent: Handle
    declined: bool = Field(description="Whether the opponent declined.")


class ContestBye(Answer):
    """Somebody will sit out a round that is not drawn yet."""

    round: RoundNumber
    player: Handle


class ContestWord(Answer):
    """What an organiser wrote to all who are in the contest."""

    at: Instant
    player: Handle
    text: str = Field(description="As it was written.")


class ContestStuck(Answer):
    """What everybody waits for."""

    what: str = Field(description="In words.")
    since: Instant
    until: str | None = Field(description="Until when at most; null where nothing ends it.")
    games: list[str] = Field(description="The games that go on.")


class ContestAnswer(ContestSummary):
    """A contest: its plan, who is in it, its rounds, what it waits for."""

    commitment: Digest
    organisers: list[str] = Field(description="Who organises it, first the one who opened it.")
    assistant: str | None = Field(description="Who decides in games in which the organiser plays.")
    plan: dict[str, Any] = Field(description="The payload of the organiser's statement (`contest`).")
    closes_at: str | None = Field(description="When entering closes; null where it does when the contest is full.")
    entrants: list[ContestEntrant] = Field(description="In the sequence in which they entered.")
    rounds: list[ContestRound] = Field(description="The rounds so far.")
    challenges: list[ContestChallenge] = Field(description="On a ladder, in the sequence of the log.")
    byes: list[ContestBye] = Field(description="Who will sit out which round that is not drawn yet, as they asked.")
    words: list[ContestWord] = Field(description="What its organiser wrote to all, the oldest first.")
    stuck: ContestStuck | None = Field(description="What everybody waits for; null when it is finished.")
    duties: list[ContestDuty] = Field(description="What waits for the word of its organiser, assistant or an entrant.")
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
    division: int | None = Field(description="In a league, in which they were drawn last; null before, or elsewhere.")
    ties: dict[str, int] = Field(description="What each tie-break of the plan counts, in its sequence.")
    decided_by: str | None = Field(description="What parts the player from the next who has as many points.")
    why: list[str] = Field(description="Each game, each sum, and what parts the player from the one above: sentences.")


class StandingsAnswer(Answer):
    """The standings of a contest."""

    contest: ContestId
    after: int = Field(description="The round after which it stands so; later ones are left out.")
    lines: list[StandingsLine] = Field(description="The first first.")


class PlayerFigures(Answer):
    """How reliable a player was in the contests of this host: counts with their base, from signed public logs."""

    player: Handle
    since: Instant
    games: int = Field(
        description="Games of contests in which they sat down since then: the base of the counts up to `abandoned`."
    )
    came_in: int = Field(description="Of these, as a substitute.")
    finished: int = Field(description="Of these, in which they sat at the end.")
    resigned: int = Field(description="Of these, in which they gave up their seat.")
    vacated: int = Field(description="Of these, in which their seat fell vacant because they missed deadlines.")
    removed: int = Field(description="Of these, in which the seat was taken from them by an act.")
    abandoned: int = Field(description="Resigned, vacated or removed.")
    phases: int = Field(description="Phases that were resolved while they sat: the base of `missed`.")
    missed: int = Field(description="Of these phases, those that asked them and had no answer at the deadline.")
    answers: int = Field(description="In games that are over: phases that asked them alone, answered by themselves.")
    answer_seconds: int | None = Field(
        description="How long these were open, as the median, in seconds of working time; null: there are none."
    )


class RatingLine(Answer):
    """A player's rating in a title."""

    player: Handle
    rating: int = Field(description="Elo in whole points; everybody begins with 1500.")
    games: int = Field(description="The games that made it.")
    provisional: bool = Field(description="Whether these are fewer than 8.")


class SeatRating(Answer):
    """What a seat of a scenario is worth, by the results of who sat there."""

    scenario: str = Field(description="The scenario that it is a seat of.")
    seat: str = Field(description="The seat.")
    rating: int = Field(description="Points that are added to its player's; every seat begins with 0.")
    games: int = Field(description="The games that made it: those in which nobody gave a seat up.")
    provisional: bool = Field(description="Whether these are fewer than 8.")


class TitleRatings(Answer):
    """Ratings in a title, from the results of all contests of this host."""

    title: TitleId
    ratings: list[RatingLine] = Field(description="The highest first, equals by handle.")
    seats: list[SeatRating] = Field(description="Those of all seats, scenario by scenario, the strongest first.")
    more: More
    next: Next
