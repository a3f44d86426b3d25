"""Questions whose orders are made of parts, each one choice of a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, islice, starmap
from typing import Any, ClassVar, TypeVar

from adjudicator.kernel.errors import Illegal
from adjudicator.kernel.position.position import Ask, Position
from adjudicator.kernel.questions.kinds import Fields, Part
from adjudicator.kernel.questions.offers import Offer
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.subjects import Naming

V = TypeVar("V", bound=Position)
R = TypeVar("R", bound=Order)
Parts = Mapping[str | Fields, Part]


class Parted(Question[V, R]):
    """A question that declares the parts of its order, by the field (or the fields) that each fills.

    Space, check, words and menus follow. Where the parts depend on what is asked, `parts_of` gives them and `make`
    the order of their values; the check is then the question's own.
    """

    exact: ClassVar[bool] = True
    parts: Parts

    def parts_of(self, view: V, ask: Ask) -> Parts:
        """The parts, in the order in which they are asked."""
        return self.parts

    def make(self, view: V, ask: Ask, values: Sequence[Any]) -> R:
        """The order of these values, one for each part."""
        each = zip(self.parts, values, strict=True)
        return self._of_fields(*chain.from_iterable((one,) if isinstance(part, str) else one for part, one in each))

    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """Legal orders only, in the order of the parts: the last part changes fastest."""
        parts = self.parts_of(view, ask)
        if type(self).make is Parted.make:
            return _orders(self._of_fields, [*parts.items()], (view, ask))
        return _orders(lambda *values: self.make(view, ask, values), [("", one) for one in parts.values()], (view, ask))

    @cached_property
    def _of_fields(self) -> Callable[..., R]:
        """Makes an order of the values of its fields, as the parts list them: by position if possible, the fastest."""
        order: Any = self.order
        fields = tuple(field for part in self.parts for field in as_tuple(part))
        if fields == order.__match_args__:
            return order  # type: ignore[no-any-return]
        return lambda *values: order(**dict(zip(fields, values, strict=True)))

    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """What the first part that is wrong is refused for."""
        before: tuple[Any, ...] = ()
        for part, value in with_values(self.parts, order):
            if wrong := part.wrong(value, view, ask, *before):
                return Illegal(self.clause, wrong)
            before += (value,)
        return None

    def order_in_words(self, view: V, order: R, names: Naming) -> str:
        """An order in the words of its parts, where they are declared."""
        said = self.choice_in_words(order) if getattr(self, "parts", None) else ""
        return said or super().order_in_words(view, order, names)

    def choice_in_words(self, choice: Any) -> str:
        """An order, or a choice of a book with the same fields, in the words of its parts; empty ones are left out."""
        parts = getattr(self, "parts", None)  # not declared where they depend on what is asked
        if not parts or not all(hasattr(choice, field) for fields in parts for field in as_tuple(fields)):
            return super().choice_in_words(choice)
        return ", ".join(filter(None, (part.described(value) for part, value in with_values(self.parts, choice))))

    def answered(self, view: V, ask: Ask, answers: Sequence[Any]) -> tuple[tuple[Any, ...], Offer | None]:
        """The values that these answers come to, and what is to be chosen next; nothing is asked that is forced."""
        values: tuple[Any, ...] = ()
        left = list(answers)
        for fields, part in self.parts_of(view, ask).items():
            few = list(islice(part.values(view, ask, *values), 2))
            if len(few) > 1 and not left:
                filled = tuple(field for field in as_tuple(fields) if field in self.order.__struct_fields__)
                return values, part.offer(filled, part.asks or self.prompt(view, ask), view, ask, *values)
            values += (left.pop(0) if len(few) > 1 else few[0],)
        return values, None


def as_tuple(fields: str | Fields) -> Fields:
    """The fields that a part fills."""
    return (fields,) if isinstance(fields, str) else fields


def with_values(parts: Parts, order: Order) -> Iterator[tuple[Part, Any]]:
    """Each part with its value in an order."""
    for fields, part in parts.items():
        values = tuple(getattr(order, field) for field in as_tuple(fields))
        yield part, values[0] if isinstance(fields, str) else values


def _orders(make: Callable[..., R], parts: Sequence[tuple[str | Fields, Part]], at: tuple[Any, ...]) -> Iterator[R]:
    """What is made of the values of the parts; without a step of our own for each order, for there may be thousands."""
    (fields, part), *others = parts
    single, values = isinstance(fields, str), part.values(*at)
    if not others:
        return map(make, values) if single else starmap(make, values)
    return chain.from_iterable(
        _orders(partial(make, value) if single else partial(make, *value), others, (*at, value)) for value in values
    )
