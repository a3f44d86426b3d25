"""The phases of games: envelopes, what they led to, the log, the record."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import JSON, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from api.store.models.columns import partial_index, read_statement
from schemas.statements.payloads import PhaseKeyNotice

OPEN, CUT, RESOLVED, VOID = "open", "cut", "resolved", "void"
UNRESOLVED = "status IN ('open', 'cut')"
"""Of a phase: it is open, or cut and not resolved yet."""
STOPPED_AFTER: Final = 3
"""So many tries make a game one that has stopped: its people are told, and may end it, take it back or amend it."""


class PhaseRow(SQLModel, table=True):
    """A phase as the host keeps it. Which seats it asks stands only in the sealed position.

    Number 0 holds the key of the game's books: it stays open, without deadline, until the game is over. `look_at` is
    when the worker has to look at it next.
    """

    __tablename__: ClassVar[str] = "phases"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("game", "number"),
        partial_index("ix_phases_unresolved", "look_at", where=UNRESOLVED),
        partial_index("ix_phases_unresolved_of", "game", where=UNRESOLVED),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    number: int
    status: str
    private_key: bytes | None = Field(default=None, sa_type=LargeBinary)
    statement: bytes = Field(sa_type=LargeBinary)
    """The notice of its key."""
    opened_at: datetime
    deadline: datetime | None = None
    grace_until: datetime | None = None
    """Set when the deadline has passed and somebody was missing; of a veiled phase whether or not."""
    extended_seconds: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    reminded: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """How many of the terms' reminders have gone out."""
    look_at: datetime | None = None
    awaited: str | None = None
    """The seats, with blanks between, for whose envelopes the phase waits; null: any may make it due, or which are
    asked is hidden."""
    settled_by: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The words of envelopes after which the phase waits for their seat no more."""
    faults: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """How often the worker has failed at it since it last went well."""
    books: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}"))
    """Set by the cut: by seat, the digest of the book that counts."""

    @property
    def notice(self) -> PhaseKeyNotice:
        """Its key, and the rules under which it is played."""
        return read_statement(PhaseKeyNotice, self.statement)

    @property
    def is_stopped(self) -> bool:
        """Has the host failed at it so often that people have to see to it?"""
        return bool(self.faults >= STOPPED_AFTER)


class EnvelopeRow(SQLModel, table=True):
    """An envelope as it came, with its receipt. All are kept."""

    __tablename__: ClassVar[str] = "envelopes"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "phase", "seat", "sequence"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    phase: int
    seat: str
    sequence: int
    word: str
    digest: str
    raw: bytes = Field(sa_type=LargeBinary)
    receipt: bytes = Field(sa_type=LargeBinary)
    received_at: datetime


class LogRow(SQLModel, table=True):
    """An entry of a game's log: the host's statement as it was signed, and what is looked up of it.

    The substances of a long log are read at each of its resolutions: they rest in an index, without the statements.
    """

    __tablename__: ClassVar[str] = "log"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("game", "index"),
        Index("ix_log_kinds", "game", "index", "kind"),
        partial_index("ix_log_substances", "game", "index", "substance", where="substance IS NOT NULL"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    index: int
    kind: str
    phase: int | None = None
    """The phase that it is about; null: none."""
    substance: bytes | None = Field(default=None, sa_type=LargeBinary)
    """What it adds to what keys the dice; null: nothing."""
    statement: bytes = Field(sa_type=LargeBinary)


class ResolutionRow(SQLModel, table=True):
    """What a phase led to; phase 0 is the deal. Every column but the time is sealed."""

    __tablename__: ClassVar[str] = "resolutions"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "phase"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    phase: int
    position: bytes = Field(sa_type=LargeBinary)
    events: bytes = Field(sa_type=LargeBinary)
    counted: bytes = Field(sa_type=LargeBinary)
    resolved_at: datetime


class RecordRow(SQLModel, table=True):
    """The record of a finished game, gzipped: everybody may have it."""

    __tablename__: ClassVar[str] = "records"
    game: str = Field(primary_key=True, foreign_key="games.id")
    packed: bytes = Field(sa_type=LargeBinary)
