"""What the tables have in common: numbers of 64 bits, indexes over some of the rows, how constraints are named."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Integer, text
from sqlmodel import SQLModel

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
