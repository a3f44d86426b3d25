"""Contests, their logs and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from api.store.models.columns import read_payload, read_statement
from schemas.statements.contests import Contest, ContestInvitation

ENTERING, GOING, FINISHED = "entering", "running", "finished"


class ContestRow(SQLModel, table=True):
    """A contest. What has become of it stands in its log; columns hold what it is found by."""

    __tablename__: ClassVar[str] = "contests"
    __table_args__: ClassVar[tuple[Any, ...]] = (Index("ix_contests_newest", "status", "created_at"),)
    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    opening: bytes = Field(sa_type=LargeBinary)
    """The payload `contest` as the organiser signed it."""
    title: str
    organiser: str = Field(foreign_key="players.handle", index=True)
    status: str
    private: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    """Only its readers see it."""
    commitment: str
    secret: bytes = Field(sa_type=LargeBinary)
    """The root of all its secrets."""
    created_at: datetime = Field(index=True)
    look_at: datetime | None = Field(default=None, index=True)
    """When the worker has to look at it next, if no game of it is over before."""
    asked_at: datetime | None = None
    """The end of the newest round of which those who decide were asked to adjudicate what goes on."""
    faults: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """How often the worker has failed at it since it last went well."""

    @property
    def plan(self) -> Contest:
        """The plan by which it was opened."""
        return read_payload(Contest, self.opening)


class ContestReaderRow(SQLModel, table=True):
    """A player who may see a private contest: its organiser, an assistant, the invited, entrants."""

    __tablename__: ClassVar[str] = "contest_readers"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("contest", "player"),)
    id: int | None = Field(default=None, primary_key=True)
    contest: str = Field(foreign_key="contests.id")
    player: str = Field(foreign_key="players.handle", index=True)


class ContestOrganiserRow(SQLModel, table=True):
    """A player who organises a contest beside the one who opened it."""

    __tablename__: ClassVar[str] = "contest_organisers"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("contest", "player"),)
    id: int | None = Field(default=None, primary_key=True)
    contest: str = Field(foreign_key="contests.id")
    player: str = Field(foreign_key="players.handle", index=True)


class ContestLogRow(SQLModel, table=True):
    """An entry of a contest's log, as the host signed it."""

    __tablename__: ClassVar[str] = "contest_log"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("contest", "index"),)
    id: int | None = Field(default=None, primary_key=True)
    contest: str = Field(foreign_key="contests.id")
    index: int
    digest: bytes = Field(sa_type=LargeBinary)
    """SHA-256 of the payload."""
    statement: bytes = Field(sa_type=LargeBinary)


class ContestInvitationRow(SQLModel, table=True):
    """An invitation to a contest, as its organiser signed it; numbers rise for each signer."""

    __tablename__: ClassVar[str] = "contest_invitations"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("contest", "signer", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    contest: str = Field(foreign_key="contests.id")
    signer: str
    number: int
    digest: str = Field(unique=True)
    statement: bytes = Field(sa_type=LargeBinary)

    @property
    def said(self) -> ContestInvitation:
        """The players whom it invites."""
        return read_statement(ContestInvitation, self.statement)


class ContestComponentsRow(SQLModel, table=True):
    """The components file that the organiser of a contest laid over the title of its games."""

    __tablename__: ClassVar[str] = "contest_components"
    contest: str = Field(primary_key=True, foreign_key="contests.id")
    text: str
