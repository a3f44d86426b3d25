"""Group commit: small writes that come at the same time share one transaction, and so one wait for the disk.

A thread that arrives while no commit is under way collects the work of all that wait, does it, and commits once; the
others find theirs done. Each piece of work has a savepoint of its own: one that is refused leaves the others as they
are. No thread returns before its work is committed to disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

from api.store.plain_statements import Cursor

T = TypeVar("T")
Work = Callable[[Cursor], T]


class Ticket(Generic[T]):
    """A piece of work that waits, and then what came of it."""

    def __init__(self, of: str, work: Work[T]) -> None:
        self.of = of
        self.work = work
        self.done = False
        self.result: T
        self.error: BaseException | None = None

    def try_in(self, cursor: Cursor, fatal: type[Exception]) -> None:
        """Do the work; what raises is undone, and the error kept for the thread that brought it."""
        cursor.control("SAVEPOINT piece")
        try:
            self.result = self.work(cursor)
        except fatal:
            raise
        except Exception as error:
            self.error = error
            cursor.control("ROLLBACK TO piece")
        cursor.control("RELEASE piece")


class Together:
    """The writes of one database that may share a transaction."""

    def __init__(
        self, begin: Callable[[Collection[str]], AbstractContextManager[Cursor]], fatal: type[Exception]
    ) -> None:
        self._begin = begin
        self._fatal = fatal
        self._turn = threading.Condition()
        self._waiting: list[Ticket[Any]] = []
        self._busy = False

    def do(self, of: str, work: Work[T]) -> T:
        """Do a piece of work, which writes of one game, in a transaction that is committed when this returns."""
        ticket = Ticket(of, work)
        if (mine := self._queue(ticket)) is not None:
            self._commit(mine)
        if ticket.error is not None:
            raise ticket.error
        return ticket.result

    def _queue(self, ticket: Ticket[Any]) -> list[Ticket[Any]] | None:
        """All who wait, where it falls to this one to do their work; None when another has done it."""
        with self._turn:
            self._waiting.append(ticket)
            while self._busy and not ticket.done:
                self._turn.wait()
            if ticket.done:
                return None
            self._busy = True
            mine, self._waiting = self._waiting, []
            return mine

    def _commit(self, tickets: list[Ticket[Any]]) -> None:
        try:
            with self._begin({ticket.of for ticket in tickets}) as cursor:
                for ticket in tickets:
                    ticket.try_in(cursor, self._fatal)
        except BaseException as error:
            for ticket in tickets:
                ticket.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            with self._turn:
                self._busy = False
                for ticket in tickets:
                    ticket.done = True
                self._turn.notify_all()
