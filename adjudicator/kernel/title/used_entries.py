"""Entries that were to last for a period: at its end they are used up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel.books.reading import emptied, shortened
from adjudicator.kernel.rules.rules import Rules


def periods_now(rules: Rules[Any], position: Any) -> dict[str, Any]:
    """The periods that a position is in, if any book rests on them."""
    resting = any(entry.until for book in position.books.values() for entry in book)
    return {name: number(position) for name, number in rules.periods.items()} if resting else {}


def let_fall(rules: Rules[Any], position: Any, before: Mapping[str, Any]) -> None:
    """Use up the entries whose period has ended since these periods."""
    over = [name for name in before if rules.periods[name](position) != before[name]]
    if over:
        fallen = {
            seat: shortened([emptied(entry) if entry.until in over else entry for entry in book])
            for seat, book in position.books.items()
        }
        position.books = {seat: book for seat, book in fallen.items() if book}
