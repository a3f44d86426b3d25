"""Conditions of books and plans: facts about a view, joined with all, any and not. Data, no code.

    {fact: all, of: [{fact: leads, seat: red, city: athens}, {fact: not, of: {fact: turn, number: 3}}]}

The facts are those of a title's quantities; the kernel adds `is`, which compares, and `all`, `any` and `not`.

What is hidden, or does not exist at the moment, is neither so nor not so: a condition that rests on it does not hold,
and its negation does not either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, Union

import msgspec

from adjudicator.kernel.books.quantities import IN_WORDS, OPPOSITE, Op, Quantity, arguments, compare, struct_of
from adjudicator.kernel.errors import Fault, Malformed
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert
from adjudicator.kernel.position.position import UNKNOWN, Unknown

MOST_DEEP: Final = 8
_OPTIONAL = re.compile(r"\[([^\[\]|]*)\|?([^\[\]]*)\]")


class _Joined(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="fact"):
    """What the kernel adds to a title's facts."""


class All(_Joined, frozen=True, kw_only=True, tag="all"):
    """Every condition of the list `of` holds; of an empty list too."""

    of: list[dict[str, Any]]


class AnyOf(_Joined, frozen=True, kw_only=True, tag="any"):
    """At least one condition of the list `of` holds."""

    of: list[dict[str, Any]]


class Not(_Joined, frozen=True, kw_only=True, tag="not"):
    """It is known that the condition `of` does not hold."""

    of: dict[str, Any]


class Is(_Joined, frozen=True, kw_only=True, tag="is"):
    """`left`, a quantity (`{of: its name}`, with its fields), is compared by `op` with `right`, a value or another."""

    left: dict[str, Any]
    op: Op
    right: dict[str, Any] | int | str | bool | None


JOINED: Final[tuple[type[msgspec.Struct], ...]] = (All, AnyOf, Not, Is)


class Quantities:
    """The quantities of a title by name, and the conditions that are made of them. `names` says an id to people.

    `known` gives the names that there are in a game, by sort, from its position or a view; of None, in the box.
    """

    def __init__(
        self,
        named: Mapping[str, Quantity],
        names: Callable[[str], str] = str,
        known: Callable[[Any], Known] = lambda _view: NOT_CHECKED,
    ) -> None:
        self.named = named
        self.known = known
        self._names = names
        self.sides = {name: struct_of(name, one.args, tag_field="of") for name, one in named.items()}
        self.facts = {
            name: struct_of(name, dict(one.fact_fields()), tag_field="fact", namespace={"__doc__": self._about(one)})
            for name, one in named.items()
            if one.fact or one.gives is bool
        }
        self._conditions = {**{str(one.__struct_config__.tag): one for one in JOINED}, **self.facts}

    @staticmethod
    def _about(one: Quantity) -> str:
        return f"{one.words} {IN_WORDS[one.op]} {{{one.fact}}}" if one.fact else one.words

    def spelled(self, name: str) -> str:
        """The words of a quantity, of a fact with what it is compared with; fields stand in capitals."""
        one = self.named[name]
        words = _OPTIONAL.sub(r"\1", self._about(one) if name in self.facts else one.words)
        return re.sub(r"{(\w+)}", lambda field: field[1].upper(), words)

    # --- what is written ----------------------------------------------------------------------------------------

    def faults(
        self, plain: Any, known: Known = NOT_CHECKED, moments: Collection[str] = (), depth: int = 1
    ) -> list[Fault]:
        """Everything that is wrong with a condition that is judged at these moments (`Quantity.moment`).

        Each fault says which names and words are allowed.
        """
        if depth > MOST_DEEP:
            return [Fault((), f"conditions go at most {MOST_DEEP} deep, one within another")]
        try:
            condition = _read(plain, "fact", self._conditions, known=known)
            sides = self._compared(condition, known) if isinstance(condition, Is) else (condition,)
        except Malformed as error:
            return list(error.faults)
        if isinstance(condition, All | AnyOf):
            return [
                fault.inside("of", number)
                for number, part in enumerate(condition.of)
                for fault in self.faults(part, known, moments, depth + 1)
            ]
        if isinstance(condition, Not):
            return [fault.inside("of") for fault in self.faults(condition.of, known, moments, depth + 1)]
        named = [self._of(side) for side in sides if isinstance(side, msgspec.Struct)]
        return [
            Fault((), f"{self._phrase(side)} is known only {one.moment}, and this is not asked there")
            for side, one in zip(sides, named, strict=False)
            if one.moment and one.moment not in moments
        ]

    def _compared(self, condition: Is, known: Known = NOT_CHECKED) -> tuple[msgspec.Struct, msgspec.Struct | Any]:
        """Both sides of a comparison. Malformed where they cannot be compared."""
        left: msgspec.Struct = _read(condition.left, "of", self.sides, "left", known=known)
        gives = self._of(left).gives
        if isinstance(condition.right, dict):
            right = _read(condition.right, "of", self.sides, "right", known=known)
            alike = gives == self._of(right).gives
        else:
            right = convert(condition.right, gives, "right", known=known)
            alike = True
        if not alike or (condition.op not in ("=", "!=") and gives is not int):
            what = " and ".join(dict.fromkeys(str(one["of"]) for one in (condition.left, condition.right)
                                              if isinstance(one, dict)))  # fmt: skip
            raise Malformed(faults=[Fault(("op",), f"{what} cannot be compared by {condition.op}; numbers can")])
        return left, right

    def _of(self, side: msgspec.Struct) -> Quantity:
        return self.named[str(side.__struct_config__.tag)]

    # --- what is so ---------------------------------------------------------------------------------------------

    def value(self, position: Any, name: str, args: Mapping[str, Any]) -> Any:
        """A quantity by name. Malformed lists the names, or the arguments."""
        side = _read({"of": name, **args}, "of", self.sides)
        return self._of(side).of(position, **arguments(side, self._of(side)))

    def _value(self, view: Any, side: msgspec.Struct | Any) -> Any:
        """What a side of a comparison comes to; UNKNOWN too where the position is not far enough to say."""
        if not isinstance(side, msgspec.Struct):
            return side
        try:
            return self._of(side).of(view, **arguments(side, self._of(side)))
        except (LookupError, ValueError, TypeError, AttributeError, StopIteration):
            return UNKNOWN

    def holds(self, plain: Any, view: Any) -> bool:
        """Whether a condition holds in a view, and that is known."""
        return self.judged(plain, view) is True

    def judged(self, plain: Any, view: Any) -> bool | None:
        """Whether a condition holds in a view; None where that cannot be judged, or the condition not be read."""
        try:
            return self._judged(plain, view)
        except (Malformed, RecursionError):
            return None

    def _judged(self, plain: Any, view: Any) -> bool | None:
        condition = _read(plain, "fact", self._conditions)
        if isinstance(condition, All | AnyOf):
            settled = isinstance(condition, AnyOf)  # one part that is so settles it
            parts = [self._judged(part, view) for part in condition.of]
            return settled if settled in parts else None if None in parts else not settled
        if isinstance(condition, Not):
            within = self._judged(condition.of, view)
            return None if within is None else not within
        if isinstance(condition, Is):
            left, right = self._compared(condition)
            return compare(self._value(view, left), condition.op, self._value(view, right))
        one = self._of(condition)
        return compare(self._value(view, condition), one.op, getattr(condition, one.fact) if one.fact else True)

    def failing(self, plain: Any, view: Any) -> list[str]:
        """Why a condition does not hold in a view, in words; empty where it holds."""
        if (holds := self.judged(plain, view)) is True:
            return []
        condition = _read(plain, "fact", self._conditions)
        if isinstance(condition, All | AnyOf):
            return [why for part in condition.of for why in self.failing(part, view)] or ["it names nothing"]
        if isinstance(condition, Not):
            opening = "nobody can tell now whether " if holds is None else ""
            return [f"{opening}{self.described(condition.of)}"]
        side = self._compared(condition)[0] if isinstance(condition, Is) else condition
        one, came = self._of(side), self._value(view, side)
        if one.gives is bool and holds is False:
            return [self._opposite(condition)]
        if one.gives is bool:
            return [f"nobody can tell now whether {self.described(plain)}"]
        known = "is hidden, or there is none now" if isinstance(came, Unknown) else f"is {self._said(came)}"
        wanted = self.described(plain).removeprefix(f"{self._phrase(side)} ").removeprefix("is ")
        return [f"{self._phrase(side)} {known} (wanted: {wanted})"]

    # --- in words -----------------------------------------------------------------------------------------------

    def described(self, plain: Any) -> str:
        """A condition as half a sentence, to stand after `when`."""
        condition = _read(plain, "fact", self._conditions)
        if isinstance(condition, All | AnyOf):
            return _joined(map(self.described, condition.of), isinstance(condition, All))
        if isinstance(condition, Not):
            return self._opposite(_read(condition.of, "fact", self._conditions))
        return self._comparison(condition) or self._phrase(condition)

    def _opposite(self, condition: Any) -> str:
        """That a condition does not hold, as half a sentence; of several parts, each part's opposite."""
        if isinstance(condition, All | AnyOf):
            parts = (_read(part, "fact", self._conditions) for part in condition.of)
            return _joined(map(self._opposite, parts), isinstance(condition, AnyOf))
        if isinstance(condition, Not):
            return self.described(condition.of)
        return self._comparison(condition, opposite=True) or self._phrase(condition, opposite=True)

    def _comparison(self, condition: Any, *, opposite: bool = False) -> str | None:
        """What is compared with what, or the opposite of it; None of a fact that compares nothing."""
        if isinstance(condition, Is):
            left, right = self._compared(condition)
            if isinstance(right, bool) and condition.op in ("=", "!="):
                return self._phrase(left, opposite=(right is (condition.op == "!=")) is not opposite)
            op, wanted = condition.op, self._phrase(right) if isinstance(right, msgspec.Struct) else self._said(right)
        else:
            left, one = condition, self._of(condition)
            if one.fact is None:
                return None
            op, wanted = one.op, self._said(getattr(condition, one.fact))
        return f"{self._phrase(left)} {IN_WORDS[OPPOSITE[op] if opposite else op]} {wanted}"

    def _phrase(self, side: msgspec.Struct, *, opposite: bool = False) -> str:
        """The words of a quantity with its arguments; of one that gives bool, the opposite."""
        one = self._of(side)
        given = {name: value for name, value in arguments(side, one).items() if value not in (None, [])}
        said = {name: self._said(value) for name, value in given.items()}

        def chosen(part: re.Match[str]) -> str:
            return part[1] if all(name in said for name in re.findall(r"{(\w+)}", part[1])) else part[2]

        return _OPTIONAL.sub(chosen, one.denied if opposite else one.words).format_map(said)

    def _said(self, value: Any) -> str:
        """A value as people say it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, list):
            return " or ".join(map(self._said, value))
        return "nobody" if value is None else self._names(str(value))


def _joined(parts: Iterable[str], every: bool) -> str:
    """Parts that all hold, or of which one does."""
    each = list(parts)
    joined = (" and " if every else " or ").join(each)
    return f"({joined})" if len(each) > 1 else joined


def _read(
    plain: Any, tag: str, kinds: Mapping[str, type[msgspec.Struct]], *within: str, known: Known = NOT_CHECKED
) -> Any:
    """The one of these structs that plain data states by its tag. Malformed tells everything that is wrong."""
    named = plain.get(tag) if isinstance(plain, dict) else None
    kind = kinds.get(named) if isinstance(named, str) else None
    return convert(plain, kind or Union[tuple(kinds.values())], *within, known=known)  # noqa: UP007 - made at run time


NONE: Final = Quantities({})
"""Of a title that declares none."""
