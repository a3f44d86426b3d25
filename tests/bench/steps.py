"""Steps on the page of the table: a click, and the page that comes of it, in a game against bots."""

from __future__ import annotations

import time
from pathlib import Path

from cli.home.home import Home
from tests.bench.table import median, milliseconds, percentile, show
from tests.cli.table.tables import Sitter, begun
from tests.cli.table.test_page import step

ANSWERS = 5
GAMES = (("perikles", "standard"), ("pericles", "14.1.01B"), ("polis", "standard"), ("athens_sparta", "war"))


def measure(folder: Path) -> None:
    """A table of all titles."""
    show(
        f"Steps of the first {ANSWERS} answers at the table",
        ("title", "steps", "median ms", "p99 ms", "page kB"),
        [row(folder / f"steps-{title}", title, scenario) for title, scenario in GAMES],
        "Milliseconds of the processor, from the click to the whole page; what bots do is not counted.",
    )


def row(folder: Path, title: str, scenario: str) -> list[object]:
    """A line of the table."""
    sitter, answered = Sitter(Home(folder)), 0
    seconds, sizes = list[float](), list[float]()
    sitter.enter()
    sitter.open(f"games/{begun(sitter.table.home, title, scenario)}")
    while answered < ANSWERS and sitter.stage != "over":
        if sitter.stage == "review":
            sitter.press("Play it")
            answered += 1
            continue
        began = time.process_time()
        step(sitter)
        seconds.append(time.process_time() - began)
        sizes.append(len(sitter.page.encode()) / 1000)
    return [title, len(seconds), *map(milliseconds, (median(seconds), percentile(seconds, 99))), f"{median(sizes):.1f}"]
