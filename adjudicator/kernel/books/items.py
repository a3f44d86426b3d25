"""What a seat wants done, item by item. A plan is a list of items; an entry of a book is one item with a longer life.

An item is judged when its turn comes and not before, so that it may rest on what those before it have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.errors import Fault, Malformed

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
    """Why an action is not taken. `illegal`: the rules forbid it now, and its author is told in the report."""

    why: str
    illegal: bool = True


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


def item_faults(
    items: list[Item], quantities: Quantities, read: Callable[[dict[str, Any]], Any], depth: int = 1
) -> Iterator[Fault]:
    """Everything that is wrong with the items of a plan. `read` makes an action of `do`, or raises Malformed."""
    if len(items) > MOST_ITEMS:
        yield Fault((), f"at most {MOST_ITEMS} items may stand in a list, not {len(items)}")
    for number, item in enumerate(items):
        faults = [Fault((), "an item has exactly one of do, first (a list), ask_me: true and stop: true")]
        if (item.do is not None) + bool(item.first) + item.ask_me + item.stop == 1:
            faults = [*_within_item(item, quantities, read, depth)]
        yield from (fault.inside(number) for fault in faults)


def _within_item(
    item: Item, quantities: Quantities, read: Callable[[dict[str, Any]], Any], depth: int
) -> Iterator[Fault]:
    if item.when is not None:
        yield from (fault.inside("when") for fault in quantities.faults(item.when))
    if item.do is not None:
        try:
            read(item.do)
        except Malformed as error:
            yield from (fault.inside("do") for fault in error.faults)
    if item.first and depth == MOST_DEEP:
        yield Fault(("first",), f"items may be nested {MOST_DEEP} deep at most")
    elif item.first:
        yield from (fault.inside("first") for fault in item_faults(item.first, quantities, read, depth + 1))
