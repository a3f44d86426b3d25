"""Makes an operation fail at its n-th statement, by an error or a kill, and looks at what became of the host."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sqlalchemy.exc import OperationalError

from tests.api.faults.engines import COMMIT, Engine, Statement, Tap
from tests.api.faults.findings import findings, fingerprint
from tests.api.faults.operations import Operation
from tests.api.faults.stages import Kept, Stage, Unanswered, prepare, staged

ERROR, CUT, KILL, SIGNAL = "error", "connection cut", "kill", "kill by a signal"
KILLS = (KILL, SIGNAL)


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

    def around(self, statement: Statement) -> Any:
        self.statements.append(statement.sql)
        return statement.run()

    def points(self) -> Iterator[Point]:
        """Where it can fail."""
        for number, sql in enumerate(self.statements):
            yield Point(number)
            if sql.startswith(COMMIT):
                yield Point(number, after=True)


class Failing(Tap):
    """Fails at a point, once; after a kill nothing more is done at all."""

    def __init__(self, point: Point, kind: str) -> None:
        self.point, self.kind = point, kind
        self.count, self.struck = 0, False

    def around(self, statement: Statement) -> Any:
        if self.struck and self.kind in KILLS:
            raise Killed
        number, self.count = self.count, self.count + 1
        if self.struck or number != self.point.number:
            return statement.run()
        if self.point.after:
            statement.run()
        self.struck = True
        return self.strike(statement)

    def strike(self, statement: Statement) -> NoReturn:
        """Fail, in one way or another."""
        if self.kind == SIGNAL:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.kind == KILL:
            raise Killed
        (statement.cut if self.kind == CUT else statement.fail)()
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
        self.kept: Kept = prepare(self.engine, self.operation.begin)
        with staged(self.engine, self.kept) as stage:
            self.engine.watch(stage.host.host.database, counting := Counting())
            self.operation.do(stage)
            self.points, self.statements = list(counting.points()), len(counting.statements)
            stage.to_rest()
            self.wanted = fingerprint(stage)
            assert not (found := list(findings(stage))), found

    def fail_at(self, points: Iterable[tuple[Point, str]]) -> Tally:
        """Fail at these points, each in its own way."""
        tally = Tally(self.statements)
        for point, kind in points:
            tally.runs += 1
            tally.found += [f"{point}, {kind}: {line}" for line in self.fail(point, kind)]
        return tally

    def fail(self, point: Point, kind: str) -> list[str]:
        """Fail once; what is wrong with the host that went on."""
        with staged(self.engine, self.kept) as stage:
            if kind == SIGNAL:
                self.in_a_process_that_dies(stage, point)
            else:
                self.in_this_process(stage, kind, point)
            if kind in KILLS:
                stage.reopen()
            return list(self.go_on(stage, rests_first=kind in KILLS and point.number % 2 == 1))

    def go_on(self, stage: Stage, rests_first: bool) -> Iterator[str]:
        """Who had no answer asks again, before the worker has looked or after it; in the end all is as without."""
        yield from (f"broken: {line}" for line in self.engine.held(stage.host.host.database))
        if rests_first:
            stage.to_rest()
        self.operation.do(stage)
        stage.to_rest()
        yield from findings(stage, 2 if self.operation.sends else 1)
        for name, there in fingerprint(stage).items():
            if there != self.wanted[name]:
                yield f"broken: {name}: {there} and not {self.wanted[name]}"

    def in_this_process(self, stage: Stage, kind: str, point: Point) -> None:
        """Fail by an exception."""
        self.engine.watch(stage.host.host.database, tap := Failing(point, kind))
        with contextlib.suppress(Killed, Unanswered, OperationalError, self.engine.errors):
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
                self.engine.watch(stage.host.host.database, Failing(point, SIGNAL))
                self.operation.do(stage)
            finally:
                os._exit(1)
        os.close(wire)
        with open(heard, "rb") as file:
            stage.hear(file.read())
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"{point} was not reached"
        stage.open()
