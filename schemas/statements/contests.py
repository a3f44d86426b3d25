"""The payloads of contests: the organiser's plan, what entrants sign, acts on a contest, and an entry of its log."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from schemas.statements.forms import KeyId, prepare
from schemas.statements.payloads import (
    Address,
    Bytes32,
    Count,
    Handle,
    Name,
    Options,
    Ordinal,
    Payload,
    Seconds,
    Terms,
    Title,
)
from schemas.statements.texts import Line, Lines
from schemas.statements.times import Instant

MOST_ENTRANTS: Final = 256
MOST_ROUNDS: Final = 12
MOST_FURTHER: Final = 8
"""Organisers beside the first."""
NEWEST_EDITION: Final = 2
"""Of the rules by which contests are drawn and counted (docs/protocol.md, section 15); this program's plans name it."""

Kind = Literal["mini", "round-robin", "swiss", "knock-out", "cup", "league", "ladder"]
TieBreak = Literal["wins", "beaten", "opponents", "share", "meeting", "lot"]
Because = Annotated[Line, Meta(min_length=1, max_length=500)]
Announcement = Annotated[Lines, Meta(min_length=1, max_length=4_000)]
Entrants = Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)]
Seats = Annotated[list[Name], Meta(min_length=2, max_length=64)]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Pair = Annotated[list[Handle], Meta(min_length=2, max_length=2)]


class Contest(Payload, frozen=True, kw_only=True):
    """An organiser's plan of a contest: games of one scenario under the same terms, in rounds. It never changes."""

    document = "contest"
    nonce: Bytes32
    organiser: KeyId
    host: KeyId
    name: Title
    kind: Kind
    title: Name
    scenario: Name
    options: Options = {}
    terms: Terms
    tables: Annotated[list[Seats], Meta(min_length=1, max_length=8)]
    """The seats of a table, for each size that is played; the size wanted most is first."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    closes_at: Instant | None = None
    """When entering closes; null in a mini, which begins when it is full."""
    fewest: Entrants = 2
    """With fewer entrants when it closes the contest ends without a game."""
    most: Entrants = MOST_ENTRANTS
    round_seconds: Seconds = 0
    """How long a round may last; 0 for as long as its games do."""
    late: Literal["wait", "end", "adjudicate"] = "wait"
    """What becomes of games that go on when the round's time is up: waited for, ended with the places of the moment, or
    left to the assistant (the organiser, where there is none) to decide."""
    ties: Annotated[list[TieBreak], Meta(max_length=6)] = msgspec.field(
        default_factory=lambda: ["wins", "beaten", "opponents", "share", "meeting", "lot"]
    )
    """What parts those who have as many points, in this sequence."""
    advance: Annotated[int, Meta(ge=0, le=63)] = 0
    """Knock-out and cup: how many of each table play on; league: how many go up, and as many down; ladder: within how
    many rungs players meet and challenge; else 0."""
    swiss_rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    """Cup: how many rounds before the knock-out; else 0."""
    seeds: Literal["lot", "rating", "list"] = "lot"
    seed_list: Annotated[list[Handle], Meta(max_length=MOST_ENTRANTS)] = []
    """The strongest first."""
    apart: Annotated[list[Pair], Meta(max_length=500)] = []
    """Pairs that are not seated together if it can be helped."""
    odd: Literal["bye", "bot", "fill-in"] = "bye"
    """Who makes up the number where the tables do not come out even."""
    anonymous: bool = False
    """Players enter under aliases: nobody learns who they are before the end."""
    private: bool = False
    """Only who is invited may enter; strangers see neither it nor its games, which count in no rating or figure."""
    substitutes: bool = True
    """Vacant seats are offered to those who entered as substitutes."""
    assistant: Handle | None = None
    """Who decides in games in which the organiser plays."""
    organisers: Annotated[list[Handle], Meta(min_length=1, max_length=MOST_FURTHER)] | UnsetType = UNSET
    """Further organisers, with the same rights."""
    asked_byes: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    """How many rounds an entrant may sit out because they ask to; left out: none."""
    asked_worth: Literal["half", "nothing"] | UnsetType = UNSET
    """What such a round brings: half a win, or nothing; left out: the mean of one's games, as any bye does."""
    edition: Literal[2] | UnsetType = UNSET
    """By which edition of the rules of contests it is drawn and counted; left out, by the first."""
    late_entry: Literal[False] | UnsetType = UNSET
    """Left out: kinds whose rounds do not hang together may be entered after the first draw."""
    no_shows: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    """After so many seats that they gave up or lost an entrant is drawn no more until they enter again; left out: after
    however many they are drawn on."""
    scoring: Literal["share", "squares"] | UnsetType = UNSET
    """What a game is worth: shares of the scores at its table, or of their squares; left out: by places."""
    best: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    """How many of a player's rounds count, the best ones; left out: all."""
    both_sides: Literal[True] | UnsetType = UNSET
    """At tables of two: each pairing is a match of two games, in which they change sides; left out: one game."""
    tied: Literal["score", "standing"] | UnsetType = UNSET
    """With both sides in kinds in which matches have to be won: who wins one that is tied on points, by the scores of
    both games and then by where they stood, or by where they stood; else left out."""


class Enter(Payload, frozen=True):
    """A player enters a contest: its draws may seat them. Adds 32 bytes to its chance."""

    document = "enter"
    contest: Name
    player: KeyId
    host: KeyId
    contribution: Bytes32
    commitment: Bytes32
    """That of the contest's log."""
    substitute: bool = False
    """Only for seats that fall vacant, and to fill in where the plan says so."""


class LeaveContest(Payload, frozen=True):
    """An entrant leaves the draws from the next round on; `number` rises from one to the next."""

    document = "leave"
    contest: Name
    player: KeyId
    number: Ordinal


class Challenge(Payload, frozen=True):
    """On a ladder: an entrant challenges one who stands above them, for the next round; or, where `declined`, will not
    play the one who challenged them. `number` rises from one to the next."""

    document = "challenge"
    contest: Name
    player: KeyId
    number: Ordinal
    opponent: Handle
    declined: bool = False


class RequestBye(Payload, frozen=True):
    """An entrant will sit out a round that is not closed yet; or, where `withdrawn`, plays in it after all. `number`
    rises from one to the next."""

    document = "bye"
    contest: Name
    player: KeyId
    number: Ordinal
    round: Ordinal
    withdrawn: bool


class ContestActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act"):
    """What an act does, and why: everybody can read the reason, and there has to be one."""

    reason: Because


class KeepApart(ContestActBody, frozen=True, tag="apart"):
    """Two entrants are not seated together from the next draw on, if it can be helped."""

    players: Pair


class Redraw(ContestActBody, frozen=True, tag="redraw"):
    """The newest round is drawn once more, with the next secret; its games are annulled."""

    round: Ordinal


class Disqualify(ContestActBody, frozen=True, tag="disqualify"):
    """An entrant is out, and loses their seats in running games."""

    player: Handle


class Adjudicate(ContestActBody, frozen=True, tag="adjudicate"):
    """A game that goes on ends, with these places."""

    game: Name
    places: Annotated[dict[Handle, Ordinal], Meta(min_length=2, max_length=64)]


class Lengthen(ContestActBody, frozen=True, tag="extend"):
    """A round's time is up so much later (round 1, before it closes: entering closes so much later)."""

    round: Ordinal
    seconds: Annotated[int, Meta(ge=1, le=60 * 86_400)]


class NameAssistant(ContestActBody, frozen=True, tag="assistant"):
    """Another player decides in games in which the organiser plays."""

    player: Handle


class NameOrganiser(ContestActBody, frozen=True, tag="organiser"):
    """Another player organises the contest too, with the same rights, but that they name and dismiss nobody else."""

    player: Handle


class DismissOrganiser(ContestActBody, frozen=True, tag="dismiss"):
    """A further organiser is one no more: by the word of the first, or their own."""

    player: Handle


class AnnulGame(ContestActBody, frozen=True, tag="annul"):
    """A game counts for nothing."""

    game: Name


class CorrectResult(ContestActBody, frozen=True, tag="correct"):
    """A game that is over counts with these places, also once the contest is; the result before stays in the log."""

    game: Name
    places: Annotated[dict[Handle, Ordinal], Meta(min_length=2, max_length=64)]
    scores: Annotated[dict[Handle, Score], Meta(min_length=2, max_length=64)] | UnsetType = UNSET
    """Left out: those from before."""


class EndContest(ContestActBody, frozen=True, tag="end"):
    """The contest ends now, with the standings of the moment."""


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act", tag="announce"):
    """A word to all who are in the contest, for everybody to read: it decides nothing, and needs no reason."""

    text: Announcement


Decisions = (
    KeepApart
    | Redraw
    | Disqualify
    | Adjudicate
    | Lengthen
    | NameAssistant
    | NameOrganiser
    | DismissOrganiser
    | AnnulGame
    | CorrectResult
    | EndContest
)
ContestActs = Decisions | Announce


class ContestAct(Payload, frozen=True):
    """An act on a contest by its organiser, or its assistant; `number` rises from act to act of the signer."""

    document = "contest-act"
    contest: Name
    organiser: KeyId
    """Who signs: the organiser, or the assistant where the organiser plays."""
    number: Ordinal
    act: ContestActs


class ContestInvitation(Payload, frozen=True):
    """The organiser invites somebody, by handle or by address, to enter; or takes that back."""

    document = "contest-invitation"
    contest: Name
    organiser: KeyId
    number: Ordinal
    player: Handle | None
    address: Address | None
    withdrawn: Literal[True] | UnsetType = UNSET
    """The invitation of this player or address holds no more."""


class ContestEntry(Payload, frozen=True):
    """An entry of a contest's log; `previous` is the hash of the entry before, null in the first."""

    document = "contest-log"
    by_host = True
    contest: Name
    index: Count
    previous: Bytes32 | None
    kind: Literal[
        "opened", "entered", "left", "challenged", "bye", "closed", "drawn", "result", "act", "revealed", "finished"
    ]
    at: Instant
    body: dict[str, Any]


CONTEST_STATEMENTS: tuple[type[Payload], ...] = (
    *(Contest, Enter, LeaveContest, Challenge, RequestBye),
    *(ContestAct, ContestInvitation, ContestEntry),
)

prepare(*CONTEST_STATEMENTS)
