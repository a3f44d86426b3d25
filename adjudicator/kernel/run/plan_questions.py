"""Questions that are answered by a plan whose first item that holds and is legal is done when its turn comes.

The order has one field, `plan`. Nobody is asked again: where nothing of it goes, the title does what the default says.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, TypeVar, cast

import msgspec

from adjudicator.kernel.books.items import Grammar, Item, item_faults
from adjudicator.kernel.errors import Fault, Illegal, Misshapen
from adjudicator.kernel.faults import Known
from adjudicator.kernel.position.position import Ask, Position
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.run.plans import Runner
from adjudicator.kernel.subjects import Naming

NOBODY_IS_ASKED: Final = {"ask_me": "nobody is asked when this plan is carried out: leave ask_me out"}
V = TypeVar("V", bound=Position)
R = TypeVar("R", bound=Order)


class PlanQuestion(Question[V, R], listed=False):
    """A plan, sealed before its turn comes. `runner` reads, judges and carries out its actions."""

    @property
    @abstractmethod
    def runner(self) -> Runner[V, Any]:
        """What carries it out."""

    @property
    def grammars(self) -> Mapping[str, Grammar]:
        """Of its plan."""
        return {"plan": self.runner.grammar}

    default_in_words: ClassVar[str]
    """What the default comes to, in words that hold for every position."""

    @abstractmethod
    def deeds(self, view: V, ask: Ask) -> Iterator[Any]:
        """Actions that may be legal when their turn comes."""

    def made(self, *deeds: Any) -> R:
        """The order that does the first of these actions that is legal."""
        return cast("R", self.order(plan=[Item(do=msgspec.to_builtins(deed)) for deed in deeds]))

    def plan(self, order: R) -> list[Item]:
        """The items of an order."""
        found: list[Item] = order.plan  # type: ignore[attr-defined]
        return found

    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """Its shape; and of a single action without a condition what is certain to forbid it."""
        plan = self.plan(order)
        if faults := self.faults(order, self.runner.quantities.known(view)):
            return Misshapen(self.clause, "; ".join(map(str, faults)))
        if len(plan) == 1 and plan[0].when is None and plan[0].do is not None:
            return self.never(view, ask, self.runner.read(plan[0].do))
        return None

    def faults(self, said: R, known: Known) -> list[Fault]:
        """Of its items."""
        return [fault.inside("plan") for fault in item_faults(self.plan(said), self.runner.grammar, known)]

    def never(self, view: V, ask: Ask, deed: Any) -> Illegal | None:
        """The clause that is certain to forbid an action when its turn comes."""
        return self.runner.refusal(view, ask.seat, deed)

    def default(self, view: V, ask: Ask) -> R:
        """No plan."""
        return self.made()

    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """A sample: no plan, and each of the actions that are likely."""
        yield self.made()
        yield from map(self.made, self.deeds(view, ask))

    def choice_in_words(self, choice: R) -> str:
        """Its items as alternatives."""
        items = map(self.runner.item_in_words, self.plan(choice))
        return "; else ".join(items) or self.default_in_words

    def order_in_words(self, view: V, order: R, names: Naming) -> str:
        """The same as its author reads it in a book."""
        return self.choice_in_words(order)
