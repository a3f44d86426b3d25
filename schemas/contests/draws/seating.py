"""Who plays whom, and from which side: the seating of a round, drawn by the rules' own chance.

What is minimised, in whole numbers, over the rounds that are drawn together and those played before:

    1000 x m(m-1)/2   for each two players who sit at m tables together; m begins at 1 for two of a pot, at 5 for two
                      who are kept apart
     100 x t²         for each player and size of table, at which they sit t times
      10 x t²         for each player and side, which they have t times
       d²             in a Swiss round, for each two at a table whose points differ by d

The search starts from shuffled players, exchanges two wherever that costs less, and, where nothing improves, moves
some at random and goes on; the cheapest seating is kept. In a Swiss those who could not come to have had each side
equally often, or once more, by its last round then exchange, if nobody meets anybody again for it. Whoever has the same
plan, history and chance finds the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Final

import msgspec

from adjudicator.kernel.chance import Chance

MEETING: Final = 1000
APART: Final = 5
SIZE: Final = 100
SIDE: Final = 10
STARTS: Final = 4
KICKS: Final = 12
KICKED: Final = 4
EMPTY: Final = -1

Place = tuple[int, int, int]
"""Round, table, and seat at the table, by number."""
Table = dict[str, str]
"""Seats and who sits there."""


class Field(msgspec.Struct, frozen=True):
    """What a draw starts from."""

    players: Sequence[str]
    seats: Mapping[int, Sequence[str]]
    """The seats of a table, by its size."""
    sizes: Sequence[int]
    """The sizes of this round's tables; they hold all players."""
    past: Sequence[Table] = ()
    apart: Sequence[tuple[str, str]] = ()
    """Whom the plan or an act keeps apart."""
    pots: Sequence[tuple[str, str]] = ()
    """Whom seeding parts."""
    points: Mapping[str, int] = {}
    """Swiss: points so far. Else empty."""
    left: int | None = None
    """Swiss: how many rounds follow. Sides are evened out for who could not have had each as often as the others by
    then, even where points so lie further apart."""


def table_sizes(players: int, allowed: Sequence[int]) -> list[int] | None:
    """Tables for so many players, as many as can be of the size that the plan names first; None if none will do."""
    if players == 0:
        return []
    most, *others = allowed
    for count in range(players // most, -1, -1):
        left = players - count * most
        rest = table_sizes(left, others) if others else ([] if left == 0 else None)
        if rest is not None:
            return [most] * count + rest
    return None


def byes(players: int, allowed: Sequence[int]) -> int:
    """How many must sit out so that the others fill tables."""
    return next(n for n in range(players + 1) if table_sizes(players - n, allowed) is not None)


def draw(found: Field, rounds: int, chance: Chance, label: str) -> list[list[Table]]:
    """So many rounds, drawn together; the next one first."""
    searches: list[_Search] = []
    while len(searches) < STARTS:
        searches.append(_Search(found, rounds, chance, f"{label}, start {len(searches) + 1}"))
        if searches[-1].improve():
            break
    best = min(searches, key=lambda search: search.best_cost)
    if found.left is not None:
        best.even_out(found.left)
    return [
        [{seat: found.players[n] for seat, n in zip(found.seats[len(table)], table, strict=True)} for table in of_round]
        for of_round in best.best
    ]


class _Search:
    """Rounds of tables of players by number, each in the place of a side, and what they cost."""

    def __init__(self, found: Field, rounds: int, chance: Chance, label: str) -> None:
        self.chance, self.label = chance, label
        number = {player: n for n, player in enumerate(found.players)}
        self.seats = found.seats
        self.met = [[0] * len(number) for _ in number]
        self.sat = [dict.fromkeys(found.sizes, 0) for _ in number]
        self.had = [{seat: 0 for size in found.sizes for seat in found.seats[size]} for _ in number]
        self.uneven = len(set(found.sizes)) > 1
        points = [found.points.get(player, 0) for player in found.players]
        self.apart = [[(one - other) ** 2 for other in points] for one in points]
        self._remember(found, number)
        seats = [(n, i) for n, size in enumerate(found.sizes) for i in range(size)]
        self.of_round = [[(r, n, i) for n, i in seats] for r in range(rounds)]
        self.places = [place for of_round in self.of_round for place in of_round]
        self.tables: list[list[list[int]]] = [[[EMPTY] * size for size in found.sizes] for _ in range(rounds)]
        self.cost = 0
        for r in range(rounds):
            order = iter(chance.shuffle(range(len(number)), label))
            if found.points:  # Swiss: near the best at once
                order = iter(sorted(order, key=lambda n: -points[n]))
            for place in self.of_round[r]:
                self._sit_down(next(order), *place)
        self._keep()

    def improve(self) -> bool:
        """Exchange until nothing improves, move some, and again; True if nothing at all is left to improve."""
        for _ in range(KICKS):
            while self._sweep():
                pass
            if self.cost < self.best_cost:
                self._keep()
            troubled = [place for place in self.places if self._trouble(*place)]
            if not troubled:
                return True
            for place in self.chance.shuffle(troubled, f"{self.label}, moved")[:KICKED]:
                self._exchange(place, self.chance.pick(self._others(place), f"{self.label}, moved to"))
        return False

    def even_out(self, left: int) -> None:
        """Who could not have had all sides evenly when so many rounds more are played exchanges with whom that costs
        least, as long as nobody meets anybody again for it."""
        self._go_back()
        for place in self.places * 2:
            player, seat = self._there(place)
            if not self._can_be_even(player, seat, seat, left):
                strangers = [other for other in self._others(place) if self._may_exchange(place, other)]
                strangers.sort(key=lambda other: (self._change(place, other), other))
                any(self._evened(place, other, left) for other in (place, *strangers))
        self._keep()

    def _evened(self, place: Place, other: Place, left: int) -> bool:
        """Exchange two, and the sides at their tables, so that fewer there cannot be even; else leave it. Was it?"""
        tables = sorted({place[:2], other[:2]})
        before = sum(self._uneven(*table, self.tables[table[0]][table[1]], left) for table in tables)
        if place != other:
            self._exchange(place, other)
        orders = [self._best_sides(*table, left) for table in tables]
        if sum(self._uneven(*table, order, left) for table, order in zip(tables, orders, strict=True)) < before:
            for table, order in zip(tables, orders, strict=True):
                self._change_sides(*table, order)
            return True
        if place != other:
            self._exchange(place, other)
        return False

    def _best_sides(self, r: int, n: int, left: int) -> Sequence[int]:
        """The players of a table in the order of seats in which fewest cannot be even, the cheapest such."""
        table, seats = self.tables[r][n], self.seats[len(self.tables[r][n])]
        now = dict(zip(table, seats, strict=True))

        def cost(order: Sequence[int]) -> tuple[int, int]:
            had = sum(self.had[one][seat] - (now[one] == seat) for one, seat in zip(order, seats, strict=True))
            return self._uneven(r, n, order, left), had

        return min(permutations(table), key=cost)

    def _uneven(self, r: int, n: int, order: Sequence[int], left: int) -> int:
        """How many of a table could not be even in an order of seats."""
        table, seats = self.tables[r][n], self.seats[len(order)]
        now = dict(zip(table, seats, strict=True))
        return sum(not self._can_be_even(one, now[one], seat, left) for one, seat in zip(order, seats, strict=True))

    def _change_sides(self, r: int, n: int, order: Sequence[int]) -> None:
        for i in range(len(order)):
            self._stand_up(r, n, i)
        for i, player in enumerate(order):
            self._sit_down(player, r, n, i)

    def _go_back(self) -> None:
        """To the best seating."""
        for place in self.places:
            self._stand_up(*place)
        for r, n, i in self.places:
            self._sit_down(self.best[r][n][i], r, n, i)

    def _may_exchange(self, place: Place, other: Place) -> bool:
        """Are they at different tables, and would neither sit with a player whom they have met or must not meet?"""
        (r, n, i), (_, m, j) = place, other
        here, there = self.tables[r][n], self.tables[r][m]
        met, met_two = self.met[here[i]], self.met[there[j]]
        return n != m and not (
            any(met_two[player] for player in here if player != here[i])
            or any(met[player] for player in there if player != there[j])
        )

    def _there(self, place: Place) -> tuple[int, str]:
        """Who sits at a place, and the side."""
        r, n, i = place
        table = self.tables[r][n]
        return table[i], self.seats[len(table)][i]

    def _can_be_even(self, player: int, out: str, into: str, left: int) -> bool:
        """Can a player who changes sides now have had each side once more than another at most, in the end?"""
        had = dict(self.had[player])
        had[out] -= 1
        had[into] += 1
        least = (sum(had.values()) + left) // len(had)
        return max(had.values()) <= least + 1 and sum(max(0, least - times) for times in had.values()) <= left

    def _remember(self, found: Field, number: Mapping[str, int]) -> None:
        for pairs, times in ((found.apart, APART), (found.pots, 1)):
            for one, other in pairs:
                if one in number and other in number:
                    self._count(number[one], number[other], times)
        for table in found.past:
            there = [(seat, number[player]) for seat, player in table.items() if player in number]
            for (_, a), (_, b) in combinations(there, 2):
                self._count(a, b, 1)
            for seat, n in there:
                self.sat[n][len(table)] = self.sat[n].get(len(table), 0) + 1
                self.had[n][seat] = self.had[n].get(seat, 0) + 1

    def _sweep(self) -> bool:
        """Each player who might sit better changes places with the first with whom all costs less. Did it?"""
        before = self.cost
        for place in self.chance.shuffle(self.places, f"{self.label}, sweep"):
            if self._trouble(*place):
                better = next((other for other in self._others(place) if self._change(place, other) < 0), None)
                if better is not None:
                    self._exchange(place, better)
        return self.cost < before

    def _others(self, place: Place) -> list[Place]:
        return [other for other in self.of_round[place[0]] if other != place]

    def _change(self, place: Place, other: Place) -> int:
        """By how much an exchange would change the cost."""
        (r, n, i), (_, m, j) = place, other
        here, there = self.tables[r][n], self.tables[r][m]
        one, two = here[i], there[j]
        seat, seat_there = self.seats[len(here)][i], self.seats[len(there)][j]
        change = 0
        if seat != seat_there:
            had, had_two = self.had[one], self.had[two]
            change = 2 * SIDE * (had[seat_there] - had[seat] + had_two[seat] - had_two[seat_there] + 2)
        if n == m:
            return change
        if len(here) != len(there):
            sat, sat_two = self.sat[one], self.sat[two]
            small, large = len(here), len(there)
            change += 2 * SIZE * (sat[large] - sat[small] + sat_two[small] - sat_two[large] + 2)
        met, met_two, apart, apart_two = self.met[one], self.met[two], self.apart[one], self.apart[two]
        for player in here:
            if player != one:
                change += MEETING * (met_two[player] - met[player] + 1) + apart_two[player] - apart[player]
        for player in there:
            if player != two:
                change += MEETING * (met[player] - met_two[player] + 1) + apart[player] - apart_two[player]
        return change

    def _trouble(self, r: int, n: int, i: int) -> bool:
        table = self.tables[r][n]
        player = table[i]
        met, had, sat, apart = self.met[player], self.had[player], self.sat[player], self.apart[player]
        return (
            any(met[other] > 1 or apart[other] for other in table if other != player)
            or (self.uneven and sat[len(table)] > 1 + min(others[len(table)] for others in self.sat))
            or had[self.seats[len(table)][i]] > 1 + min(had[seat] for seat in self.seats[len(table)])
        )

    def _keep(self) -> None:
        self.best_cost = self.cost
        self.best = [[list(table) for table in tables] for tables in self.tables]

    def _exchange(self, place: Place, other: Place) -> None:
        one, two = self._stand_up(*place), self._stand_up(*other)
        self._sit_down(two, *place)
        self._sit_down(one, *other)

    def _stand_up(self, r: int, n: int, i: int) -> int:
        table = self.tables[r][n]
        player = table[i]
        table[i] = EMPTY
        size, seat = len(table), self.seats[len(table)][i]
        for other in table:
            if other != EMPTY:
                self._count(player, other, -1)
                self.cost -= MEETING * self.met[player][other] + self.apart[player][other]
        self.sat[player][size] -= 1
        self.had[player][seat] -= 1
        self.cost -= SIZE * (2 * self.sat[player][size] + 1) + SIDE * (2 * self.had[player][seat] + 1)
        return player

    def _sit_down(self, player: int, r: int, n: int, i: int) -> None:
        table = self.tables[r][n]
        size, seat = len(table), self.seats[len(table)][i]
        for other in table:
            if other != EMPTY:
                self.cost += MEETING * self.met[player][other] + self.apart[player][other]
                self._count(player, other, 1)
        self.cost += SIZE * (2 * self.sat[player][size] + 1) + SIDE * (2 * self.had[player][seat] + 1)
        self.sat[player][size] += 1
        self.had[player][seat] += 1
        table[i] = player

    def _count(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times
