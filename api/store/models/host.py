"""The host itself, and what guards its doors."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel


class HostRow(SQLModel, table=True):
    """The host itself: one row."""

    __tablename__: ClassVar[str] = "host"
    id: int = Field(primary_key=True)
    check_value: bytes = Field(sa_type=LargeBinary)
    identity: bytes = Field(sa_type=LargeBinary)
    card: bytes = Field(sa_type=LargeBinary)
    created_at: datetime


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
