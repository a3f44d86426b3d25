"""Whatever statement fails, by an error or a kill: nothing promised is lost, nothing is done twice.

`make test` fails every tenth statement of each operation, `make soak` every one.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.faults.driver import KINDS, Driver
from tests.api.faults.engines import ENGINES
from tests.api.faults.operations import OPERATIONS

SIGNAL = "kill by a signal"
ODD = 11
"""Every so manieth statement is one at which a whole process is killed; over the operations, all sorts of places."""
Row = Callable[[str, object], None]


def fail(engine: str, operation: str, every: int, kinds: tuple[str, ...], record_property: Row) -> None:
    driver = Driver(ENGINES[engine], OPERATIONS[operation])
    place = list(OPERATIONS).index(operation)
    for kind in kinds:
        tally = driver.fail_everywhere(kind, ODD if kind == SIGNAL else every, place)
        row = (driver.engine.name, operation, kind, tally.statements, tally.runs)
        record_property("fault", [*row, *(tally.count(found) for found in ("lost", "double", "broken"))])
        assert not tally.found, "\n".join(tally.found[:20])


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("engine", ENGINES)
def test_at_every_tenth_statement(engine: str, operation: str, record_property: Row) -> None:
    fail(engine, operation, 10, KINDS, record_property)


@pytest.mark.soak
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("engine", ENGINES)
def test_at_every_statement(engine: str, operation: str, record_property: Row) -> None:
    fail(engine, operation, 1, (*KINDS, SIGNAL), record_property)
