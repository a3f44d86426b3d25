"""The bodies of the entries of a game's log, kind by kind. They hold statements as they were signed."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType, field

from schemas.statements.forms import StatementForm, prepare
from schemas.statements.payloads import Bytes32, Count, Name, Ordinal, Payload, Version
from schemas.statements.times import Instant

NoticeWord = Literal["overdue", "missed", "vacated", "voted", "late", "paused"]


class Body(Payload, frozen=True):
    """What one entry says; `kind` is that of the entry."""

    document: ClassVar[str] = "log entry"
    kind: ClassVar[str]
    not_keying: ClassVar[frozenset[str]] = frozenset()
    """Fields that the host could choose as the dice please it."""


class Created(Body, frozen=True):
    """The organiser's statement, and the host's commitment to its chance secret.

    In a game of a contest the statement is the contest's plan, and `drawn` the entry of the contest's log that seats
    it: then `seated` stands for every seat, and nobody starts it. Other games have no `drawn`.
    """

    kind = "created"
    not_keying = frozenset({"drawn"})
    statement: StatementForm
    commitment: Bytes32
    drawn: StatementForm | UnsetType = UNSET


class Seated(Body, frozen=True):
    """An entrant of the contest is seated as the draw says: their statement `enter`."""

    kind = "seated"
    seat: Name
    statement: StatementForm


class Joined(Body, frozen=True):
    """A player's join, before the start or, in a vacant seat, later.

    In an anonymous game the host commits in `alias` to whose the alias is (`schemas.keys.aliases`).
    """

    kind = "joined"
    statement: StatementForm
    alias: Bytes32 | UnsetType = UNSET


class Started(Body, frozen=True):
    """The organiser's start; a game that starts when it is full has no such entry."""

    kind = "started"
    statement: StatementForm


class Dealt(Body, frozen=True):
    """The setup is done: the salted hash of the first position. It is keyed by the substance of the log before."""

    kind = "dealt"
    phase: Literal[0]
    position: Bytes32


class Cut(Body, frozen=True):
    """What counts in a phase: one salted leaf for every seat of the game, in seat order, asked or not."""

    kind = "cut"
    phase: Ordinal
    leaves: Annotated[list[Bytes32], Meta(min_length=1, max_length=64)]


class Resolved(Body, frozen=True):
    """A phase is resolved: the salted hash of the position it led to."""

    kind = "resolved"
    phase: Ordinal
    position: Bytes32


class Acted(Body, frozen=True):
    """What the organiser or the holder of a seat did (a statement `act` or `seat-act`)."""

    kind = "act"
    statement: StatementForm


class Notice(Body, frozen=True):
    """A step that the host took by the game's terms. In a veiled phase nobody is named.

    `overdue`: the deadline passed, grace runs until `until`; `missed`: those who had sent nothing at the cut;
    `vacated`: seats that fell vacant; `voted`: the players' votes carried `vote`; `late`: the plan of the game's
    contest ends it; `paused`: nobody holds a seat any more, and no deadline runs until somebody joins or the organiser
    resumes the game.
    """

    kind = "notice"
    what: NoticeWord
    phase: Ordinal
    seats: Annotated[list[Name], Meta(max_length=64)]
    until: Instant | None = None
    vote: Literal["pause", "resume", "extend", "end"] | None = None


class Reopened(Body, frozen=True):
    """After a rollback or an amendment: phase `phase` is void, `number` is open in its place at this position.

    `since` is the phase before whose resolution the position stood (that of the rollback; with an amendment `phase`).
    """

    kind = "reopened"
    phase: Ordinal
    number: Ordinal
    since: Ordinal
    position: Bytes32


class RulesChanged(Body, frozen=True):
    """The host goes on under newer rules: phase `phase` is void, `number` is open in its place, and asks anew.

    `before` is the salted hash of the position that the older rules led to, as the log has it already; `position` that
    of the upgraded one.
    """

    kind = "rules-changed"
    phase: Ordinal
    number: Ordinal
    older: Version = field(name="from")
    newer: Version = field(name="to")
    before: Bytes32
    position: Bytes32


class Rekeyed(Body, frozen=True):
    """A player of the game, or its organiser, has replaced a key (a statement `rotation`)."""

    kind = "rekeyed"
    statement: StatementForm


class Revealed(Body, frozen=True):
    """Whose an alias was: a statement `alias`, and the card of who signed it. Just before the end, of contests too."""

    kind = "revealed"
    statement: StatementForm
    card: StatementForm


class Over(Body, frozen=True):
    """The game is over: its outcome, and the secret that opens all salts and dice. Annulled, it has no places."""

    kind = "over"
    places: dict[Name, Count]
    scores: dict[Name, int]
    reason: str
    secret: Bytes32


BODIES: dict[str, type[Body]] = {
    body.kind: body
    for body in (
        Created,
        Seated,
        Joined,
        Started,
        Dealt,
        Cut,
        Resolved,
        Acted,
        Notice,
        Reopened,
        RulesChanged,
        Rekeyed,
        Revealed,
        Over,
    )
}

prepare(*BODIES.values())


ENDED = "ended by the organiser"
ANNULLED = "annulled by the organiser"
VOTED = "ended by the players"
LATE = "ended by the contest's plan"
ADJUDICATED = "adjudicated"


def ranked(scores: Mapping[str, int]) -> dict[str, int]:
    """The place of each seat by its score alone: the highest is first, and equals share a place."""
    return {seat: 1 + sum(other > score for other in scores.values()) for seat, score in scores.items()}
