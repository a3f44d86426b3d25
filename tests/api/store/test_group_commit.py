"""Small writes share a commit: each alone in what it refuses, none answered before what it asked for is on the disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from api.store.group_commit import Cursor, Together
from api.store.sqlite import DIALECT
from tests.api.hosts import HostUnderTest
from tests.patience import PATIENCE


class Slow:
    """A database whose transactions are counted, and wait for leave to commit."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.connection.execute("create table rows (number integer primary key)")
        self.commits = 0
        self.begun, self.leave = threading.Event(), threading.Event()

    @contextmanager
    def begin(self, _of: Collection[str]) -> Iterator[Cursor]:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            yield Cursor(cursor, DIALECT)
            self.begun.set()
            assert self.leave.wait(PATIENCE)
            cursor.execute("COMMIT")
            self.commits += 1
        finally:
            if self.connection.in_transaction:
                self.connection.rollback()

    def rows(self) -> list[int]:
        return [number for (number,) in self.connection.execute("select number from rows order by number")]


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Slow]:
    made = Slow(tmp_path / "rows.db")
    yield made
    made.connection.close()


def insert(number: int, fails: bool = False) -> object:
    def work(cursor: Cursor) -> int:
        cursor.run(text("insert into rows values (:number)"), {"number": number})
        if fails:
            raise ValueError(f"no {number}")
        return number

    return work


class Writer(threading.Thread):
    """Somebody who writes, and what came of it."""

    def __init__(self, together: Together, number: int, fails: bool = False) -> None:
        super().__init__(daemon=True)
        self.together, self.work = together, insert(number, fails)
        self.result: object = None
        self.start()

    def run(self) -> None:
        try:
            self.result = self.together.do("a game", self.work)  # type: ignore[arg-type]
        except Exception as error:
            self.result = str(error)


def crowd(slow: Slow, fails: int | None = None) -> list[Writer]:
    """One who commits, and nine who come while he waits for the disk."""
    together = Together(slow.begin, sqlite3.Error)
    first = Writer(together, 0)
    assert slow.begun.wait(PATIENCE)
    others = [Writer(together, number, number == fails) for number in range(1, 10)]
    while len(together._waiting) < len(others):
        pass
    assert first.is_alive()
    return [first, *others]


def test_those_who_come_while_one_commits_share_the_next_commit(slow: Slow) -> None:
    writers = crowd(slow)
    slow.leave.set()
    for writer in writers:
        writer.join(PATIENCE)
    assert [writer.result for writer in writers] == [*range(10)]
    assert (slow.rows(), slow.commits) == ([*range(10)], 2)


def test_what_one_refuses_leaves_the_others_as_they_are(slow: Slow) -> None:
    writers = crowd(slow, fails=4)
    slow.leave.set()
    for writer in writers:
        writer.join(PATIENCE)
    assert [writer.result for writer in writers] == [0, 1, 2, 3, "no 4", 5, 6, 7, 8, 9]
    assert slow.rows() == [0, 1, 2, 3, 5, 6, 7, 8, 9]


def test_nobody_is_answered_before_the_commit_and_none_at_all_when_it_fails(slow: Slow) -> None:
    writers = crowd(slow)
    assert all(writer.is_alive() for writer in writers)
    slow.connection.execute("pragma query_only=on")
    slow.leave.set()
    for writer in writers:
        writer.join(PATIENCE)
    assert all("readonly" in str(writer.result) for writer in writers[1:])
    slow.connection.execute("pragma query_only=off")
    slow.begun.clear()
    late = Writer(Together(slow.begin, sqlite3.Error), 11)
    late.join(PATIENCE)
    assert late.result == 11


def test_what_the_driver_stores_is_what_the_models_read(host: HostUnderTest) -> None:
    """The hot path writes beside the models: the time above all has to be of their form."""
    game = host.started()
    host.send(game, "red", host.default(game, "red"), "draft")
    host.clock.forward(seconds=1.25)
    host.send(game, "red", host.default(game, "red"), "draft")
    [(first,), (second,)] = host.rows("select received_at from envelopes order by sequence")
    [(opened,)] = host.rows("select opened_at from phases where number = 1")
    assert first == opened
    assert (len(first), second[-9:]) == (len(opened), "01.250000")
