"""Standings: points, and what parts those who have the same, in the order that the plan names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from schemas.contests.points import in_words, points

TieBreak = Literal["wins", "beaten", "opponents", "share", "meeting", "lot"]
TIE_BREAKS: Final[dict[TieBreak, str]] = {
    "wins": "first places",
    "beaten": "points of those placed below them at their tables",
    "opponents": "points of those they met",
    "share": "share of their tables' score, in thousandths",
    "meeting": "points from games among those who are equal",
    "lot": "the lot",
}


@dataclass(frozen=True)
class Result:
    """A table that counts: places from 1 and scores by player."""

    round: int
    game: str
    places: Mapping[str, int]
    scores: Mapping[str, int] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    """Who had which seat."""
    forfeited: frozenset[str] = frozenset()
    """Players who left the game: it gives them nothing."""
    substitutes: frozenset[str] = frozenset()
    """Players who came in for them: the game gives them their mean, if that is more."""

    @property
    def raw(self) -> dict[str, int]:
        """Points by place, in sixtieths."""
        return points(self.places)


@dataclass(frozen=True)
class Line:
    """Place, points in sixtieths, what each tie-break counted, and which one parted the player from the next."""

    player: str
    place: int
    points: int
    ties: Mapping[TieBreak, int]
    decided_by: TieBreak | None


class Table:
    """The standings of a contest, from the results that count, byes, and each player's lot."""

    def __init__(
        self,
        players: Sequence[str],
        results: Sequence[Result],
        byes: Mapping[str, int],
        ties: Sequence[TieBreak],
        lots: Mapping[str, int],
    ) -> None:
        self.results, self.byes, self.ties, self.lots = results, byes, ties, lots
        self.gained = {player: dict(self._gained(player)) for player in players}
        self.points = {player: sum(self.gained[player].values()) + self.of_byes(player) for player in players}
        self.lines = self._ranked(sorted(players))

    def of_byes(self, player: str) -> int:
        """A bye is worth what the player's games brought them on average; before any, half a win."""
        count = self.byes.get(player, 0)
        return count * self._mean(player) if count else 0

    def explained(self, player: str) -> list[str]:
        """Each game, each sum, and what parted the player from the one above: a sentence each."""
        line = next(line for line in self.lines if line.player == player)
        sentences = [self._game_in_words(result, player) for result in self.results if player in result.places]
        if self.byes.get(player):
            sentences.append(f"Byes: {self.byes[player]}, worth {in_words(self.of_byes(player))} in all.")
        sentences.append(f"Together {in_words(line.points)}: place {line.place} of {len(self.lines)}.")
        above = next((other for other in self.lines if other.place == line.place - 1), None)
        if above is not None and above.points == line.points and above.decided_by:
            tie = above.decided_by
            sentences.append(
                f"{above.player} has as many and stands above by {TIE_BREAKS[tie]}: "
                f"{_count(tie, above.ties[tie])} to {_count(tie, line.ties[tie])}."
            )
        return sentences

    def _game_in_words(self, result: Result, player: str) -> str:
        won = in_words(self.gained[player][result.game])
        why = ""
        if player in result.forfeited:
            why = ", for they left it"
        elif player in result.substitutes and self.gained[player][result.game] != result.raw[player]:
            why = ", the mean of their other games, since they came in for somebody"
        return (
            f"Round {result.round}, {result.game}: place {result.places[player]} of {len(result.places)}, {won}{why}."
        )

    def _gained(self, player: str) -> Iterable[tuple[str, int]]:
        for result in self.results:
            if player in result.forfeited:
                yield result.game, 0
            elif player in result.substitutes:
                yield result.game, max(result.raw[player], self._mean(player))
            elif player in result.places:
                yield result.game, result.raw[player]

    def _mean(self, player: str) -> int:
        """Of the games that a player began; rounded down."""
        own = [
            0 if player in result.forfeited else result.raw[player]
            for result in self.results
            if player in result.places and player not in result.substitutes
        ]
        return sum(own) // len(own) if own else 6 * 60

    def _ranked(self, players: list[str]) -> list[Line]:
        by_points: dict[int, list[str]] = {}
        for player in players:
            by_points.setdefault(self.points[player], []).append(player)
        lines: list[Line] = []
        for total in sorted(by_points, reverse=True):
            lines += self._untied(by_points[total], total, len(lines))
        return lines

    def _untied(self, equals: list[str], total: int, above: int) -> list[Line]:
        counted = {player: {tie: self._tie(tie, player, equals) for tie in self.ties} for player in equals}
        ranked = sorted(equals, key=lambda player: [-counted[player][tie] for tie in self.ties])
        lines: list[Line] = []
        for n, player in enumerate(ranked):
            mine, following = counted[player], counted[ranked[n + 1]] if n + 1 < len(ranked) else None
            place = above + n + 1
            if lines and lines[-1].decided_by is None:
                place = lines[-1].place
            decided = next((tie for tie in self.ties if following and mine[tie] != following[tie]), None)
            lines.append(Line(player, place, total, mine, decided))
        return lines

    def _tie(self, tie: TieBreak, player: str, equals: Sequence[str]) -> int:
        own = [result for result in self.results if player in result.places and player not in result.forfeited]
        match tie:
            case "wins":
                return sum(result.places[player] == 1 for result in own)
            case "beaten":
                return sum(
                    self.points[other] for result in own for other in result.places
                    if result.places[other] > result.places[player] and other in self.points
                )  # fmt: skip
            case "opponents":
                return sum(self.points.get(other, 0) for result in own for other in result.places if other != player)
            case "share":
                return sum(_share(result, player) for result in own)
            case "meeting":
                return sum(
                    result.raw[player] for result in own if any(o in result.places for o in equals if o != player)
                )
            case "lot":
                return -self.lots.get(player, 0)


def _share(result: Result, player: str) -> int:
    """Of the table's score, counted from its lowest, in thousandths."""
    least = min([*result.scores.values(), 0])
    whole = sum(score - least for score in result.scores.values())
    return (result.scores.get(player, 0) - least) * 1000 // whole if whole else 0


def _count(tie: TieBreak, count: int) -> str:
    return in_words(count) if tie in ("beaten", "opponents", "meeting") else str(abs(count))
