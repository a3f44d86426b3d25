"""What the tables have in common: whole numbers, indexes over some of the rows, and how a row's statement is read."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeVar

import msgspec
from sqlalchemy import BigInteger, Index, Integer, text
from sqlmodel import SQLModel

from schemas.statements.payloads import Payload
from schemas.statements.statements import Statement

P = TypeVar("P", bound=Payload)
MOST_READ: Final = 1_024

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

WHOLE = BigInteger().with_variant(Integer, "sqlite")
"""A whole number of 64 bits on either database: statements may have numbers up to 2^53."""


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index over the rows for which a condition holds, on either database."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


def read_payload(kind: type[P], payload: bytes) -> P:
    """The payload that a row keeps, decoded once and shared: for reading only."""
    read: P = _payload(kind, payload)
    return read


def read_statement(kind: type[P], statement: bytes) -> P:
    """What the statement that a row keeps says, decoded once and shared: for reading only."""
    read: P = _stated(kind, statement)
    return read


@lru_cache(maxsize=MOST_READ)
def _payload(kind: type[P], payload: bytes) -> P:
    return msgspec.json.decode(payload, type=kind)


@lru_cache(maxsize=MOST_READ)
def _stated(kind: type[P], statement: bytes) -> P:
    return Statement.parse(statement, len(statement)).read(kind)
