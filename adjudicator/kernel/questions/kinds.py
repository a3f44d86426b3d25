"""Kinds of choice: of one declaration come its space, its check, its words and its menu.

The functions of a declaration take the view, the ask, and the values of the parts before it: which cities, say; then,
`city` given, which colours. What they offer is legal, in the order in which options are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations
from typing import Any

import msgspec

from adjudicator.kernel.questions.offers import Offer, Option
from adjudicator.kernel.subjects import count_of, plural, subject

Fields = tuple[str, ...]
Limit = int | Callable[..., int]


class Part(msgspec.Struct, frozen=True):
    """A choice that fills a field of an order, or several that belong together: its value is then a tuple.

    `words` says a value; `subject` is the kind of its id, `city`, where it has one, or gives the id, given view, ask,
    earlier values and the value; `note`, given the same, is what a person should know of an option besides. `asks` is
    the question where the part is not the first.
    """

    of: Callable[..., Any]
    words: Callable[[Any], str] = str
    subject: str | Callable[..., str] = ""
    note: Callable[..., str] | None = None
    asks: str = ""

    def values(self, *at: Any) -> Iterable[Any]:
        """The legal values, in the order in which options are listed."""
        raise NotImplementedError

    def wrong(self, value: Any, *at: Any) -> str | None:
        """Why a value is not legal, with what would be right; None when it is."""
        raise NotImplementedError

    def offer(self, fields: Fields, asks: str, *at: Any) -> Offer:
        """The choice as a menu for people: the same values as `values`, none of them listed twice."""
        raise NotImplementedError

    def described(self, value: Any) -> str:
        """A value as half a sentence, legal or not; empty where nothing is taken."""
        raise NotImplementedError

    def option(self, value: Any, most: int, *at: Any) -> Option:
        """An option of the menu."""
        note = self.note(*at, value) if self.note else ""
        words = self.words(value)
        if callable(self.subject):
            subjects: tuple[str, ...] = (self.subject(*at, value),)
        else:
            subjects = (subject(self.subject, value),) if self.subject and value else ()
        return Option(value, f"{words}, {note}" if note else words, subjects, most)


class One(Part, frozen=True):
    """One of the values that `of` lists."""

    def values(self, *at: Any) -> Iterable[Any]:
        """What it is one of."""
        found: Iterable[Any] = self.of(*at)
        return found

    def wrong(self, value: Any, *at: Any) -> str | None:
        """A value that `of` does not list; every one that it does is named."""
        if value in self.of(*at):
            return None
        return _not_here(self.words, value, self.of(*at))

    def offer(self, fields: Fields, asks: str, *at: Any) -> Offer:
        """An option for each value."""
        options = tuple(self.option(value, 1, *at) for value in self.of(*at))
        return Offer(kind="one", fields=fields, asks=asks, options=options)

    def described(self, value: Any) -> str:
        """As `words` has it."""
        return self.words(value)


def yes_first(*at: Any) -> tuple[bool, ...]:
    """Both, yes at the head."""
    return (True, False)


def no_first(*at: Any) -> tuple[bool, ...]:
    """Both, no at the head."""
    return (False, True)


class YesNo(Part, frozen=True):
    """Yes or no, in the words that `yes` and `no` give; `of` says which are legal, the one listed first first."""

    of: Callable[..., Any] = yes_first
    yes: str = "yes"
    no: str = "no"

    def values(self, *at: Any) -> Iterable[bool]:
        """Yes, no or both, in the order of `of`."""
        found: Iterable[bool] = self.of(*at)
        return found

    def wrong(self, value: Any, *at: Any) -> str | None:
        """The one that is not legal."""
        return None if value in self.of(*at) else _not_here(self.described, value, self.of(*at))

    def offer(self, fields: Fields, asks: str, *at: Any) -> Offer:
        """Two options at most, each said as a deed."""
        options = tuple(Option(value, self.described(value)) for value in self.of(*at))
        return Offer(kind="yes or no", fields=fields, asks=asks, options=options)

    def described(self, value: Any) -> str:
        """The answer as a deed."""
        return self.yes if value else self.no


class Count(Part, frozen=True):
    """A number of `thing` from `least` to what `of` says; `falling`: the options are listed from the largest down."""

    thing: str = "piece"
    least: Limit = 0
    falling: bool = False

    def values(self, *at: Any) -> Iterable[int]:
        """Every number within the limits."""
        numbers = range(_limit(self.least, *at), self.of(*at) + 1)
        return reversed(numbers) if self.falling else numbers

    def wrong(self, value: Any, *at: Any) -> str | None:
        """A number outside the limits."""
        least, most = _limit(self.least, *at), self.of(*at)
        return None if least <= value <= most else f"choose {spanned(least, most, self.thing)}, not {value}"

    def offer(self, fields: Fields, asks: str, *at: Any) -> Offer:
        """A number; its single option is what is counted."""
        least, most = _limit(self.least, *at), self.of(*at)
        options = (Option(None, self.thing, most=most),)
        return Offer(kind="count", fields=fields, asks=asks, options=options, least=least, most=most)

    def described(self, value: Any) -> str:
        """With its thing: `2 pieces`."""
        return count_of(value, self.thing)


class Some(Part, frozen=True):
    """From `least` to `most` of the things that `of` lists, in any order; a thing that it lists twice may go twice."""

    thing: str = "thing"
    least: Limit = 0
    most: Limit | None = None

    def limits(self, there: Sequence[Any], *at: Any) -> tuple[int, int]:
        """How many may be taken."""
        least = _limit(self.least, *at)
        most = least if self.most is self.least else len(there) if self.most is None else _limit(self.most, *at)
        return least, min(most, len(there))

    def values(self, *at: Any) -> Iterable[list[Any]]:
        """Every set, the smaller ones first, each in the order of what there is."""
        there = list(self.of(*at))
        least, most = self.limits(there, *at)
        if not most:
            return () if least > 0 else ([],)
        return chain.from_iterable(map(list, _sets(there, number)) for number in range(least, most + 1))

    def wrong(self, value: Any, *at: Any) -> str | None:
        """A thing that is not there, or not so often; too few or too many."""
        there = list(self.of(*at))
        for one in value:
            if value.count(one) > (number := there.count(one)):
                if number:
                    return f"{self.words(one)}: there {_are(number)}, not {value.count(one)}"
                return _not_here(self.words, one, dict.fromkeys(there))
        least, most = self.limits(there, *at)
        if least <= len(value) <= most:
            return None
        return f"name {spanned(least, most, self.thing)}, not {len(value)}"

    def offer(self, fields: Fields, asks: str, *at: Any) -> Offer:
        """A set, which keeps the order of what there is."""
        there = list(self.of(*at))
        least, most = self.limits(there, *at)
        options = tuple(self.option(one, there.count(one), *at) for one in dict.fromkeys(there))
        return Offer(kind="some", fields=fields, asks=asks, options=options, least=least, most=most)

    def described(self, value: Any) -> str:
        """The things, each once with how often."""
        counts = [(value.count(one), self.words(one)) for one in dict.fromkeys(value)]
        return ", ".join(f"{number} {words}" if number > 1 else words for number, words in counts)


class Shares(Part, frozen=True):
    """A number of each of several things, as many as `of` maps it to, from `least` to `most` in all; 0 is left out.

    Listed with the most of the first thing at the head; `rising`: with the fewest.
    """

    thing: str = "piece"
    least: Limit = 0
    most: Limit | None = None
    rising: bool = False

    def limits(self, there: Mapping[Any, int], *at: Any) -> tuple[int, int]:
        """How many may go in all."""
        total = sum(there.values())
        return _limit(self.least, *at), total if self.most is None else min(_limit(self.most, *at), total)

    def values(self, *at: Any) -> Iterable[dict[Any, int]]:
        """Every way to share within the limits, each thing with a number of 1 or more."""
        there = self.of(*at)
        return map(dict, _shares([*there.items()], *self.limits(there, *at), self.rising))

    def wrong(self, value: Any, *at: Any) -> str | None:
        """More of a thing than there are; too few or too many in all."""
        there = self.of(*at)
        for one, number in value.items():
            most = there.get(one, 0)
            if number > most:
                there_is = f"{_are(most)}, not {number}" if most else "are none"
                return f"{self.words(one)}: there {there_is}"
            if number < 1:
                return f"{self.words(one)}: name 1 or more, or leave it out"
        least, most = self.limits(there, *at)
        if least <= sum(value.values()) <= most:
            return None
        return f"name {spanned(least, most, self.thing)} in all, not {sum(value.values())}"

    def offer(self, fields: Fields, asks: str, *at: Any) -> Offer:
        """An option for each thing, with the most that may go of it."""
        there = self.of(*at)
        least, most = self.limits(there, *at)
        options = tuple(self.option(one, min(number, most), *at) for one, number in there.items())
        return Offer(kind="shares", fields=fields, asks=asks, options=options, least=least, most=most)

    def described(self, value: Any) -> str:
        """`2 hoplites, 1 trireme`."""
        return ", ".join(f"{value[one]} {self.words(one)}" for one in value)


def _limit(limit: Limit, *at: Any) -> int:
    return limit if isinstance(limit, int) else limit(*at)


def _not_here(words: Callable[[Any], str], value: Any, there: Iterable[Any]) -> str:
    """That this cannot be chosen now, and what can."""
    choices = right(map(words, there))
    said = _as_written(words, value)
    return f"you cannot choose {said} here; {choices}" if said else choices


def _as_written(words: Callable[[Any], str], value: Any) -> str:
    """A value in its words, or as it was written where there is no such thing."""
    try:
        return words(value)
    except (LookupError, ValueError, TypeError, AttributeError):
        pass
    if isinstance(value, dict):
        return ", ".join(f"{value[key]} {key}" for key in value)
    return " ".join(str(one) for one in value if one is not None) if isinstance(value, tuple) else str(value or "")


def _are(number: int) -> str:
    return f"is {number}" if number == 1 else f"are {number}"


def _sets(there: Sequence[Any], number: int) -> Iterable[Sequence[Any]]:
    """Every choice of so many things; equal ones change places without a word."""
    distinct = list(dict.fromkeys(there))
    if len(distinct) == len(there):
        return combinations(there, number)
    shares = _shares([(one, there.count(one)) for one in distinct], number, number, rising=False)
    return ([one for one, count in share for _ in range(count)] for share in shares)


def _shares(there: Sequence[tuple[Any, int]], least: int, most: int, rising: bool) -> Iterator[list[tuple[Any, int]]]:
    """Every way to take from `least` to `most` of things of which there are so many."""
    after = [0, *accumulate(number for _, number in reversed(there))][-2::-1]
    return _taken([(one, number, more) for (one, number), more in zip(there, after, strict=True)], least, most, rising)


def _taken(
    there: Sequence[tuple[Any, int, int]], least: int, most: int, rising: bool
) -> Iterator[list[tuple[Any, int]]]:
    """The same, each thing with how many there are of those after it; by the first thing of which any is taken."""
    if rising and least <= 0:
        yield []
    step = -1 if rising else 1
    for place, (one, number, more) in [*enumerate(there, 1)][::step]:
        for count in range(max(1, least - more), min(number, most) + 1)[::-step]:
            if count == most:
                yield [(one, count)]
            else:
                yield from (
                    [(one, count), *rest] for rest in _taken(there[place:], least - count, most - count, rising)
                )
    if not rising and least <= 0:
        yield []


def span(least: int, most: int) -> str:
    """A range of numbers: `exactly 3`, `0 to 5`."""
    return f"exactly {most}" if least >= most else f"{least} to {most}"


def spanned(least: int, most: int, thing: str) -> str:
    """The same of a thing: `exactly 1 token`, `0 to 5 tokens`."""
    return f"{span(least, most)} {plural(thing) if most != 1 else thing}"


def right(allowed: Iterable[str]) -> str:
    """The end of a refusal, which names what is allowed: `you can choose: red, blue`."""
    return f"you can choose: {', '.join(allowed) or 'nothing'}"
