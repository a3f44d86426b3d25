"""Who sits together where neighbours do: the divisions of a league, and a ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from adjudicator.kernel.chance import Chance
from schemas.contests.matches.match import matches_in
from schemas.contests.progress import are_apart, challenges_that_stand
from schemas.contests.story import ContestStory

Groups = list[list[str]]
TRIES: Final = 12


def neighbours(story: ContestStory, order: Sequence[str], sizes: Sequence[int], chance: Chance, label: str) -> Groups:
    """The players of each table of the newest round, from the top; `order` has those who are drawn, the first first."""
    if story.plan.kind == "league":
        return _divisions(order, sizes)
    found = _Ladder(story, order, sizes, chance, label)
    if story.edition == 1:
        found.fill_from_the_top()
    else:
        found = _fairest(found)
    rung = found.rung
    return sorted((sorted(group, key=rung.__getitem__) for group in found.groups), key=lambda group: rung[group[0]])


def _divisions(order: Sequence[str], sizes: Sequence[int]) -> Groups:
    groups: Groups = []
    for size in sizes:
        begin = sum(len(group) for group in groups)
        groups.append(list(order[begin : begin + size]))
    return groups


def _fairest(first: _Ladder) -> _Ladder:
    """Of some tries, the later ones without regard to who met, the first in which nobody sits with somebody they are
    kept apart from, or fewest do."""
    tries: list[_Ladder] = []
    while len(tries) < TRIES and not (tries and tries[-1].together() == 0):
        one = _Ladder(first.story, first.order, first.sizes, first.chance, first.label)
        if len(tries) >= TRIES // 2:
            one.met.clear()
        one.fill_within_reach()
        one.part_those_kept_apart()
        tries.append(one)
    return min(tries, key=lambda one: one.together())


class _Ladder:
    """Tables that challenges begin and that are filled from the top: with players at most `advance` rungs apart, those
    met least first, then by chance."""

    def __init__(
        self, story: ContestStory, order: Sequence[str], sizes: Sequence[int], chance: Chance, label: str
    ) -> None:
        self.story, self.order, self.sizes, self.chance, self.label = story, order, sizes, chance, label
        self.rung: Mapping[str, int] = {player: n for n, player in enumerate(order)}
        self.reach = story.plan.advance
        self.met = Counter(
            frozenset(pair)
            for before in story.rounds[:-1]
            for match in matches_in(story.plan, before)
            if match.counting or match.is_open
            for pair in combinations(match.players, 2)
        )
        self.groups = self._challenged()
        self.fixed = {player for group in self.groups for player in group}
        """Who sits where a challenge has them sit."""
        self.left = [player for player in order if player not in self.fixed]
        self.groups += [[] for _ in sizes[len(self.groups) :]]

    def _challenged(self) -> Groups:
        """The tables that challenges begin: the earlier one first, as long as both are free, or one has room."""
        groups: Groups = []
        for one in challenges_that_stand(self.story, self.order, self.story.rounds[-1].number):
            pair = [one.opponent, one.challenger]
            at = next((n for n, group in enumerate(groups) if set(pair) & set(group)), None)
            if at is None and len(groups) < len(self.sizes):
                groups.append(pair)
            elif (
                at is not None
                and len(groups[at]) < self.sizes[at]
                and not any(set(pair) & set(group) for group in groups[at + 1 :])
            ):
                groups[at] += [player for player in pair if player not in groups[at]]
        return groups

    def fill_from_the_top(self) -> None:
        """As the first edition did: each table takes of those near its first, and of others where none are left."""
        for group, size in zip(self.groups, self.sizes, strict=True):
            if len(group) == size:
                continue
            top = group[0] if group else self.left.pop(0)
            wanted = size - len(group or [top])
            near = [player for player in self.left if 0 < self.rung[player] - self.rung[top] <= self.reach]
            if len(near) < wanted:
                near = sorted(self.left, key=lambda one: (abs(self.rung[one] - self.rung[top]), self.rung[one]))[
                    :wanted
                ]
            shuffled = self.chance.shuffle(near, f"{self.label}, challenges")
            met = {player: self.met[frozenset((top, player))] for player in shuffled}
            group[:] = [*(group or [top]), *sorted(shuffled, key=met.__getitem__)[:wanted]]
            self.left = [player for player in self.left if player not in group]

    def fill_within_reach(self) -> None:
        """Each table takes only whom it can without leaving others too far apart; where a challenge forbids that, the
        nearest."""
        for n, (group, size) in enumerate(zip(self.groups, self.sizes, strict=True)):
            if not group:
                group.append(self.left.pop(0))
            while len(group) < size:
                shuffled = self.chance.shuffle(self.left, f"{self.label}, neighbours")
                ranked = sorted(shuffled, key=lambda one: self._claim(group, one))
                chosen = next((one for one in ranked if self._can_join(one, group, n)), self._nearest(group, 1)[0])
                group.append(chosen)
                self.left.remove(chosen)

    def _claim(self, group: Sequence[str], player: str) -> tuple[int, int]:
        """The least first: kept apart from few of a table, and met few of them."""
        apart = sum(are_apart(self.story, one, player) for one in group)
        return apart, sum(self.met[frozenset((one, player))] for one in group)

    def _can_join(self, player: str, group: Sequence[str], n: int) -> bool:
        """Are all within reach, at this table and at those after it, if the rest sit as near as can be?"""
        there = [*group, player]
        if self._span(there) > self.reach:
            return False
        there += self._nearest(there, self.sizes[n] - len(there))
        rest = [one for one in self.left if one not in there]
        tables = [there]
        for size, begun in zip(self.sizes[n + 1 :], self.groups[n + 1 :], strict=True):
            wanted = size - len(begun)
            tables.append([*begun, *rest[:wanted]])
            rest = rest[wanted:]
        return all(self._span(table) <= self.reach for table in tables)

    def _nearest(self, group: Sequence[str], count: int) -> list[str]:
        top = min(self.rung[player] for player in group)
        free = (player for player in self.left if player not in group)
        return sorted(free, key=lambda player: (abs(self.rung[player] - top), self.rung[player]))[:count]

    def _span(self, group: Sequence[str]) -> int:
        rungs = [self.rung[player] for player in group]
        return max(rungs) - min(rungs)

    def part_those_kept_apart(self) -> None:
        """Exchange two as long as fewer sit with somebody from whom they are kept apart, all within reach as before."""
        while self.together() and any(self._parted(player) for player in self.order if player not in self.fixed):
            pass

    def _parted(self, player: str) -> bool:
        """Exchange a player who sits with somebody they are kept apart from; was that possible?"""
        here = next(group for group in self.groups if player in group)
        if not self._together(here):
            return False
        others = [(group, one) for group in self.groups if group is not here for one in group if one not in self.fixed]
        for there, other in sorted(others, key=lambda place: abs(self.rung[place[1]] - self.rung[player])):
            now = [other if one == player else one for one in here], [player if one == other else one for one in there]
            reach = [max(self.reach, self._span(group)) for group in (here, there)]
            is_near = all(self._span(group) <= most for group, most in zip(now, reach, strict=True))
            if is_near and sum(map(self._together, now)) < self._together(here) + self._together(there):
                here[:], there[:] = now
                return True
        return False

    def together(self) -> int:
        """How many sit with somebody from whom they are kept apart."""
        return sum(map(self._together, self.groups))

    def _together(self, group: Sequence[str]) -> int:
        return sum(are_apart(self.story, one, other) for one, other in combinations(group, 2))
