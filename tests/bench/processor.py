"""The time of the processor that other processes took: it does not matter to it what else the machine is doing."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, cycle
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
QUARTER_SECONDS = 0.005


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


@contextmanager
def a_quarter_of_the_time(groups: Sequence[Sequence[int]]) -> Iterator[None]:
    """Processes that run for a quarter of the time only, those of each group together: a machine with more processors.

    So this one has time left for all that they work with.
    """
    over = threading.Event()

    def drive() -> None:
        for turn in cycle(range(4)):
            for number, group in enumerate(groups):
                for process in group:
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGCONT if turn == number % 4 else signal.SIGSTOP)
            if over.wait(QUARTER_SECONDS):
                break

    driver = threading.Thread(target=drive)
    driver.start()
    try:
        yield
    finally:
        over.set()
        driver.join()
        for process in chain.from_iterable(groups):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
