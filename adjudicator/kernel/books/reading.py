"""Reading a book: which of its entries answers a question now, and what is left of it afterwards.

The entries for a question are judged in order, from what the seat may know then. The first that goes answers: with the
first legal one of its ranked choices, with the only order that is legal (`only_option`), with the default, or with the
order that does nothing (`pass`). `ask_me` stops the search: the seat is asked. Nothing that stands in a book can stop
a resolution: what can't be read is passed over, and its author is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.items import Item, Judged, Skip, first, read_safely
from adjudicator.kernel.errors import Misshapen
from adjudicator.kernel.position.position import Ask, Book, Entry
from adjudicator.kernel.questions.choices import Choice, read_choice
from adjudicator.kernel.questions.questions import Question
from adjudicator.kernel.subjects import Naming


class Reads(Protocol):
    """What of a title's rules it takes to read its books."""

    @property
    def questions(self) -> Mapping[str, Question[Any, Any]]:
        """By id."""

    @property
    def quantities(self) -> Quantities:
        """What conditions are made of."""

    @property
    def naming(self) -> Naming:
        """How orders are said."""


class Answer(msgspec.Struct, frozen=True):
    """What a book answers: the order, the entry that it comes from and, where it has choices, the choice.

    `beside`: the other entries for a question that is never asked that could have been carried out now, and fall.
    """

    order: Any
    entry: int
    choice: int | None
    beside: tuple[int, ...] = ()


class Consulted(msgspec.Struct, frozen=True):
    """What came of looking into a book: its answer, or the entry that has its seat asked, if there is either.

    And what was passed over as illegal, with why; of what could not be read at all, where in the program that showed.
    """

    answer: Answer | None
    asks: int | None
    passed_over: list[str]
    misread: tuple[str, ...] = ()


class Reader:
    """Judges the entries of a book for one question from its owner's view."""

    def __init__(self, rules: Reads, view: Any, ask: Ask) -> None:
        self.view, self.ask = view, ask
        self.quantities, self.naming = rules.quantities, rules.naming
        self.question: Question[Any, Any] = rules.questions[ask.question]
        self.left_out: list[str] = []
        """What the choice that answers says beyond its order, and why it is left out."""

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
        return read_safely(lambda: self._found(do))

    def _found(self, do: dict[str, Any]) -> Any:
        if "default" in do:
            return self.question.default(self.view, self.ask)
        if "pass" in do:
            return self._legal_pass()
        if "only_option" in do:
            only = self.question.only_option(self.view, self.ask)
            return Skip("more than one order is legal", illegal=False) if only is None else only
        return self._first_legal(read_choice(self.question, do["choice"]))

    def _legal_pass(self) -> Any:
        """The order that does nothing, where it is legal."""
        order = self.question.pass_order(self.ask)
        illegal = None if order is None else self.question.refusal(self.view, self.ask, order)
        return Skip(str(illegal)) if illegal is not None else order

    def _first_legal(self, choice: Choice) -> Any:
        """The first legal order that a choice comes to, best first."""
        if not choice.concerns(self.view, self.ask):
            return Skip("it is not meant for this", illegal=False)
        illegal = None
        for order in choice.orders(self.view, self.ask):
            illegal = self.question.refusal(self.view, self.ask, order)
            if illegal is None:
                self.left_out = choice.left_out(self.view, self.ask)
                return order
        if isinstance(illegal, Misshapen):
            return Skip(f"it cannot be read: {illegal.message}", misread=f"Misshapen in {self.ask.question}")
        return Skip(str(illegal) if illegal else "nothing fits it now")

    def judged(self) -> Iterator[Judged[Any]]:
        """What the entries come to, until one answers or asks."""
        return first(self.items(), self)

    def choice_of(self, one: Judged[Any]) -> str:
        """The choice that was judged, in words."""
        do = one.item.do or {}
        if "choice" not in do:
            return "to pass"
        if one.skip is not None and one.skip.misread:
            return f"choice {one.number[-1]}"
        return read_choice(self.question, do["choice"]).in_words


def _item_of(entry: Entry) -> Item:
    """An entry as an item: its choices are alternatives."""
    if entry.ask_me:
        return Item(when=entry.when, ask_me=True)
    if entry.choose:
        return Item(when=entry.when, first=[Item(do={"choice": choice}) for choice in entry.choose])
    return Item(when=entry.when, do={"default" if entry.default else "pass" if entry.passes else "only_option": True})


def consult(rules: Reads, view: Any, ask: Ask) -> Consulted:
    """Look into a seat's book for the answer to an open question; without one the seat must be asked."""
    reader = Reader(rules, view, ask)
    answer, asks, passed_over, misread = None, None, list[str](), list[str]()
    for one in reader.judged():
        if one.came == "done":
            answer = _answer_of(one)
            passed_over += [f"entry {one.number[0]}, {said}" for said in reader.left_out]
        elif one.came == "asks":
            asks = one.number[0] - 1
        elif one.skip is not None and one.skip.illegal:
            passed_over.append(_passed_over(reader, one))
            misread += [one.skip.misread] if one.skip.misread else []
    return Consulted(answer, asks, passed_over, tuple(misread))


def _passed_over(reader: Reader, one: Judged[Any]) -> str:
    return f"entry {one.number[0]}, {reader.choice_of(one)} ({one.skip.why if one.skip else ''})"


def _answer_of(one: Judged[Any]) -> Answer:
    return Answer(one.action, one.number[0] - 1, one.number[1] - 1 if len(one.number) > 1 else None)


def unasked(rules: Reads, view: Any, seat: str, done: Collection[str]) -> Consulted | None:
    """The first entry of a book that can be carried out now without being asked, and what it passed over.

    Of a question in `done` something was carried out at this cut, and nothing more is, unless orders to it stand side
    by side.
    """
    book = view.books.get(seat, ())
    for place, entry in enumerate(book):
        question = rules.questions[entry.question] if entry.ways else None
        if question is None or not question.unasked or (entry.question in done and not question.side_by_side):
            continue
        reader, passed_over, misread = Reader(rules, view, Ask(seat, entry.question)), list[str](), list[str]()
        for one in first([(place + 1, _item_of(entry))], reader):
            if one.came == "done":
                beside = () if question.side_by_side else _as_good(reader, book, place)
                return Consulted(replace(_answer_of(one), beside=beside), None, passed_over, tuple(misread))
            if one.skip is not None and one.skip.illegal:
                passed_over.append(_passed_over(reader, one))
                misread += [one.skip.misread] if one.skip.misread else []
    return None


def _as_good(reader: Reader, book: Book, above: int) -> tuple[int, ...]:
    """The entries further down for the same question that hold now: they were second choices."""
    below = [(place, one) for place, one in enumerate(book) if place > above and one.question == reader.question.id]
    return tuple(place for place, one in below if one.ways and (one.when is None or reader.holds(one.when)))


# --- what is left -------------------------------------------------------------------------------------------------


def use_up(rules: Reads, book: Book, used: Answer) -> Book:
    """The book after an answer: the choice is gone, unless choices to its question stand; one of its `times` too.

    Of a question that is never asked the whole entry is gone, and those beside it.
    """
    entry = book[used.entry]
    if rules.questions[entry.question].unasked:
        gone = (used.entry, *used.beside)
        return shortened([emptied(one) if place in gone else one for place, one in enumerate(book)])
    if rules.questions[entry.question].counted_later:
        return book
    left, times = _choices_left(rules, entry, used.choice), entry.times and entry.times - 1
    if left == entry.choose and times is None:
        return book
    is_used_up = times == 0 or (used.choice is not None and not left)
    after = emptied(entry) if is_used_up else replace(entry, choose=left, times=times)
    return shortened([*book[: used.entry], after, *book[used.entry + 1 :]])


def one_time_less(book: Book, number: int) -> Book:
    """The book after what an entry with `times` was used for: the entry is used up with the last of them."""
    entry = book[number]
    after = emptied(entry) if entry.times in (None, 1) else replace(entry, times=(entry.times or 1) - 1)
    return shortened([*book[:number], after, *book[number + 1 :]])


def _choices_left(rules: Reads, entry: Entry, used: int | None) -> list[dict[str, Any]]:
    if used is None or read_choice(rules.questions[entry.question], entry.choose[used]).stands:
        return entry.choose
    return [choice for number, choice in enumerate(entry.choose) if number != used]


def emptied(entry: Entry) -> Entry:
    """An entry that is used up: it keeps its place, so that the others keep their numbers."""
    return Entry(question=entry.question)


def shortened(book: Book) -> Book:
    """The book without the empty entries at its end."""
    last = max((number for number, one in enumerate(book, 1) if one.ways), default=0)
    return book[:last]
