"""Choices of a book: what a seat would answer, in its question's own words or as the very order.

    choose: [{markers: [military, league]}, {exactly: {markers: [league]}}]

Most questions take a choice that says less or more than an order: a ranking, "the cheapest". `exactly` gives one order,
field by field, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert
from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.questions.questions import KeyedOrder, Order, Question

EXACTLY: Final = "exactly"


class Choice(NamedTuple):
    """A choice as its question reads it; `exact`: what is said is the order itself."""

    question: Question[Any, Any]
    said: Any
    exact: bool

    def orders(self, view: Any, ask: Ask) -> Iterator[Order]:
        """The orders that it comes to in a view, best first; they need not be legal."""
        return iter((self.said,)) if self.exact else self.question.orders_of(view, ask, self.said)

    def left_out(self, view: Any, ask: Ask) -> list[str]:
        """What of it its order leaves out as illegal, in words with the reason."""
        return [] if self.exact else self.question.left_out(view, ask, self.said)

    def concerns(self, view: Any, ask: Ask) -> bool:
        """Whether it is meant for what is asked now."""
        if self.exact:
            return not isinstance(self.said, KeyedOrder) or self.said.key == ask.key
        return self.question.concerns(view, ask, self.said)

    @property
    def stands(self) -> bool:
        """Whether it may be used again and again."""
        return self.question.choices_stand if self.exact else self.question.is_standing(self.said)

    @property
    def in_words(self) -> str:
        """It as people read it."""
        return self.question.choice_in_words(self.said)


def read_choice(question: Question[Any, Any], plain: Any, known: Known = NOT_CHECKED) -> Choice:
    """A choice from plain data. Malformed tells what of it does not fit its type."""
    exact = isinstance(plain, dict) and plain.keys() == {EXACTLY}
    within = (EXACTLY,) if exact else ()
    if exact:
        plain = plain[EXACTLY]
        head = {"question": question.id}
        said = convert({**plain, **head} if isinstance(plain, dict) else plain, question.order, *within, known=known)
    else:
        said = question.parse_choice(plain, known)
    return Choice(question, said, exact)


def check_choice(question: Question[Any, Any], plain: Any, known: Known) -> None:
    """Malformed tells everything that is wrong with a choice, down to its items and conditions."""
    choice = read_choice(question, plain, known)
    if faults := question.faults(choice.said, known):
        raise Malformed(faults=[fault.inside(*((EXACTLY,) if choice.exact else ())) for fault in faults])


def choice_of(question: Question[Any, Any], view: Any, ask: Ask, order: Order) -> dict[str, Any]:
    """The choice of a book that is this very order in this view: in the question's own words where they say just it."""
    fields = {EXACTLY: question.fields_of(order)}
    view = replace(view, books={})  # whatever the book says now
    try:
        plain = question.choice_of(view, ask, order)
        choice = read_choice(question, plain)
    except Malformed:
        return fields
    first = next(choice.orders(view, ask), None) if choice.concerns(view, ask) else None
    return plain if first is not None and question.same(first, order) else fields
