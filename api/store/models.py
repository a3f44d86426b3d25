"""The tables. What is public rests in the clear; what is secret rests as bytes sealed by `api.store.vault`.

Each phase has exactly one row of what it led to, with every secret column filled even when there is nothing in it, so
that neither the number of rows nor their order tells who was asked, who ordered or whose order fell.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, LargeBinary, UniqueConstraint, text
from sqlmodel import Field, SQLModel

INVITING, RUNNING, OVER, MOVED = "inviting", "running", "over", "moved"
OPEN, CUT, RESOLVED, VOID = "open", "cut", "resolved", "void"
DUE, SENT, ABANDONED, HELD, BOUNCED, DEAD = "due", "sent", "abandoned", "held", "bounced", "dead"

UNRESOLVED = "status IN ('open', 'cut')"
"""Of a phase: it is open, or cut and not resolved yet."""
UNCOUNTED = "contest IS NOT NULL AND status = 'over' AND NOT counted"
"""Of a game: it is over, and the log of its contest does not say so yet."""
OFFERED = "offer_at IS NOT NULL"
"""Of a seat in a game of a contest: it fell vacant, and is offered to one substitute after the other."""
ENTERING, GOING, FINISHED = "entering", "running", "finished"
HIDDEN = "holder IS NULL AND logged"
"""Of an alias: it has played, and whose it is is not revealed."""
FREE = "player IS NULL AND NOT unmanned"
"""Of a seat: a player can have it."""

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


WHOLE = BigInteger().with_variant(Integer, "sqlite")
"""A whole number of 64 bits on either database: statements may have numbers up to 2^53."""


def joined_tags(tags: Sequence[str]) -> str:
    """A game's tags as they are stored."""
    return f" {' '.join(tags)} " if tags else ""


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index over the rows for which a condition holds, on either database."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


class HostRow(SQLModel, table=True):
    """The host itself: one row."""

    __tablename__: ClassVar[str] = "host"
    id: int = Field(primary_key=True)
    check_value: bytes = Field(sa_type=LargeBinary)
    identity: bytes = Field(sa_type=LargeBinary)
    card: bytes = Field(sa_type=LargeBinary)
    created_at: datetime


class Player(SQLModel, table=True):
    """A person or a bot, known by keys. The address is shown to no one."""

    __tablename__: ClassVar[str] = "players"
    id: int | None = Field(default=None, primary_key=True)
    handle: str = Field(unique=True)
    key_id: str = Field(unique=True)
    card: bytes = Field(sa_type=LargeBinary)
    email: str | None = None
    muted: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]"))
    muted_press: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]"))
    time_zone: str | None = None
    """In which mails to them tell times; none: that of each game."""
    number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The number of the newest preferences."""
    bounces: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    created_at: datetime


class AliasRow(SQLModel, table=True):
    """Under which handle somebody plays in an anonymous game or contest. Who it is rests sealed until the end."""

    __tablename__: ClassVar[str] = "aliases"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("place", "mark"),
        partial_index("ix_aliases_hidden", "place", where=HIDDEN),
    )
    id: int | None = Field(default=None, primary_key=True)
    alias: str = Field(unique=True, foreign_key="players.handle")
    place: str
    """The id of the game or contest."""
    mark: str
    """By which its player finds it: a hash of place and key, under a key that follows from the master key."""
    statement: bytes = Field(sa_type=LargeBinary)
    """The statement `alias`, sealed."""
    logged: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    """The log has a commitment to whose it is, so it will be revealed."""
    holder: str | None = None
    """The handle of whose it was, once that is revealed."""


class ContestRow(SQLModel, table=True):
    """A contest. What it is like stands in its log; here is what it is found by, and its secret."""

    __tablename__: ClassVar[str] = "contests"
    __table_args__: ClassVar[tuple[Any, ...]] = (Index("ix_contests_newest", "status", "created_at"),)
    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    name: str
    title: str
    kind: str
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


class ContestReaderRow(SQLModel, table=True):
    """A player who may see a private contest: its organiser, an assistant, the invited, entrants."""

    __tablename__: ClassVar[str] = "contest_readers"
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
    kind: str
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
    player: str | None = None
    address: str | None = None
    statement: bytes = Field(sa_type=LargeBinary)


class Game(SQLModel, table=True):
    """One playing of a title."""

    __tablename__: ClassVar[str] = "games"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        Index("ix_games_newest", "status", "created_at"),
        Index("ix_games_rules", "status", "title", "version"),
        partial_index("ix_games_uncounted", "contest", where=UNCOUNTED),
    )
    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    name: str
    title: str
    scenario: str
    version: str
    organiser: str = Field(foreign_key="players.handle", index=True)
    terms: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    options: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}"))
    """What the organiser chose of the title's settings, as signed."""
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
    host_key: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The key of the host that began the game, where it came from another; null: this one."""
    moved_to: str | None = None
    """The address of the host where the game goes on."""
    seats_a_player: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """How many seats one player may hold; 0: as the title says."""
    starts_full: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    private: str = Field(default="no", sa_column_kwargs={"server_default": "no"})
    tags: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """Its tags with a space before, between and after them, so that one is found as ` tag `."""
    anonymous: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    """Its players hold seats under aliases."""
    started_at: datetime | None = None
    over_at: datetime | None = None
    missed: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]")
    )
    """Who missed which phase, as the log's notices say: `phase`, `seat`, and `player` who held it then."""


class DepartureRow(SQLModel, table=True):
    """The file with which a game left, as only the host it moved to can open it: it may be lost on the way."""

    __tablename__: ClassVar[str] = "departures"
    game: str = Field(primary_key=True, foreign_key="games.id")
    file: bytes = Field(sa_type=LargeBinary)


class InvitedRow(SQLModel, table=True):
    """A player who was invited to a game: they may see it, even if it is private."""

    __tablename__: ClassVar[str] = "invited"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("game", "player"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    player: str = Field(foreign_key="players.handle", index=True)


class ComponentsRow(SQLModel, table=True):
    """The components file that the organiser laid over a game's title; its digest stands in the game's options."""

    __tablename__: ClassVar[str] = "components"
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", unique=True)
    text: str


class ContestComponentsRow(SQLModel, table=True):
    """The components file that the organiser of a contest laid over the title of its games."""

    __tablename__: ClassVar[str] = "contest_components"
    contest: str = Field(primary_key=True, foreign_key="contests.id")
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
    """The handle of the one player who may join."""
    offer_at: datetime | None = None
    """In a game of a contest: when the vacant seat is offered to the next substitute; null: to nobody."""
    offered: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]"))
    """To whom it was offered since it fell vacant."""


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
    version: str
    suite: str
    public_key: bytes = Field(sa_type=LargeBinary)
    private_key: bytes | None = Field(default=None, sa_type=LargeBinary)
    statement: bytes = Field(sa_type=LargeBinary)
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
    fallen: bytes = Field(sa_type=LargeBinary)
    resolved_at: datetime


class RecordRow(SQLModel, table=True):
    """The record of a finished game, gzipped: everybody may have it."""

    __tablename__: ClassVar[str] = "records"
    game: str = Field(primary_key=True, foreign_key="games.id")
    packed: bytes = Field(sa_type=LargeBinary)


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


class MailInRow(SQLModel, table=True):
    """A mail that came in, so that the same one is not answered twice, nor one address too often."""

    __tablename__: ClassVar[str] = "mails_in"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    answered: str | None = Field(default=None, index=True)
    """The address that was answered."""
    at: datetime


class TokenRow(SQLModel, table=True):
    """A bearer token: who may read what with it, and until when. Of its secret only the hash rests."""

    __tablename__: ClassVar[str] = "tokens"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("player", "name"),)
    id: int | None = Field(default=None, primary_key=True)
    token: str = Field(unique=True)
    """The id by which it is listed and revoked; no secret."""
    player: str = Field(foreign_key="players.handle")
    key_id: str
    """The key that made it: it reads what this key may read, and nothing once another key speaks for the player."""
    name: str
    digest: str = Field(unique=True)
    """SHA-256 of the secret."""
    scopes: list[str] = Field(sa_column=Column(JSON, nullable=False))
    games: list[str] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    """The games that it is for; null: all."""
    created_at: datetime
    expires_at: datetime


class NonceRow(SQLModel, table=True):
    """A signed request that was carried out: kept as long as its signature is good, so that it cannot be replayed."""

    __tablename__: ClassVar[str] = "nonces"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("key_id", "nonce"),)
    id: int | None = Field(default=None, primary_key=True)
    key_id: str
    nonce: str
    at: datetime = Field(index=True)


class BucketRow(SQLModel, table=True):
    """How much of a limit an address or a key has left, where several processes serve. Who it is, is not to be read."""

    __tablename__: ClassVar[str] = "buckets"
    who: str = Field(primary_key=True)
    """The limit and the address or key, hashed under a key that follows from the master key."""
    level: float
    granted: float
    """What was last drawn."""
    at: float


class FormerKeyRow(SQLModel, table=True):
    """A key that spoke for a handle and was replaced; it never comes back."""

    __tablename__: ClassVar[str] = "former_keys"
    id: int | None = Field(default=None, primary_key=True)
    player: str = Field(foreign_key="players.handle", index=True)
    key_id: str = Field(unique=True)
    card: bytes = Field(sa_type=LargeBinary)
    rotation: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The statement that replaced it; null: the operator did, after a loss."""
    at: datetime


class GameKeyRow(SQLModel, table=True):
    """A key that speaks for a player in one game in the place of the handle's, or did `until` another replaced it."""

    __tablename__: ClassVar[str] = "game_keys"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("game", "key_id"),
        partial_index("ix_game_keys_speaking", "game", "player", unique=True, where="until IS NULL"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    player: str = Field(foreign_key="players.handle")
    key_id: str = Field(index=True)
    card: bytes = Field(sa_type=LargeBinary)
    at: datetime
    until: datetime | None = None


class ClaimRow(SQLModel, table=True):
    """A new key that claims to belong to a player who lost the old one; worth nothing until it is confirmed."""

    __tablename__: ClassVar[str] = "claims"
    __table_args__: ClassVar[tuple[Any, ...]] = (UniqueConstraint("player", "key_id"),)
    id: int | None = Field(default=None, primary_key=True)
    player: str = Field(foreign_key="players.handle")
    key_id: str
    card: bytes = Field(sa_type=LargeBinary)
    statement: bytes = Field(sa_type=LargeBinary)
    at: datetime


class WebSession(SQLModel, table=True):
    """A browser that may look at a player's own pages, or, while `link`, the one-time address that signs it in."""

    __tablename__: ClassVar[str] = "web_sessions"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    """SHA-256 of what the browser holds."""
    player: str = Field(foreign_key="players.handle", index=True)
    key_id: str
    """The key that asked for it: it shows what this key may read; nothing once another speaks for the player."""
    link: bool
    created_at: datetime
    expires_at: datetime


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


for _table in SQLModel.metadata.tables.values():
    for _column in _table.columns:
        if isinstance(_column.type, Integer):
            _column.type = WHOLE
