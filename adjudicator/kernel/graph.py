"""Places and the links between them: which can be reached, by which way, at what price."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Generic, TypeVar

T = TypeVar("T", bound=str)
Way = list[T]
"""Places one after another, each linked to the one before it."""
KEPT: Final = 500
"""Answers of each kind that a graph keeps: it lives as long as the process."""


class Graph(Generic[T]):
    """Links that lead both ways. What comes first among them comes first wherever ways are as good."""

    def __init__(self, links: Iterable[tuple[T, T]]) -> None:
        self.links = tuple(links)
        self._next: dict[T, list[T]] = {}
        for one, other in self.links:
            self._next.setdefault(one, []).append(other)
            self._next.setdefault(other, []).append(one)
        self.leads = lru_cache(KEPT)(self._leads)
        self.within = lru_cache(KEPT)(self._within)
        self.least_price = lru_cache(KEPT)(self._least_price)

    def and_link(self, one: T, other: T) -> Graph[T]:
        """The same with a link more."""
        return Graph((*self.links, (one, other)))

    def next(self, place: T) -> list[T]:
        """The places that are linked to one."""
        return self._next.get(place, [])

    def way(self, starts: Iterable[T], goals: Iterable[T], through: Callable[[T], bool]) -> Way[T] | None:
        """A shortest way from any of the starts to any of the goals; None where there is none.

        A way may lead on only `through` a place that allows it; where it begins and ends is not asked.
        """
        ends = list(goals)
        edge: list[Way[T]] = [[start] for start in starts]
        reached = [way[0] for way in edge]
        while edge:
            if found := next((way for way in edge if way[-1] in ends), None):
                return found
            further: list[Way[T]] = []
            for way in edge:
                for to in self.next(way[-1]) if len(way) == 1 or through(way[-1]) else ():
                    if to not in reached:
                        reached.append(to)
                        further.append([*way, to])
            edge = further
        return None

    def reached(self, starts: Iterable[T], through: Callable[[T], bool]) -> list[T]:
        """All places that ways from any of the starts lead to, the nearer ones first, themselves first of all."""
        first = list(starts)
        found = first.copy()
        seen = dict.fromkeys(found)
        for place in found:
            if place in first or through(place):
                nearer = [to for to in self.next(place) if to not in seen]
                seen.update(dict.fromkeys(nearer))
                found += nearer
        return found

    def parts(self, places: Iterable[T]) -> dict[T, int]:
        """These places, each with the number of its part: what hangs together through them has one."""
        found: dict[T, int] = {}
        left = dict.fromkeys(places)
        for number, first in enumerate([*left]):
            edge = [first] if first in left else []
            while edge:
                if (place := edge.pop()) in left:
                    del left[place]
                    found[place] = number
                    edge += [to for to in self._next[place] if to in left]
        return found

    def cheapest(self, starts: Iterable[T], goals: Iterable[T], price: Callable[[T], int]) -> tuple[int, Way[T]] | None:
        """The least price of a way, each place paid for, both ends too, and such a way; None where there is none."""
        ends, done = list(goals), []
        edge: list[tuple[int, Way[T]]] = [(price(start), [start]) for start in starts]
        while edge:
            paid, way = edge.pop(edge.index(min(edge, key=lambda one: one[0])))
            if way[-1] in ends:
                return paid, way
            if way[-1] not in done:
                done.append(way[-1])
                edge += [(paid + price(to), [*way, to]) for to in self.next(way[-1]) if to not in done]
        return None

    # --- the same for who asks again and again; each answer is found once ------------------------------------------

    def _leads(self, starts: tuple[T, ...], goals: tuple[T, ...], free: tuple[T, ...]) -> bool:
        """Whether a way leads from any of the starts to any of the goals through the `free` places."""
        return self.way(starts, goals, free.__contains__) is not None

    def _within(self, starts: tuple[T, ...], free: tuple[T, ...]) -> tuple[T, ...]:
        """The `free` places to which ways through them lead, the nearer ones first."""
        return tuple([place for place in self.reached(starts, free.__contains__) if place in free])

    def _least_price(
        self, starts: tuple[T, ...], goals: tuple[T, ...], prices: tuple[tuple[T, int], ...]
    ) -> int | None:
        """The least price of a way; None where there is none."""
        found = self.cheapest(starts, goals, dict(prices).__getitem__)
        return found and found[0]
