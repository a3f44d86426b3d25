"""The form of a title while a person fills it in: what their book has of it already, and what the answers write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Book, Title
from adjudicator.kernel.books.reading import consult
from adjudicator.kernel.title.filled_forms import OWN


class Answer(msgspec.Struct, frozen=True):
    """An answer to a question of a form, in words; the first of a question is recommended."""

    id: str
    words: str
    is_recommended: bool
    is_in_book: bool


class FormQuestion(msgspec.Struct, frozen=True):
    """A question of a form; `own`: what the book says of it that no answer writes; `preset`: the answer that is meant
    unless the person says otherwise."""

    id: str
    asks: str
    answers: Sequence[Answer]
    own: Sequence[str]
    preset: str


class FilledForm:
    """The form with which a seat's book is written, above the book as it stands."""

    def __init__(self, rules: Title[Any], view: Any, seat: str, standing: Book, name: str | None = None) -> None:
        self.rules, self.seat, self.standing = rules, seat, standing
        self.name = name or next(iter(rules.forms))
        self.view = replace(view, books={seat: standing} if standing else {})

    @property
    def words(self) -> str:
        """What the form is for."""
        return self.rules.form(self.name).words

    @cached_property
    def questions(self) -> list[FormQuestion]:
        """The questions. What the book has of the form already is meant again, and so is what it has beside it."""
        known = self.rules.form_answers(self.view, self.seat, self.name)
        return [
            self._question(offer.fields[0], offer.asks, {str(one.value): one.words for one in offer.options}, known)
            for offer in self.rules.form_offers(self.view, self.seat, self.name)
        ]

    def _question(self, name: str, asks: str, options: Mapping[str, str], known: Mapping[str, str]) -> FormQuestion:
        first, own = next(iter(options)), self._own(name)
        answers = [
            Answer(id, words, id == first and len(options) > 1, id == known.get(name)) for id, words in options.items()
        ]
        return FormQuestion(name, asks, answers, own, known.get(name, OWN if own else first))

    def _own(self, name: str) -> list[str]:
        return self.rules.book_in_words(self.rules.own_entries(self.view, self.seat, self.name, name))

    @property
    def presets(self) -> dict[str, str]:
        """The answers as they are meant to begin with."""
        return {one.id: one.preset for one in self.questions}

    # --- what the answers write --------------------------------------------------------------------------------

    def book(self, answers: Mapping[str, str]) -> Book:
        """The book that is sent."""
        return self.rules.book_of_form(self.view, self.seat, self.name, answers)

    def explained(self, answers: Mapping[str, str]) -> list[str]:
        """The book that is sent, in sentences."""
        return self.rules.explain_book(self.book(answers))

    def written(self, answers: Mapping[str, str]) -> list[str]:
        """What of the book the form writes."""
        return self.rules.book_in_words(self._written(answers))

    def stays(self, answers: Mapping[str, str]) -> list[str]:
        """What stays in the book beside it, such as cards."""
        written = self._written(answers)
        return self.rules.book_in_words([entry for entry in self.book(answers) if entry not in written])

    def _written(self, answers: Mapping[str, str]) -> Book:
        return self.rules.book_of_form(replace(self.view, books={}), self.seat, self.name, answers)

    def falls(self, answers: Mapping[str, str]) -> list[str]:
        """What the book said in other words than the form's, and drops now."""
        return [line for one in self.questions if answers.get(one.id) != OWN for line in one.own]

    def at_once(self, answers: Mapping[str, str], asked: Sequence[str]) -> list[tuple[str, str]]:
        """What the book answers of these questions, which are open now: what is asked, and the order in words."""
        rules, view = self.rules, replace(self.view, books={self.seat: self.book(answers)})
        found = []
        for name in asked:
            if (answer := consult(rules, view, rules.ask(view, self.seat, name)).answer) is not None:
                found.append((rules.question(name).subject, rules.order_in_words(view, self.seat, answer.order)))
        return found
