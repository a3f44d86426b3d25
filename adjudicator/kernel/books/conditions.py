"""Conditions of books: typed facts about the view, joined with all, any and not. Data, no code.

A title declares its facts as subclasses of `Fact`; the kernel adds `all`, `any` and `not`:

    {fact: all, of: [{fact: leads, seat: red, city: athens}, {fact: not, of: {fact: turn, number: 3}}]}
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Union

import msgspec

from adjudicator.kernel.errors import UNFIT, Malformed

MOST_DEEP = 8
MOST_FACTS = 100


class Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="fact"):
    """Something that is so or not in a view. `holds` reads nothing but the view; `told` says it as half a sentence."""

    def holds(self, view: Any) -> bool:
        """Whether it is so; what is joined from other facts is looked at part by part."""
        raise TypeError(f"{self.__struct_config__.tag} is joined from other facts")

    def told(self) -> str:
        """The fact in words, to stand after `when`."""
        raise TypeError(f"{self.__struct_config__.tag} is joined from other facts")


class All(Fact, frozen=True, kw_only=True, tag="all"):
    """Every one of them."""

    of: list[dict[str, Any]]


class AnyOf(Fact, frozen=True, kw_only=True, tag="any"):
    """At least one of them."""

    of: list[dict[str, Any]]


class Not(Fact, frozen=True, kw_only=True, tag="not"):
    """Not this."""

    of: dict[str, Any]


def kinds(facts: tuple[type[Fact], ...]) -> tuple[type[Fact], ...]:
    """All facts of a title, with what joins them."""
    return (All, AnyOf, Not, *facts)


@cache
def _union(facts: tuple[type[Fact], ...]) -> Any:
    return Union[kinds(facts)]  # noqa: UP007 - made at run time


def parse(facts: tuple[type[Fact], ...], plain: Any, depth: int = 1) -> Fact:
    """The condition that plain data states, every part of it checked. Malformed says what is wrong."""
    if depth > MOST_DEEP:
        raise Malformed(f"a condition is nested {MOST_DEEP} deep at most")
    try:
        condition: Fact = msgspec.convert(plain, _union(facts))
    except UNFIT as error:
        known = ", ".join(sorted(str(kind.__struct_config__.tag) for kind in kinds(facts)))
        raise Malformed(f"malformed condition: {error}; facts are {known}") from None
    for part in parts(condition):
        parse(facts, part, depth + 1)
    return condition


def parts(condition: Fact) -> list[dict[str, Any]]:
    """The conditions inside a condition."""
    if isinstance(condition, All | AnyOf):
        return condition.of
    return [condition.of] if isinstance(condition, Not) else []


def holds(facts: tuple[type[Fact], ...], plain: Any, view: Any) -> bool:
    """Whether a condition holds in a view."""
    condition = parse(facts, plain)
    inner: Iterable[bool] = (holds(facts, part, view) for part in parts(condition))
    if isinstance(condition, All):
        return all(inner)
    if isinstance(condition, AnyOf):
        return any(inner)
    return not any(inner) if isinstance(condition, Not) else condition.holds(view)


def told(facts: tuple[type[Fact], ...], plain: Any) -> str:
    """A condition in words."""
    condition = parse(facts, plain)
    inner = [told(facts, part) for part in parts(condition)]
    if isinstance(condition, All | AnyOf):
        joined = (" and " if isinstance(condition, All) else " or ").join(inner)
        return f"({joined})" if len(inner) > 1 else joined
    return f"not ({inner[0]})" if isinstance(condition, Not) else condition.told()


def failing(facts: tuple[type[Fact], ...], plain: Any, view: Any) -> list[str]:
    """Why a condition does not hold in a view, in words; empty where it holds."""
    condition = parse(facts, plain)
    if holds(facts, plain, view):
        return []
    if isinstance(condition, All | AnyOf):
        return [why for part in condition.of for why in failing(facts, part, view)] or ["nothing is named in it"]
    if isinstance(condition, Not):
        return [f"it is so that {told(facts, condition.of)}"]
    return [f"it is not so that {condition.told()}"]
