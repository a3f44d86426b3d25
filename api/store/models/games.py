"""Games, their seats, and what is said and done in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import JSON, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from api.store.models.columns import partial_index, read_payload
from schemas.statements.payloads import Game as GameStatement

INVITING, RUNNING, OVER = "inviting", "running", "over"
UNCOUNTED = "contest IS NOT NULL AND status = 'over' AND NOT counted"
"""Of a game: it is over, and the log of its contest does not say so yet."""
OFFERED = "offer_at IS NOT NULL"
"""Of a seat in a game of a contest: it fell vacant, and is offered to one substitute after the other."""
FREE = "player IS NULL AND NOT unmanned"
"""Of a seat: a player can have it."""


def joined_tags(tags: Sequence[str]) -> str:
    """A game's tags as they are stored."""
    return f" {' '.join(tags)} " if tags else ""


class Game(SQLModel, table=True):
    """One playing of a title. What was said when it was opened is read in `opened`; columns hold what it is found by.

    The statement itself stands in the first entry of its log, with its signature.
    """

    __tablename__: ClassVar[str] = "games"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        Index("ix_games_newest", "status", "created_at"),
        Index("ix_games_rules", "status", "title", "version"),
        partial_index("ix_games_uncounted", "contest", where=UNCOUNTED),
    )
    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    opening: bytes = Field(sa_type=LargeBinary)
    """The payload `game` as the organiser signed it; of a game of a contest, as its plan has it."""
    title: str
    version: str
    organiser: str = Field(foreign_key="players.handle", index=True)
    """Who decides in it now."""
    status: str
    paused_at: datetime | None = None
    mail_at: datetime | None = Field(default=None, index=True)
    """When the mails about where it stands are due, if they are not written yet."""
    commitment: str
    secret: bytes = Field(sa_type=LargeBinary)
    created_at: datetime = Field(index=True)
    contest: str | None = Field(default=None, foreign_key="contests.id", index=True)
    """The contest that it is a game of."""
    counted: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    """Its result stands in the log of its contest."""
    places: dict[str, int] | None = Field(default=None, sa_column=Column(JSON))
    scores: dict[str, int] | None = Field(default=None, sa_column=Column(JSON))
    reason: str | None = None
    private: str = Field(default="no", sa_column_kwargs={"server_default": "no"})
    tags: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """Its tags with a space before, between and after them, so that one is found as ` tag `."""
    started_at: datetime | None = None
    over_at: datetime | None = None
    missed: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]")
    )
    """Who missed which phase, as the log's notices say: `phase`, `seat`, and `player` who held it then."""

    @property
    def opened(self) -> GameStatement:
        """What was said of it when it was opened."""
        return read_payload(GameStatement, self.opening)


BY_LINK: Final = "whoever has its link"
"""For whom a seat is kept that a link reserves, until somebody comes with it. No handle has blanks."""


class InvitedRow(SQLModel, table=True):
    """A player who was invited to a game: they may see it, even if it is private."""

    __tablename__: ClassVar[str] = "invited"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "player"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    player: str = Field(foreign_key="players.handle", index=True)


class InvitationRow(SQLModel, table=True):
    """An invitation that comes with a word: a link, or one that is mailed to somebody who is not registered.

    Of the word only the hash rests. What is withdrawn stays, so that it can be listed.
    """

    __tablename__: ClassVar[str] = "invitations"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    """SHA-256 of the word."""
    place: str | None = Field(default=None, index=True)
    """The id of the game or contest; null: it only admits to the host."""
    statement: str | None = Field(default=None, unique=True)
    """The digest of what the organiser signed; null: the operator made it."""
    seat: str | None = None
    """The seat that is reserved for whoever takes it first."""
    player: str | None = None
    """Who that was."""
    left: int
    """So many new players it still admits."""
    until: datetime
    withdrawn: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})


class ComponentsRow(SQLModel, table=True):
    """The components file that the organiser laid over a game's title; its digest stands in the game's options."""

    __tablename__: ClassVar[str] = "components"
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", unique=True)
    text: str


class Seat(SQLModel, table=True):
    """A place in a game; who plays from it is public. `told` is the last phase that a mail told it of.

    `book` is the digest of the envelope whose entries stand in the position. Misses, banks and vacancies are public.
    """

    __tablename__: ClassVar[str] = "seats"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("game", "name"),
        UniqueConstraint("game", "ordinal"),
        partial_index("ix_seats_free", "game", where=FREE),
        partial_index("ix_seats_offered", "offer_at", where=OFFERED),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    name: str
    ordinal: int
    player: str | None = Field(default=None, foreign_key="players.handle", index=True)
    statement: bytes | None = Field(default=None, sa_type=LargeBinary)
    told: int = -1
    book: str | None = None
    excused: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    in_time: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Phases answered in time since an excused miss was last given back."""
    bank_seconds: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    press_told: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The number of the last message, of anybody's, that was looked at for a mail to this seat."""
    press_at: datetime | None = Field(default=None, index=True)
    """When the mail about the press that came since is due."""
    digest_at: datetime | None = Field(default=None, index=True)
    """When the mail about what happened since `told` is due, if no other has said it by then."""
    vacant_since: datetime | None = None
    unmanned: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    """By the game's options nobody plays from it: the rules' bot does."""
    kept_for: str | None = None
    """The handle of the one player who may join, or BY_LINK."""
    offer_at: datetime | None = None
    """In a game of a contest: when the vacant seat is offered to the next substitute; null: to nobody.

    It is kept for nobody meanwhile where all who were not asked have an offer of another seat."""
    offered: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]"))
    """To whom it was offered since it fell vacant: nobody of them is asked again."""


class PresenceRow(SQLModel, table=True):
    """When a player was last at work at the page of a seat. No export has it, and nobody is told."""

    __tablename__: ClassVar[str] = "presences"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "seat"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    seat: str
    at: datetime


class ActRow(SQLModel, table=True):
    """An act of an organiser, of a seat's holder, or an invitation, as it was signed; numbers rise for each signer."""

    __tablename__: ClassVar[str] = "acts"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "signer", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    signer: str
    number: int
    digest: str = Field(unique=True)
    kind: str
    act: str
    seat: str | None = None
    statement: bytes = Field(sa_type=LargeBinary)
    at: datetime


class PressRow(SQLModel, table=True):
    """A message between seats; author, readers and text are sealed."""

    __tablename__: ClassVar[str] = "press"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    number: int
    message: bytes = Field(sa_type=LargeBinary)
    at: datetime
