"""Group commit: small writes that come at the same time share one transaction, and so one wait for the disk.

A thread that arrives while no commit is under way leads: it does its own work and commits. Those who arrive meanwhile
wait, each at a lock of its own; then the first of them leads the next commit, and does the work of all who wait. Where
a piece fails, each is done in a transaction of its own, so that it leaves the others as they are; that is rare, and
savepoints would cost every piece. No thread returns before its work is committed to disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Generic, TypeVar

from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.sql.compiler import SQLCompiler

T = TypeVar("T")


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


Work = Callable[[Cursor], T]


class Ticket(Generic[T]):
    """A piece of work that waits, and then what came of it."""

    def __init__(self, of: str, work: Work[T]) -> None:
        self.of = of
        self.work = work
        self.done = False
        self.result: T
        self.error: BaseException | None = None
        self.called = threading.Lock()
        """Held until the work is done, or its thread has to lead: no other thread wakes for it."""
        self.called.acquire()


class Together:
    """The writes of one database that may share a transaction."""

    def __init__(
        self, begin: Callable[[Collection[str]], AbstractContextManager[Cursor]], fatal: type[Exception]
    ) -> None:
        self._begin = begin
        self._fatal = fatal
        self._lock = threading.Lock()
        self._waiting: list[Ticket[Any]] = []
        self._busy = False

    def do(self, of: str, work: Work[T]) -> T:
        """Do a piece of work, which writes of one game, in a transaction that is committed when this returns."""
        ticket = Ticket(of, work)
        with self._lock:
            self._waiting.append(ticket)
            leads, self._busy = not self._busy, True
        if not leads:
            ticket.called.acquire()
        if not ticket.done:
            self._lead()
        if ticket.error is not None:
            raise ticket.error
        return ticket.result

    def _lead(self) -> None:
        """Commit the work of all who wait, and hand the lead to the first who has come since."""
        with self._lock:
            tickets, self._waiting = self._waiting, []
        try:
            self._do_all(tickets)
        except BaseException as error:
            for ticket in tickets:
                ticket.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            with self._lock:
                next_leader = self._waiting[:1]
                self._busy = bool(next_leader)
            for ticket in tickets:
                ticket.done = True
            for ticket in (*next_leader, *tickets):
                ticket.called.release()

    def _do_all(self, tickets: list[Ticket[Any]]) -> None:
        """All in one transaction; where a piece of work fails, and not the database, each in its own."""
        try:
            self._do_in_one(tickets)
        except self._fatal:
            raise
        except Exception:
            for ticket in tickets:
                try:
                    self._do_in_one([ticket])
                except Exception as error:
                    ticket.error = error

    def _do_in_one(self, tickets: list[Ticket[Any]]) -> None:
        with self._begin({ticket.of for ticket in tickets}) as cursor:
            for ticket in tickets:
                ticket.result = ticket.work(cursor)
