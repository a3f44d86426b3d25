"""How long a player waits for `ostraka --help`."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.table import median, milliseconds, show

RUNS = 10
PROGRAM = Path(sys.executable).parent / "ostraka"


def measure() -> None:
    """The median of ten processes; help is to be there within 150 ms."""
    seconds = [one_run() for _ in range(RUNS)]
    show(
        f"ostraka --help: {RUNS} runs",
        ("", "median ms", "shortest ms", "longest ms"),
        [["wall time", milliseconds(median(seconds)), milliseconds(min(seconds)), milliseconds(max(seconds))]],
    )


def one_run() -> float:
    """One process from start to end."""
    begun = time.perf_counter()
    subprocess.run([PROGRAM, "--help"], check=True, capture_output=True)
    return time.perf_counter() - begun
