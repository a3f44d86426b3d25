"""Makes an operation fail at its n-th statement, by an error or a kill, and looks at what became of the host."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy.exc import OperationalError

from tests.api.faults.engines import Engine, Tap
from tests.api.faults.findings import findings, fingerprint
from tests.api.faults.operations import Operation
from tests.api.faults.stages import Kept, Stage, Unanswered, prepare, staged

T = TypeVar("T")
KINDS = ("error", "kill")
COMMIT = "COMMIT"


class Killed(BaseException):
    """Ends all that a process is at."""


@dataclass(frozen=True)
class Point:
    """Before the n-th statement, or after it: of a COMMIT that reached the disk nobody heard."""

    number: int
    after: bool = False


class Counting(Tap):
    """Notes every statement."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def around(self, sql: str, run: Callable[[], T]) -> T:
        self.statements.append(sql)
        return run()

    def points(self) -> Iterator[Point]:
        """Where it can fail."""
        for number, sql in enumerate(self.statements):
            yield Point(number)
            if sql.startswith(COMMIT):
                yield Point(number, after=True)


class Failing(Tap):
    """Fails at a point, once; after a kill nothing more is done at all."""

    def __init__(self, point: Point, fail: Callable[[], None], fatal: bool) -> None:
        self.point, self.fail, self.fatal = point, fail, fatal
        self.count, self.struck = 0, False

    def around(self, sql: str, run: Callable[[], T]) -> T:
        if self.struck and self.fatal:
            raise Killed
        number, self.count = self.count, self.count + 1
        if self.struck or number != self.point.number:
            return run()
        if self.point.after:
            run()
        self.struck = True
        self.fail()
        raise AssertionError("it did not fail")


@dataclass
class Tally:
    """What came of many tries."""

    statements: int = 0
    runs: int = 0
    found: list[str] = field(default_factory=list)

    def count(self, kind: str) -> int:
        return sum(": " + kind in line for line in self.found)


@dataclass
class Driver:
    """One operation on one database."""

    engine: Engine
    operation: Operation

    def __post_init__(self) -> None:
        self.kept: Kept = prepare(self.engine, self.operation.prepare)
        counting = Counting()
        with staged(self.engine, self.kept) as stage:
            self.engine.watch(stage.host.host.database, counting)
            self.operation.do(stage)
            self.points = list(counting.points())
            self.statements = len(counting.statements)
            stage.to_rest()
            self.wanted = fingerprint(stage)
            found = list(findings(stage, sends=False))
            assert not found, found

    def fail_everywhere(self, kind: str, every: int = 1, first: int = 0) -> Tally:
        """Fail at every point, or at each n-th."""
        tally = Tally(self.statements)
        for point in self.points[first % max(1, min(every, len(self.points))) :: every]:
            tally.runs += 1
            tally.found += [f"{point}, {kind}: {line}" for line in self.fail(kind, point)]
        return tally

    def fail(self, kind: str, point: Point) -> list[str]:
        """Fail once; what is wrong with the host that went on."""
        with staged(self.engine, self.kept) as stage:
            if kind == "kill by a signal":
                self.in_a_process_that_dies(stage, point)
            else:
                self.in_this_process(stage, kind, point)
            if kind != "error":
                stage.reopen()
            return list(self.go_on(stage, rests_first=kind != "error" and point.number % 2 == 1))

    def go_on(self, stage: Stage, rests_first: bool) -> Iterator[str]:
        """Who had no answer asks again, before the worker has looked or after it; in the end all is as without."""
        yield from (f"broken: {line}" for line in self.engine.held(stage.host.host.database))
        if rests_first:
            stage.to_rest()
        self.operation.do(stage)
        stage.to_rest()
        yield from findings(stage, self.operation.sends)
        for name, there in fingerprint(stage).items():
            if there != self.wanted[name]:
                yield f"broken: {name}: {there} and not {self.wanted[name]}"

    def in_this_process(self, stage: Stage, kind: str, point: Point) -> None:
        """Fail by an exception."""

        def fail() -> None:
            raise self.engine.error("failed by a test") if kind == "error" else Killed

        tap = Failing(point, fail, fatal=kind == "kill")
        self.engine.watch(stage.host.host.database, tap)
        with contextlib.suppress(Killed, Unanswered, OperationalError, self.engine.error):
            self.operation.do(stage)
        assert tap.struck, f"{point} was not reached"

    def in_a_process_that_dies(self, stage: Stage, point: Point) -> None:
        """Fail by SIGKILL, in a process of its own."""
        stage.close()
        heard, wire = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                stage.host.open()
                stage.wire = wire
                die = Failing(point, lambda: os.kill(os.getpid(), signal.SIGKILL), fatal=True)
                self.engine.watch(stage.host.host.database, die)
                self.operation.do(stage)
            finally:
                os._exit(1)
        os.close(wire)
        with open(heard, "rb") as file:
            stage.hear(file.read())
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"{point} was not reached"
        stage.open()
