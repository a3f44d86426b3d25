"""Contests at random: plans of all kinds, and people who do whatever a host would take, at any moment.

What the host takes is asked of `schemas.contests.allowed`; what it then does with games is done here as `api/contests`
does it. Everything follows from the seed. To have more happen, add to `Simulated.deeds`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from random import Random
from shlex import split
from typing import Any

from msgspec import UNSET

from cli.contests.acts import read_act
from schemas.contests.allowed import act_refused, bye_refused, challenge_refused, entry_refused, seat_refused
from schemas.contests.duties import Duty, SeatNow, duties
from schemas.contests.matches.match import DECIDING
from schemas.contests.parts import DrawnGame
from schemas.contests.plan import plan_faults
from schemas.contests.rounds import Draw, Finish, Step, Wait
from schemas.contests.story import ContestStory
from schemas.statements import contests
from schemas.statements.contests import ContestActs
from tests.schemas.contests.paper import Paper, enter_of, handles, plan

KINDS = ("mini", "round-robin", "swiss", "knock-out", "cup", "league", "ladder")
SIZES = ((2,), (2,), (3,), (4,), (3, 4), (4, 3), (4, 3, 5), (2, 3))
LONGEST = 400
"""Moments after which a contest that has not ended is ended by its organiser."""


def random_plan(dice: Random, kind: str) -> dict[str, Any]:
    """A plan of a kind that can be played."""
    while True:
        sizes = dice.choice(SIZES)
        ties = ["wins", "beaten", "opponents", "share", "meeting", "lot"]
        masked = dice.random() < 0.3
        said = {
            "kind": kind,
            "tables": sizes,
            "rounds": dice.randint(1, 4),
            "advance": dice.randint(1, 4) if kind in ("knock-out", "cup", "league", "ladder") else 0,
            "swiss_rounds": dice.randint(1, 3) if kind == "cup" else 0,
            "closes_at": None if kind == "mini" else "2026-12-02T18:00:00Z",
            "fewest": dice.choice((2, 2, 4)),
            "most": dice.randint(4, 12),
            "late": dice.choice(("wait", "end", "adjudicate")),
            "round_seconds": 20 * 86_400,
            "ties": dice.sample(ties, dice.randint(0, 6)),
            "seeds": (seeds := "lot" if masked else dice.choice(("lot", "lot", "list", "rating"))),
            "seed_list": handles(5) if seeds == "list" else [],
            "anonymous": masked,
            "apart": [] if masked else dice.choice(([], [handles(2)])),
            "odd": dice.choice(("bye", "bye", "bot", "fill-in")),
            "substitutes": dice.random() < 0.8,
            "assistant": None if masked else dice.choice((None, "max")),
            "organisers": dice.choice((UNSET, ["bert"], ["bert", "cleo" if masked else "player-001"])),
            "asked_byes": (asked := dice.choice((UNSET, 1, 2))),
            "asked_worth": UNSET if asked is UNSET else dice.choice((UNSET, "half", "nothing")),
            "edition": dice.choice((2, 2, 2, UNSET)),
            "no_shows": dice.choice((UNSET, UNSET, 1, 2)),
            "scoring": dice.choice((UNSET, "share", "squares")),
            "best": dice.choice((UNSET, UNSET, 1, 2, 3)),
            "both_sides": (both := True if sizes == (2,) and dice.random() < 0.7 else UNSET),
            "tied": dice.choice(("score", "standing")) if both is True and kind in DECIDING else UNSET,
        }
        if not plan_faults(plan(**said)):
            return said


class Simulated(Paper):
    """A contest in which everything happens by dice. `look` sees it after each entry of its log."""

    def __init__(self, seed: int, look: Callable[[Simulated], None]) -> None:
        self.dice, self.look = Random(seed), look
        self.sitting: dict[str, dict[str, str | None]] = {}
        """By game that goes on and seat, who plays; None where it is vacant."""
        self.took: dict[str, set[str]] = {}
        """By game, who took a vacant seat of it."""
        self.newcomers = 0
        self.asked: set[tuple[str, str]] = set()
        """By game and seat, the vacant ones for which all substitutes were asked."""
        said = random_plan(self.dice, KINDS[seed % len(KINDS)])
        super().__init__(self.dice.choice((1, said["most"] - 1, said["most"], said["most"])), **said)
        self.ratings = {player: self.dice.choice((1400, 1500, 1500, 1600)) for player in handles(6)}
        self.deeds: list[Callable[[], None]] = [
            *([self.asks_to_sit_out] * 3),
            *([self.enters] * 5 + [self.leaves] + [self.vacates] * 3 + [self.comes_in] * 5),
            *([self.acts] * 4 + [self.challenges] * 4 + [self.obeys] * 3 + [self.asks, self.corrects]),
        ]

    def write(self, body: Any) -> None:
        super().write(body)
        self.look(self)

    def play_at_random(self) -> None:
        """To the end, after which results are corrected still."""
        for _ in range(LONGEST):
            for _ in range(self.dice.randrange(5)):
                self.dice.choice(self.deeds)()
            if isinstance(self.goes_on(), Finish):
                break
        else:
            self.take(contests.EndContest(reason="summer"))
            self.goes_on()
        for _ in range(self.dice.randrange(3)):
            self.corrects()

    def goes_on(self) -> Step:
        """What the host does next; where it waits, a game ends."""
        found = self.step(timedelta(hours=self.dice.choice((0, 1, 60))))
        if isinstance(found, Draw):
            for table in self.story.rounds[-1].tables:
                self.sitting[table.game] = dict(table.seats)
        elif isinstance(found, Wait) and self.sitting and self.dice.random() < 0.5:
            self.ends(self.dice.choice(sorted(self.sitting)))
        return found

    # --- what people do ------------------------------------------------------------------------------------------

    def enters(self) -> None:
        story = self.story
        self.newcomers += 1
        people = [f"newcomer-{self.newcomers}", *([] if story.plan.anonymous else ["organiser"])]
        who = self.dice.choice([*story.entrants, *people])
        who = who if who in story.entrants else self.under(who)
        substitute = self.dice.random() < 0.4
        if entry_refused(story, who, enter_of(self, who, substitute=substitute)) is None:
            self.enter(who, substitute=substitute)

    def leaves(self) -> None:
        if there := [one.handle for one in self.story.entrants.values() if one.is_in]:
            self.leave(self.dice.choice(there))

    def asks_to_sit_out(self) -> None:
        """Somebody asks, or takes back what they asked for."""
        story, withdrawn = self.story, self.dice.random() < 0.3
        rounds = range(len(story.rounds) + 1, story.plan.rounds + 1)
        players = [one.handle for one in story.entrants.values() if one.is_in]
        can = [
            (player, number)
            for player in players for number in rounds
            if bye_refused(story, player, number, withdrawn=withdrawn) is None
        ]  # fmt: skip
        if can:
            self.bye(*self.dice.choice(can), withdrawn=withdrawn)

    def challenges(self) -> None:
        story, declined = self.story, self.dice.random() < 0.3
        pairs = permutations(story.playing(), 2) if story.plan.kind == "ladder" else ()
        if can := [pair for pair in pairs if challenge_refused(story, *pair, declined=declined) is None]:
            self.challenge(*self.dice.choice(can), declined=declined)

    def vacates(self) -> None:
        """Somebody resigns, or misses too many deadlines."""
        if held := [(game, seat) for game, seats in self.sitting.items() for seat, who in seats.items() if who]:
            game, seat = self.dice.choice(held)
            self.sitting[game][seat] = None

    def asks(self) -> None:
        """The last of the pool was asked whether they want a seat."""
        self.asked |= {(game, seat) for game, seats in self.sitting.items() for seat, who in seats.items() if not who}

    def comes_in(self) -> None:
        """Somebody takes a vacant seat, named by the organiser or not."""
        story, named = self.story, self.dice.random() < 0.2 and not self.story.plan.anonymous
        free = [(game, seat) for game, seats in self.sitting.items() for seat, who in seats.items() if who is None]
        can = [
            (game, seat, who)
            for game, seat in free for who in story.entrants
            if who not in self.sitting[game].values()
            and seat_refused(story, game, who, named=named, seat=seat, lost=self.lost(game)) is None
        ]  # fmt: skip
        if can:
            self.sits_down(*self.dice.choice(can))

    def sits_down(self, game: str, seat: str, who: str) -> None:
        self.sitting[game][seat] = who
        self.took.setdefault(game, set()).add(who)

    def lost(self, game: str) -> set[str]:
        """Who took a vacant seat of a game, and lost it."""
        return self.took.get(game, set()) - set(self.sitting[game].values())

    def duties(self) -> list[Duty]:
        """What waits for somebody's word now."""
        return duties(self.story, self.now, self.seats)

    def seats(self, game: str) -> list[SeatNow]:
        """Of a game that goes on; a vacant one waits where no substitute can take it, or all were asked."""
        pool, lost = self.story.pool(), self.lost(game) if game in self.sitting else ()
        can = [one for one in pool if seat_refused(self.story, game, one, named=False, lost=lost) is None]
        return [
            SeatNow(seat, who, who is None and (not can or (game, seat) in self.asked), lost)
            for seat, who in self.sitting.get(game, {}).items()
        ]

    def obeys(self) -> None:
        """Somebody types the line that they are given."""
        if not (found := self.duties()):
            return
        duty = self.dice.choice(found)
        words = split(duty.line.replace("PLAYER", self.dice.choice(("max", "mia"))))
        if words[1:3] == ["contest", "enter"]:
            self.enter(duty.player)
        elif words[1:3] == ["contest", "act"]:
            self.take(read_act(words[4], words[5:-2], "because"), duty.player)
        elif words[1:3] == ["game", "join"]:
            self.sits_down(words[3], words[4], duty.player)
        else:
            _, _, _, game, seat, player = words[:6]
            if seat_refused(self.story, game, player, named=True, seat=seat) is None:
                self.sits_down(game, seat, player)

    def acts(self) -> None:
        officers = self.story.officers
        by = self.dice.choice([*officers.organisers, officers.assistant or "organiser"])
        act = self.random_act()
        if act is not None and act_refused(self.story, act) is None and officers.may(by, act):
            self.take(act, by)

    def corrects(self) -> None:
        """Whoever may has a result count otherwise, with scores or without."""
        over = [table for table in self.story.games if table.counting]
        if not over:
            return
        table = self.dice.choice(over)
        places = self.places(table)
        scores = {player: 40 - 10 * place + self.dice.randrange(-2, 9) for player, place in places.items()}
        act = contests.CorrectResult(
            reason="because", game=table.game, places=places, scores=self.dice.choice((UNSET, scores))
        )
        if act_refused(self.story, act) is None:
            self.take(act, self.dice.choice((self.story.assistant or "organiser", "organiser")))

    def random_act(self) -> ContestActs | None:
        story, dice, why = self.story, self.dice, {"reason": "because"}
        games, there, number = [table.game for table in story.games], sorted(story.entrants), max(1, len(story.rounds))
        chance = dice.random()
        if chance < 0.02:
            return contests.EndContest(**why)
        if chance < 0.04:
            return contests.Announce(text="Hear me.")
        if chance < 0.08:
            return contests.Disqualify(player=dice.choice(there), **why) if there else None
        if chance < 0.15:
            return contests.Lengthen(round=number, seconds=dice.randint(1, 10 * 86_400), **why)
        if chance < 0.2:
            return contests.NameAssistant(player=dice.choice(("max", "mia")), **why)
        if chance < 0.27:
            kind = dice.choice((contests.NameOrganiser, contests.DismissOrganiser))
            return kind(player=dice.choice(("bert", "cleo", "player-001", "player-002")), **why)
        if chance < 0.6:
            return contests.Redraw(round=number, **why)
        if chance < 0.7 and len(there) > 1:
            return contests.KeepApart(players=dice.sample(there, 2), **why)
        if chance < 0.8 and games:
            return contests.AnnulGame(game=dice.choice(games), **why)
        table = story.game(dice.choice(games)) if games else None
        return contests.Adjudicate(game=table.game, places=self.places(table), **why) if table else None

    # --- what the host does with games ---------------------------------------------------------------------------

    def take(self, act: ContestActs, by: str = "organiser") -> None:
        """An act, and what follows from it in games that go on."""
        self.act(act, by)
        match act:
            case contests.Redraw():
                self.sitting = {}
            case contests.EndContest():
                for game in sorted(self.sitting):
                    self.ends(game, "annulled")
            case contests.AnnulGame(game=game) if game in self.sitting:
                self.ends(game, "annulled")
            case contests.Adjudicate(game=game, places=places):
                self.ends(game, "adjudicated", dict(places))
            case contests.Disqualify(player=player):
                for seats in self.sitting.values():
                    seats.update({seat: None for seat, who in seats.items() if who == player})

    def end_late(self, game: str) -> None:
        self.ends(game, "ended")

    def ends(self, game: str, outcome: str = "", places: dict[str, int] | None = None) -> None:
        """A game is over: with random places, by who sat there."""
        table, seats = self.story.game(game), self.sitting.pop(game)
        assert table is not None
        left = {seat: drawn for seat, drawn in table.competitors.items() if seats[seat] != drawn}
        self.result(
            game,
            places or self.places(table),
            outcome or self.dice.choice(("played", "played", "played", "ended", "annulled")),
            left=sorted(left.values()),
            substitutes={who: drawn for seat, drawn in sorted(left.items()) if (who := seats[seat]) is not None},
        )

    def places(self, table: DrawnGame) -> dict[str, int]:
        scores = {player: self.dice.randrange(4) for player in sorted(table.competitors.values())}
        return {player: 1 + sum(other > score for other in scores.values()) for player, score in scores.items()}


def still_drawn(story: ContestStory) -> tuple[set[str], set[str]]:
    """Who may be at a table of the round that is closed: its entrants, and who waited as a substitute."""
    return set(story.still_in(story.rounds[-1])), set(story.rounds[-1].pool) & set(story.pool())
