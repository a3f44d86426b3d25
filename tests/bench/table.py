"""Plain tables on standard output, and the two numbers that stand in them: median and 99th percentile."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def median(values: Sequence[float]) -> float:
    """The middle of the values."""
    return statistics.median(values)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many per cent of the others do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def milliseconds(seconds: float) -> str:
    """A time as it stands in a table."""
    return f"{seconds * 1000:.1f}"


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], *notes: str) -> None:
    """Print a table; numbers stand to the right, words to the left."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[place]) for row in [list(columns), *cells]) for place in range(len(columns))]

    def line(row: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(padded).rstrip()

    print(f"\n{title}\n")
    print(line(columns))
    print("  ".join("-" * width for width in widths))
    for row in cells:
        print(line(row))
    for note in notes:
        print(note)
