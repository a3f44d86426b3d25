"""A contest on paper: a host that writes the log as the plan says, whose games end as the test says at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from msgspec import UNSET

from schemas.contests.draws.drawing import drawn_tables
from schemas.contests.parts import DrawnGame
from schemas.contests.rounds import Close, Draw, EndGames, Finish, Step, next_step
from schemas.contests.story import ContestStory
from schemas.keys import chance
from schemas.keys.aliases import alias_commitment, alias_handle, alias_keys
from schemas.keys.chance import draw_secrets, drawn_game
from schemas.keys.identities import Card, Identity
from schemas.log.chain import ContestLogEntry, append_to_contest
from schemas.log.contest_entries import (
    ByeAsked,
    Challenged,
    Closed,
    ContestActed,
    Drawn,
    DrawnTable,
    Entered,
    Finished,
    Left,
    Opened,
    Result,
)
from schemas.log.entries import Body, Revealed
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import NEWEST_EDITION, Challenge, Contest, ContestAct, Enter, LeaveContest, RequestBye
from schemas.statements.payloads import Alias, Terms
from schemas.statements.statements import Statement, sign_payload
from schemas.statements.texts import game_id

BEGIN = datetime(2026, 12, 1, 18, tzinfo=UTC)
SEATS = {
    2: ["athens", "sparta"],
    3: ["athens", "sparta", "corinth"],
    4: ["a", "b", "c", "d"],
    5: ["a", "b", "c", "d", "e"],
}
ROOT = hashlib.sha256(b"the root of the tests").digest()

Outcome = Callable[[DrawnGame], Mapping[str, int]]


@cache
def identity(name: str) -> Identity:
    """The same keys for a name in every run, so that every draw of the tests comes out as it did before."""
    signing, sealing = hashlib.sha256(name.encode()).digest(), hashlib.shake_256(name.encode()).digest(96)
    keys = {"format": 1, "signing": to_base64url(signing), "sealing": to_base64url(sealing)}
    return Identity.from_bytes(canonical.dumps(keys))


@cache
def card(handle: str) -> Card:
    """A player's card."""
    return identity(handle).card(handle)


def handles(count: int) -> list[str]:
    """So many players."""
    return [f"player-{n:03}" for n in range(1, count + 1)]


def plan(**changes: Any) -> Contest:
    """A Swiss of three rounds at tables of four, with changes; `tables` as sizes."""
    sizes = changes.pop("tables", (4,))
    said: dict[str, Any] = {
        "nonce": to_base64url(bytes(32)),
        "organiser": identity("organiser").key_id,
        "host": identity("the host").key_id,
        "name": "Winter cup",
        "kind": "swiss",
        "title": "perikles",
        "scenario": "standard",
        "terms": Terms(phase_seconds=86_400),
        "rounds": 3,
        "closes_at": "2026-12-02T18:00:00Z",
        "tables": [SEATS[size] for size in sizes],
        "edition": NEWEST_EDITION,
    }
    return Contest(**(said | changes))


def by_handle(table: DrawnGame) -> dict[str, int]:
    """The first by handle wins, and so on."""
    return {player: place for place, player in enumerate(sorted(table.competitors.values()), start=1)}


def enter_of(paper: Paper, handle: str, *, substitute: bool = False) -> Enter:
    """What an entrant signs."""
    return Enter(
        contest=paper.contest,
        player=paper.keys(handle).key_id,
        host=paper.host.key_id,
        contribution=to_base64url(hashlib.sha256(handle.encode()).digest()),
        commitment=to_base64url(chance.commitment(paper.root)),
        substitute=substitute,
    )


@dataclass(frozen=True)
class Mask:
    """An alias: who is behind it, its keys and card, and what its holder signed, which the host keeps to itself."""

    holder: str
    keys: Identity
    card: Card
    statement: Statement


class Paper:
    """A contest and its host, which lets whoever enters an anonymous one in under an alias (`under`)."""

    def __init__(self, players: int = 0, root: bytes = ROOT, **changes: Any) -> None:
        self.host, self.root, self.now = identity("the host"), root, BEGIN
        self.secrets = draw_secrets(root)
        statement = sign_payload(plan(**changes), identity("organiser"))
        self.contest = game_id(statement.digest)
        self.log: list[ContestLogEntry] = []
        self.numbers: dict[str, int] = {}
        self.ratings: dict[str, int] = {}
        self.masks: dict[str, Mask] = {}
        self.told: tuple[bytes, ContestStory] | None = None
        commitment = to_base64url(chance.commitment(root))
        organiser = card("organiser").statement.to_form()
        self.write(
            Opened(
                statement=statement.to_form(),
                card=organiser,
                commitment=commitment,
                draws=to_base64url(self.secrets[0]),
            )
        )
        for handle in handles(players):
            self.enter(self.under(handle))

    @property
    def story(self) -> ContestStory:
        """What the log tells, for reading only."""
        if self.told is None or self.told[0] != self.log[-1].hash:
            self.told = self.log[-1].hash, ContestStory.read(self.log)
        return self.told[1]

    def write(self, body: Body) -> None:
        previous = self.log[-1] if self.log else None
        self.log.append(append_to_contest(previous, contest=self.contest, body=body, at=self.now, host=self.host))

    def signed(self, payload: Any, who: str) -> Any:
        statement: Statement = sign_payload(payload, self.keys(who))
        return statement.to_form()

    def keys(self, handle: str) -> Identity:
        return self.masks[handle].keys if handle in self.masks else identity(handle)

    def under(self, person: str) -> str:
        """The handle under which somebody enters: in an anonymous contest that of their alias."""
        if not self.story.plan.anonymous:
            return person
        keys = alias_keys(identity(person), self.host.key_id, self.contest)
        alias = alias_handle(keys.key_id)
        place = {"host": self.host.key_id, "where": self.contest}
        said = Alias(**place, player=identity(person).key_id, alias=keys.key_id)
        self.masks[alias] = Mask(person, keys, keys.card(alias), sign_payload(said, identity(person)))
        return alias

    def enter(self, handle: str, *, substitute: bool = False) -> None:
        statement, mask = self.signed(enter_of(self, handle, substitute=substitute), handle), self.masks.get(handle)
        shown = mask.card if mask else card(handle)
        alias = alias_commitment(self.root, mask.statement) if mask else UNSET
        self.write(Entered(statement=statement, card=shown.statement.to_form(), alias=alias))

    def leave(self, handle: str) -> None:
        leave = LeaveContest(contest=self.contest, player=self.keys(handle).key_id, number=self._number(handle))
        self.write(Left(statement=self.signed(leave, handle)))

    def challenge(self, handle: str, opponent: str, *, declined: bool = False) -> None:
        player, number = self.keys(handle).key_id, self._number(handle)
        said = Challenge(contest=self.contest, player=player, number=number, opponent=opponent, declined=declined)
        self.write(Challenged(statement=self.signed(said, handle)))

    def bye(self, handle: str, number: int, *, withdrawn: bool = False) -> None:
        player, n = self.keys(handle).key_id, self._number(handle)
        said = RequestBye(contest=self.contest, player=player, number=n, round=number, withdrawn=withdrawn)
        self.write(ByeAsked(statement=self.signed(said, handle)))

    def act(self, act: Any, by: str = "organiser") -> None:
        body = ContestAct(contest=self.contest, organiser=identity(by).key_id, number=self._number(by), act=act)
        self.write(
            ContestActed(
                statement=self.signed(body, by), card=None if by == "organiser" else card(by).statement.to_form()
            )
        )

    def _number(self, handle: str) -> int:
        self.numbers[handle] = self.numbers.get(handle, 0) + 1
        return self.numbers[handle]

    def step(self, later: timedelta = timedelta(days=2)) -> Step:
        """Do what is next, at a later time; says what it was."""
        self.now += later
        story = self.story
        step = next_step(story, self.now, self.ratings)
        if isinstance(step, Close):
            seeding = {} if step.ratings is None else {"ratings": step.ratings}
            self.write(Closed(round=step.round, entrants=step.entrants, **seeding))
        elif isinstance(step, Draw):
            self.draw(story, step.round)
        elif isinstance(step, EndGames):
            for game in step.games:
                self.end_late(game)
        elif isinstance(step, Finish):
            secret = to_base64url(self.root)
            for revealed in self.reveal():
                self.write(revealed)
            self.write(Finished(places=step.places, secret=secret, reason=step.reason))
        return step

    def reveal(self) -> Iterator[Revealed]:
        """Whose each alias was, of all who ever entered."""
        for _, mask in sorted((alias, mask) for alias, mask in self.masks.items() if alias in self.story.entrants):
            yield Revealed(statement=mask.statement.to_form(), card=card(mask.holder).statement.to_form())

    def end_late(self, game: str) -> None:
        """A game ends as it stands, for its round's time is up."""
        self.result(game, outcome="ended")

    def draw(self, story: ContestStory, number: int) -> None:
        draw = story.draws + 1
        found = drawn_tables(story, number, self.secrets[draw])
        tables = [
            DrawnTable(game=game_id(drawn_game(self.contest, draw, n)), seats=seats)
            for n, seats in enumerate(found.tables, start=1)
        ]
        reason = story.rounds[-1].again or ""
        secret = to_base64url(self.secrets[draw])
        self.write(Drawn(round=number, draw=draw, secret=secret, tables=tables, byes=found.byes, reason=reason))

    def result(self, game: str, places: Mapping[str, int] | None = None, outcome: Any = "played", **more: Any) -> None:
        table = self.story.game(game)
        assert table is not None
        found = dict(places if places is not None else by_handle(table)) if outcome != "annulled" else {}
        head = to_base64url(hashlib.sha256(game.encode()).digest())
        scores = {player: 10 - place for player, place in found.items()}
        said = {"left": [], "substitutes": {}, "scores": scores} | more
        self.write(Result(round=table.round, game=game, outcome=outcome, places=found, head=head, **said))

    def play_round(self, outcome: Outcome = by_handle) -> None:
        """Close and draw the next round, and end its games."""
        while not self.story.rounds or self.story.rounds[-1].is_done:
            if not isinstance(self.step(), Close):
                return
        assert isinstance(self.step(), Draw)
        for table in self.story.rounds[-1].tables:
            self.result(table.game, outcome(table))

    def play(self, outcome: Outcome = by_handle) -> Finish:
        """To the end."""
        while self.story.finished is None:
            self.play_round(outcome)
        assert self.story.finished is not None
        return Finish(self.story.finished.places, self.story.finished.reason)
