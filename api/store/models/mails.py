"""Mails that go out and come in."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, LargeBinary
from sqlmodel import Field, SQLModel

from api.store.models.columns import partial_index

DUE, SENT, ABANDONED, HELD, BOUNCED, DEAD = "due", "sent", "abandoned", "held", "bounced", "dead"


class MailRow(SQLModel, table=True):
    """A mail in the outbox, written in the transaction of what it tells."""

    __tablename__: ClassVar[str] = "mails"
    __table_args__: ClassVar[tuple[Any, ...]] = (partial_index("ix_mails_due", "next_try", where="status = 'due'"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str | None = Field(default=None, foreign_key="games.id")
    player: str | None = Field(default=None, foreign_key="players.handle")
    address: str | None = None
    """Where it goes, when to no registered player."""
    kind: str
    seat: str | None = None
    phase: int | None = None
    message_id: str = Field(unique=True)
    in_reply_to: str | None = None
    subject: str
    text: str
    html: str | None = None
    picture: int | None = None
    """The phase whose position everybody may see drawn in it."""
    letter: bytes | None = Field(default=None, sa_type=LargeBinary)
    """What one seat alone may know, sealed to its player."""
    letters: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}"))
    """The letters to the player's other seats in the game, by seat."""
    status: str = DUE
    attempts: int = 0
    next_try: datetime
    taken_until: datetime | None = None
    """Set while a sender has it: until then no other takes it."""
    created_at: datetime


class MailInRow(SQLModel, table=True):
    """A mail that came in, so that the same one is not answered twice, nor one address too often."""

    __tablename__: ClassVar[str] = "mails_in"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    answered: str | None = Field(default=None, index=True)
    """The address that was answered."""
    at: datetime
