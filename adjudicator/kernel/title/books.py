"""Books: a seat's standing orders for the whole game, an ordered list of entries.

A choice that was used is used up, unless its question says that it stands. An entry is used up after as many answers as
its `times` says, and at the end of the period that its `until` names. How it is read: `books/reading`. Everything in it
is read when it is written; whatever does not name what there is, or can never be judged, is refused then.

An entry for a question that is never asked (permissions and the like) is carried out once: at the first cut at which
its condition holds and one of its choices is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.kernel.books.forms import Entries
from adjudicator.kernel.books.items import Judged
from adjudicator.kernel.books.reading import Reader, consult, emptied, shortened
from adjudicator.kernel.errors import Fault, Malformed
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert
from adjudicator.kernel.position.position import Ask, Book, Entry
from adjudicator.kernel.questions.choices import check_choice, read_choice
from adjudicator.kernel.questions.kinds import right
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.subjects import count_of

MOST_ENTRIES = 200
MOST_CHOICES = 100
NOT_SHOWN = Entry(question="")
"""What stands in the place of an entry that its reader may not know."""
WAYS = ("only_option", "default", "pass", "ask_me")
"""The ways to answer of an entry beside `choose`."""


# --- what is written ----------------------------------------------------------------------------------------------


def check_book(rules: Rules[Any], plain: Any, known: Known | None = None) -> Book:
    """The book that plain data states. Malformed tells everything that is wrong, entry by entry.

    Without names (`known`) those in the box are meant.
    """
    known = rules.quantities.known(None) if known is None else known
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
            found += _entry_faults(rules, entry, known, whole=not found)
        faults += [fault.inside("entry", number) for fault in found]
    if faults:
        raise Malformed(faults=faults)
    return book


def book_in_part(rules: Rules[Any], plain: Sequence[Any], known: Known | None = None) -> Book:
    """The book of which only some entries are shown; each of the others (None) keeps its place, empty.

    It answers as the whole book does wherever what the whole one rested on is shown (`Resolution.used`).
    """
    shown = iter(check_book(rules, [one for one in plain if one is not None], known))
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


def _entry_faults(rules: Rules[Any], entry: Entry, known: Known, *, whole: bool) -> Iterator[Fault]:
    """What is wrong with the parts of an entry, and with their number where it was read whole."""
    if entry.question not in rules.questions:
        questions = ", ".join(rules.questions)
        yield Fault((), f"there is no question {entry.question!r}; the questions are {questions}")
        return
    question = rules.questions[entry.question]
    if question.unasked:
        yield from _never_asked(entry)
    elif whole and entry.ways != 1:
        yield Fault((), f"an entry has exactly one of choose (a list), {', '.join(f'{one}: true' for one in WAYS)}")
    if entry.times and entry.ask_me:
        yield Fault(
            ("times",), "goes with choose, only_option, default or pass; with ask_me the book gives no answers to count"
        )
    if entry.passes and question.passing is None and not question.unasked:
        yield Fault(("pass",), f"{entry.question} has no order that does nothing; use default: true, or choose")
    if entry.until is not None and entry.until not in rules.periods:
        yield Fault(("until",), f"{rules.name} has no period {entry.until!r}; {right(rules.periods)}")
    if len(entry.choose) > MOST_CHOICES:
        yield Fault((), f"an entry has at most {MOST_CHOICES} choices, not {len(entry.choose)}")
    if entry.when is not None:
        yield from (fault.inside("when") for fault in rules.quantities.faults(entry.when, known, question.moments))
    for number, choice in enumerate(entry.choose):
        try:
            check_choice(question, choice, known)
        except Malformed as error:
            yield from (fault.inside("choose", number) for fault in error.faults)


def _never_asked(entry: Entry) -> Iterator[Fault]:
    """What an entry for a question that is never asked cannot have."""
    ways = {"only_option": entry.only_option, "default": entry.default, "pass": entry.passes, "ask_me": entry.ask_me}
    for way in [*(name for name, said in ways.items() if said), *(["times"] if entry.times else [])]:
        yield Fault((way,), f"{entry.question} is never asked: its entry is carried out once, and has choose alone")
    if not entry.choose and not any(ways.values()):
        yield Fault((), f"{entry.question} is never asked: its entry has choose (a list)")


# --- what it answers ----------------------------------------------------------------------------------------------


def answered_by_book(rules: Rules[Any], view: Any, ask: Ask) -> bool:
    """Whether a seat need not be asked: its book answers, and no choice that is queued before has become illegal."""
    consulted = consult(rules, view, ask)
    in_order = not (rules.questions[ask.question].queued and consulted.passed_over)
    return consulted.answer is not None and in_order


# --- in words -----------------------------------------------------------------------------------------------------


HOW = {"default": "gives the default", "pass": "passes"}


def foreseen(rules: Rules[Any], view: Any, ask: Ask) -> list[str]:
    """What a seat's book would do with a question now, entry by entry, until one of them answers or asks."""
    reader = Reader(rules, view, ask)
    asked = f"'{rules.questions[ask.question].subject}' ({ask.name})"
    lines, last = [], None
    for last in reader.judged():
        lines.append(f"Entry {last.number[0]} of your book {_foreseen(reader, last)}.")
    if last is None:
        return [f"Your book has no entry for {asked}."]
    return lines if last.came in ("done", "asks") else [*lines, f"Your book does not answer {asked}."]


def _foreseen(reader: Reader, one: Judged[Any]) -> str:
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
    """Each entry that is not used up in a sentence, under its number and with the question's id, for who writes it."""
    every = enumerate(book, 1)
    return [f"{number}. {_explain(rules, one, f' ({one.question})')}" for number, one in every if one.ways]


def in_words(rules: Rules[Any], book: Book) -> list[str]:
    """The same without numbers and ids, for who reads it."""
    return [_explain(rules, entry) for entry in book if entry.ways]


def _explain(rules: Rules[Any], entry: Entry, id: str = "") -> str:
    question = rules.questions[entry.question]
    when = f", when {rules.quantities.described(entry.when)}" if entry.when is not None else ""
    times = f", {count_of(entry.times, 'time')} at most" if entry.times else ""
    until = f", until the end of this {entry.until}" if entry.until else ""
    opening = f"{question.subject[:1].upper()}{question.subject[1:]}{id}{when}{times}{until}"
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
    parsed = [read_choice(question, choice) for choice in entry.choose]
    said = [(one.in_words, one.stands and not question.unasked) for one in parsed]
    for (words, is_standing), alike in groupby(said):
        often = len(list(alike))
        yield f"{words} ({'every time' if is_standing else 'once' if often == 1 else f'{often} times'})"


# --- what lasts for a period --------------------------------------------------------------------------------------


def periods_now(rules: Rules[Any], position: Any) -> dict[str, Any]:
    """The periods that a position is in, if any book rests on them."""
    resting = any(entry.until for book in position.books.values() for entry in book)
    return {name: number(position) for name, number in rules.periods.items()} if resting else {}


def let_fall(rules: Rules[Any], position: Any, before: Mapping[str, Any]) -> None:
    """Use up the entries whose period has ended since these periods."""
    over = [name for name in before if rules.periods[name](position) != before[name]]
    if over:
        fallen = {
            seat: shortened([emptied(entry) if entry.until in over else entry for entry in book])
            for seat, book in position.books.items()
        }
        position.books = {seat: book for seat, book in fallen.items() if book}


# --- what nobody writes by hand: from answers that are given ahead ------------------------------------------------


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
