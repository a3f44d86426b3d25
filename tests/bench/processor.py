"""The time of the processor that other processes took: it does not matter to it what else the machine is doing.

A process is counted with all that it has begun, also with what has ended: its parent has taken over the time of that.
So a host is counted with the processes in which it draws the pictures of its mails.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
QUIET_SECONDS, QUIET_SHARE = 1.0, 0.02
"""A host is quiet that takes so little of a processor for so long."""
QUIET_WITHIN = 1_800.0
"""Seconds."""


def children(process: int) -> list[int]:
    """The processes that a process has begun, and that have not ended."""
    found: list[int] = []
    for of_a_thread in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, of_a_thread.read_text().split())
    return found


def family(process: int) -> list[int]:
    """A process, those that it has begun, and those that they have."""
    return [process, *(one for child in children(process) for one in family(child))]


def seconds_of(processes: Iterable[int]) -> float:
    """What they and all that they have begun took so far, for themselves and in the kernel."""
    ticks = 0
    for process in chain.from_iterable(map(family, processes)):
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # its own, and those of its children that have ended
    return ticks / TICK


def wait_until_quiet(processes: Sequence[int]) -> None:
    """Wait until they have nothing left to do: a host still sends the mails of the work before."""
    end = time.monotonic() + QUIET_WITHIN
    before, most = seconds_of(processes), QUIET_SECONDS * QUIET_SHARE
    while True:
        time.sleep(QUIET_SECONDS)
        now = seconds_of(processes)
        if now - before <= most:
            return
        if time.monotonic() > end:
            raise RuntimeError(f"the host was still at work after {QUIET_WITHIN:.0f} s")
        before = now
