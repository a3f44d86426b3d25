"""The log of a contest as a story: the plan, who is in it, and its rounds with their draws and results.

A log that tells no possible contest is refused by the entry at which it goes wrong. Whether its words are signed, and
whether draws and results are true, is `schemas.contests.verification`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import UnsetType

from schemas.contests.counting.corrections import Correction, corrected
from schemas.contests.counting.sides import are_matches, games_a_match
from schemas.contests.parts import Deed, DrawnGame, Entrant, LadderChallenge, Round, Word
from schemas.errors import BrokenLog
from schemas.keys.chance import draw_key
from schemas.log.chain import ContestLogEntry, substance
from schemas.log.contest_entries import (
    ByeAsked,
    Challenged,
    Closed,
    ContestActed,
    Drawn,
    Entered,
    Finished,
    Left,
    Opened,
    Result,
)
from schemas.log.contest_officers import Officers
from schemas.log.entries import Revealed
from schemas.statements.canonical import from_base64url
from schemas.statements.contests import (
    Announce,
    AnnulGame,
    Challenge,
    Contest,
    ContestAct,
    CorrectResult,
    Disqualify,
    EndContest,
    Enter,
    KeepApart,
    LeaveContest,
    Lengthen,
    Redraw,
    RequestBye,
)
from schemas.statements.forms import StatementForm
from schemas.statements.payloads import Alias, Player
from schemas.statements.statements import Statement
from schemas.statements.working_time import LONGEST

LATE_ENTRY: Final = ("round-robin", "swiss", "league", "ladder")
"""Kinds that can be entered after the first round is closed, unless the plan forbids it: who does is drawn from the
next on."""
MOST_LONGER: Final = timedelta(days=LONGEST)
"""By how much acts may put off the end of a round, or of entering, in all."""


@dataclass
class ContestStory:
    """What the log tells so far."""

    contest: str
    plan: Contest
    organiser: str
    """The organiser's handle."""
    opened: Opened
    opened_at: datetime
    officers: Officers
    """Organisers and assistant, as acts left them."""
    entrants: dict[str, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    void: list[DrawnGame] = field(default_factory=list)
    """Games of draws that were drawn once more."""
    apart: list[tuple[str, str]] = field(default_factory=list)
    challenges: list[LadderChallenge] = field(default_factory=list)
    asking: dict[int, list[str]] = field(default_factory=dict)
    """By round, who wants to sit it out."""
    deeds: list[Deed] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    revealed: str = ""
    """The secret of the newest draw; before the first, the end of the chain."""
    draws: int = 0
    """How many draws there were, redraws counted."""
    longer: timedelta = timedelta()
    """By how much acts put off the first closing."""
    ended: str | None = None
    """Why the organiser ended the contest, if so."""
    holders: dict[str, str] = field(default_factory=dict)
    """In an anonymous contest that is finished: whose each alias was."""
    finished: Finished | None = None
    finished_at: datetime | None = None

    @classmethod
    def read(cls, log: Sequence[ContestLogEntry]) -> ContestStory:
        """Read a log from its first entry, as far as it goes."""
        if not log or not isinstance(log[0].body, Opened):
            raise BrokenLog("log entry 0: a contest's log has to begin with 'opened'")
        opened = log[0].body
        statement = Statement.from_form(opened.statement)
        plan = statement.read(Contest)
        organiser = Statement.from_form(opened.card).read(Player).handle
        story = cls(log[0].entry.contest, plan, organiser, opened, instant_of(log[0]), Officers.of(plan, organiser))
        story.revealed = opened.draws
        story.apart = [(one, other) for one, other in plan.apart]
        for index in range(1, len(log)):
            story._take(log, index)
        return story

    @property
    def assistant(self) -> str | None:
        """Who decides in games in which the first organiser plays."""
        return self.officers.assistant

    @property
    def edition(self) -> int:
        """Of the rules of contests: by which it is drawn and counted."""
        return 1 if isinstance(self.plan.edition, UnsetType) else self.plan.edition

    @property
    def takes_late(self) -> bool:
        """May it be entered after its first round is closed?"""
        return takes_late(self.plan)

    @property
    def closes_at(self) -> datetime | None:
        """When entering closes, put off by acts; None where it closes when it is full."""
        return None if self.plan.closes_at is None else moment(self.plan.closes_at) + self.longer

    @property
    def is_running(self) -> bool:
        """Is its first round closed, and it is not finished?"""
        return bool(self.rounds) and self.finished is None

    @property
    def games(self) -> list[DrawnGame]:
        """All games of draws that count, by round and table."""
        return [table for round_ in self.rounds for table in round_.tables]

    def entered(self) -> list[str]:
        """Who has a place in the contest, by handle."""
        return sorted(one.handle for one in self.entrants.values() if one.is_in and not one.substitute)

    def playing(self) -> list[str]:
        """The players of the next draw, except those whom a knock-out leaves behind; by handle."""
        return [player for player in self.entered() if not self.rests(player)]

    def rests(self, player: str) -> bool:
        """Did they give up or lose as many seats as the plan allows, and have not entered again since?"""
        most, given_up = self.plan.no_shows, self.entrants[player].given_up
        if isinstance(most, UnsetType) or len(given_up) < most:
            return False
        return sum(table.counting is not None for table in self.games if table.game in given_up) >= most

    def pool(self) -> list[str]:
        """The substitutes waiting for a vacant seat, by handle."""
        return sorted(one.handle for one in self.entrants.values() if one.is_in and one.substitute)

    def still_in(self, round_: Round) -> list[str]:
        """Of a round's entrants, who is drawn in it now: not who has left since it closed, or was disqualified."""
        playing = set(self.playing())
        return [player for player in round_.entrants if player in playing]

    def game(self, game: str) -> DrawnGame | None:
        """One of its games by id, those of void draws too."""
        return next((table for table in [*self.games, *self.void] if table.game == game), None)

    def alias_of(self, player: str) -> str | None:
        """The handle under which somebody was in (the alias, once that is revealed); None: they were not."""
        alias = next((alias for alias, holder in self.holders.items() if holder == player), player)
        return alias if alias in self.entrants else None

    @property
    def has_results(self) -> bool:
        """Has a game been counted?"""
        return any(table.counting is not None for table in self.games)

    @property
    def counts(self) -> bool:
        """Do its games count for who plays? Not before it is known who they are."""
        return not self.plan.anonymous or self.finished is not None

    def filled_in(self, player: str) -> int:
        """How often a player made up the number at a table."""
        return sum(player in table.fill_ins for table in self.games)

    def byes(self, player: str, before: int | None = None) -> int:
        """How many rounds a player sat out before this one (None: in all), by lot or wish."""
        return sum(
            player in (*round_.byes, *round_.asked)
            for round_ in self.rounds
            if before is None or round_.number < before
        )

    def _take(self, log: Sequence[ContestLogEntry], index: int) -> None:
        body, at = log[index].body, instant_of(log[index])
        is_done = self.finished is not None and not isinstance(body, ContestActed)
        _require(not is_done, index, f"it is {body.kind!r}, and the contest is over")
        match body:
            case Entered():
                self._enter(index, body, at)
            case Left():
                self._leave(index, body)
            case Challenged():
                self._challenge(index, _read(body.statement).read(Challenge))
            case ByeAsked():
                self._ask_bye(index, _read(body.statement).read(RequestBye))
            case Closed():
                self._close(index, body, at, substance(log[: index + 1]))
            case Drawn():
                self._draw(index, body, at)
            case Result():
                self._end_game(index, body, at)
            case ContestActed():
                self._act(index, body, at)
            case Revealed():
                self._reveal(index, body)
            case Finished():
                self.finished, self.finished_at = body, at
            case _:
                raise BrokenLog(f"log entry {index}: {body.kind!r} belongs only at the beginning")

    def _enter(self, index: int, body: Entered, at: datetime) -> None:
        enter, handle = _read(body.statement).read(Enter), _read(body.card).read(Player).handle
        before = self.entrants.get(handle)
        if before is None or before.left:
            is_late = bool(self.rounds) and not enter.substitute and not self.takes_late
            _require(not is_late, index, "entering is closed")
        _require(before is None or not before.disqualified, index, f"{handle} is disqualified")
        self.entrants[handle] = Entrant(
            handle,
            enter.player,
            before.joined if before else len(self.entrants) + 1,
            before.at if before else at,
            enter.substitute,
            returned=before is not None and (before.returned or before.left or self.rests(handle)),
        )

    def _leave(self, index: int, body: Left) -> None:
        self._entrant_at(index, _read(body.statement).read(LeaveContest).player).left = True

    def _challenge(self, index: int, said: Challenge) -> None:
        """Whether it is allowed is said by `allowed.challenge_refused`."""
        player, number = self._entrant_at(index, said.player).handle, len(self.rounds) + 1
        if not said.declined:
            self.challenges.append(LadderChallenge(number, player, said.opponent))
            return
        pair = (said.opponent, player)
        found = [one for one in self.challenges if one.round == number and (one.challenger, one.opponent) == pair]
        _require(bool(found), index, f"{said.opponent} has not challenged {player}")
        found[-1].declined = True

    def _ask_bye(self, index: int, said: RequestBye) -> None:
        """Whether it is allowed is said by `allowed.bye_refused`."""
        player, asking = self._entrant_at(index, said.player).handle, self.asking.setdefault(said.round, [])
        _require(
            said.withdrawn == (player in asking), index, f"{player} asks twice, or takes back what they did not ask"
        )
        _require(said.round > len(self.rounds), index, f"round {said.round} is closed")
        if said.withdrawn:
            asking.remove(player)
        else:
            asking.append(player)

    def _entrant_at(self, index: int, key: str) -> Entrant:
        found = next((one for one in self.entrants.values() if one.key == key and one.is_in), None)
        if found is None:
            raise BrokenLog(f"log entry {index}: {key} is not in the contest")
        return found

    def _close(self, index: int, body: Closed, at: datetime, keyed: bytes) -> None:
        _require(body.round == len(self.rounds) + 1, index, f"the next round is {len(self.rounds) + 1}")
        _require(not self.rounds or self.rounds[-1].is_done, index, f"round {body.round - 1} is not done")
        strangers = sorted(set(body.entrants) - set(self.playing()))
        _require(not strangers, index, f"{', '.join(strangers)} cannot be in the round")
        _require(len(set(body.entrants)) == len(body.entrants), index, "somebody is in it twice")
        ratings = {} if isinstance(body.ratings, UnsetType) else dict(body.ratings)
        asking = self.asking.get(body.round, [])
        asked = [one for one in self.playing() if one in asking and one not in body.entrants]
        closed = Round(body.round, list(body.entrants), at, keyed, asked=asked, ratings=ratings, pool=self.pool())
        self.rounds.append(closed)

    def _draw(self, index: int, body: Drawn, at: datetime) -> None:
        _require(bool(self.rounds) and self.rounds[-1].number == body.round, index, f"round {body.round} is not closed")
        round_ = self.rounds[-1]
        _require(round_.drawn_at is None, index, f"round {body.round} is drawn")
        _require(body.draw == self.draws + 1, index, f"the next draw is {self.draws + 1}")
        each = games_a_match(self.plan)
        _require(each == 1 or are_matches(body.tables), index, "two games with sides changed make a match")
        named = sorted([player for table in body.tables[::each] for player in table.seats.values()] + body.byes)
        fill_ins = [player for player in named if player in round_.pool]
        entrants = [player for player in round_.entrants if player in named]
        missing = set(self.still_in(round_)) - set(entrants)
        is_each_once = not missing and named == sorted(entrants + sorted(set(fill_ins)))
        _require(is_each_once, index, "it does not place each entrant of the round exactly once")
        round_.entrants = entrants
        self.draws, self.revealed, round_.draw = body.draw, body.secret, body.draw
        round_.drawn_at, round_.entry, round_.byes, round_.again = at, index, list(body.byes), None
        round_.paid = [player for player in body.byes if not self.entrants[player].returned]
        secret = from_base64url(body.secret, "draw secret", 32)
        round_.key = draw_key(secret, round_.substance, self.contest, body.round)
        round_.tables = [
            DrawnGame(
                *(body.round, body.draw, number, table.game, dict(table.seats), -(-number // each)),
                fill_ins=[player for player in table.seats.values() if player in fill_ins],
            )
            for number, table in enumerate(body.tables, start=1)
        ]

    def _end_game(self, index: int, body: Result, at: datetime) -> None:
        table = self._game_at(index, body.game)
        _require(table.result is None, index, f"{body.game} has a result already")
        _require(table.round == body.round, index, f"{body.game} is a game of round {table.round}")
        there = set(table.competitors.values())
        strangers = {*body.places, *body.scores, *body.left, *body.substitutes.values()} - there
        _require(not strangers, index, f"{', '.join(sorted(strangers))} was not drawn there")
        wanted = set() if body.outcome == "annulled" else there
        _require(set(body.places) == wanted, index, "its places are not those of the players who were drawn there")
        table.result, table.result_at = body, at
        if body.outcome != "adjudicated" or self.edition == 1:
            table.given_up = frozenset(body.left)
        for player in sorted(table.given_up):
            self.entrants[player].given_up.append(table.game)

    def _game_at(self, index: int, game: str) -> DrawnGame:
        if (table := self.game(game)) is None:
            raise BrokenLog(f"log entry {index}: the game {game} is at no table of any draw")
        return table

    def _act(self, index: int, body: ContestActed, at: datetime) -> None:
        act, card = _read(body.statement).read(ContestAct).act, body.card
        player = self.organiser if card is None else _read(card).read(Player).handle
        is_correction = isinstance(act, CorrectResult)
        _require(self.finished is None or is_correction, index, f"it is {body.kind!r}, and the contest is over")
        if isinstance(act, Announce):
            self.words.append(Word(at, player, act.text))
            return
        was = self._game_at(index, act.game).counting if isinstance(act, CorrectResult) else None
        self.deeds.append(Deed(at, player, act, bool(self.rounds), was))
        self.officers = self.officers.after(act)
        match act:
            case KeepApart(players=players):
                self.apart.append((players[0], players[1]))
            case Disqualify(player=player):
                _require(player in self.entrants, index, f"{player} is not in the contest")
                self.entrants[player].disqualified = True
            case AnnulGame(game=game):
                self._game_at(index, game).annulled = True
            case CorrectResult():
                self._correct(index, act, at, player)
            case EndContest(reason=reason):
                self.ended = reason
            case Lengthen(round=number, seconds=seconds):
                self._lengthen(index, number, timedelta(seconds=seconds))
            case Redraw(round=number, reason=reason):
                self._void(index, number, reason)

    def _correct(self, index: int, act: CorrectResult, at: datetime, player: str) -> None:
        table = self._game_at(index, act.game)
        if (was := table.counting) is None or table in self.void:
            raise BrokenLog(f"log entry {index}: {act.game} has no result that counts, and is corrected")
        for said in (act.places, {} if isinstance(act.scores, UnsetType) else act.scores):
            _require(not said or set(said) == set(was.places), index, f"it is not about who was drawn to {act.game}")
        table.corrections.append(Correction(index, at, player, act, was, corrected(was, act)))

    def longer_in(self, number: int) -> timedelta:
        """By how much acts put off the end of a round so far; of the first, before it closes, that of entering."""
        return self.rounds[number - 1].longer if self.rounds else self.longer

    def _reveal(self, index: int, body: Revealed) -> None:
        said, card = _read(body.statement).read(Alias), _read(body.card).read(Player)
        alias = next((one.handle for one in self.entrants.values() if one.key == said.alias), None)
        if alias is None or not self.plan.anonymous:
            raise BrokenLog(f"log entry {index}: {said.alias} is not an alias of the contest")
        self.holders[alias] = card.handle

    def _lengthen(self, index: int, number: int, by: timedelta) -> None:
        if number == 1 and not self.rounds:
            self.longer += by
        else:
            _require(len(self.rounds) == number, index, f"round {number} is not the round being played")
            self.rounds[-1].longer += by
        _require(self.longer_in(number) <= MOST_LONGER, index, f"round {number} is put off for too long")

    def _void(self, index: int, number: int, reason: str) -> None:
        _require(len(self.rounds) == number, index, f"round {number} is not the round being played")
        round_ = self.rounds[-1]
        _require(all(table.is_open for table in round_.tables), index, f"a game of round {number} is over")
        self.void += round_.tables
        round_.tables, round_.byes, round_.paid, round_.drawn_at, round_.draw = [], [], [], None, 0
        round_.again = reason


def takes_late(plan: Contest) -> bool:
    """May a contest by that plan be entered after its first round is closed?"""
    return plan.kind in LATE_ENTRY and isinstance(plan.late_entry, UnsetType)


def instant_of(entry: ContestLogEntry) -> datetime:
    """When the host says that it was."""
    return moment(entry.entry.at)


def moment(instant: str) -> datetime:
    """An instant of a payload as a moment."""
    return datetime.strptime(instant, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def _read(form: StatementForm) -> Statement:
    return Statement.from_form(form)


def _require(holds: bool, index: int, why: str) -> None:
    if not holds:
        raise BrokenLog(f"log entry {index}: {why}")
