"""Books that nobody writes by hand: from answers that are given ahead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from adjudicator.kernel.books.forms import Entries
from adjudicator.kernel.faults import NOT_CHECKED
from adjudicator.kernel.position.book_entries import Book, Entry
from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.questions.choices import choice_of
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


def entries_ahead(
    rules: Rules[Any], question: Question[Any, Any], view: Any, ask: Ask, orders: Sequence[Order]
) -> Book:
    """Entries for the next times that a question is asked: all of these orders but the first, which is the answer now.

    Each answers once, in the shortest period that is under way, as long as its brake holds.
    """
    written: Entries = []
    for before, order in pairwise(orders):
        view = question.after(view, ask, before)
        choices = [choice_of(question, view, ask, order), *question.otherwise(view, ask)]
        entry = {"question": question.id, "when": question.brake(view, ask), "choose": choices, "times": 1}
        written.append(entry | ({"until": [*rules.periods][-1]} if rules.periods else {}))
    return check_book(rules, written, NOT_CHECKED)


def with_answers_ahead(
    rules: Rules[Any], book: Book, question: Question[Any, Any], view: Any, ask: Ask, orders: Sequence[Order]
) -> Book:
    """A book in which these answers take the place of what was said to the question for a while."""
    return above(book, entries_ahead(rules, question, view, ask, orders), question.id)


def with_entries(rules: Rules[Any], book: Book, entries: Entries) -> Book:
    """A book with these entries on top, for a while. Malformed tells what is wrong with them."""
    return above(book, check_book(rules, entries, NOT_CHECKED))


def above(book: Book, written: Book, *also: str) -> Book:
    """New entries on top; older ones for a while to the same questions fall, and so do those that are used up."""
    anew = {*also, *(entry.question for entry in written)}
    return [*written, *(entry for entry in book if entry.ways and not _given_way(entry, anew))]


def _given_way(entry: Entry, anew: set[str]) -> bool:
    return entry.until is not None and entry.question in anew
