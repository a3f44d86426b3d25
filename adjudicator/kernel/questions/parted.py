"""Questions whose orders are made of parts, each one choice of a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import islice
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

from adjudicator.kernel.errors import Illegal
from adjudicator.kernel.position.position import Ask, Position
from adjudicator.kernel.questions.kinds import Fields, One, Part
from adjudicator.kernel.questions.offers import Offer
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.subjects import Naming

V = TypeVar("V", bound=Position)
R = TypeVar("R", bound=Order)
Parts = Mapping[str | Fields, Part]


class Parted(Question[V, R]):
    """A question that declares the parts of its order, by the field (or the fields) that each fills.

    Space, check, words and menus follow. Where the parts depend on what is asked, `parts_of` gives them and `maker`
    what makes an order of their values; the check is then the question's own.
    """

    exact: ClassVar[bool] = True
    parts: Parts

    def parts_of(self, view: V, ask: Ask) -> Parts:
        """The parts, in the order in which they are asked."""
        return self.parts

    def maker(self, view: V, ask: Ask) -> Callable[..., R]:
        """What makes an order: of the values of all parts, in their order, where a question has a maker of its own."""
        return self.order  # type: ignore[return-value]

    def made(self, view: V, ask: Ask, values: Sequence[Any]) -> R:
        """The order of these values, one for each part."""
        each = zip(self.parts_of(view, ask), values, strict=True)
        parts = {fields: One(partial(_only, one)) for fields, one in each}
        return next(self._lister(parts, self.maker(view, ask))(view, ask))

    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """Legal orders only, in the order of the parts: the last part changes fastest."""
        return self._listed(view, ask)

    @cached_property
    def _listed(self) -> Callable[[V, Ask], Iterator[R]]:
        """Lists every legal order. Of parts that are always the same it is made once."""
        if type(self).parts_of is Parted.parts_of:
            return self._lister(self.parts, self.order)
        return lambda view, ask: self._lister(self.parts_of(view, ask), self.maker(view, ask))(view, ask)

    def _lister(self, parts: Parts, make: Callable[..., Any]) -> Callable[[V, Ask], Iterator[R]]:
        """What lists the orders of all values of these parts."""
        fields = self.order.__match_args__ if make is self.order else None
        return partial(_loops(tuple(parts), fields), make, [part.values for part in parts.values()])

    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """What the first part that is wrong is refused for."""
        at: tuple[Any, ...] = (view, ask)
        for value_in, wrong in self._checks:
            value = value_in(order)
            if why := wrong(value, *at):
                return Illegal(self.clause, why)
            at += (value,)
        return None

    @cached_property
    def _checks(self) -> list[tuple[Callable[[R], Any], Callable[..., str | None]]]:
        """By part what reads its value from an order, and what says why the value is wrong."""
        return [(value_reader(fields), part.wrong) for fields, part in self.parts.items()]

    def order_in_words(self, view: V, order: R, names: Naming) -> str:
        """An order in the words of its parts; where these depend on what is asked, the question has its own."""
        return self.choice_in_words(order)

    def choice_in_words(self, choice: Any) -> str:
        """An order, or a choice of a book with the same fields, in the words of its parts; empty ones are left out."""
        parts = getattr(self, "parts", None)  # not declared where they depend on what is asked
        if hasattr(choice, "in_words"):
            return super().choice_in_words(choice)
        if not parts or not all(hasattr(choice, field) for fields in parts for field in as_tuple(fields)):
            return super().choice_in_words(choice)
        said = (part.described(value_reader(fields)(choice)) for fields, part in parts.items())
        return ", ".join(filter(None, said)) or self.nothing

    def answered(self, view: V, ask: Ask, answers: Sequence[Any]) -> tuple[tuple[Any, ...], Offer | None]:
        """The values of these answers, and the next choice; a forced one is not asked."""
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


def value_reader(fields: str | Fields) -> Callable[[Any], Any]:
    """What reads the value of a part from an order: of several fields, of which there are two or more, a tuple."""
    return attrgetter(*as_tuple(fields))


def _only(value: Any, *at: Any) -> tuple[Any]:
    return (value,)


@cache
def _loops(parts: tuple[str | Fields, ...], fields: Fields | None) -> Callable[..., Iterator[Any]]:
    """Nested loops over the values of parts, which list an order for each; as fast as if they were written by hand.

    What makes an order is given its `fields` in their order, by name where the parts fill others; where there are None,
    the values as the parts list them.
    """
    loops: list[str] = []
    filled: dict[str, str] = {}
    for number, part in enumerate(parts):
        before = "".join(f", v{earlier}" for earlier in range(number))
        loops.append(f"for v{number} in values[{number}](view, ask{before})")
        each = {field: f"v{number}_{place}" for place, field in enumerate(part)} if isinstance(part, tuple) else {}
        if each:
            loops.append(f"for ({', '.join(each.values())},) in [v{number}]")
        filled |= each or {str(part): f"v{number}"}
    if fields is None or sorted(fields) == sorted(filled):
        given = [filled[field] for field in fields or filled]
    else:
        given = [f"{field}={filled[field]}" for field in filled]
    source = f"lambda make, values, view, ask: (make({', '.join(given)}) {' '.join(loops)})"
    return eval(source)  # type: ignore[no-any-return] # noqa: S307 - made of the names of fields and of numbers
