"""What this host asks the rules of a title, with a limit of time: what overruns is ended, and told as RulesTooLong.

The rules are Python without I/O, so their thread can be ended where they are: one thread of the process watches all
that run, and has the interpreter raise in a thread that overran. That costs a call two microseconds, and no position
has to travel to another process and back. Nothing else may run under a limit: no transaction, no lock of ours.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, ClassVar, Final, TypeVar

from adjudicator.kernel import Title

T = TypeVar("T")
LOOKS: Final = 0.2
"""Seconds between two looks at what runs."""
AGAIN: Final = 1.0
"""Seconds after which what went on regardless is ended again."""
ASKED: Final = (
    "begin", "resolve", "view", "bot_view", "redeal", "dealt_again", "reshuffle", "asked_of", "offer", "order_of",
    "default", "prompt", "waiting", "refusal", "check", "refusals", "check_book", "book_in_part", "explain_book",
    "foreseen", "form_offers", "form_answers", "own_entries", "book_of_form", "later_view",
    "choice_of", "with_books", "waits_for", "unanswered", "order_in_words", "warnings", "warnings_of_book",
    "events_for", "sentence", "event_to_dict", "words", "in_scenes",
)  # fmt: skip
ONE_BY_ONE: Final = ("options", "grown")
DECLARED: Final = ("scores", "show", "draw", "invariants", "bots_now", "steady", "preview")
_GUARDED: Final[dict[int, tuple[Title[Any], Title[Any]]]] = {}
"""By the identity of a title, it and as it is guarded."""
_MAKING: Final = Lock()


class RulesTooLong(Exception):
    """The rules took longer than this host lets them."""


class _Overrun(BaseException):
    """Raised in a thread that overran; no `except Exception` of the rules takes it for one of theirs."""


class _Running:
    """What one thread is at."""

    __slots__ = ("ended", "until")

    def __init__(self, until: float) -> None:
        self.until = until
        self.ended = False


class Limit:
    """The limit of this process, and its watch over the threads that run rules."""

    seconds: ClassVar[float] = 30.0
    _running: ClassVar[dict[int, _Running]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()
    _watch: ClassVar[tuple[int, threading.Thread] | None] = None

    @classmethod
    def run(cls, function: Callable[..., T], *args: Any, **named: Any) -> T:
        """What a function answers; RulesTooLong where it does not in time. One within another has no limit of its own.

        Its own thread alone ends it, and no other: what it changed is as it was left, and is to be thrown away.
        """
        thread = threading.get_ident()
        if thread in cls._running:
            return function(*args, **named)
        cls._start()
        running = cls._running[thread] = _Running(time.monotonic() + cls.seconds)
        try:
            try:
                return function(*args, **named)
            finally:
                cls._leave(thread, running)
        except _Overrun as overrun:
            cls._leave(thread, running)  # it may have been ended while it was leaving
            raise RulesTooLong(f"the rules took longer than {cls.seconds:g} s") from overrun

    @classmethod
    def each(cls, items: Iterator[T]) -> Iterator[T]:
        """The same for what is found one by one: each has the whole limit."""
        missing = object()
        while (item := cls.run(next, items, missing)) is not missing:
            yield item

    @classmethod
    def _leave(cls, thread: int, running: _Running) -> None:
        with cls._lock:
            cls._running.pop(thread, None)
            if running.ended:  # it may not have been raised yet, and nothing else is to meet it
                _raise_in(thread, None)

    @classmethod
    def _start(cls) -> None:
        if cls._watch is not None and cls._watch[0] == os.getpid():
            return
        with cls._lock:
            if cls._watch is None or cls._watch[0] != os.getpid():  # a fork has no threads but its own
                thread = threading.Thread(target=cls._look, name="rules-limit", daemon=True)
                cls._watch = os.getpid(), thread
                thread.start()

    @classmethod
    def _look(cls) -> None:
        while True:
            time.sleep(min(LOOKS, cls.seconds))
            now = time.monotonic()
            for thread, running in list(cls._running.items()):
                if running.until <= now:
                    cls._end(thread, running, now)

    @classmethod
    def _end(cls, thread: int, running: _Running, now: float) -> None:
        with cls._lock:
            if cls._running.get(thread) is running:
                running.ended, running.until = True, now + AGAIN
                _raise_in(thread, _Overrun)


def _raise_in(thread: int, what: type[BaseException] | None) -> None:
    """Have the interpreter raise in a thread as soon as it runs Python; None: not any more."""
    raised = ctypes.py_object(what) if what is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


class GuardedTitle(Title[Any], frozen=True):
    """A title that answers in time, or not at all."""


def _in_time(name: str) -> Callable[..., Any]:
    def asked(self: Title[Any], *args: Any, **named: Any) -> Any:
        return Limit.run(getattr(Title, name), self, *args, **named)

    return asked


def _each_in_time(name: str) -> Callable[..., Any]:
    def asked(self: Title[Any], *args: Any, **named: Any) -> Any:
        return Limit.each(iter(Limit.run(getattr(Title, name), self, *args, **named)))

    return asked


def _declared_in_time(function: Callable[..., Any]) -> Callable[..., Any]:
    def asked(*args: Any, **named: Any) -> Any:
        return Limit.run(function, *args, **named)

    return asked


for _name in ASKED:
    setattr(GuardedTitle, _name, _in_time(_name))
for _name in ONE_BY_ONE:
    setattr(GuardedTitle, _name, _each_in_time(_name))


def guarded(title: Title[Any]) -> Title[Any]:
    """A title as this host asks it. RulesTooLong from whatever takes too long."""
    if isinstance(title, GuardedTitle):
        return title
    known = _GUARDED.get(id(title))
    if known is None or known[0] is not title:
        with _MAKING:
            declared = {name: getattr(title, name) for name in title.__struct_fields__}
            made = GuardedTitle(**declared | {name: _declared_in_time(declared[name]) for name in DECLARED})
            made.prepare()
            known = _GUARDED[id(title)] = title, made
    return known[1]
