"""For the whole suite: what the imports made stays, and is not looked through again and again for garbage.

Hundreds of processes are started: what one of them has compiled the others read, whatever the shell says.
Where memory can be a folder, what the tests write lies there: a database need not wait for a disk.
At the end it prints the tables of the tests that fail statements and race them.
"""

import gc
import os
import shutil
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MEMORY, ENOUGH = Path("/dev/shm"), 4 << 30  # bytes; a whole run writes less than one
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

pytest.register_assert_rewrite("adjudicator.kernel.contract.battery")  # before anything imports it

gc.disable()
settings.register_profile(
    "suite",
    max_examples=25,
    deadline=None,
    derandomize="OSTRAKA_FUZZ" not in os.environ,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("suite")

HERE = Path(__file__).parent
LONG = ((HERE / "cli" / "browser",), (HERE / "cli" / "table",), (HERE, HERE / "docs", HERE / "tools"))
TABLES = {
    "fault": ("database", "operation", "fails by", "statements", "runs", "lost", "double", "broken"),
    "race": ("database", "at the same time", "tried", "orders", "lost", "double", "broken"),
}


def pytest_collection(session: Any) -> None:
    """Each worker of a whole run reads a share of the modules first: what one has compiled the others need not."""
    worker, workers = os.environ.get("PYTEST_XDIST_WORKER", ""), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if worker and HERE in map(Path, map(os.path.abspath, session.config.args)):
        for path in sorted(HERE.rglob("test_*.py"))[int(worker.removeprefix("gw")) :: workers]:
            with suppress(Exception, pytest.skip.Exception):  # it is told when its tests are gathered
                import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


@pytest.hookimpl(trylast=True)  # what is not run at all is not shared out
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Each worker begins with something that runs long in processes of its own, so that nobody waits for it at the end:
    one with the site in browsers, which is built once, one with the table in browsers, one with whole programs.
    """
    heads: list[list[Any]] = [[], [], [], []]
    for item in items:
        heads[next((n for n, folders in enumerate(LONG) if item.path.parent in folders), -1)].append(item)
    *heads, rest = heads
    ordered: list[Any] = []
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    for worker in range(workers):
        share = (len(items) - len(ordered)) // (workers - worker)
        mine = heads.pop(0) if heads else []
        if worker == workers - 1:
            mine += [item for head in heads for item in head]
        more = max(share - len(mine), 0)
        ordered += mine + rest[:more]
        del rest[:more]
    items[:] = [*ordered, *rest]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]
    for name, head in TABLES.items():
        rows = [row for report in reports for kind, row in report.user_properties if kind == name]
        if rows and terminalreporter.config.getoption("markexpr") == "soak":
            terminalreporter.section(f"{name}s")
            for row in (head, *rows):
                terminalreporter.write_line("| " + " | ".join(str(cell).replace(" | ", ", ") for cell in row) + " |")
            sums = {head[n]: sum(row[n] for row in rows) for n in range(3, len(head)) if head[n] != "statements"}
            terminalreporter.write_line(f"in all: {sums}")
