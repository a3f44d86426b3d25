"""Run the whole bench: `make bench`; or parts of it by name: `python -m tests.bench kernel trips`.

Not part of the whole are who wins between bots, which takes an hour (`python -m tests.bench shares --help`), the mails
of whole games in a host's own outbox (`python -m tests.bench outbox`), and the rules or the service beside those of
another checkout (`python -m tests.bench against ../older`, with a pattern for part of the work; `python -m tests.bench
sides ../older`, with the numbers of rounds and of games).
"""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog

from tests.bench import (
    against,
    desk,
    draws,
    growth,
    kernel,
    machine,
    mails,
    outbox,
    pages,
    postgresql,
    program,
    reports,
    shares,
    sides,
    slow,
    trips,
)

PARTS = ("desk", "postgresql", "reports", "growth", "kernel", "draws", "trips", "mails", "program", "pages", "slow")


def main(parts: list[str]) -> None:
    """Measure the parts that are named, all when none is."""
    if unknown := set(parts) - set(PARTS):
        sys.exit(f"unknown parts of the bench: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}, and shares")
    begun = time.monotonic()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="ostraka-bench-") as name:
        folder = Path(name)
        print("\n".join(machine.describe(folder)))
        work = {
            "desk": lambda: desk.measure(folder),
            "postgresql": lambda: postgresql.measure(folder),
            "reports": lambda: reports.measure(folder),
            "growth": lambda: growth.measure(folder),
            "kernel": kernel.measure,
            "draws": draws.measure,
            "trips": trips.measure,
            "mails": mails.measure,
            "program": lambda: program.measure(folder),
            "pages": lambda: pages.measure(folder),
            "slow": lambda: slow.measure(folder),
        }
        for part in parts or PARTS:
            work[part]()
    print(f"\nThe whole took {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["shares"]:
        shares.main(sys.argv[2:])
    elif sys.argv[1:2] == ["against"]:
        against.measure(Path(sys.argv[2]), *sys.argv[3:4])
    elif sys.argv[1:2] == ["mails"] and sys.argv[2:]:
        mails.measure(sys.argv[2], *map(int, sys.argv[3:4]))
    elif sys.argv[1:2] == ["program"] and sys.argv[2:]:
        with tempfile.TemporaryDirectory(prefix="ostraka-bench-") as name:
            program.measure(Path(name), *sys.argv[2:])
    elif sys.argv[1:2] == ["outbox"]:
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
        outbox.measure(*sys.argv[2:3], *map(int, sys.argv[3:4]))
    elif sys.argv[1:2] == ["sides"]:
        sides.measure(Path(sys.argv[2]), *map(int, sys.argv[3:5]))
    else:
        main(sys.argv[1:])
