"""The log of a game, or of a contest: host-signed entries, each naming the hash of the one before.

Invariants that `verify_chain` proves:
- every entry is signed with the host's key and belongs to this game or contest;
- indices count from 0 without a gap, and each entry names the SHA-256 of the payload of the one before;
- every body has exactly the fields of its kind.
Whether the entries tell a possible game, and whether they are true, is `schemas.record`'s.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar

import msgspec

from schemas.errors import BrokenLog, ProtocolError
from schemas.log.contest_entries import CONTEST_BODIES
from schemas.log.entries import BODIES, Body
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import ContestEntry
from schemas.statements.payloads import Entry, instant
from schemas.statements.statements import Signer, Statement, sign_payload

SUBSTANCE_PREFIX = b"\x03"
NOT_KEYING = ("act", "notice", "rekeyed", "left", "challenged", "bye", "revealed")
"""Entries that a host, or one player with it, could write or leave out as the dice please them."""


E = TypeVar("E", Entry, ContestEntry)


class Link(msgspec.Struct, Generic[E], frozen=True, dict=True):
    """One entry of a log, with its body read. Each kind of log has a class of its own."""

    payload: ClassVar[type[Entry] | type[ContestEntry]]
    bodies: ClassVar[Mapping[str, type[Body]]]
    named: ClassVar[str]
    """The field with the name of what the log is of."""

    entry: E
    body: Body
    statement: Statement

    @classmethod
    def from_statement(cls, statement: Statement) -> Self:
        """Read an entry; says nothing about its signature."""
        entry = statement.read(cls.payload)
        return cls(entry, cls.bodies[entry.kind].from_body(entry.body), statement)  # type: ignore[arg-type]

    @property
    def index(self) -> int:
        """The entry's place in the log, from 0."""
        return self.entry.index

    @property
    def kind(self) -> str:
        """The kind of its body: `created`, `joined`, `cut` and so on."""
        return self.entry.kind

    @property
    def at(self) -> datetime:
        """When the host entered it."""
        return datetime.fromisoformat(self.entry.at)

    @property
    def hash(self) -> bytes:
        """SHA-256 of the payload: through `previous`, the hash of the whole log up to and with this entry."""
        return self.statement.digest

    @cached_property
    def substance(self) -> bytes:
        """SHA-256 of the canonical kind and body: what the entry says, without when the host says that it was.

        Fields of the body that hang on such instants are left out.
        """
        said = {name: value for name, value in self.entry.body.items() if name not in self.body.not_keying}
        return hashlib.sha256(canonical.dumps({"kind": self.kind, "body": said})).digest()


class LogEntry(Link[Entry], frozen=True):
    """An entry of a game's log."""

    payload, bodies, named = Entry, BODIES, "game"


class ContestLogEntry(Link[ContestEntry], frozen=True):
    """An entry of a contest's log."""

    payload, bodies, named = ContestEntry, CONTEST_BODIES, "contest"


L = TypeVar("L", LogEntry, ContestLogEntry)


def substance(log: Iterable[LogEntry] | Iterable[ContestLogEntry]) -> bytes:
    """What keys dice and draws: SHA-256(0x03 ‖ the substances, sorted, of all entries but those in `NOT_KEYING`).

    Nothing is in it that the host alone decides. Were the instants in it, or the sequence in which joins were entered,
    a host, which knows its secret, could try one after another until the dice please it.
    """
    return combined(entry.substance for entry in log if entry.kind not in NOT_KEYING)


def combined(substances: Iterable[bytes]) -> bytes:
    """The substance of a log, from those of its entries that are not in `NOT_KEYING`."""
    return hashlib.sha256(SUBSTANCE_PREFIX + b"".join(sorted(substances))).digest()


def append(previous: LogEntry | None, *, game: str, body: Body, at: datetime, host: Signer) -> LogEntry:
    """Sign the entry of a game's log that follows `previous` (None: the first)."""
    return _signed_after(LogEntry, previous, game, body, at, host)


def append_to_contest(
    previous: ContestLogEntry | None, *, contest: str, body: Body, at: datetime, host: Signer
) -> ContestLogEntry:
    """Sign the entry of a contest's log that follows `previous` (None: the first)."""
    return _signed_after(ContestLogEntry, previous, contest, body, at, host)


def verify_chain(statements: Iterable[Statement], host_public: bytes, game: str) -> list[LogEntry]:
    """Read a whole log by this host; the first entry that breaks an invariant is refused by its index."""
    return _verified(LogEntry, statements, host_public, game)


def verify_contest_chain(statements: Iterable[Statement], host_public: bytes, contest: str) -> list[ContestLogEntry]:
    """Read a contest's whole log, or as much as there is, by this host; refuses as `verify_chain` does."""
    return _verified(ContestLogEntry, statements, host_public, contest)


def _signed_after(kind: type[L], previous: L | None, name: str, body: Body, at: datetime, host: Signer) -> L:
    entry = kind.payload.from_body(
        {
            kind.named: name,
            "index": previous.index + 1 if previous else 0,
            "previous": to_base64url(previous.hash) if previous else None,
            "kind": body.kind,
            "at": instant(at),
            "body": body.to_body(),
        }
    )
    return kind.from_statement(sign_payload(entry, host))


def _verified(kind: type[L], statements: Iterable[Statement], host_public: bytes, name: str) -> list[L]:
    log: list[L] = []
    for index, statement in enumerate(statements):
        try:
            entry = kind.from_statement(statement)
            statement.verify(host_public)
        except ProtocolError as error:
            raise BrokenLog(f"log entry {index}: {error.message}") from error
        _require_next(entry, log[-1] if log else None, name)
        log.append(entry)
    return log


def _require_next(link: L, before: L | None, name: str) -> None:
    entry, index = link.entry, before.index + 1 if before else 0
    previous = to_base64url(before.hash) if before else None
    for field, found, wanted in (
        (link.named, getattr(entry, link.named), name),
        ("index", entry.index, index),
        ("previous", entry.previous, previous),
    ):
        if found != wanted:
            raise BrokenLog(f"log entry {index}: its {field} is {found!r}; expected {wanted!r}")
