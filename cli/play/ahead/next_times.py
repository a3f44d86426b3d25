"""What a person says beyond an answer: a plan for the next times, or a form for the rest of the turn.

A plan is a card; both go into the person's book with the answer.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click
import msgspec

from adjudicator.kernel import Book, Order, ask_name
from cli.answer.hand import Hand
from cli.books.filled_form import FilledForm
from cli.books.forms import fill_in
from cli.play.ahead.plans import settle_plan
from cli.play.ahead.ranked_lists import put_in_order
from cli.play.prompt import Person
from cli.play.screen import Left, read_line
from cli.terminal.output import choices, tell, wrapped

if TYPE_CHECKING:
    from adjudicator.kernel.questions.questions import Question

YES = ("", "y", "yes")


class Ahead(msgspec.Struct):
    """What a person may say of the next times, and their book with what they said; None while they said nothing."""

    person: Person
    hand: Hand
    book: Book | None = None
    said: list[str] = []

    @property
    def offers(self) -> list[str]:
        """What may be said with the answers that the person has given."""
        person = self.person
        found = [self.question(order).ahead_words for order in self.orders if self.later(order) is not None]
        return [*found, *(person.rules.form(name).words for name in self.forms)]

    @property
    def orders(self) -> list[Order]:
        """The answers that others can follow."""
        return [order for order in self.person.answers.values() if self.question(order).ahead]

    @property
    def forms(self) -> list[str]:
        """The forms that go with the answers."""
        names = [
            name for order in self.person.answers.values() for name in self.person.rules.forms_after(ask_name(order))
        ]
        return list(dict.fromkeys(names))

    def question(self, order: Order) -> Question[Any, Any]:
        """The question that an order answers."""
        return self.person.rules.question(ask_name(order))

    def later(self, order: Order) -> Any:
        """The view in which the next answer is given; None where none can be."""
        return self.hand.later_view(self.person.view, order)

    def ask(self) -> None:
        """Ask for all that may be said."""
        self.said.clear()
        for order in self.orders:
            if (later := self.later(order)) is not None:
                self.plan(order, later)
        for name in self.forms:
            if wanted(self.person.seat, self.person.rules.form(name).words):
                self.book = self.filled_in(name, self.hand.behind.standing() if self.book is None else self.book)
                self.said.append(self.person.rules.form(name).words)
        book = self.hand.book(self.book) if self.hand.waiting else self.book
        tell("Your book will then say:" if book is not None else "Your book stays as it is.")
        for sentence in self.person.rules.explain_book(book) if book is not None else []:
            tell(wrapped(f"  {sentence}", 4))

    def plan(self, order: Order, later: Any) -> None:
        """The plan of the next times, as it is kept or a new one, after this answer."""
        plan = self.hand.plan(ask_name(order), self.person.view, [order], later)
        if settle_plan(plan, self.hand):
            self.said += [line.words for line in plan.lines]

    def filled_in(self, name: str, book: Book) -> Book:
        """The book with a form; lists that the person puts in order become cards instead."""
        person, form = self.person, self.person.rules.form(name)
        if form.rankings and rather_lists(person.seat, len(form.questions)):
            sheet = self.hand.sheet(name, person.view)
            with suppress(Left):
                put_in_order(sheet, person.seat)
                self.hand.keep_sheet(sheet)
            return book
        filled = FilledForm(person.rules, person.view, person.seat, book, name)
        return filled.book(fill_in(filled))

    def forget(self) -> None:
        """The person changes their answer: what they said of the next times may not follow from it any more."""
        self.book = None
        self.said.clear()


def rather_lists(seat: str, questions: int) -> bool:
    """Does the person put the lists of a form in order, rather than answer its questions?"""
    choices(["put the lists in order yourself", f"answer {questions} short questions instead"])
    return read_line(seat) in ("", "1")


def wanted(seat: str, asks: str) -> bool:
    """Does the person say yes?"""
    click.secho(wrapped(f"{asks} (Enter: yes; n: no)"), bold=True)
    return read_line(seat).casefold() in YES
