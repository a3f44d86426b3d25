"""Why somebody stands where they stand, as sentences: they add up to the points, and end with the place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from schemas.contests.matches.in_words import match_in_words
from schemas.contests.matches.match import LAST, Match, match_of
from schemas.contests.parts import Round
from schemas.contests.progress import came, is_knock_out, ladder, places_after
from schemas.contests.standings import Line, in_words, lots, standings
from schemas.contests.story import ContestStory
from schemas.statements.contests import TieBreak

ROUNDED: Final = "all are counted in sixtieths, and shown rounded"
"""Where the points that are shown do not make the sum that is."""


class Explained:
    """The standings after a round (None: of the moment), with what makes them."""

    def __init__(self, story: ContestStory, after: int | None = None) -> None:
        self.story, self.last = story, len(story.rounds) if after is None else after
        self.table, self.places = standings(story, after), places_after(story, after)
        self.lines = sorted(self.table.lines, key=lambda line: self.places[line.player])
        """The first first."""
        self.by_rungs = story.plan.kind in ("league", "ladder") and bool(story.rounds)
        is_begun = any(is_knock_out(story.plan, round_.number) for round_ in story.rounds[: self.last])
        self.far = {line.player: came(story, line.player, self.last) for line in self.lines} if is_begun else {}
        """How far each came in the knock-out."""
        self.orders: list[tuple[list[str], list[str]]] = []
        """On a ladder and in a league, who stood above whom when each round was drawn, and after it."""
        if self.by_rungs:
            lot, shown = lots(story), set(self.places)
            for number in range(1, self.last + 1):
                before, then = ladder(story, number, lot), ladder(story, number + 1, lot)
                self.orders.append(([one for one in before if one in shown], [one for one in then if one in shown]))

    def parted_by(self) -> dict[str, TieBreak | None]:
        """By player, the tie-break that parts them from the next: None where points, rungs, or how far they came do.

        In the first edition what parts them by points was told in contests of all kinds.
        """
        if self.story.edition == 1 or not self.story.rounds:
            return {line.player: line.decided_by for line in self.lines}
        found: dict[str, TieBreak | None] = dict.fromkeys(line.player for line in self.lines)
        for line, following in pairwise([] if self.by_rungs else self.lines):
            if self._is_as_far(line, following) and line.points == following.points:
                found[line.player] = self.table.tie_between(line, following)
        return found

    def why(self, player: str) -> list[str]:
        """Each game, each sum, the way to the place, and what parts a player from the one above: a sentence each."""
        if (line := self.table.line(player)) is None:
            return [f"{player} is not in the standings."]
        place = f"place {self.places[player]} of {len(self.places)}."
        said = self.table.played_in_words(player)
        rounded = "" if self.table.adds_up(player) else f" ({ROUNDED})"
        together = f"Together {in_words(line.points)} points{self._of_rounds(player)}{rounded}"
        if self.by_rungs:
            return [*said, f"{together}, which part nobody here.", *self._rungs(player), f"Now {place}"]
        if self.far:
            said += [f"{together}.", f"{self._came_in_words(player)}: {place}"]
        else:
            said.append(f"{together}: {place}")
        return [*said, *self._parted(line)]

    def division(self, player: str) -> int | None:
        """Of a league: in which a player was drawn last."""
        drawn = (match for round_ in self.story.rounds[: self.last][::-1] if (match := self._match(round_, player)))
        newest = next(drawn, None) if self.story.plan.kind == "league" else None
        return newest.number if newest else None

    def _match(self, round_: Round, player: str) -> Match | None:
        return match_of(self.story.plan, round_, player)

    def _of_rounds(self, player: str) -> str:
        best = self.table.best if self.table.dropped[player] else None
        return "" if best is None else f" from their best {'round' if best == 1 else f'{best} rounds'}"

    def _is_as_far(self, one: Line, other: Line) -> bool:
        return not self.far or self.far[one.player] == self.far[other.player]

    def _parted(self, line: Line) -> Iterator[str]:
        """What parts a player from the one just above, unless that is how far they came, or points alone."""
        at = self.lines.index(line)
        above = self.lines[at - 1] if at and self._is_as_far(self.lines[at - 1], line) else None
        if above is not None and above.points == line.points:
            yield self.table.parted(above, line)
        elif above is not None and self.far:
            more = f"{in_words(above.points)} to {in_words(line.points)}"
            yield f"{above.player} came as far, and ranks higher by points: {more}."

    def _came_in_words(self, player: str) -> str:
        number = -self.far[player][0]
        if not number:
            return "Did not qualify for the knock-out"
        said, round_ = f"Reached round {number} of the knock-out", self.story.rounds[number - 1]
        if (match := self._match(round_, player)) is None:
            return f"{said}, and sits out there" if player in round_.byes else said
        if len(match.games) > 1:
            return f"{said}: {match_in_words(match, player)}"
        if not match.counting:
            return said if match.is_open else f"{said}, where the game counts for nothing"
        place = match.place(player)
        return f"{said}, and left the game there" if place == LAST else f"{said}, place {place} at its table there"

    def _rungs(self, player: str) -> Iterator[str]:
        """From which rung to which each round moved a player."""
        for round_, (before, then) in zip(self.story.rounds, self.orders, strict=False):
            if player in before:
                at, now = before.index(player) + 1, then.index(player) + 1
                how = f"from rung {at} {'up' if now < at else 'down'} to {now}" if now != at else f"stays on rung {at}"
                yield f"Round {round_.number}: {self._sat(round_, player)}{how}."

    def _sat(self, round_: Round, player: str) -> str:
        """At which table, and with what place."""
        if (match := self._match(round_, player)) is None:
            return "sits out, " if player in (*round_.byes, *round_.asked) else "not drawn, "
        where = f"{'division' if self.story.plan.kind == 'league' else 'table'} {match.number}"
        if len(match.games) > 1:
            where = where if self.story.plan.kind == "league" else f"pairing {match.number}"
            return f"{where}, {match_in_words(match, player)}, "
        if not match.counting:
            return f"{where}, {'still being played' if match.is_open else 'annulled'}, "
        place = match.place(player)
        return f"{where}, {'who left is last' if place == LAST else f'place {place} of {len(match.players)}'}, "
