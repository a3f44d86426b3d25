"""The bodies of the entries of a game's log, kind by kind. Statements stand in them as they were signed."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from schemas.forms import StatementForm
from schemas.payloads import Bytes32, Count, Name, Ordinal, Payload


class Body(Payload, frozen=True):
    """What one entry says; `kind` is that of the entry."""

    document: ClassVar[str] = "log entry"
    kind: ClassVar[str]


class Created(Body, frozen=True):
    """The organiser's statement, and the host's commitment to its chance secret."""

    kind = "created"
    statement: StatementForm
    commitment: Bytes32


class Joined(Body, frozen=True):
    """A player's join."""

    kind = "joined"
    statement: StatementForm


class Started(Body, frozen=True):
    """The organiser's start. The setup is keyed by the substance of the log up to and with this entry."""

    kind = "started"
    statement: StatementForm


class Dealt(Body, frozen=True):
    """The setup is done: the salted hash of the first position."""

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


class Over(Body, frozen=True):
    """The game is over: its outcome, and the secret that opens all salts and dice."""

    kind = "over"
    places: dict[Name, Count]
    scores: dict[Name, int]
    reason: str
    secret: Bytes32


BODIES: dict[str, type[Body]] = {body.kind: body for body in (Created, Joined, Started, Dealt, Cut, Resolved, Over)}
