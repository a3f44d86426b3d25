"""Cards: answers that a player gives ahead, as entries of their book; and the conditions worth asking for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Book, Entry, OstrakaError, Title
from adjudicator.kernel.books.quantities import Quantity, may_be_left_out
from adjudicator.kernel.books.reading import consult
from adjudicator.kernel.position.position import Unknown
from cli.answer.imagined import Foreseen

Otherwise = Literal["ask", "default", "pass"]
ENTRIES: Final[Mapping[Otherwise, dict[str, Any]]] = {
    "ask": {"ask_me": True},
    "default": {"default": True},
    "pass": {"pass": True},
}
"""What each way of going on is in a book."""


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer ahead to a question: choices, best first; `when` they hold; once or each time; what else.

    A plan gives so many `answers`, one choice after another.
    `filed`: the phase that was open when it went into the book; `came`: what became of it.
    """

    question: str
    choose: list[dict[str, Any]] = []
    when: dict[str, Any] | None = None
    once: bool = True
    answers: int = 0
    otherwise: Otherwise = "ask"
    filed: int | None = None
    came: str = ""

    @property
    def open(self) -> bool:
        """Whether it may still be used."""
        return not self.came

    def entries(self, rules: Title[Any]) -> list[dict[str, Any]]:
        """The entries of a book that say the same, until the end of the turn; those of a plan as long as plans hold."""
        period = (self.answers and rules.plans_hold) or next(iter(rules.periods), None)
        until = {"until": period} if period else {}
        question = {"question": rules.question(self.question).id, **until}
        when = {"when": self.when} if self.when else {}
        times = {"times": self.answers or 1} if self.once or self.answers else {}
        answer = [{**question, **when, **times, "choose": self.choose}] if self.choose else []
        return [*answer, {**question, **ENTRIES[self.otherwise]}]

    def stands_in(self, book: Book) -> bool:
        """Whether a book still has what the card says; what it answers several times may be used in part."""
        return self._entry_in(book) is not None

    def left_in(self, book: Book) -> Card:
        """The card with those choices and answers alone that a book still has."""
        entry = self._entry_in(book)
        if entry is None or not self.choose:
            return self
        return replace(self, choose=entry.choose, answers=(entry.times or 0) if self.answers else 0)

    def _entry_in(self, book: Book) -> Entry | None:
        mine = (entry for entry in book if entry.ways and entry.question == self.question.partition("/")[0])
        return next((entry for entry in mine if self._says(entry)), None)

    def _says(self, entry: Entry) -> bool:
        if not self.choose:
            return {"ask": entry.ask_me, "default": entry.default, "pass": entry.passes}[self.otherwise]
        return bool(entry.choose) and entry.when == self.when and all(one in self.choose for one in entry.choose)


def book_with(rules: Title[Any], standing: Book, cards: Sequence[Card]) -> Book:
    """A book with the cards that are open on top. Malformed where the rules can't read one."""
    entries = [entry for card in cards if card.open for entry in card.entries(rules)]
    return rules.with_entries(standing, _asking_last(entries))


def book_without(standing: Book, cards: Sequence[Card]) -> Book:
    """The rest of a book, without what cards have written into it."""
    asked = {card.question.partition("/")[0] for card in cards}
    return [entry for entry in standing if entry.until is None or entry.question not in asked]


def _asking_last(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of several cards for one question the answers first, then what holds otherwise: that of the last card."""
    rest = {entry["question"]: entry for entry in entries if "choose" not in entry}
    return [*(entry for entry in entries if "choose" in entry), *rest.values()]


def in_words(rules: Title[Any], card: Card) -> list[str]:
    """What a card says, in the words of a book that is explained."""
    return rules.book_in_words(rules.check_book(card.entries(rules), {}))


def ways_on(rules: Title[Any], seat: str, name: str, view: Any) -> list[tuple[Otherwise, str]]:
    """What may hold where a card does not answer, in words; `view`: one in which it is asked, None where none came."""
    ways: list[tuple[Otherwise, str]] = [("ask", "ask me")]
    if view is None:
        return [*ways, ("default", "the default")]
    default, passing = rules.default(view, seat, name), rules.question(name).pass_order(rules.ask(view, seat, name))
    if passing is not None and rules.refusal(view, seat, passing) is None:
        words = rules.order_in_words(view, seat, passing)
        ways.append(("pass", "pass" if words == "pass" else f"pass: {words}"))
    if passing != default:
        ways.append(("default", f"the default: {rules.order_in_words(view, seat, default)}"))
    return ways


class Preview(msgspec.Struct):
    """In how many of the imagined games a book with the card answers, and why it passes something over in others."""

    answers: int
    games: int
    passed_over: list[str]


def preview(rules: Title[Any], seat: str, card: Card, foreseen: Foreseen | None) -> Preview:
    """What a book with the card would have answered where the question came first in each imagined game."""
    book, found = rules.check_book(card.entries(rules), {}), Preview(0, 0, [])
    for view in foreseen.views if foreseen else ():
        consulted = consult(rules, replace(view, books={seat: book}), rules.ask(view, seat, card.question))
        found.games += 1
        found.answers += consulted.answer is not None and consulted.answer.entry == 0 and bool(card.choose)
        found.passed_over += consulted.passed_over
    found.passed_over = [why.partition(", ")[2] for why in dict.fromkeys(found.passed_over)]
    return found


# --- conditions ------------------------------------------------------------------------------------------------------

MOST: Final = 6
MOST_TRIED: Final = 40  # ways to name what one quantity is about
SEATS: Final = ("seat", "colour")  # arguments that name a seat
NOWHERE: Final = (KeyError, ValueError, IndexError, AttributeError, TypeError, OstrakaError)


class Condition(NamedTuple):
    """A condition of a book, in words, and in how many of the games it holds."""

    plain: dict[str, Any]
    words: str
    holds: int


def conditions(rules: Title[Any], views: Sequence[Any], choice: Mapping[str, Any]) -> list[Condition]:
    """A few conditions for a choice, those that tell the games apart best first; each also as its contrary."""
    named = set(_words_in(choice))
    found = [one for plain in _facts(rules, views, named) if (one := _judged(rules, views, plain))]
    found.sort(key=lambda one: abs(2 * one.holds - len(views)))
    best = found[: MOST // 2]
    contraries = [_judged(rules, views, {"fact": "not", "of": one.plain}) for one in best]
    return [one for pair in zip(best, contraries, strict=True) for one in pair if one]


def _judged(rules: Title[Any], views: Sequence[Any], plain: dict[str, Any]) -> Condition | None:
    """The condition where it holds in some of the games, but not in all."""
    try:
        holds = sum(rules.quantities.holds(plain, view) for view in views)
        return Condition(plain, rules.quantities.described(plain), holds) if 0 < holds < len(views) else None
    except NOWHERE:
        return None


def _facts(rules: Title[Any], views: Sequence[Any], named: set[str]) -> Iterator[dict[str, Any]]:
    """Facts about what a choice names, with the values that come up in the games."""
    for name, quantity in rules.quantities.named.items():
        if name not in rules.quantities.facts:
            continue
        for args in _arguments(quantity, views[0].seats, named):
            about = {"fact": name, **args}
            if quantity.fact is None:
                yield about
            elif (value := _telling(quantity, views, args)) is not None:
                yield {**about, quantity.fact: value}


def _arguments(quantity: Quantity, seats: Sequence[str], named: set[str]) -> Iterator[dict[str, Any]]:
    """What a quantity may be asked about; what may be left out is. One of them at least is what the choice names."""
    wanted = {name: kind for name, kind in quantity.args.items() if not may_be_left_out(kind)}
    open_to = [_values(name, kind, seats, named) for name, kind in wanted.items()]
    tried = 0
    for values in product(*open_to):
        if not values or not named or named & set(values):
            tried += 1
            yield dict(zip(wanted, values, strict=True))
        if tried == MOST_TRIED:
            return


def _values(name: str, kind: Any, seats: Sequence[str], named: set[str]) -> list[Any]:
    if get_origin(kind) is Literal:
        return [*get_args(kind)]
    if kind is str:
        return [*seats] if name in SEATS else sorted(named)
    return []


def _telling(quantity: Quantity, views: Sequence[Any], args: Mapping[str, Any]) -> Any:
    """The value that tells the games apart best: of numbers the middle one, of others the commonest."""
    try:
        came = [value for view in views if not isinstance(value := quantity.of(view, **args), Unknown)]
    except NOWHERE:
        return None
    known = sorted(one for one in came if one is not None)
    if len(set(came)) < 2 or not known:
        return None
    if quantity.fact == "at_least":
        return next((one for one in known[len(known) // 2 :] if one > known[0]), known[-1])
    return max(dict.fromkeys(known), key=known.count)


def _words_in(plain: Any) -> Iterator[str]:
    """Every word in plain data, of keys no field's name."""
    if isinstance(plain, Mapping):
        for value in plain.values():
            yield from _words_in(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _words_in(value)
    elif isinstance(plain, str):
        yield plain
