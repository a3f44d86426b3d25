"""What is left of a book: after an answer, and at the end of a period that an entry was to last for.

An entry that is used up keeps its place, empty, so that the others keep their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.position.book_entries import Book, Entry
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.title.books import Answer


def use_up(rules: Rules[Any], book: Book, used: Answer) -> Book:
    """The book after an answer: the choice is gone, unless choices to its question stand; one of its `times` too."""
    entry = book[used.entry]
    if rules.questions[entry.question].counted_later:
        return book
    left, times = _choices_left(rules, entry, used.choice), entry.times and entry.times - 1
    if left == entry.choose and times is None:
        return book
    is_used_up = times == 0 or (used.choice is not None and not left)
    after = _empty(entry) if is_used_up else replace(entry, choose=left, times=times)
    return _shortened([*book[: used.entry], after, *book[used.entry + 1 :]])


def one_time_less(book: Book, number: int) -> Book:
    """The book after what an entry with `times` was used for: the entry is used up with the last of them."""
    entry = book[number]
    after = _empty(entry) if entry.times in (None, 1) else replace(entry, times=(entry.times or 1) - 1)
    return _shortened([*book[:number], after, *book[number + 1 :]])


def _choices_left(rules: Rules[Any], entry: Entry, used: int | None) -> list[dict[str, Any]]:
    question = rules.questions[entry.question]
    if used is None or question.is_standing(question.parse_choice(entry.choose[used])):
        return entry.choose
    return [choice for number, choice in enumerate(entry.choose) if number != used]


def _empty(entry: Entry) -> Entry:
    """An entry that is used up."""
    return Entry(question=entry.question)


def _shortened(book: Book) -> Book:
    """The book without the empty entries at its end."""
    last = max((number for number, one in enumerate(book, 1) if one.ways), default=0)
    return book[:last]


def periods_now(rules: Rules[Any], position: Any) -> dict[str, Any]:
    """The periods that a position is in, if any book rests on them."""
    resting = any(entry.until for book in position.books.values() for entry in book)
    return {name: number(position) for name, number in rules.periods.items()} if resting else {}


def let_fall(rules: Rules[Any], position: Any, before: Mapping[str, Any]) -> None:
    """Use up the entries whose period has ended since these periods."""
    over = [name for name in before if rules.periods[name](position) != before[name]]
    if over:
        fallen = {
            seat: _shortened([_empty(entry) if entry.until in over else entry for entry in book])
            for seat, book in position.books.items()
        }
        position.books = {seat: book for seat, book in fallen.items() if book}
