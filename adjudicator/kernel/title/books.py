"""Books: a seat's standing orders for the whole game, an ordered list of entries.

When a question opens, the entries for it are judged in order, from what the seat may know then. The first that goes
answers: with the first legal one of its ranked choices, with the only order that is legal (`only_option`), with the
default, or with the order that does nothing (`pass`). `ask_me` stops the search: the seat is asked. A choice that was
used is used up, unless its question says that it stands. An entry is used up after as many answers as its `times` says,
and at the end of the period that its `until` names. What was passed over as illegal is told to the book's owner.

Entries for questions that are never asked (permissions and the like) are carried out at the first cut at which their
condition holds and they are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from adjudicator.kernel.books.items import Item, Judged, Skip, first
from adjudicator.kernel.errors import Fault, Malformed
from adjudicator.kernel.faults import convert
from adjudicator.kernel.position.book_entries import Book, Entry
from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.questions.kinds import right
from adjudicator.kernel.questions.questions import Question
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.subjects import asked_to, count_of

MOST_ENTRIES = 200
MOST_CHOICES = 100
NOT_SHOWN = Entry(question="")
"""What stands in the place of an entry that its reader may not know."""
WAYS = ("only_option", "default", "pass", "ask_me")
"""The ways to answer of an entry beside `choose`."""


class Answer(msgspec.Struct, frozen=True):
    """What a book answers: the order, the entry that it comes from and, where it has choices, the choice."""

    order: Any
    entry: int
    choice: int | None


class Consulted(msgspec.Struct, frozen=True):
    """What came of looking into a book: its answer, or the entry that has its seat asked, if there is either.

    And what was passed over as illegal, with why.
    """

    answer: Answer | None
    asks: int | None
    passed_over: list[str]


# --- what is written ----------------------------------------------------------------------------------------------


def check_book(rules: Rules[Any], plain: Any) -> Book:
    """The book that plain data states. Malformed tells everything that is wrong, entry by entry."""
    if not isinstance(plain, list):
        raise Malformed("a book is a list of entries, each beginning with '- question: …'")
    if len(plain) > MOST_ENTRIES:
        raise Malformed(f"a book has at most {MOST_ENTRIES} entries, not {len(plain)}")
    book: Book = []
    faults: list[Fault] = []
    for number, one in enumerate(plain):
        entry, found = _entry_of(one)
        if entry is not None:
            book.append(entry)
            found += _entry_faults(rules, entry, whole=not found)
        faults += [fault.inside("entry", number) for fault in found]
    if faults:
        raise Malformed(faults=faults)
    return book


def book_in_part(rules: Rules[Any], plain: Sequence[Any]) -> Book:
    """The book of which only some entries are shown; each of the others (None) keeps its place, empty.

    It answers as the whole book does wherever what the whole one rested on is shown (`Resolution.used`).
    """
    shown = iter(check_book(rules, [one for one in plain if one is not None]))
    return [NOT_SHOWN if one is None else next(shown) for one in plain]


def _entry_of(plain: Any) -> tuple[Entry | None, list[Fault]]:
    """An entry from plain data, or what of it can be read, and what is wrong with its shape."""
    try:
        return convert(plain, Entry), []
    except Malformed as error:
        wrong = [fault.where[0] for fault in error.faults if fault.where]
        named = plain.items() if isinstance(plain, dict) else ()
        rest = {name: value for name, value in named if name in Entry.__struct_encode_fields__ and name not in wrong}
        return (convert(rest, Entry) if "question" in rest else None), list(error.faults)


def _entry_faults(rules: Rules[Any], entry: Entry, *, whole: bool) -> Iterator[Fault]:
    """What is wrong with the parts of an entry, and with their number where it was read whole."""
    if entry.question not in rules.questions:
        questions = ", ".join(rules.questions)
        yield Fault((), f"there is no question {entry.question!r}; questions are {questions}")
        return
    question = rules.questions[entry.question]
    if whole and entry.ways != 1:
        yield Fault((), f"an entry has exactly one of choose (a list), {', '.join(f'{one}: true' for one in WAYS)}")
    if entry.times and entry.ask_me:
        yield Fault(
            ("times",), "goes with choose, only_option, default or pass; with ask_me the book gives no answers to count"
        )
    if entry.passes and question.passing is None:
        yield Fault(("pass",), f"{entry.question} has no order that does nothing; use default: true, or choose")
    if entry.until is not None and entry.until not in rules.periods:
        yield Fault(("until",), f"{entry.until!r} is no period of {rules.name}; {right(rules.periods)}")
    if entry.default and question.unasked:
        yield Fault((), f"{entry.question} is never asked, so it has no default; an entry for it has choose")
    if len(entry.choose) > MOST_CHOICES:
        yield Fault((), f"an entry has at most {MOST_CHOICES} choices, not {len(entry.choose)}")
    if entry.when is not None:
        yield from (fault.inside("when") for fault in rules.quantities.faults(entry.when))
    for number, choice in enumerate(entry.choose):
        try:
            question.parse_choice(choice)
        except Malformed as error:
            yield from (fault.inside("choose", number) for fault in error.faults)


# --- what it answers ----------------------------------------------------------------------------------------------


class _Reader:
    """Judges the entries of a book for one question from its owner's view."""

    def __init__(self, rules: Rules[Any], view: Any, ask: Ask) -> None:
        self.view, self.ask = view, ask
        self.quantities, self.naming = rules.quantities, rules.naming
        self.question: Question[Any, Any] = rules.questions[ask.question]

    def items(self) -> Iterator[tuple[int, Item]]:
        """The entries for the question by their numbers."""
        book = () if self.question.asks_the_seat(self.ask) else self.view.books.get(self.ask.seat, ())
        for number, entry in enumerate(book, 1):
            if entry.question == self.ask.question and entry.ways:
                yield number, _item_of(entry)

    def holds(self, when: dict[str, Any]) -> bool:
        """Whether a condition holds in the view."""
        return self.quantities.holds(when, self.view)

    def find(self, do: dict[str, Any]) -> Any:
        """The order that an entry comes to."""
        if "default" in do:
            return self.question.default(self.view, self.ask)
        if "pass" in do:
            return self._legal_pass()
        if "only_option" in do:
            only = self.question.only_option(self.view, self.ask)
            return Skip("more than one order is legal", illegal=False) if only is None else only
        return self._first_legal(self.question.parse_choice(do["choice"]))

    def _legal_pass(self) -> Any:
        """The order that does nothing, where it is legal."""
        order = self.question.pass_order(self.ask)
        illegal = None if order is None else self.question.refusal(self.view, self.ask, order)
        return Skip(str(illegal)) if illegal is not None else order

    def _first_legal(self, choice: Any) -> Any:
        """The first legal order that a choice comes to, best first."""
        if not self.question.concerns(self.view, self.ask, choice):
            return Skip("it is not meant for this", illegal=False)
        illegal = None
        for order in self.question.orders_of(self.view, self.ask, choice):
            illegal = self.question.refusal(self.view, self.ask, order)
            if illegal is None:
                return order
        return Skip(str(illegal) if illegal else f"{self.ask.name}: nothing that fits")

    def judged(self) -> Iterator[Judged[Any]]:
        """What the entries come to, until one answers or asks."""
        return first(self.items(), self)

    def choice_of(self, one: Judged[Any]) -> str:
        """The choice that was judged, in words."""
        do = one.item.do or {}
        return self.question.choice_in_words(self.question.parse_choice(do["choice"])) if "choice" in do else "to pass"


def _item_of(entry: Entry) -> Item:
    """An entry as an item: its choices are alternatives."""
    if entry.ask_me:
        return Item(when=entry.when, ask_me=True)
    if entry.choose:
        return Item(when=entry.when, first=[Item(do={"choice": choice}) for choice in entry.choose])
    return Item(when=entry.when, do={"default" if entry.default else "pass" if entry.passes else "only_option": True})


def consult(rules: Rules[Any], view: Any, ask: Ask) -> Consulted:
    """Look into a seat's book for the answer to an open question; without one the seat must be asked."""
    reader = _Reader(rules, view, ask)
    answer, asks, passed_over = None, None, []
    for one in reader.judged():
        if one.came == "done":
            answer = _answer_of(one)
        elif one.came == "asks":
            asks = one.number[0] - 1
        elif one.skip is not None and one.skip.illegal:
            passed_over.append(f"entry {one.number[0]}, {reader.choice_of(one)} ({one.skip.why})")
    return Consulted(answer, asks, passed_over)


def answered_by_book(rules: Rules[Any], view: Any, ask: Ask) -> bool:
    """Whether a seat need not be asked: its book answers, and no choice that is queued before has become illegal."""
    consulted = consult(rules, view, ask)
    in_order = not (rules.questions[ask.question].queued and consulted.passed_over)
    return consulted.answer is not None and in_order


def _answer_of(one: Judged[Any]) -> Answer:
    return Answer(one.action, one.number[0] - 1, one.number[1] - 1 if len(one.number) > 1 else None)


def unasked(rules: Rules[Any], view: Any, seat: str) -> Answer | None:
    """The first entry of a book that can be carried out now without being asked."""
    for number, entry in enumerate(view.books.get(seat, ()), 1):
        if entry.ways and rules.questions[entry.question].unasked:
            reader = _Reader(rules, view, Ask(seat, entry.question))
            for one in first([(number, _item_of(entry))], reader):
                if one.came == "done" and len(one.number) > 1:
                    return _answer_of(one)
    return None


# --- in words -----------------------------------------------------------------------------------------------------


HOW = {"default": "gives the default", "pass": "passes"}


def foreseen(rules: Rules[Any], view: Any, ask: Ask) -> list[str]:
    """What a seat's book would do with a question now, entry by entry, until one of them answers or asks."""
    reader = _Reader(rules, view, ask)
    asked = f"asked to {asked_to(rules.questions[ask.question].subject, ask.name)}"
    lines, last = [], None
    for last in reader.judged():
        lines.append(f"Entry {last.number[0]} of your book {_foreseen(reader, last)}.")
    if last is None:
        return [f"Your book, {asked}, has no entry for it."]
    return lines if last.came in ("done", "asks") else [*lines, f"Your book, {asked}, does not answer."]


def _foreseen(reader: _Reader, one: Judged[Any]) -> str:
    if one.came == "done":
        how = next((words for way, words in HOW.items() if way in (one.item.do or {})), "answers")
        return f"{how}: {reader.question.answer_in_words(reader.view, reader.ask.seat, one.action, reader.naming)}"
    if one.came == "guarded":
        return f"does not apply: {'; '.join(reader.quantities.failing(one.item.when, reader.view))}"
    if one.skip is None:
        return "says to ask you"
    if one.item.do and "only_option" not in one.item.do:
        return f"passes over {reader.choice_of(one)} ({one.skip.why})"
    return f"does not answer: {one.skip.why}"


def explained(rules: Rules[Any], book: Book) -> list[str]:
    """Each entry that is not used up in a sentence, under its number."""
    return [f"{number}. {_explain(rules, entry)}" for number, entry in enumerate(book, 1) if entry.ways]


def _explain(rules: Rules[Any], entry: Entry) -> str:
    question = rules.questions[entry.question]
    when = f", when {rules.quantities.described(entry.when)}" if entry.when is not None else ""
    times = f", {count_of(entry.times, 'time')} at most" if entry.times else ""
    until = f", until the end of this {entry.until}" if entry.until else ""
    opening = f"{question.subject[:1].upper()}{question.subject[1:]} ({entry.question}){when}{times}{until}"
    if entry.ask_me:
        return f"{opening}: ask me."
    if entry.only_option:
        return f"{opening}: answer for me if only one order is legal."
    if entry.default:
        return f"{opening}: give the default ({question.default_clause or question.clause})."
    if entry.passes:
        return f"{opening}: {question.pass_in_words()}."
    return f"{opening}: {'; else '.join(_choices(question, entry))}."


def _choices(question: Question[Any, Any], entry: Entry) -> Iterator[str]:
    """The choices of an entry, equal ones that follow each other as one."""
    parsed = [question.parse_choice(choice) for choice in entry.choose]
    said = [(question.choice_in_words(one), question.is_standing(one)) for one in parsed]
    for (words, is_standing), alike in groupby(said):
        often = len(list(alike))
        yield f"{words} ({'every time' if is_standing else 'once' if often == 1 else f'{often} times'})"
