"""Standings: points, then the tie-breaks in the plan's order."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UnsetType

from schemas.contests.counting.scoring import WIN, Scoring, best_of, scored_by, shares_of, worth
from schemas.contests.counting.sides import games_a_match
from schemas.contests.parts import DrawnGame
from schemas.contests.story import ContestStory
from schemas.statements.contests import Contest, TieBreak

LOT_LABEL: Final = b"ostraka lot/1|"
TIE_BREAKS: Final[dict[str, str]] = {
    "wins": "first places",
    "beaten": "points of the players they finished ahead of",
    "opponents": "points of the players they met",
    "share": "share of their tables' scores, in thousandths",
    "meeting": "points from games among the tied players",
    "lot": "the lot",
}


def in_words(sixtieths: int) -> str:
    """Points as people write them, to two digits: 720 is 12, 630 is 10.5."""
    sign = "-" if sixtieths < 0 else ""
    whole, rest = divmod(hundredths(abs(sixtieths)), 100)
    digits = f"{rest:02}".rstrip("0")
    return f"{sign}{whole}" + (f".{digits}" if digits else "")


def hundredths(sixtieths: int) -> int:
    """Rounded, as points are shown."""
    return (sixtieths * 100 + 30) // 60


class Counted(msgspec.Struct, frozen=True):
    """A table that counts: places from 1 and scores, by who was drawn there."""

    round: int
    game: str
    places: Mapping[str, int]
    scores: Mapping[str, int] = {}
    seats: Mapping[str, str] = {}
    """Who was drawn to which seat."""
    left: frozenset[str] = frozenset()
    """Players who gave up their seat, or lost it: the game gives them nothing."""
    substitutes: Mapping[str, str] = {}
    """By who came in, for whom: the game gives them its points or their mean, whichever is more."""
    scoring: Scoring = "places"

    @property
    def raw(self) -> dict[str, int]:
        """Points of each seat, in sixtieths."""
        return worth(self.places, self.scores, self.scoring)

    def place_of(self, player: str) -> int | None:
        """The place of a player's seat, whether drawn or come in for somebody."""
        return self.places.get(self.substitutes.get(player, player))


class Line(msgspec.Struct, frozen=True):
    """Place, points in sixtieths, what each tie-break counted, and which one parted the player from the next."""

    player: str
    place: int
    points: int
    ties: Mapping[TieBreak, int]
    decided_by: TieBreak | None


class Table:
    """The standings of a contest, from the results that count, byes, annulled games that are worth something, and each
    player's lot. `out` have no line, but whoever met them keeps what that is worth. `asked` are the rounds that
    somebody asked to sit out, `asked_worth` what each is worth (None: the mean).

    Byes and annulled games are the rounds in which somebody had one; a bye stands for `games_a_match`. With `best` only
    so many rounds of each player count, those that brought most; of equals the earlier.
    """

    def __init__(
        self,
        players: Sequence[str],
        games: Sequence[Counted],
        byes: Mapping[str, Sequence[int]],
        ties: Sequence[TieBreak],
        lots: Mapping[str, int],
        annulled: Mapping[str, Sequence[int]] | None = None,
        out: Sequence[str] = (),
        best: int | None = None,
        games_a_match: int = 1,
        asked: Mapping[str, Sequence[int]] | None = None,
        asked_worth: int | None = None,
    ) -> None:
        self.games, self.byes, self.ties, self.lots, self.annulled = games, byes, ties, lots, annulled or {}
        self.asked, self.asked_worth = asked or {}, asked_worth
        self.best, self.games_a_match, self.round_of = best, games_a_match, {game.game: game.round for game in games}
        self.gained = {player: dict(self._gained(player)) for player in (*players, *out)}
        self.dropped = {player: self._dropped(player) for player in self.gained}
        """By player, the rounds that do not count for them."""
        self.points = {one: self._played(one) + self.unplayed(one) for one in self.gained}
        self.lines = self._ranked(sorted(players))

    def unplayed(self, player: str) -> int:
        """What byes and annulled games bring: each what the player's games did on average; before any, half a win.

        Rounds that they asked to sit out bring what the plan says.
        """
        count, asked = (sum(self._counting(player, one)) for one in (self._void(player), self.asked.get(player, ())))
        return (count * self.mean(player) if count else 0) + (asked * self.worth(player) if asked else 0)

    def worth(self, player: str) -> int:
        """Of a round that somebody asked to sit out."""
        return self.mean(player) * self.games_a_match if self.asked_worth is None else self.asked_worth

    def counts(self, player: str, game: str) -> int:
        """What a game brings to a player's points: nothing where they did not play, or the round does not count."""
        return 0 if self.round_of.get(game) in self.dropped[player] else self.gained[player].get(game, 0)

    def _played(self, player: str) -> int:
        return sum(self.counts(player, game) for game in self.gained[player])

    def _void(self, player: str) -> list[int]:
        return [*self.byes.get(player, ())] * self.games_a_match + [*self.annulled.get(player, ())]

    def _counting(self, player: str, rounds: Iterable[int]) -> list[bool]:
        return [number not in self.dropped[player] for number in rounds]

    def _dropped(self, player: str) -> set[int]:
        if self.best is None:
            return set()
        brought = Counter[int]()
        for game, gained in self.gained[player].items():
            brought[self.round_of[game]] += gained
        for number in self._void(player):
            brought[number] += self.mean(player)
        for number in self.asked.get(player, ()):
            brought[number] += self.worth(player)
        return set(sorted(brought, key=lambda number: (-brought[number], number))[self.best :])

    def adds_up(self, player: str) -> bool:
        """Do the parts of a player's points make the sum, rounded as they are shown?"""
        parts = [self.counts(player, game) for game in self.gained[player]]
        for rounds, each in (
            (self.byes, self.mean(player) * self.games_a_match),
            (self.annulled, self.mean(player)),
            (self.asked, self.worth(player)),
        ):
            parts += [each] * sum(self._counting(player, rounds.get(player, ())))
        return sum(map(hundredths, parts)) == hundredths(self.points[player])

    def line(self, player: str) -> Line | None:
        """The line of a player; None for who is not in the standings."""
        return next((line for line in self.lines if line.player == player), None)

    def played_in_words(self, player: str) -> list[str]:
        """Each game, and what byes and annulled games bring: a sentence each, as many points as in the line."""
        said = [self._game_in_words(game, player) for game in self.games if game.place_of(player) is not None]
        own = any(player in game.places for game in self.games)
        each, twice = self.mean(player), self.games_a_match > 1
        values = [
            f"worth {'twice ' * many}the mean of their games"
            if own
            else f"worth {'a win' if many else 'half a win'} each, for no game of theirs counts yet"
            for many in (False, twice)
        ]
        by_plan = f"worth {('a win' if twice else 'half a win') if self.asked_worth else 'nothing'} by the plan"
        asked = values[1] if self.asked_worth is None else by_plan
        said += self._void_in_words(player, "Byes", self.byes, values[1], each * self.games_a_match)
        said += self._void_in_words(player, "Annulled games", self.annulled, values[0], each)
        said += self._void_in_words(player, "Sat out as they asked", self.asked, asked, self.worth(player))
        return said or ["No game of theirs has been counted yet."]

    def _void_in_words(
        self, player: str, what: str, counts: Mapping[str, Sequence[int]], value: str, each: int
    ) -> Iterable[str]:
        if rounds := counts.get(player):
            left = sum(self._counting(player, rounds))
            best = "" if left == len(rounds) else f", of which {left or 'none'} count{'s' * (left < 2)}"
            points = f"{in_words(each)} points{' each' * (len(rounds) > 1)}"
            yield f"{what}: {len(rounds)}, {value}, {points}{best}."

    def tie_between(self, above: Line, line: Line) -> TieBreak | None:
        """The first tie-break in which two lines with as many points differ."""
        return next((tie for tie in self.ties if above.ties[tie] != line.ties[tie]), None)

    def parted(self, above: Line, line: Line) -> str:
        """What parts two lines with as many points, the one above first."""
        if (tie := self.tie_between(above, line)) is None:
            return f"{above.player} has as many, and no tie-break of the plan separates them: they share the place."
        return (
            f"{above.player} has as many, and ranks higher by {TIE_BREAKS[tie]}: "
            f"{_count(tie, above.ties[tie])} to {_count(tie, line.ties[tie])}."
        )

    def _game_in_words(self, game: Counted, player: str) -> str:
        gained, why = self.gained[player][game.game], ""
        if player in game.left:
            why = ", because they left it"
        elif player in game.substitutes:
            whom = game.substitutes[player]
            raised = gained != game.raw[whom]
            why = f", in for {whom}" + (": the mean of their other games, which is more" if raised else "")
        if game.round in self.dropped[player]:
            why += "; not their best round" if self.best == 1 else f"; not among their best {self.best} rounds"
        place = game.place_of(player)
        sharing = sum(other == place for other in game.places.values())
        shared = f" (shared by {sharing})" if sharing > 1 else ""
        said = f"place {place} of {len(game.places)}{shared}{_shares(game, player)}, {in_words(gained)} points"
        return f"Round {game.round}, {game.game}: {said}{why}."

    def _gained(self, player: str) -> Iterable[tuple[str, int]]:
        for game in self.games:
            if player in game.left:
                yield game.game, 0
            elif player in game.substitutes:
                yield game.game, max(game.raw[game.substitutes[player]], self.mean(player))
            elif player in game.places:
                yield game.game, game.raw[player]

    def mean(self, player: str) -> int:
        """Of the games that a player began; rounded down. Before any, half a win."""
        own = [0 if player in game.left else game.raw[player] for game in self.games if player in game.places]
        return sum(own) // len(own) if own else WIN // 2

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
        own = [game for game in self.games if player in game.places and player not in game.left]
        match tie:
            case "wins":
                return sum(game.places[player] == 1 for game in own)
            case "beaten":
                return sum(
                    self.points.get(other, 0) for game in own for other in game.places
                    if game.places[other] > game.places[player]
                )  # fmt: skip
            case "opponents":
                return sum(self.points.get(other, 0) for game in own for other in game.places if other != player)
            case "share":
                return sum(_share(game, player) for game in own)
            case "meeting":
                return sum(game.raw[player] for game in own if any(o in game.places for o in equals if o != player))
            case "lot":
                return -self.lots.get(player, 0)


def standings(story: ContestStory, after: int | None = None, *, raw: bool = False) -> Table:
    """The standings after a round (None: of the moment); `raw` leaves out games that were adjudicated.

    In the first edition an annulled game was worth nothing, and who met somebody disqualified lost that one's points in
    `opponents` and `beaten`.
    """
    rounds = [round_ for round_ in story.rounds if after is None or round_.number <= after]
    games = [
        Counted(
            *(table.round, table.game, result.places, result.scores, table.seats, table.given_up, result.substitutes),
            scored_by(story.plan, result),
        )
        for round_ in rounds
        for table in round_.tables
        if (result := table.counting) and not (raw and result.outcome == "adjudicated")
    ]
    players = {player for round_ in rounds for player in (*round_.entrants, *round_.asked)} | (
        set() if story.rounds else {*story.entered()}
    )
    byes, annulled, asked, out = dict[str, list[int]](), dict[str, list[int]](), dict[str, list[int]](), list[str]()
    for round_ in rounds:
        for player in round_.asked:
            asked.setdefault(player, []).append(round_.number)
        for player in round_.paid:
            byes.setdefault(player, []).append(round_.number)
    if story.edition > 1:
        for table in (table for round_ in rounds for table in round_.tables):
            for player in void_for(table):
                annulled.setdefault(player, []).append(table.round)
        out = sorted(player for player in players if story.entrants[player].disqualified)
    shown = sorted(player for player in players if not story.entrants[player].disqualified)
    rules = best_of(story.plan), games_a_match(story.plan), asked, asked_worth(story.plan)
    return Table(shown, games, byes, story.plan.ties, lots(story), annulled, out, *rules)


def asked_worth(plan: Contest) -> int | None:
    """Of a round that somebody asked to sit out; None: the mean of their games."""
    said = plan.asked_worth
    return None if isinstance(said, UnsetType) else {"half": WIN // 2, "nothing": 0}[said] * games_a_match(plan)


def void_for(table: DrawnGame) -> set[str]:
    """Whom a game that was annulled concerns: not who had given up their seat."""
    if table.is_open or table.counting is not None:
        return set()
    return {player for player in table.competitors.values() if player not in table.given_up}


def lots(story: ContestStory) -> dict[str, int]:
    """Who drew which lot, 1 the best: by the chance of the first draw. Nobody has one before it."""
    if not story.rounds or story.rounds[0].drawn_at is None:
        return {}
    return lots_by(story.rounds[0].key, story.entrants)


def lots_by(key: bytes, players: Iterable[str]) -> dict[str, int]:
    """Lots from the key of a draw."""
    drawn = sorted(players, key=lambda player: hmac.digest(key, LOT_LABEL + player.encode(), "sha256"))
    return {player: lot for lot, player in enumerate(drawn, start=1)}


def _shares(game: Counted, player: str) -> str:
    """Of a game scored by shares, what the points of a seat were made of."""
    if game.scoring == "places":
        return ""
    shares = shares_of(game.scores, game.scoring)
    what = "the squares of the scores" if game.scoring == "squares" else "the scores"
    return f", a share of {shares[game.substitutes.get(player, player)]} in {sum(shares.values())} by {what}"


def _share(game: Counted, player: str) -> int:
    """Of the table's score, counted from its lowest, in thousandths."""
    least = min([*game.scores.values(), 0])
    whole = sum(score - least for score in game.scores.values())
    return (game.scores.get(player, 0) - least) * 1000 // whole if whole else 0


def _count(tie: TieBreak, count: int) -> str:
    return in_words(count) if tie in ("beaten", "opponents", "meeting") else str(abs(count))
