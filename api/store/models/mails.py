"""Mails that go out and come in; addresses of programs and of devices, and what is on its way to them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from api.store.models.columns import partial_index

DUE, SENT, ABANDONED, HELD, BOUNCED, DEAD = "due", "sent", "abandoned", "held", "bounced", "dead"
OUTDATED = "outdated"
"""Of a mail that was not sent because it was no longer true."""
URGENT, NEWS, NOTICE = 0, 1, 2
"""The ranks of mails: what somebody has to act on goes first."""
ASKING, INVITATION, OFFER, ENTRY = "asking", "invitation", "offer", "entry"
"""What has to stand when a mail is sent: its phase's question, an invitation, an offered seat, entry to a contest."""


class MailRow(SQLModel, table=True):
    """A mail in the outbox, written in the transaction of what it tells."""

    __tablename__: ClassVar[str] = "mails"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        partial_index("ix_mails_due", "rank", "next_try", where="status = 'due'"),
        partial_index("ix_mails_failed", "status", where="status IN ('held', 'bounced')"),
        Index("ix_mails_of", "game", "player"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str | None = Field(default=None, foreign_key="games.id")
    contest: str | None = Field(default=None, foreign_key="contests.id")
    """The contest that it invites to."""
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
    rank: int = Field(default=NEWS, sa_column_kwargs={"server_default": str(NEWS)})
    true_while: str | None = None
    """What has to be in force when it is sent; null: it tells what happened, and stays true."""
    asks: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]"))
    """The seats that its question asks; none where that is hidden, or where it asks nobody."""
    since: dict[str, int] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}"))
    """Up to which phase each of its seats had been told before it."""
    status: str = DUE
    attempts: int = 0
    next_try: datetime
    due_since: datetime | None = None
    """Set by its first sender: when it was to be sent at first."""
    taken_until: datetime | None = None
    """Set while a sender has it, to the same as `next_try`: until then no other takes it."""
    created_at: datetime
    log_length: int | None = None
    """Of how many entries of the game's log it told; null: it was not sent, or is about no game."""


class MailInRow(SQLModel, table=True):
    """A mail that came in, so that the same one is not answered twice, nor one address too often."""

    __tablename__: ClassVar[str] = "mails_in"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    answered: str | None = Field(default=None, index=True)
    """The address that was answered."""
    at: datetime


class WebhookRow(SQLModel, table=True):
    """A player's address that is sent word when something happens in their games."""

    __tablename__: ClassVar[str] = "webhooks"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("player", "url"),)
    id: int | None = Field(default=None, primary_key=True)
    webhook: str = Field(unique=True)
    """The id by which it is listed and removed; no secret."""
    player: str = Field(foreign_key="players.handle")
    key_id: str
    """The key that made it: it is told what this key may read, and nothing once another speaks for the player."""
    url: str
    created_at: datetime
    rests_until: datetime | None = None
    """Since its address did not answer well nothing is sent to it before this."""


class WebhookMarkRow(SQLModel, table=True):
    """Up to which item of a seat's feed deliveries have been written for a webhook."""

    __tablename__: ClassVar[str] = "webhook_marks"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("webhook", "game", "seat"),)
    id: int | None = Field(default=None, primary_key=True)
    webhook: str = Field(foreign_key="webhooks.webhook", ondelete="CASCADE")
    game: str = Field(foreign_key="games.id")
    seat: str
    number: int


class DeliveryRow(SQLModel, table=True):
    """That something happened, to be sent to a webhook; the row is the queue, and then the record of how it went."""

    __tablename__: ClassVar[str] = "deliveries"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("webhook", "number"),
        partial_index("ix_deliveries_due", "next_try", where="status = 'due'"),
    )
    id: int | None = Field(default=None, primary_key=True)
    webhook: str = Field(foreign_key="webhooks.webhook", ondelete="CASCADE")
    number: int
    delivery: str = Field(unique=True)
    """The same at every attempt, so that a receiver can tell a repeat."""
    game: str = Field(foreign_key="games.id")
    seat: str
    item: int
    kind: str
    phase: int | None = None
    at: str
    status: str = DUE
    attempts: int = 0
    outcome: str | None = None
    """How the last attempt went: the status of the answer, or why there was none."""
    next_try: datetime
    created_at: datetime


class DeviceRow(SQLModel, table=True):
    """A browser of a player that gets notices by Web Push. It goes with the key of its player."""

    __tablename__: ClassVar[str] = "devices"
    id: int | None = Field(default=None, primary_key=True)
    device: str = Field(unique=True)
    """The id by which it is listed and forgotten; no secret."""
    player: str = Field(foreign_key="players.handle", index=True)
    name: str
    subscription: bytes = Field(sa_type=LargeBinary)
    """Where its push service is reached and what only it can open, sealed."""
    muted: list[str] = Field(sa_column=Column(JSON, nullable=False))
    mails_too: bool
    """What asks is mailed at once all the same, and not only where the question still stands later."""
    refusal: str | None = None
    """Why its push service did not take the last notice; null: it did, or there was none."""
    created_at: datetime


class PushRow(SQLModel, table=True):
    """A notice to the devices of a player, written beside a mail or in its place.

    It names no device: of an alias that would tell whose it is.
    """

    __tablename__: ClassVar[str] = "pushes"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        partial_index("ix_pushes_due", "rank", "next_try", where="status = 'due'"),
        Index("ix_pushes_of", "game", "player"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    player: str = Field(foreign_key="players.handle")
    kind: str
    seat: str | None = None
    phase: int | None = None
    words: str
    """The subject of the mail, without the name of the game."""
    slot: str
    """A later notice to the same slot of the game takes the place of an earlier one."""
    mutes: list[str] = Field(sa_column=Column(JSON, nullable=False))
    """A device that mutes one of these does not get it."""
    rank: int
    true_while: str | None = None
    asks: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    until: datetime
    """After this nobody wants it."""
    left: list[str] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    """The marks of the devices whose push services have not taken it yet; null: it was sent to none."""
    status: str = DUE
    attempts: int = 0
    next_try: datetime
    taken_until: datetime | None = None
    created_at: datetime

    address: ClassVar[None] = None
    contest: ClassVar[None] = None
