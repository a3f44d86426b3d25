"""The draw of a round: who sits out, who sits with whom and from which side. The host draws with it, and whoever
verifies a contest draws once more, to the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from adjudicator.kernel.chance import Chance
from schemas.contests.counting.sides import changed_sides
from schemas.contests.draws import seating
from schemas.contests.draws.rungs import neighbours
from schemas.contests.draws.seating import Field, table_sizes
from schemas.contests.matches.match import is_over_both_sides, matches_in
from schemas.contests.parts import Round
from schemas.contests.progress import challenges_that_stand, is_knock_out, ladder, seeded, sizes_with_bots
from schemas.contests.standings import lots, lots_by, standings
from schemas.contests.story import ContestStory
from schemas.errors import BrokenLog
from schemas.keys.chance import draw_key

LOOKED_AHEAD: int = 400
"""A round-robin draws its later rounds with the next, to leave them room, as far as so many seats in all."""

NEVER: int = 200
"""So often two fill-ins are kept apart that neither meetings nor points of others outweigh it."""


class DrawnTables(msgspec.Struct, frozen=True):
    """Tables by their number, each a mapping of seats to handles, and who sits out."""

    tables: list[dict[str, str]]
    byes: list[str]


def drawn_tables(story: ContestStory, number: int, secret: bytes) -> DrawnTables:
    """The tables of a closed round that is not drawn yet, by the secret of the draw."""
    if len(story.rounds) != number or story.rounds[-1].drawn_at is not None:
        raise BrokenLog(f"round {number} is not closed, or has been drawn already")
    round_ = story.rounds[-1]
    return _Drawing(story, round_, draw_key(secret, round_.substance, story.contest, number)).draw()


class _Drawing:
    def __init__(self, story: ContestStory, round_: Round, key: bytes) -> None:
        self.story, self.plan, self.round, self.key, self.chance = story, story.plan, round_, key, Chance(key)
        self.entrants = story.still_in(round_)
        self.label = f"round {round_.number}"
        self.lots = lots(story) if round_.number > 1 else lots_by(key, self.entrants)
        self.sizes = sizes_with_bots(story.plan)
        self.seats = {len(seats): seats for seats in story.plan.tables}
        if story.plan.odd == "bot":
            self._seat_bots()
        self.fill_ins = self._fill_ins() if story.plan.odd == "fill-in" else []
        self.past = [
            match.games[0].seats
            for before in story.rounds[:-1]
            for match in matches_in(self.plan, before)
            if match.counting or match.is_open
        ]

    def draw(self) -> DrawnTables:
        """By the kind of the contest."""
        byes = [] if self.fill_ins else self._byes()
        players = sorted(player for player in [*self.entrants, *self.fill_ins] if player not in byes)
        sizes = table_sizes(len(players), self.sizes)
        if not sizes:
            raise BrokenLog(f"{len(players)} players cannot fill tables of {' or '.join(map(str, self.sizes))}")
        beside = self.plan.kind in ("league", "ladder")
        tables = self._beside(players, sizes) if beside else self._mixed(players, sizes)
        if is_over_both_sides(self.plan):
            tables = [seats for table in tables for seats in (table, changed_sides(table))]
        return DrawnTables(tables, byes)

    def _seat_bots(self) -> None:
        """The rules' bot may sit at a table where one is wanting, from a side that is drawn."""
        for seats in self.story.plan.tables:
            players = len(seats) - 1
            if players in self.sizes and players not in self.seats:
                bot = self.chance.pick(seats, f"{self.label}, bot at tables of {len(seats)}")
                self.seats[players] = [seat for seat in seats if seat != bot]

    def _fill_ins(self) -> list[str]:
        """Who of the pool makes up the number, one at a table at most: who did least often so far, then by chance.
        Nobody where the numbers come out even, or too few wait.
        """
        count, still = len(self.entrants), self.story.pool()
        pool = [player for player in self.round.pool if player in still]
        tables = {more: table_sizes(count + more, self.sizes) for more in range(len(pool) + 1)}
        wanted = next((more for more, found in tables.items() if found is not None and more <= len(found)), 0)
        shuffled = self.chance.shuffle(pool, f"{self.label}, fill-ins") if wanted else []
        return sorted(sorted(shuffled, key=self.story.filled_in)[:wanted])

    def _byes(self) -> list[str]:
        """The players who sit out: nobody twice, nobody who left and came back, and (but in the first edition) nobody
        of whom no game counts yet, as long as there are others."""
        count = seating.byes(len(self.entrants), self.sizes)
        ranked = self._last_first() if count else []

        counted = {player for table in self.story.games if table.counting for player in table.competitors.values()}

        def turn(player: str) -> tuple[bool, int, bool]:
            returned, has_none = self.story.entrants[player].returned, player not in counted
            return (
                has_none and self.story.edition > 1,
                self.story.byes(player, self.round.number) + returned,
                not returned,
            )

        return sorted(sorted(ranked, key=turn)[:count])

    def _last_first(self) -> list[str]:
        """The order in which players with an equal claim get byes."""
        players, number = self.entrants, self.round.number
        if is_knock_out(self.plan, number):
            return self._strongest_first()
        if self.plan.kind in ("league", "ladder"):
            order = [player for player in self._rungs() if player in players]
            challenges = challenges_that_stand(self.story, order, number)
            wanted = {player for one in challenges for player in (one.challenger, one.opponent)}
            order.reverse()
            order.sort(key=lambda player: player in wanted)
            return order
        if self.plan.kind in ("swiss", "cup") and number > 1:
            place = {line.player: line.place for line in standings(self.story).lines}
            return sorted(players, key=lambda one: (-place.get(one, 0), -self.lots.get(one, 0), one))
        return self.chance.shuffle(sorted(players), f"{self.label}, byes")

    def _strongest_first(self) -> list[str]:
        if self.round.number == 1:
            return seeded(self.story, self.entrants, self.lots)
        return self.entrants

    def _mixed(self, players: Sequence[str], sizes: Sequence[int]) -> list[dict[str, str]]:
        """Over the whole field, by the search of `seating`."""
        pots = self._pots(players, len(sizes))
        points, last = self._points(players), self.plan.swiss_rounds or self.plan.rounds
        left = last - self.round.number if points else None
        apart = [*self.story.apart, *list(combinations(self.fill_ins, 2)) * NEVER]
        field = Field(players, self.seats, sizes, self.past, apart, pots, points, left)
        return seating.draw(field, self._rounds(len(players), bool(pots)), self.chance, self.label)[0]

    def _rounds(self, players: int, seeded_: bool) -> int:
        """How many rounds are drawn together."""
        if self.plan.kind not in ("mini", "round-robin") or seeded_ or self.round.byes or self.fill_ins:
            return 1
        left = self.plan.rounds - self.round.number + 1
        return max(1, min(left, LOOKED_AHEAD // players))

    def _pots(self, players: Sequence[str], tables: int) -> list[tuple[str, str]]:
        """The players whom seeding parts: the strongest sit at one table each, then the next strongest, and so on."""
        is_first = self.round.number == 1 and self.plan.seeds != "lot"
        if not is_first and not (is_knock_out(self.plan, self.round.number) and self.round.number > 1):
            return []
        ranked = [player for player in self._strongest_first() if player in players]
        pots = [ranked[at : at + tables] for at in range(0, len(ranked), tables)]
        return [pair for pot in pots for pair in combinations(pot, 2)]

    def _points(self, players: Sequence[str]) -> dict[str, int]:
        """Swiss: whole points so far; else nothing, for points part nobody."""
        number = self.round.number
        if number == 1 or is_knock_out(self.plan, number) or self.plan.kind not in ("swiss", "cup"):
            return {}
        points = standings(self.story).points
        return {player: points.get(player, 0) // 60 for player in players}

    def _rungs(self) -> list[str]:
        return ladder(self.story, self.round.number, self.lots, self.key)

    def _beside(self, players: Sequence[str], sizes: Sequence[int]) -> list[dict[str, str]]:
        """League and ladder: neighbours sit together; only their sides are searched."""
        order = [player for player in self._rungs() if player in players]
        groups = neighbours(self.story, order, sizes, self.chance, self.label)
        return [
            seating.draw(Field(group, self.seats, [len(group)], self.past), 1, self.chance, f"{self.label}, {n}")[0][0]
            for n, group in enumerate(groups, start=1)
        ]
