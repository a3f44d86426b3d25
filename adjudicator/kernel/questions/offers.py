"""What a question offers next, as any interface can show it: options in words, how many to take, what is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

Kind = Literal["one", "some", "count", "yes or no", "shares"]


class Option(msgspec.Struct, frozen=True):
    """Something that may be chosen, up to `most` times: its value, its words, the subjects that it points at."""

    value: Any
    words: str
    subjects: tuple[str, ...] = ()
    most: int = 1


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an answer: so many of the options, from `least` to `most` in all, fill these fields of the order.

    `fields` is empty where what is chosen is only a part of a field.

    `chosen` is how many of each option have been taken so far. A count has a single option, which is what is counted.
    """

    kind: Kind
    fields: tuple[str, ...]
    asks: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    chosen: tuple[int, ...] = ()

    def taken(self, place: int) -> int:
        """How many of an option are chosen so far."""
        return self.chosen[place] if self.chosen else 0

    @property
    def total(self) -> int:
        """How many are chosen in all."""
        return sum(self.chosen)

    @property
    def complete(self) -> bool:
        """Whether what is chosen may stand as it is."""
        return self.least <= self.total <= self.most

    def choose(self, place: int, number: int) -> Offer:
        """The same with so many of one option. ValueError where there are not so many."""
        if not 0 <= number <= self.options[place].most:
            raise ValueError(f"0 to {self.options[place].most} can be chosen, not {number}")
        counts = [self.taken(other) for other in range(len(self.options))]
        counts[place] = number
        return msgspec.structs.replace(self, chosen=tuple(counts))

    @property
    def value(self) -> Any:
        """What the choice comes to in the order: a value, a list in the order of the options, a number, a mapping."""
        counted = [(option.value, self.taken(place)) for place, option in enumerate(self.options)]
        if self.kind == "count":
            return self.total
        if self.kind == "some":
            return [value for value, number in counted for _ in range(number)]
        if self.kind == "shares":
            return {value: number for value, number in counted if number}
        return next(value for value, number in counted if number)


def spread(options: Sequence[Mapping[str, Any]], most: int) -> list[int]:
    """The places of at most so many options, as plain data: one of each beginning, the rest from all over the list.

    Neighbours are much alike; the first field is what people choose first: which tile, which city.
    """
    if len(options) <= most:
        return list(range(len(options)))
    begun: dict[str, int] = {}
    for place, option in enumerate(options):
        begun.setdefault(str([value for name, value in option.items() if name != "question"][:1]), place)
    chosen = set(begun.values()) if len(begun) <= most else set()
    for place in (*range(0, len(options), -(-len(options) // most)), *range(len(options))):
        if len(chosen) < most:
            chosen.add(place)
    return sorted(chosen)
