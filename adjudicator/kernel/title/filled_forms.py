"""Books that a form writes, and which of its answers a book holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.kernel.books.forms import Entries, Form, FormOption, FormQuestion
from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.position.position import Book, Entry
from adjudicator.kernel.questions.kinds import right
from adjudicator.kernel.questions.offers import Offer, Option
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.title.books import above, check_book

OWN: Final = "own"
"""The answer of a seat whose book says something else than the form could: that stays."""


def form_offers(rules: Rules[Any], form: Form, view: Any, seat: str) -> list[Offer]:
    """The questions of a form as any interface can show them: one answer each, the first one recommended.

    One whose moment is past is not asked.
        Where the book says something else of what a question is about, it may stay as it is: the last answer.
    """
    return [
        Offer(
            kind="one",
            fields=(question.id,),
            asks=question.asks,
            options=tuple(
                Option(option.id, option.words)
                for option in (*question.options(view, seat), *_own(rules, question, view, seat))
            ),
        )
        for question in form.questions
        if question.options(view, seat)
    ]


def _own(rules: Rules[Any], question: FormQuestion, view: Any, seat: str) -> list[FormOption]:
    return [FormOption(OWN, "as my book has it now")] if own_entries(rules, question, view, seat) else []


def form_entries(form: Form, view: Any, seat: str, answers: Mapping[str, str]) -> Entries:
    """What the answers of a form write, by the id of its question; Malformed names an answer that there is not."""
    if unknown := [name for name in answers if name not in [question.id for question in form.questions]]:
        raise Malformed(f"this form does not ask {unknown[0]!r}; {right(q.id for q in form.questions)}")
    entries: Entries = []
    for question in form.questions:
        options = {option.id: option for option in question.options(view, seat)}
        if not options:
            continue
        answer = answers.get(question.id, next(iter(options)))
        if answer not in (*options, OWN):
            raise Malformed(f"{question.id} has no answer {answer!r}; {right(options)}")
        entries += options[answer].entries if answer in options else []
    return [entry | ({"until": form.until} if form.until else {}) for entry in entries]


def book_of_form(rules: Rules[Any], form: Form, view: Any, seat: str, answers: Mapping[str, str]) -> Book:
    """The seat's book with what a form writes: for a while above what stands in it, or else in the place of what it
    says of the same questions. What it says of others, and what it says for a while, stays."""
    book = [entry for entry in view.books.get(seat, []) if entry.ways]
    written = check_book(rules, form_entries(form, view, seat, answers), rules.quantities.known(view))
    if form.until:
        return above(book, written)
    falls = {name for one in form.questions if answers.get(one.id) != OWN for name in questions_of(one, view, seat)}
    for_a_while = [entry for entry in book if entry.until]
    return [*for_a_while, *written, *(one for one in book if not one.until and one.question not in falls)]


def questions_of(question: FormQuestion, view: Any, seat: str) -> set[str]:
    """The questions of the title that the answers to a question of a form write about."""
    return {entry["question"] for option in question.options(view, seat) for entry in option.entries}


def form_answers(rules: Rules[Any], form: Form, view: Any, seat: str) -> dict[str, str]:
    """The answers to a form that the seat's book holds, even if partly used, by the id of the question.

    A question that the form left out, beside others that it wrote, means that the seat wants to be asked.
    """
    book = view.books.get(seat, [])
    found: dict[str, str] = {}
    for question in form.questions:
        options = sorted(question.options(view, seat), key=lambda option: -len(option.entries))
        for option in options:
            if option.entries and all(
                _stands_in(book, one) for one in check_book(rules, option.entries, rules.quantities.known(view))
            ):
                found.setdefault(question.id, option.id)
    for question in form.questions if found else ():
        said = {entry.question for entry in book if entry.ways and not entry.until}
        silent = next((option.id for option in question.options(view, seat) if not option.entries), None)
        if silent is not None and question.id not in found and not said & questions_of(question, view, seat):
            found[question.id] = silent
    return found


def own_entries(rules: Rules[Any], question: FormQuestion, view: Any, seat: str) -> Book:
    """What the seat's book says of the questions that a question of a form is about, and no answer to it writes."""
    written = [
        one
        for option in question.options(view, seat)
        for one in check_book(rules, option.entries, rules.quantities.known(view))
    ]
    about = questions_of(question, view, seat)
    standing = [one for one in view.books.get(seat, []) if one.ways and not one.until and one.question in about]
    return [one for one in standing if not any(_is_left_of(one, entry) for entry in written)]


def _stands_in(book: Book, entry: Entry) -> bool:
    return any(_is_left_of(one, entry) for one in book)


def _is_left_of(one: Entry, entry: Entry) -> bool:
    """Whether an entry is what another one was, or what is left of it."""
    ways = [(each.default, each.passes, each.only_option, each.ask_me, bool(each.choose)) for each in (one, entry)]
    alike = (one.question, one.when, one.until) == (entry.question, entry.when, entry.until) and ways[0] == ways[1]
    return alike and all(choice in entry.choose for choice in one.choose)
