"""What a seat wants done, item by item. A plan is a list of items; an entry of a book is one item with a longer life.

An item is judged when its turn comes and not before, so that it may rest on what those before it have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.errors import Fault, Malformed
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert

A = TypeVar("A")
Found = TypeVar("Found", covariant=True)
Came = Literal["done", "guarded", "skipped", "asks", "stops"]
Number = tuple[int, ...]
MOST_ITEMS: Final = 100
MOST_DEEP: Final = 4


class Item(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that a seat wants: an action to `do`, or of several the `first` that goes; to be asked; or to stop.

    It applies only where the condition `when` holds.
    """

    when: dict[str, Any] | None = None
    do: dict[str, Any] | None = None
    first: list[Item] = []
    ask_me: bool = False
    stop: bool = False


class Skip(NamedTuple):
    """Why an action is not taken. `illegal`: the rules forbid it now, and its author is told in the report.

    `misread`: it can't be read at all, though it was taken when it was written; where in the program that showed.
    """

    why: str
    illegal: bool = True
    misread: str = ""


class Grammar(NamedTuple):
    """What the items of one list may say. `kind` is the type of what stands in `do`.

    Conditions are judged at these `moments` (`Quantity.moment`). Where `refuses` names a way (`first`, `ask_me`,
    `stop`), no item may go that way, for the reason that it gives.
    """

    quantities: Quantities
    kind: Any
    moments: Collection[str] = ()
    refuses: Mapping[str, str] = {}


class Judged(NamedTuple, Generic[A]):
    """What an item came to. Its number is as its author counts: (3, 1) is the first alternative of the third item."""

    number: Number
    item: Item
    came: Came
    action: A | None = None
    skip: Skip | None = None


class Judge(Protocol[Found]):
    """Looks at items as they stand now, from their author's view."""

    def holds(self, when: dict[str, Any]) -> bool:
        """Whether a condition holds now."""

    def find(self, do: dict[str, Any]) -> Found | Skip:
        """What an action comes to now, if it is legal."""


def every(items: Iterable[tuple[int, Item]], judge: Judge[A]) -> Iterator[Judged[A]]:
    """All items in their order, until one stops or asks. The caller carries out what is done before it looks on."""
    for number, item in items:
        for one in _judged(item, (number,), judge):
            yield one
            if one.came in ("asks", "stops"):
                return


def first(items: Iterable[tuple[int, Item]], judge: Judge[A], within: Number = ()) -> Iterator[Judged[A]]:
    """Items in their order until one goes, stops or asks."""
    for number, item in items:
        for one in _judged(item, (*within, number), judge):
            yield one
            if one.came in ("done", "asks", "stops"):
                return


def _judged(item: Item, number: Number, judge: Judge[A]) -> Iterator[Judged[A]]:
    if item.when is not None and not judge.holds(item.when):
        yield Judged(number, item, "guarded")
    elif item.ask_me or item.stop:
        yield Judged(number, item, "asks" if item.ask_me else "stops")
    elif item.do is not None:
        found = judge.find(item.do)
        if isinstance(found, Skip):
            yield Judged(number, item, "skipped", skip=found)
        else:
            yield Judged(number, item, "done", action=found)
    else:
        yield from first(enumerate(item.first, 1), judge, number)


def read_safely(look: Callable[[], A | Skip]) -> A | Skip:
    """What a look at something written ahead comes to; where it fails, that is passed over, and the game goes on.

    It was taken when it was written, so a failure is a fault of the program's, which its operator is told.
    """
    try:
        return look()
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        code = trace.tb_frame.f_code.co_qualname if trace is not None else ""
        said = str(error) if isinstance(error, Malformed) else "the program's own fault"
        return Skip(f"it cannot be read: {said}", misread=f"{type(error).__name__} in {code}")


def number_in_words(number: Number) -> str:
    """The number of an item as it is cited: `2`, `2.1`."""
    return ".".join(map(str, number))


def item_in_words(item: Item, quantities: Quantities, say: Callable[[dict[str, Any]], str]) -> str:
    """An item as its author reads it; `say` says what an action does."""
    when = f"if {quantities.described(item.when)}: " if item.when is not None else ""
    if item.do is not None:
        return when + say(item.do)
    if item.first:
        return when + "; else ".join(item_in_words(one, quantities, say) for one in item.first)
    return when + ("stop" if item.stop else "ask me")


def item_faults(items: list[Item], grammar: Grammar, known: Known = NOT_CHECKED, depth: int = 1) -> Iterator[Fault]:
    """Everything that is wrong with the items of a list."""
    if len(items) > MOST_ITEMS:
        yield Fault((), f"a list has at most {MOST_ITEMS} items, not {len(items)}")
    for number, item in enumerate(items):
        ways = [name for name in WAYS if getattr(item, name)] + (["do"] if item.do is not None else [])
        if len(ways) != 1:
            allowed = [ONE_OF[name] for name in ("do", *WAYS) if name not in grammar.refuses]
            faults = [Fault((), f"an item has {'exactly one of ' if len(allowed) > 1 else ''}{_listed(allowed)}")]
        else:
            faults = [*_within_item(item, grammar, known, depth)]
            faults += [Fault((way,), grammar.refuses[way]) for way in ways if way in grammar.refuses]
        yield from (fault.inside(number) for fault in faults)


WAYS: Final = ("first", "ask_me", "stop")
"""The ways of an item beside `do`."""
ONE_OF: Final = {"do": "do", "first": "first (a list)", "ask_me": "ask_me: true", "stop": "stop: true"}


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _within_item(item: Item, grammar: Grammar, known: Known, depth: int) -> Iterator[Fault]:
    if item.when is not None:
        found = grammar.quantities.faults(item.when, known, grammar.moments)
        yield from (fault.inside("when") for fault in found)
    if item.do is not None:
        try:
            convert(item.do, grammar.kind, known=known)
        except Malformed as error:
            yield from (fault.inside("do") for fault in error.faults)
    if item.first and depth == MOST_DEEP:
        yield Fault(("first",), f"items go at most {MOST_DEEP} deep, one within another")
    elif item.first:
        yield from (fault.inside("first") for fault in item_faults(item.first, grammar, known, depth + 1))
