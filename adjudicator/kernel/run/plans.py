"""Plans: what a seat wants done, sealed before it is known what the others do, carried out item by item.

An order holds a plan as a list of items. It answers one question and ends with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.items import (
    Grammar,
    Item,
    Judge,
    Judged,
    Number,
    Skip,
    every,
    item_in_words,
    number_in_words,
    read_safely,
)
from adjudicator.kernel.errors import Illegal, Malformed
from adjudicator.kernel.faults import convert
from adjudicator.kernel.position.position import Position
from adjudicator.kernel.run.events import PlanSkipped
from adjudicator.kernel.run.resolution import Resolution

P = TypeVar("P", bound=Position)
A = TypeVar("A")


def said_of(do: dict[str, Any], say: Callable[[dict[str, Any]], str]) -> str:
    """An action in words, also one that cannot be read: a book may hold it, and it is never carried out."""
    try:
        return say(do)
    except Malformed:
        return "something that is no action"


class Runner(ABC, Generic[P, A]):
    """How a title reads the actions of a plan, judges them and carries them out."""

    quantities: Quantities
    kind: Any
    """The type of its actions, as they are written."""
    moments: Sequence[str] = ()
    """Those of `Quantity.moment` at which conditions of items are judged."""
    refuses: Mapping[str, str] = {}
    """The ways of an item that can mean nothing here, each with the reason (`Grammar`)."""

    def read(self, do: dict[str, Any]) -> A:
        """An action from plain data. Malformed tells everything that is wrong."""
        action: A = convert(do, self.kind)
        return action

    @property
    def grammar(self) -> Grammar:
        """What the items of a plan may say."""
        return Grammar(self.quantities, self.kind, self.moments, self.refuses)

    @abstractmethod
    def view(self, running: Resolution[P], seat: str) -> P:
        """What the author may know now: conditions and legality are judged by nothing else."""

    @abstractmethod
    def refusal(self, view: P, seat: str, action: A) -> Illegal | None:
        """The clause that forbids an action now; None when it is legal."""

    @abstractmethod
    def make(self, running: Resolution[P], seat: str, action: A) -> None:
        """Carry out an action that was found legal, and emit its events."""

    @abstractmethod
    def in_words(self, action: A) -> str:
        """An action as its author reads it."""

    def item_in_words(self, item: Item) -> str:
        """An item of a plan as its author reads it."""
        return item_in_words(item, self.quantities, lambda do: said_of(do, lambda one: self.in_words(self.read(one))))


class Carried(NamedTuple):
    """What came of a plan: the items carried out, the one at which its author is to be asked, whether one stops."""

    made: list[Number]
    asks: Number | None
    stops: bool = False


class _Author(Generic[P, A]):
    """Judges items by what their author may know at that moment."""

    def __init__(self, running: Resolution[P], seat: str, by: Runner[P, A]) -> None:
        self._running, self._seat, self._by = running, seat, by
        self._seen: P | None = None

    @property
    def _view(self) -> P:
        """Made when something has to be judged."""
        if self._seen is None:
            self._seen = self._by.view(self._running, self._seat)
        return self._seen

    def forget(self) -> None:
        """What was seen is so no longer."""
        self._seen = None

    def holds(self, when: dict[str, Any]) -> bool:
        return self._by.quantities.holds(when, self._view)

    def find(self, do: dict[str, Any]) -> A | Skip:
        return read_safely(lambda: self._found(do))

    def _found(self, do: dict[str, Any]) -> A | Skip:
        action = self._by.read(do)
        illegal = self._by.refusal(self._view, self._seat, action)
        return action if illegal is None else Skip(f"{self._by.in_words(action)} ({illegal})")


def carry_out(
    running: Resolution[P],
    seat: str,
    question: str,
    plan: Sequence[Item],
    by: Runner[P, A],
    among: Callable[[Iterable[tuple[int, Item]], Judge[A]], Iterator[Judged[A]]] = every,
) -> Carried:
    """Carry a plan out, each item judged when its turn comes. What is illegal is skipped, and its author alone is told.

    It ends at an item that says stop or ask me, wherever that stands. With `among=first` it ends at the one that goes.
    """
    author = _Author(running, seat, by)
    made: list[Number] = []
    skipped: list[str] = []
    asks: Number | None = None
    stops = False
    for one in among(enumerate(plan, 1), author):
        if one.action is not None:
            by.make(running, seat, one.action)
            author.forget()
            made.append(one.number)
        elif one.skip is not None:
            skipped.append(f"item {number_in_words(one.number)}, {one.skip.why}")
            if one.skip.misread:
                running.note_misread(seat, question, one.skip.misread)
        elif one.came == "asks":
            asks = one.number
        stops = one.came == "stops"
    if skipped:
        running.emit(PlanSkipped(question=question, skipped=skipped, only=(seat,)))
    return Carried(made, asks, stops)
