"""The next answers to the same question with an answer, or a form for the rest of the turn.

Both are written into the person's book, which goes with the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from adjudicator.kernel import Book, Order, Title, ask_name
from cli.ahead.hand import Hand
from cli.books.filled_form import FilledForm
from cli.books.forms import fill_in
from cli.play.ahead.ranked_lists import put_in_order
from cli.play.prompt import Person
from cli.play.screen import Left, read_line
from cli.terminal.output import choices, tell, wrapped

if TYPE_CHECKING:
    from adjudicator.kernel.questions.questions import Question

YES = ("", "y", "yes")


@dataclass
class Ahead:
    """What a person may say of the next times, and their book with what they said; None while they said nothing."""

    person: Person
    hand: Hand
    book: Book | None = None
    said: list[str] = field(default_factory=list)

    @property
    def offers(self) -> list[str]:
        """What may be said with the answers that the person has given."""
        person = self.person
        found = [self.question(order).ahead_words for order in self.orders if self.later([order]) is not None]
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

    def later(self, given: Sequence[Order]) -> Any:
        """The view in which the next answer is given."""
        person = self.person
        if person.rules.refusal(person.view, person.seat, given[0]) is not None:
            return None
        return person.rules.later_view(person.view, person.seat, ask_name(given[0]), given)

    def ask(self) -> None:
        """Ask for all that may be said."""
        rules, seat = self.person.rules, self.person.seat
        book = self.hand.behind.standing() if self.book is None else self.book
        self.said.clear()
        for order in self.orders:
            given = [order, *self.next_ones(order)]
            self.said += map(self.person.order_in_words, given[1:])
            book = rules.with_answers_ahead(self.seen_with(book), seat, ask_name(order), given)
        for name in self.forms:
            if wanted(seat, rules.form(name).words):
                book = self.filled_in(name, book)
                self.said.append(rules.form(name).words)
        self.book = book
        tell("Your book will then say:")
        for sentence in rules.explain_book(self.hand.book(book) if self.hand.waiting else book) or ["nothing"]:
            tell(wrapped(f"  {sentence}", 4))

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

    def seen_with(self, book: Book) -> Any:
        """The person's view with this book."""
        return replace(self.person.view, books={self.person.seat: book})

    def next_ones(self, order: Order) -> Iterator[Order]:
        """What the person answers the next times, one after another, until they have said enough."""
        given, asks = [order], self.question(order).ahead_words
        while (view := self.later(given)) is not None and wanted(self.person.seat, asks):
            person = Person(Later(self.person.rules, view), self.person.seat, reviewed=True)
            person.open = [ask_name(order)]
            person.question = ask_name(order)
            person.answer_open()
            given += person.answers.values()
            yield given[-1]
            asks = "And the time after that?"


@dataclass(frozen=True)
class Later:
    """The game as it will be if nothing else happens, for a person who answers ahead."""

    rules: Title[Any]
    seen: Any
    news: Mapping[str | None, Sequence[str]] = field(default_factory=dict)

    def view(self, seat: str | None) -> Any:
        """The view of the person; there is no other."""
        return self.seen

    def board(self, seat: str | None) -> str:
        """The board as it will be then."""
        return self.rules.show(self.seen)


def rather_lists(seat: str, questions: int) -> bool:
    """Does the person put the lists of a form in order, rather than answer its questions?"""
    choices(["put the lists in order yourself", f"answer {questions} short questions instead"])
    return read_line(seat) in ("", "1")


def wanted(seat: str, asks: str) -> bool:
    """Does the person say yes?"""
    click.secho(wrapped(f"{asks} (Enter: yes; n: no)"), bold=True)
    return read_line(seat).casefold() in YES
