"""Conditions worth asking for on a card: facts that hold in some of the imagined games and in others not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from adjudicator.kernel import OstrakaError, Title
from adjudicator.kernel.books.quantities import Quantity, may_be_left_out
from adjudicator.kernel.position.hidden import Unknown

MOST: Final = 6
MOST_TRIED: Final = 40  # ways to name what one quantity is about
SEATS: Final = ("seat", "colour")  # arguments that name a seat
NOWHERE: Final = (KeyError, ValueError, IndexError, AttributeError, TypeError, OstrakaError)


class Condition(NamedTuple):
    """A condition of a book, in words, and in how many of the games it holds."""

    plain: dict[str, Any]
    words: str
    holds: int


def conditions(rules: Title[Any], views: Sequence[Any], choice: Mapping[str, Any]) -> list[Condition]:
    """A few conditions for a choice, those that tell the games apart best first; each also as its contrary."""
    named = set(_words_in(choice))
    found = [one for plain in _facts(rules, views, named) if (one := _judged(rules, views, plain))]
    found.sort(key=lambda one: abs(2 * one.holds - len(views)))
    best = found[: MOST // 2]
    contraries = [_judged(rules, views, {"fact": "not", "of": one.plain}) for one in best]
    return [one for pair in zip(best, contraries, strict=True) for one in pair if one]


def _judged(rules: Title[Any], views: Sequence[Any], plain: dict[str, Any]) -> Condition | None:
    """The condition where it holds in some of the games, but not in all."""
    try:
        holds = sum(rules.quantities.holds(plain, view) for view in views)
        return Condition(plain, rules.quantities.described(plain), holds) if 0 < holds < len(views) else None
    except NOWHERE:
        return None


def _facts(rules: Title[Any], views: Sequence[Any], named: set[str]) -> Iterator[dict[str, Any]]:
    """Facts about what a choice names, with the values that come up in the games."""
    for name, quantity in rules.quantities.named.items():
        if name not in rules.quantities.facts:
            continue
        for args in _arguments(quantity, views[0].seats, named):
            about = {"fact": name, **args}
            if quantity.fact is None:
                yield about
            elif (value := _telling(quantity, views, args)) is not None:
                yield {**about, quantity.fact: value}


def _arguments(quantity: Quantity, seats: Sequence[str], named: set[str]) -> Iterator[dict[str, Any]]:
    """What a quantity may be asked about; what may be left out is. One of them at least is what the choice names."""
    wanted = {name: kind for name, kind in quantity.args.items() if not may_be_left_out(kind)}
    open_to = [_values(name, kind, seats, named) for name, kind in wanted.items()]
    tried = 0
    for values in product(*open_to):
        if not values or not named or named & set(values):
            tried += 1
            yield dict(zip(wanted, values, strict=True))
        if tried == MOST_TRIED:
            return


def _values(name: str, kind: Any, seats: Sequence[str], named: set[str]) -> list[Any]:
    if get_origin(kind) is Literal:
        return [*get_args(kind)]
    if kind is str:
        return [*seats] if name in SEATS else sorted(named)
    return []


def _telling(quantity: Quantity, views: Sequence[Any], args: Mapping[str, Any]) -> Any:
    """The value that tells the games apart best: of numbers the middle one, of others the commonest."""
    try:
        came = [value for view in views if not isinstance(value := quantity.of(view, **args), Unknown)]
    except NOWHERE:
        return None
    known = sorted(one for one in came if one is not None)
    if len(set(came)) < 2 or not known:
        return None
    if quantity.fact == "at_least":
        return next((one for one in known[len(known) // 2 :] if one > known[0]), known[-1])
    return max(dict.fromkeys(known), key=known.count)


def _words_in(plain: Any) -> Iterator[str]:
    """Every word in plain data, of keys no field's name."""
    if isinstance(plain, Mapping):
        for value in plain.values():
            yield from _words_in(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _words_in(value)
    elif isinstance(plain, str):
        yield plain
