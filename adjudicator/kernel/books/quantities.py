"""Named quantities: what a title can work out from a position or a view, for books, plans and case files.

A title declares them in one dictionary by name. Each can be compared with a value or with another one:

    {fact: is, left: {of: temple, city: athens, colour: red}, op: ">", right: {of: temple, city: athens, colour: green}}

Some are facts by themselves, under their own name: `{fact: temple, city: athens, colour: red, at_least: 3}`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, get_args

import msgspec

from adjudicator.kernel.position.position import Unknown

Op = Literal["<", "<=", "=", "!=", ">=", ">"]
COMPARED: Final[Mapping[Op, Callable[[Any, Any], Any]]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
IN_WORDS: Final[Mapping[Op, str]] = {
    "<": "is less than", "<=": "is at most", "=": "is", "!=": "is not", ">=": "is at least", ">": "is more than",
}  # fmt: skip

_VERB: Final = re.compile(r"\b(is|are|has(?= (been|\w+ed)\b)|may|can)\b")
OPPOSITE: Final[Mapping[Op, Op]] = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<="}


class Quantity(msgspec.Struct, frozen=True):
    """A value that follows from a position or a view.

    `of` gets the position and the arguments `args` (by name, with their types; those that may be None may be left
    out). It returns UNKNOWN where the value is hidden or does not exist now: no comparison with it holds, nor
    does its opposite.

    `words` names it, with the arguments in braces: "the cubes of {colour} in the temple of {city}"; one that `gives`
    bool is named by a clause: "{location} is on display". `[…]` around a part leaves that part out where an argument in
    it is left out. `opposite` says the clause with no where its verb does not take "not": "Sparta has no support".

    `moment` says when alone it can be judged, to stand after "only": "in a battle". Elsewhere it is UNKNOWN, and a
    condition that is judged at no such moment is refused when it is written (`Question.moments`).

    One that gives bool is a fact of its name as well. Another is one if `fact` says under which field the value stands
    with which it is compared: `at_least` with >=, any other with =.
    """

    of: Callable[..., Any]
    words: str
    args: Mapping[str, Any] = {}
    gives: Any = int
    fact: str | None = None
    moment: str | None = None
    opposite: str = ""

    @property
    def denied(self) -> str:
        """The words of its opposite, where it gives bool."""
        return self.opposite or _VERB.sub(r"\1 not", self.words, count=1)

    @property
    def op(self) -> Op:
        """How the fact of this name compares."""
        return ">=" if self.fact == "at_least" else "="

    def fact_fields(self) -> Iterator[tuple[str, Any]]:
        """The fields of the fact of this name with their types: what must be named first."""
        fields = {**self.args, **({self.fact: self.gives} if self.fact else {})}
        return iter(sorted(fields.items(), key=lambda one: may_be_left_out(one[1])))


def may_be_left_out(kind: Any) -> bool:
    """Whether a type takes None."""
    return type(None) in get_args(kind)


def struct_of(name: str, fields: Mapping[str, Any], **config: Any) -> type[msgspec.Struct]:
    """A struct of these fields, told apart by its name."""
    stated = [(field, kind, None) if may_be_left_out(kind) else (field, kind) for field, kind in fields.items()]
    title = "".join(word.capitalize() for word in name.replace("-", " ").replace("_", " ").split())
    return msgspec.defstruct(title, stated, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=name, **config)


def arguments(struct: msgspec.Struct, quantity: Quantity) -> dict[str, Any]:
    """The arguments of a quantity from what names them."""
    return {name: getattr(struct, name) for name in quantity.args}


def compare(left: Any, op: Op, right: Any) -> bool | None:
    """Whether a comparison holds; None where a side of it is hidden or does not exist."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    return bool(COMPARED[op](left, right))
