"""Books that nobody writes by hand: from answers that are given ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.books.forms import Entries
from adjudicator.kernel.faults import NOT_CHECKED
from adjudicator.kernel.position.book_entries import Book, Entry
from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.title.books import check_book


def later_view(question: Question[Any, Any], view: Any, ask: Ask, orders: Sequence[Order]) -> Any:
    """The view in which the next answer ahead is given, after these; None where no more can be answered."""
    if not 1 <= len(orders) <= question.ahead:
        return None
    for order in orders:
        view = question.after(view, ask, order)
        if view is None:
            return None
    return view if next(iter(question.options(view, ask)), None) is not None else None


def with_entries(rules: Rules[Any], book: Book, entries: Entries) -> Book:
    """A book with these entries on top, for a while. Malformed tells what is wrong with them."""
    return above(book, check_book(rules, entries, NOT_CHECKED))


def above(book: Book, written: Book) -> Book:
    """New entries on top; older ones for a while to the same questions fall, and so do those that are used up."""
    anew = {entry.question for entry in written}
    return [*written, *(entry for entry in book if entry.ways and not _given_way(entry, anew))]


def _given_way(entry: Entry, anew: set[str]) -> bool:
    return entry.until is not None and entry.question in anew
