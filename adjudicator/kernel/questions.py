"""Questions and orders. A question type is one class: what it asks, which orders are legal, what silence means.

`options` and `refusal` are one piece of code: `options` is the space of conceivable orders without those that
`refusal` refuses. Both work from the seat's view, never from the position, so a refusal can tell nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Illegal
from adjudicator.kernel.position import Ask, Position


class Order(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="question"):
    """A seat's answer to a question. Subclasses add its fields and carry the question's id as their tag."""


def question_of(order: Order) -> str:
    """The id of the question that an order answers."""
    return str(order.__struct_config__.tag)


V = TypeVar("V", bound=Position)
R = TypeVar("R", bound=Order)


class Question(Generic[V, R]):
    """One type of question.

    `clause` is where the rules ask it, `default_clause` the one that says what a missed deadline means. An `unasked`
    question is never opened: its orders may be sent with any envelope and are applied at the cut, before the others.
    """

    id: ClassVar[str]
    order: ClassVar[type[Order]]
    clause: ClassVar[str]
    default_clause: ClassVar[str] = ""
    unasked: ClassVar[bool] = False

    def prompt(self, view: V, ask: Ask) -> str:
        """The question in words, for the seat that is asked."""
        raise NotImplementedError

    def waiting(self, ask: Ask) -> str:
        """What the others read while they wait."""
        return f"{ask.seat} is asked {self.id} ({self.clause})."

    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """Every conceivable order, legal or not, in a fixed order."""
        raise NotImplementedError

    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """The clause that forbids an order, with what would be legal; None when it is legal."""
        raise NotImplementedError

    def default(self, view: V, ask: Ask) -> R:
        """What a missed deadline means."""
        raise NotImplementedError

    def apply(self, resolution: Any, seat: str, order: R) -> None:
        """Carry out an unasked order."""
        raise NotImplementedError

    def options(self, view: V, ask: Ask) -> Iterator[R]:
        """The legal orders, in the order of `space`."""
        return (order for order in self.space(view, ask) if self.refusal(view, ask, order) is None)

    def sample(self, view: V, ask: Ask, chance: Chance, label: str) -> R | None:
        """One legal order; each has a positive chance. None where an unasked question offers nothing."""
        options = list(self.options(view, ask))
        return chance.pick(options, label) if options else None
