"""What has to be reached, in one table: `make bench`; or parts by name: `python -m tests.bench kernel desk`."""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog

from tests.bench import browser, desk, goals, growth, kernel, machine, mails, program, steps, waiting

GOALS: Final = "goals"
PARTS: Final[dict[str, Callable[[Path], None]]] = {
    GOALS: goals.measure,
    "kernel": lambda _folder: kernel.measure(),
    "desk": desk.measure,
    "mails": mails.measure,
    "growth": growth.measure,
    "program": program.measure,
    "steps": steps.measure,
    "waiting": waiting.measure,
    "browser": browser.measure,
}


def main(parts: list[str]) -> None:
    """Measure the parts that are named, the goals when none is."""
    if unknown := set(parts) - set(PARTS):
        sys.exit(f"unknown parts of the bench: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    begun = time.monotonic()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="ostraka-bench-") as name:
        print("\n".join(machine.describe(Path(name))))
        for part in parts or [GOALS]:
            PARTS[part](Path(name))
    print(f"\nThe whole took {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    chosen = {"program": program.measure, "browser": browser.measure}.get(sys.argv[1] if sys.argv[2:] else "")
    if chosen:
        with tempfile.TemporaryDirectory(prefix="ostraka-bench-") as name:
            chosen(Path(name), *sys.argv[2:])
    else:
        main(sys.argv[1:])
