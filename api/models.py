"""The tables. What is public rests in the clear; what is secret rests as bytes sealed by `api.vault`.

Each phase has exactly one row of what it led to, with every secret column filled even when there is nothing in it, so
that neither the number of rows nor their order tells who was asked, who ordered or whose order fell.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, Index, LargeBinary, UniqueConstraint, text
from sqlmodel import Field, SQLModel

INVITING, RUNNING, OVER = "inviting", "running", "over"
OPEN, CUT, RESOLVED = "open", "cut", "resolved"
DUE, SENT, ABANDONED = "due", "sent", "abandoned"

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Host(SQLModel, table=True):
    """The house itself: one row."""

    __tablename__: ClassVar[str] = "host"
    id: int = Field(primary_key=True)
    check_value: bytes = Field(sa_type=LargeBinary)
    identity: bytes = Field(sa_type=LargeBinary)
    card: bytes = Field(sa_type=LargeBinary)
    created_at: datetime


class Player(SQLModel, table=True):
    """A person or a bot, known by keys. The address is told to nobody."""

    __tablename__: ClassVar[str] = "players"
    id: int | None = Field(default=None, primary_key=True)
    handle: str = Field(unique=True)
    key_id: str = Field(unique=True)
    card: bytes = Field(sa_type=LargeBinary)
    email: str | None = None
    created_at: datetime


class Game(SQLModel, table=True):
    """One playing of a title."""

    __tablename__: ClassVar[str] = "games"
    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    name: str
    title: str
    scenario: str
    version: str
    organiser: str = Field(foreign_key="players.handle")
    deadline_seconds: int
    status: str = Field(index=True)
    commitment: str
    secret: bytes = Field(sa_type=LargeBinary)
    created_at: datetime
    places: dict[str, int] | None = Field(default=None, sa_column=Column(JSON))
    scores: dict[str, int] | None = Field(default=None, sa_column=Column(JSON))
    reason: str | None = None


class Seat(SQLModel, table=True):
    """A place in a game; who plays from it is public. `told` is the last phase that a mail told it of."""

    __tablename__: ClassVar[str] = "seats"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "name"), UniqueConstraint("game", "ordinal"))
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    name: str
    ordinal: int
    player: str | None = Field(default=None, foreign_key="players.handle")
    statement: bytes | None = Field(default=None, sa_type=LargeBinary)
    contribution: str | None = None
    told: int = -1


class PhaseRow(SQLModel, table=True):
    """A phase as the house keeps it. Whom it asks stands only in the sealed position."""

    __tablename__: ClassVar[str] = "phases"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("game", "number"),
        Index("ix_phases_unresolved", "deadline", sqlite_where=text("status != 'resolved'")),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    number: int
    status: str
    version: str
    suite: str
    public_key: bytes = Field(sa_type=LargeBinary)
    private_key: bytes | None = Field(default=None, sa_type=LargeBinary)
    statement: bytes = Field(sa_type=LargeBinary)
    opened_at: datetime
    deadline: datetime


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
    """An entry of a game's log: the host's statement as it was signed."""

    __tablename__: ClassVar[str] = "log"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "index"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    index: int
    kind: str
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
    fallen: bytes = Field(sa_type=LargeBinary)
    resolved_at: datetime


class MailRow(SQLModel, table=True):
    """A mail in the outbox, written in the transaction of what it tells."""

    __tablename__: ClassVar[str] = "mails"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        Index("ix_mails_due", "next_try", sqlite_where=text("status = 'due'")),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    player: str = Field(foreign_key="players.handle")
    kind: str
    message_id: str = Field(unique=True)
    subject: str
    text: str
    status: str = DUE
    attempts: int = 0
    next_try: datetime
    created_at: datetime
