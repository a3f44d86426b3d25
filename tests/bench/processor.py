"""The time of the processor that other processes took: it does not matter to it what else the machine is doing."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def descendants(process: int) -> list[int]:
    """The processes that a process has begun, and those that they have."""
    begun: list[int] = []
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, children.read_text().split()):
                begun += [child, *descendants(child)]
    return begun


def seconds_of(processes: Iterable[int]) -> float:
    """What they took so far, for themselves and in the kernel; those that have ended are left out."""
    ticks = 0
    for process in processes:
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK
