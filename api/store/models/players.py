"""Players: their keys, what reads for them, their aliases; the host itself, and what guards its doors."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from api.store.models.columns import partial_index, read_statement
from schemas.statements.payloads import Preferences

HIDDEN = "holder IS NULL AND logged"
"""Of an alias: it has played, and whose it is is not revealed."""


class Player(SQLModel, table=True):
    """A person or a bot, known by keys. The address is shown to no one."""

    __tablename__: ClassVar[str] = "players"
    id: int | None = Field(default=None, primary_key=True)
    handle: str = Field(unique=True)
    key_id: str = Field(unique=True)
    card: bytes = Field(sa_type=LargeBinary)
    email: str | None = None
    preferences: bytes | None = Field(default=None, sa_type=LargeBinary)
    """Their newest statement `preferences`."""
    bounces: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    created_at: datetime
    blocked: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    """The operator has shut them out: what they ask, send and sign is refused."""

    @property
    def wishes(self) -> Preferences:
        """What they signed last about mail; of who never did (number 0), that all is wanted."""
        if self.preferences is not None:
            return read_statement(Preferences, self.preferences)
        return Preferences(
            host="", player=self.key_id, number=0, address=self.email, muted=[], muted_press=[], time_zone=None
        )


class AliasRow(SQLModel, table=True):
    """Under which handle somebody plays in an anonymous game or contest. Who it is rests sealed until the end."""

    __tablename__: ClassVar[str] = "aliases"
    __table_args__: ClassVar[tuple[Any, ...]] = (
        UniqueConstraint("place", "mark"),
        partial_index("ix_aliases_hidden", "place", where=HIDDEN),
        partial_index("ix_aliases_revealed", "holder", where="holder IS NOT NULL"),
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


class KeptKeyRow(SQLModel, table=True):
    """A copy of a player's locked key. It stays when the copy is withdrawn, since numbers of statements rise."""

    __tablename__: ClassVar[str] = "kept_keys"
    id: int | None = Field(default=None, primary_key=True)
    player: str = Field(foreign_key="players.handle", unique=True)
    mark: str | None = None
    """By which the right proof finds it: a hash of the verifier under a key that follows from the master key."""
    statement: bytes = Field(sa_type=LargeBinary)
    """The newest statement `kept-key`, sealed."""
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


class HostRow(SQLModel, table=True):
    """The host itself: one row."""

    __tablename__: ClassVar[str] = "host"
    id: int = Field(primary_key=True)
    check_value: bytes = Field(sa_type=LargeBinary)
    identity: bytes = Field(sa_type=LargeBinary)
    push_key: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The key by which push services know the host, sealed; made when the host is first opened."""
    card: bytes = Field(sa_type=LargeBinary)
    created_at: datetime
    notice: str | None = None
    """What the operator tells all players at the moment."""
    notice_until: datetime | None = None


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
