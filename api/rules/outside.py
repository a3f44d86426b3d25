"""What rules have to say is worked out before a transaction that writes, and not while others wait for its end.

Who writes says what they need (`worked_out`). Where that is not known yet the transaction ends without a trace, it is
worked out, and the transaction begins again. So nobody has to know beforehand what will be asked; and what others
wrote meanwhile is seen, because a key names all that an answer follows from.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from typing import Final, TypeVar

from sqlmodel import Session

T = TypeVar("T")
KNOWN: Final = "worked out"
TRIES: Final = 40
"""Each works out one thing more; a phase asks no more seats."""


class NotWorkedOut(Exception):
    """Something has to be worked out before this transaction can go on."""

    def __init__(self, key: Hashable, work: Callable[[], object]) -> None:
        super().__init__("not worked out yet")
        self.key, self.work = key, work


def worked_out(session: Session, key: Hashable, work: Callable[[], T]) -> T:
    """What comes of some work on what was read, which the key names; it asks nothing of the session.

    In a transaction of `outside` it is what was worked out before; elsewhere it is worked out now.
    """
    known: dict[Hashable, Callable[[], T]] | None = session.info.get(KNOWN)
    if known is None:
        return work()
    if key not in known:
        raise NotWorkedOut(key, work)
    return known[key]()


def outside(begin: Callable[[], AbstractContextManager[Session]], write: Callable[[Session], T]) -> T:
    """Write in a transaction that `begin` begins, with whatever rules have to say worked out outside of it."""
    known: dict[Hashable, Callable[[], object]] = {}
    for _ in range(TRIES):
        try:
            with begin() as session:
                session.info[KNOWN] = known
                return write(session)
        except NotWorkedOut as missing:
            known[missing.key] = _answer(missing.work)
    with begin() as session:  # whoever asks for so much gets it there
        return write(session)


def _answer(work: Callable[[], object]) -> Callable[[], object]:
    """What some work came to, to be told again: its answer, or what it raised."""
    try:
        answer = work()
    except Exception as error:
        raised = error
        return lambda: _raise(raised)
    return lambda: answer


def _raise(error: Exception) -> object:
    raise error
