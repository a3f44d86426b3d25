"""Group commit: small writes that come at the same time share one transaction, and so one wait for the disk.

A thread that arrives while no commit is under way collects the work of all that wait, does it, and commits once; the
others find theirs done. Where a piece fails, each is done in a transaction of its own, so that it leaves the others as
they are; that is rare, and savepoints would cost every piece. No thread returns before its work is committed to disk.
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
            self._do_all(tickets)
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
