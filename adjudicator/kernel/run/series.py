"""Questions that are answered by a series of actions, each done on the table that the last one left.

The order has the fields `plan` and `sealed`. What is sent while the question is open is tried out and refused whole, by
the clause that forbids its first illegal item. `sealed: true` was written before: when its turn comes, what is illegal
is skipped (`carry_out`). So is what stands in a book.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, TypeVar, cast, overload

import msgspec

from adjudicator.kernel.books.items import Grammar, Item, Skip, every, item_faults
from adjudicator.kernel.chance import KEY_BYTES, Chance
from adjudicator.kernel.errors import Fault, Illegal, Misshapen
from adjudicator.kernel.faults import NOT_CHECKED, Known
from adjudicator.kernel.position.position import Ask, Position
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.run.plans import Runner
from adjudicator.kernel.run.resolution import Resolution
from adjudicator.kernel.subjects import Naming, seats_after

V = TypeVar("V", bound=Position)
R = TypeVar("R", bound=Order)
T = TypeVar("T")


class Lazily(Sequence[T]):
    """So many things, each made by its number when it is asked for."""

    def __init__(self, number: int, made: Callable[[int], T]) -> None:
        self._numbers, self._made = range(number), made

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[T]:
        return map(self._made, self._numbers)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [*map(self._made, self._numbers[at])]
        return self._made(self._numbers[at])


def one_after_another(parts: Sequence[Sequence[T]]) -> Lazily[T]:
    """Several sequences as one."""
    begins = [0, *accumulate(map(len, parts))]

    def made(number: int) -> T:
        part = bisect_right(begins, number) - 1
        return parts[part][number - begins[part]]

    return Lazily(begins[-1], made)


class Series(Question[V, R], listed=False):
    """A series. `runner` reads, judges and carries out its actions; trying one out, it changes a `scratch` alone."""

    longest: ClassVar[int] = 12
    """Items of a sample at most."""
    listed_most: ClassVar[int] = 50
    """Actions that `space` lists at most."""

    @property
    @abstractmethod
    def runner(self) -> Runner[V, Any]:
        """What carries it out. Its `make` must draw nothing by chance."""

    @property
    def grammars(self) -> Mapping[str, Grammar]:
        """Of its plan."""
        return {"plan": self.runner.grammar}

    def runner_of(self, plan: Sequence[Item]) -> Runner[V, Any]:
        """What carries out this plan, where it must know the whole of it."""
        return self.runner

    @abstractmethod
    def scratch(self, view: V, ask: Ask) -> V:
        """A copy of a view on which actions are tried out, as it is when the first one's turn comes."""

    @abstractmethod
    def further(self, table: V, ask: Ask) -> Sequence[Any]:
        """The legal actions on a table, in a fixed order; of many a good choice."""

    def unfinished(self, table: V, ask: Ask) -> Illegal | None:
        """What forbids to end a series on a table."""
        return None

    def drawn(self, table: V, ask: Ask, chance: Chance, label: str) -> Any | None:
        """One legal action, each with a positive chance; None where there is none."""
        found = self.further(table, ask)
        return chance.pick(found, label) if found else None

    # --- orders -------------------------------------------------------------------------------------------------

    def made(self, *actions: Any) -> R:
        """The order that does these actions."""
        return self._of([Item(do=msgspec.to_builtins(action)) for action in actions])

    def _of(self, plan: Sequence[Item]) -> R:
        return cast("R", self.order(plan=[*plan]))

    def default(self, view: V, ask: Ask) -> R:
        """Nothing is done."""
        return self.made()

    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """A sample: nothing, and actions that are legal at once, spread over all that there are."""
        yield self.made()
        found = self.further(self.scratch(view, ask), ask)
        yield from map(self.made, found[:: 1 + len(found) // self.listed_most])

    def sample(self, view: V, ask: Ask, chance: Chance, label: str) -> R | None:
        """Actions drawn one after another, until a die says that it is enough."""
        tried = _Tried(self, view, ask)
        actions: list[Any] = []
        while len(actions) < self.longest and chance.die(self.longest, f"{label} stop") > 1:
            action = self.drawn(tried.table, ask, chance, label)
            if action is None:
                break
            tried.make(action)
            actions.append(action)
        return self.made(*(actions if self.unfinished(tried.table, ask) is None else ()))

    def grown(self, view: V, ask: Ask, order: R | None) -> Iterator[R]:
        """One action more."""
        plan = [] if order is None else _plan(order)
        if order is None:
            yield self.made()
        tried = _Tried(self, view, ask, plan)
        if tried.wrong(plan) is None and not any(item.stop or item.ask_me for item in plan):
            for action in self.further(tried.table, ask):
                yield self._of([*plan, Item(do=msgspec.to_builtins(action))])

    # --- legality -----------------------------------------------------------------------------------------------

    def faults(self, said: R, known: Known) -> list[Fault]:
        """Of its items."""
        return [fault.inside("plan") for fault in item_faults(_plan(said), self.runner.grammar, known)]

    def same(self, one: R, other: R) -> bool:
        """Whether it was written before makes no other plan of it."""
        return _plan(one) == _plan(other)

    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """Its shape; of one that is not sealed every item, when its turn would come."""
        plan = _plan(order)
        sealed = getattr(order, "sealed", False)  # the rules themselves refuse a wrong name in what is tried out
        if faults := self.faults(order, self.runner.quantities.known(view) if sealed else NOT_CHECKED):
            return Misshapen(self.clause, "; ".join(map(str, faults)))
        if sealed:
            return None
        tried = _Tried(self, view, ask, plan)
        return tried.wrong(plan) or self.unfinished(tried.table, ask)

    def orders_of(self, view: V, ask: Ask, choice: R) -> Iterator[R]:
        """A book was written before."""
        yield msgspec.structs.replace(choice, sealed=True)

    # --- in words -----------------------------------------------------------------------------------------------

    def choice_in_words(self, choice: R) -> str:
        """Its items one after another."""
        items = map(self.runner.item_in_words, _plan(choice))
        return ", then ".join(items) or self.nothing

    def order_in_words(self, view: V, order: R, names: Naming) -> str:
        """The same as its author reads it in a book."""
        return self.choice_in_words(order)


def _plan(order: Order) -> list[Item]:
    found: list[Item] = order.plan  # type: ignore[attr-defined]
    return found


class _Tried:
    """A series as it is tried out: judges items on a table of its own, and changes that."""

    def __init__(self, series: Series[Any, Any], view: Any, ask: Ask, plan: Sequence[Item] = ()) -> None:
        self._runner, self._seat = series.runner_of(plan), ask.seat
        self.table = series.scratch(view, ask)
        self._running: Resolution[Any] = Resolution(self.table, Chance(bytes(KEY_BYTES)), {})
        self._illegal: Illegal | None = None

    def holds(self, when: dict[str, Any]) -> bool:
        return self._runner.quantities.holds(when, self.table)

    def find(self, do: dict[str, Any]) -> Any | Skip:
        action = self._runner.read(do)
        self._illegal = self._runner.refusal(self.table, self._seat, action)
        return action if self._illegal is None else Skip(str(self._illegal))

    def make(self, action: Any) -> None:
        self._runner.make(self._running, self._seat, action)

    def wrong(self, plan: Sequence[Item]) -> Illegal | None:
        """What forbids the first item of which nothing goes."""
        for number, item in enumerate(plan, 1):
            came = []
            for one in every([(number, item)], self):
                came.append(one.came)
                if one.action is not None:
                    self.make(one.action)
                if one.came in ("asks", "stops"):
                    return None
            if came and all(one == "skipped" for one in came) and self._illegal is not None:
                return Illegal(self._illegal.clause, seats_after(f"item {number}: ", self._illegal.message))
        return None
