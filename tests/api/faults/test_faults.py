"""Whatever statement fails, by an error, a cut connection or a kill: nothing promised is lost, nothing done twice.

`make test` fails every tenth statement of each operation, by error and kill in turn; `make soak` every one by each.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.faults.driver import CUT, ERROR, KILL, SIGNAL, Driver, Tally
from tests.api.faults.operations import OPERATIONS
from tests.api.faults.stages import ENGINES

ODD = 11
"""Every so manieth statement is one at which a whole process is killed; over the operations, all sorts of places."""
BOTH = ("accept an envelope", "resolve", "send mails")
"""What `make test` tries on both databases; the others it tries on SQLite alone."""
LONG = ("draw a round", "rollback")
"""What `make soak` alone tries."""
QUICK = [("sqlite", name) for name in OPERATIONS if name not in LONG] + [("postgresql", name) for name in BOTH]
Record = Callable[[str, object], None]


def settle(driver: Driver, operation: str, kind: str, tally: Tally, record_property: Record) -> None:
    """A row of the table; nothing may have been found."""
    counts = (tally.count(found) for found in ("lost", "double", "broken"))
    record_property("fault", [driver.engine.name, operation, kind, tally.statements, tally.runs, *counts])
    assert not tally.found, "\n".join(tally.found[:20])


@pytest.mark.parametrize(("engine", "operation"), QUICK)
def test_at_every_tenth_statement(engine: str, operation: str, record_property: Record) -> None:
    driver = Driver(ENGINES[engine], OPERATIONS[operation])
    first = list(OPERATIONS).index(operation) % min(10, len(driver.points))
    tally = driver.fail_at((point, (ERROR, KILL)[n % 2]) for n, point in enumerate(driver.points[first::10]))
    settle(driver, operation, "error or kill", tally, record_property)


@pytest.mark.parametrize("operation", ["cut", "resolve", "write mails"])
def test_what_a_commit_has_done_is_not_done_again_where_its_answer_was_lost(operation: str) -> None:
    driver = Driver(ENGINES["sqlite"], OPERATIONS[operation])
    tally = driver.fail_at((point, ERROR) for point in driver.points if point.after)
    assert tally.runs > 0
    assert not tally.found


@pytest.mark.soak
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("engine", ENGINES)
def test_at_every_statement(engine: str, operation: str, record_property: Record) -> None:
    driver = Driver(ENGINES[engine], OPERATIONS[operation])
    for kind in (ERROR, *((CUT,) if driver.engine.can_cut else ()), KILL, SIGNAL):
        tally = driver.fail_at((point, kind) for point in driver.points[:: ODD if kind == SIGNAL else 1])
        settle(driver, operation, kind, tally, record_property)
