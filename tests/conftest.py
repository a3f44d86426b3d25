"""For the whole suite: what the imports made stays, and is not looked through again and again for garbage.

Hundreds of processes are started: what one of them has compiled the others read, whatever the shell says.
At the end it prints the tables of the tests that fail statements and race them.
"""

import gc
import os
import sys
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

gc.disable()
settings.register_profile(
    "suite",
    max_examples=40,
    deadline=None,
    derandomize="OSTRAKA_FUZZ" not in os.environ,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("suite")

HERE = Path(__file__).parent
TABLES = {
    "fault": ("database", "operation", "fails by", "statements", "runs", "lost", "double", "broken"),
    "race": ("database", "at the same time", "tried", "orders", "lost", "double", "broken"),
}


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """What runs long in processes of its own begins first, so that nobody waits for it at the end."""
    first = (HERE, HERE / "docs", HERE / "tools")
    items.sort(key=lambda item: item.path.parent not in first)


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
