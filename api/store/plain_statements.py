"""Statements for the hot path: put into SQL once, and given to the driver by its own cursor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.sql.compiler import SQLCompiler


class Plain:
    """A statement as the driver of one database takes it."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        made = statement.compile(dialect=dialect)
        assert isinstance(made, SQLCompiler)  # noqa: S101
        self.sql, self.constants = str(made), made.params
        stored = {name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in made.binds.items()}
        self.stored = {name: form for name, form in stored.items() if form is not None}

    def filled(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters: its constants, and these values in the form in which they are stored."""
        filled: dict[str, Any] = {**self.constants, **values}
        for name, form in self.stored.items():
            filled[name] = form(filled[name])
        return filled


plain = cache(Plain)


class Cursor:
    """The driver's cursor in an open transaction."""

    def __init__(self, raw: Any, dialect: Dialect) -> None:
        self._raw = raw
        self._dialect = dialect

    def run(self, statement: ClauseElement, values: Mapping[str, Any]) -> None:
        """Execute a statement with these values."""
        made = plain(statement, self._dialect)
        self._raw.execute(made.sql, made.filled(values))

    def first(self, statement: ClauseElement, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The first row that a statement finds."""
        self.run(statement, values)
        row: tuple[Any, ...] | None = self._raw.fetchone()
        return row
