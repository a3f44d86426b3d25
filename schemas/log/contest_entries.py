"""The bodies of the entries of a contest's log, kind by kind. They hold statements as they were signed.

Players are named by their handles; the card beside the statement says which key a handle has.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from schemas.log.entries import Body, Revealed
from schemas.statements.contests import MOST_ENTRANTS
from schemas.statements.forms import StatementForm, prepare
from schemas.statements.payloads import Bytes32, Handle, Name, Ordinal, Reason

Handles = Annotated[list[Handle], Meta(max_length=MOST_ENTRANTS)]


class Opened(Body, frozen=True):
    """The plan, the organiser's card, the host's commitment to its secret, and the end of the chain of draw secrets."""

    kind = "opened"
    statement: StatementForm
    card: StatementForm
    commitment: Bytes32
    draws: Bytes32


class Entered(Body, frozen=True):
    """A player entered (a statement `enter`); with a new key also once more.

    In an anonymous contest the host commits in `alias` to whose the alias is (`schemas.keys.aliases`).
    """

    kind = "entered"
    statement: StatementForm
    card: StatementForm
    alias: Bytes32 | UnsetType = UNSET


class Left(Body, frozen=True):
    """An entrant left (a statement `leave`); counts from the next closing."""

    kind = "left"
    statement: StatementForm


class Challenged(Body, frozen=True):
    """On a ladder an entrant challenged another, or declined (a statement `challenge`); counts at the next draw."""

    kind = "challenged"
    statement: StatementForm


class ByeAsked(Body, frozen=True):
    """An entrant asked to sit out a round, or took that back (a statement `bye`); counts when the round closes."""

    kind = "bye"
    statement: StatementForm


class ContestActed(Body, frozen=True):
    """An act of the organiser or assistant (a `contest-act`); with the card of a key that `opened` does not have."""

    kind = "act"
    statement: StatementForm
    card: StatementForm | None = None


class Closed(Body, frozen=True):
    """A round is closed: who is drawn in it. By the plan, at its time, never when the host would like it.

    In the first round of a contest that is seeded by rating, `ratings` are those of its entrants who have one; others
    have none.
    """

    kind = "closed"
    round: Ordinal
    entrants: Handles
    ratings: Annotated[dict[Handle, int], Meta(max_length=MOST_ENTRANTS)] | UnsetType = UNSET


class DrawnTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table: the id of its game, and who has which seat; a seat that the rules' bot plays is not named."""

    game: Name
    seats: Annotated[dict[Name, Handle], Meta(max_length=64)]


class Drawn(Body, frozen=True):
    """The tables of a round. `draw` counts all draws of the contest from 1; `reason` says why it is drawn again."""

    kind = "drawn"
    round: Ordinal
    draw: Ordinal
    secret: Bytes32
    tables: Annotated[list[DrawnTable], Meta(max_length=MOST_ENTRANTS)]
    byes: Handles
    reason: Reason


class Result(Body, frozen=True):
    """A game of a round is over. `head` is the hash of the entry `over` of its log.

    Places and scores by those who were drawn; `left` are those of them who gave up their seat or lost it, and
    `substitutes` who came in for them, newest last where there were more. An annulled game has no places.
    """

    kind = "result"
    not_keying = frozenset({"head"})
    round: Ordinal
    game: Name
    outcome: Literal["played", "ended", "adjudicated", "annulled"]
    places: dict[Handle, Ordinal]
    scores: dict[Handle, int]
    left: Handles
    substitutes: dict[Handle, Handle]
    """By substitute, for whom."""
    head: Bytes32


class Finished(Body, frozen=True):
    """The contest is over: its last standings, and the secret that opens all draws and all games' dice."""

    kind = "finished"
    places: dict[Handle, Ordinal]
    secret: Bytes32
    reason: Reason


CONTEST_BODIES: dict[str, type[Body]] = {
    body.kind: body
    for body in (Opened, Entered, Left, Challenged, ByeAsked, ContestActed, Closed, Drawn, Result, Revealed, Finished)
}

prepare(*CONTEST_BODIES.values())
