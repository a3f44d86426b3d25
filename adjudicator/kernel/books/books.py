"""Books: a seat's standing orders for the whole game, an ordered list of entries.

When a question opens, the entries for it are tried in order. The first whose condition holds and that has a legal
answer is used: the first legal one of its ranked choices, (`only_option`) the only order that is legal, or (`default`)
what silence would mean. `ask_me` stops the search: the seat is asked. A choice that was used is used up, unless its
question says that it stands. What was passed over as illegal is told to the book's owner.

Entries for questions that are never asked (permissions and the like) are carried out at the first cut at which their
condition holds and they are legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.kernel.books import conditions
from adjudicator.kernel.errors import UNFIT, Malformed
from adjudicator.kernel.position.book_entries import Book, Entry

if TYPE_CHECKING:
    from adjudicator.kernel.position.position import Ask
    from adjudicator.kernel.questions.questions import Question
    from adjudicator.kernel.title.title import Title

MOST_ENTRIES = 200
MOST_CHOICES = 100


class Answer(msgspec.Struct, frozen=True):
    """What a book answers: the order, the entry that it comes from and, where it has choices, the choice."""

    order: Any
    entry: int
    choice: int | None


class Consulted(msgspec.Struct, frozen=True):
    """What came of looking into a book: its answer, if it has one, and what was passed over as illegal, with why."""

    answer: Answer | None
    passed_over: list[str]


def check_book(title: Title[Any], plain: Any) -> Book:
    """The book that plain data states, every part of it checked. Malformed names the entry and what would be right."""
    try:
        book = msgspec.convert(plain, Book)
    except UNFIT as error:
        fields = ", ".join(Entry.__struct_fields__)
        raise Malformed(f"malformed book: {error}; an entry has {fields}") from None
    if len(book) > MOST_ENTRIES:
        raise Malformed(f"a book has {MOST_ENTRIES} entries at most, not {len(book)}")
    for number, entry in enumerate(book):
        try:
            _check_entry(title, entry)
        except Malformed as error:
            raise Malformed(f"entry {number + 1} of the book: {error}") from None
    return book


def _check_entry(title: Title[Any], entry: Entry) -> None:
    if entry.question not in title.questions:
        raise Malformed(f"there is no question {entry.question!r}; questions are {', '.join(title.questions)}")
    if bool(entry.choose) + entry.only_option + entry.default + entry.ask_me != 1:
        raise Malformed("an entry has exactly one of choose (a list), only_option: true, default: true, ask_me: true")
    if entry.default and title.questions[entry.question].unasked:
        raise Malformed(f"{entry.question} is never asked, so silence means nothing; an entry for it has choose")
    if len(entry.choose) > MOST_CHOICES:
        raise Malformed(f"an entry has {MOST_CHOICES} choices at most, not {len(entry.choose)}")
    if entry.when is not None:
        conditions.parse(title.conditions, entry.when)
    for choice in entry.choose:
        title.questions[entry.question].parse_choice(choice)


def consult(title: Title[Any], view: Any, ask: Ask) -> Consulted:
    """Look into a seat's book for the answer to an open question; without one the seat must be asked."""
    question = title.questions[ask.question]
    passed_over: list[str] = []
    for index, entry in enumerate(view.books.get(ask.seat, [])):
        if entry.question != ask.question or not _applies(title, entry, view):
            continue
        if entry.ask_me:
            break
        only = question.only_option(view, ask) if entry.only_option else None
        if entry.default:
            only = question.default(view, ask)
        if only is not None:
            return Consulted(Answer(only, index, None), passed_over)
        found = _first_legal(title, view, ask, index, passed_over)
        if found:
            return Consulted(found, passed_over)
    return Consulted(None, passed_over)


def unasked(title: Title[Any], view: Any, seat: str) -> Answer | None:
    """The first entry of a book that can be carried out now without being asked."""
    for index, entry in enumerate(view.books.get(seat, [])):
        if title.questions[entry.question].unasked and _applies(title, entry, view):
            found = _first_legal(title, view, title.ask(view, seat, entry.question), index, [])
            if found:
                return found
    return None


def foreseen(title: Title[Any], view: Any, ask: Ask) -> list[str]:
    """What a seat's book would do with a question now, entry by entry, or why nothing; it ends where an entry fires."""
    question = title.questions[ask.question]
    lines = []
    for index, entry in enumerate(view.books.get(ask.seat, [])):
        if entry.question != ask.question:
            continue
        told, fires = _foreseen_of(title, question, view, ask, index)
        lines += [f"entry {index + 1}: {line}" for line in told]
        if fires:
            return lines
    return [*lines, f"nothing fires for {ask.name}{'' if lines else ': no entry is for it'}"]


def _foreseen_of(
    title: Title[Any], question: Question[Any, Any], view: Any, ask: Ask, index: int
) -> tuple[list[str], bool]:
    """What one entry would do, and whether the search ends with it."""
    entry = view.books[ask.seat][index]
    if entry.when is not None and (why := conditions.failing(title.conditions, entry.when, view)):
        return [f"its condition fails: {'; '.join(why)}"], False
    if entry.ask_me:
        return ["the seat is asked (ask_me)"], True
    if entry.only_option:
        only = question.only_option(view, ask)
        return (
            (["no answer: there is a choice"], False) if only is None else ([f"answers {_said(question, only)}"], True)
        )
    if entry.default:
        return [f"answers by default: {_said(question, question.default(view, ask))}"], True
    passed_over: list[str] = []
    found = _first_legal(title, view, ask, index, passed_over)
    lines = [f"passed over: {line.partition(', ')[2]}" for line in passed_over]
    return ([*lines, f"answers {_said(question, found.order)}"], True) if found else (lines, False)


def _said(question: Question[Any, Any], order: Any) -> str:
    return question.choice_told(order) or "nothing"


def _first_legal(title: Title[Any], view: Any, ask: Ask, index: int, passed_over: list[str]) -> Answer | None:
    """The first legal order that an entry's choices come to, best first; what is not legal is noted."""
    entry = view.books[ask.seat][index]
    question = title.questions[entry.question]
    for number, plain in enumerate(entry.choose):
        choice = question.parse_choice(plain)
        if not question.concerns(view, ask, choice):
            continue
        illegal = None
        for order in question.orders_of(view, ask, choice):
            illegal = question.refusal(view, ask, order)
            if illegal is None:
                return Answer(order, index, number)
        why = illegal or f"{ask.name}: nothing that fits"
        passed_over.append(f"entry {index + 1}, {question.choice_told(choice)} ({why})")
    return None


def _applies(title: Title[Any], entry: Entry, view: Any) -> bool:
    return entry.when is None or conditions.holds(title.conditions, entry.when, view)


def use_up(title: Title[Any], book: Book, used: Answer) -> Book:
    """The book after an answer: the choice is gone, unless choices to its question stand."""
    entry = book[used.entry]
    question = title.questions[entry.question]
    if used.choice is None or question.stands(question.parse_choice(entry.choose[used.choice])):
        return book
    left = [choice for number, choice in enumerate(entry.choose) if number != used.choice]
    after = [msgspec.structs.replace(entry, choose=left)] if left else []
    return [*book[: used.entry], *after, *book[used.entry + 1 :]]


def explained(title: Title[Any], book: Book) -> list[str]:
    """Each entry in plain sentences."""
    return [f"{number}. {_explain(title, entry)}" for number, entry in enumerate(book, 1)]


def _explain(title: Title[Any], entry: Entry) -> str:
    question = title.questions[entry.question]
    when = f", when {conditions.told(title.conditions, entry.when)}" if entry.when is not None else ""
    opening = f"{question.subject[:1].upper()}{question.subject[1:]} ({entry.question}){when}"
    if entry.ask_me:
        return f"{opening}: ask me."
    if entry.only_option:
        return f"{opening}: answer for me if only one order is legal."
    if entry.default:
        return f"{opening}: what silence would mean ({question.default_clause or question.clause})."
    choices = [question.parse_choice(choice) for choice in entry.choose]
    ranked = "; else ".join(f"{question.choice_told(c)} ({_how_often(question, c)})" for c in choices)
    return f"{opening}: {ranked}."


def _how_often(question: Question[Any, Any], choice: Any) -> str:
    return "every time" if question.stands(choice) else "once"
