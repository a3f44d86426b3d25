"""A league of 24, a ladder, and a Swiss of 64, from plan to proof by an organiser at a terminal, who types what their
mails ask for; the entrants are bots by REST. Something goes wrong in each: somebody never comes, somebody gives up,
somebody comes late, a game is annulled, a result is corrected. It prints what that took, the standings, and why."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from schemas.contests.allowed import challenge_refused
from schemas.contests.parts import DrawnGame, Round
from schemas.contests.story import ContestStory
from schemas.contests.told.explaining import Explained
from schemas.statements.payloads import Resign
from tests.api.soak.entrants import Entrant, begin, end, story_of
from tests.api.soak.served import Served
from tests.api.soak.terminal import Organiser, Post, filled
from tests.api.soak.test_contests import begun, is_over, proved, served_on, wait_for_games
from tests.patience import wait_until
from tests.schemas.contests.test_simulated import require_words

ABSENT, LATE, SUBSTITUTE, NAMED = "noemi", "lena", "sam", "zoe"
"""Who is drawn and never comes; who enters when round 1 is drawn; who waits for a seat; to whom one is given."""
OF_FOUR: dict[str, Any] = {"title": "pericles", "scenario": "14.1.01A", "tables": "[4]"}
OF_TWO: dict[str, Any] = {"title": "pericles", "scenario": "14.1.01B", "tables": "[2]"}
POLIS: dict[str, Any] = {"title": "polis", "scenario": "corinthian_war", "tables": "[2]"}
BY_CLOCK: dict[str, Any] = {"late": "adjudicate", "round": "1h", "grace": "0", "excused": 0}
"""Who does not answer in time loses their seat."""
BY_WORD: dict[str, Any] = {"late": "adjudicate", "round": "3m", "deadline": "1h", "grace": "0"}
"""A game that goes on when the round's time is up waits for the organiser's word."""


@dataclass
class Evening:
    """A contest while it is played: who is there, and what was done so far."""

    served: Served
    olga: Organiser
    entrants: dict[str, Entrant]
    contest: str = ""
    replaced: dict[str, str] = field(default_factory=dict)
    """By game, who is to take its vacant seat."""

    @property
    def watcher(self) -> Entrant:
        return self.entrants[ABSENT]

    @property
    def story(self) -> ContestStory:
        return story_of(self.watcher.client, self.contest)

    def decided(self, line: str) -> str:
        """A line that `next` named, as the organiser types it."""
        words = line.split()
        game = next((word for word in words if word in self.replaced), "")
        if ABSENT in words:  # who did not come is last
            words.remove(ABSENT)
            words.insert(words.index("--reason"), ABSENT)
            line = " ".join(words)
        return line.replace("PLAYER", self.replaced.get(game, "")).replace("TEXT", "'Nobody came'")

    def acts(self, *words: str, reason: str) -> None:
        self.olga.types("contest", "act", self.contest, *words, "--reason", reason)

    def goes_on(self, found: Any) -> None:
        """Play until something is found; the organiser does what is asked, and who is back says so."""

        def looked() -> bool:
            self.olga.attend(self.decided)
            return bool(found())

        wait_for_games(self.watcher, self.contest, looked)


def opened(evening: Evening, folder: Path, kind: str, rounds: int, seconds: int, **said: Any) -> None:
    """A plan is printed, changed, read out, and opened; who is in a file is invited, and enters."""
    olga, players = evening.olga, [name for name in evening.entrants if name not in (LATE, SUBSTITUTE, NAMED)]
    plan, guests = folder / "plan.yaml", folder / "players.csv"
    closes = f"{datetime.now(UTC) + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}"
    first = olga.types("contest", "plan", said["title"])
    fewest = {"fewest": len(players), "most": 2 * len(players)}
    plan.write_text(
        filled(first, kind=kind, rounds=rounds, closes=closes, days_off="[]", reminders="[]", **fewest, **said)
    )
    print(olga.types("contest", "create", str(plan), "--check"))
    evening.contest = olga.types("contest", "create", str(plan)).strip()
    guests.write_text("\n".join(["player", *players, SUBSTITUTE]))
    olga.types("contest", "invite", evening.contest, "--csv", str(guests))
    for name in players:
        evening.entrants[name].client.enter_contest(evening.contest)
    olga.types("contest", "announce", evening.contest, "We begin in a minute. Good luck!")
    wait_until("round 1 is drawn", lambda: begun(evening.watcher, evening.contest, 1))


def table_of(round_: Round, player: str) -> DrawnGame:
    return next(table for table in round_.tables if player in table.seats.values())


def given_up(evening: Evening, table: DrawnGame) -> tuple[str, str]:
    """Somebody gives up a seat before their first move: whose it was, and which."""
    seat, name = next(iter(table.seats.items()))
    evening.entrants[name].client.seat_act(table.game, seat, Resign())
    return name, seat


def filled_by(evening: Evening, name: str, game: str, seat: str) -> None:
    """Somebody takes a seat that is kept for them."""
    evening.goes_on(lambda: (seat, name) in held(evening.watcher, game))


def held(entrant: Entrant, game: str) -> list[tuple[str, str | None]]:
    """Who plays where in a game."""
    return [(one["seat"], one["player"]) for one in entrant.client.game(game)["seats"]]


def challenged(evening: Evening) -> tuple[str, str]:
    """Somebody on the ladder challenges one above them who may be challenged."""
    story = evening.story
    below, above = next(
        (one, other)
        for one in story.playing()
        for other in story.playing()
        if ABSENT not in (one, other) and one != other and challenge_refused(story, one, other, declined=False) is None
    )
    evening.entrants[below].client.challenge(evening.contest, above)
    return below, above


@dataclass(frozen=True)
class Figures:
    """What an evening took."""

    kind: str
    began: float = field(default_factory=time.monotonic)
    before: float = field(default_factory=lambda: cpu(resource.RUSAGE_CHILDREN))
    own: float = field(default_factory=time.process_time)

    def lines(self, evening: Evening, post: Post) -> Iterator[str]:
        """Once the host is stopped."""
        olga, players = evening.olga, sorted(evening.entrants)
        typed = ", ".join(f"{count} × {words}" for words, count in sorted(olga.commands.items()))
        yield f"{self.kind}, {len(players)} players: {time.monotonic() - self.began:.0f} s"
        host = cpu(resource.RUSAGE_CHILDREN) - self.before - olga.cpu
        bots = time.process_time() - self.own
        yield f"CPU: host {host:.0f} s, organiser's commands {olga.cpu:.0f} s, bots {bots:.0f} s"
        yield f"organiser: {sum(olga.commands.values())} commands: {typed}"
        yield f"named by `ostraka next`, and typed: {olga.named}"
        yield post.counted(olga.handle, players)
        yield from (f"  {olga.handle}: {one}" for one in post.subjects(olga.handle))
        most = max(players, key=lambda one: len(post.mails[one]))
        yield from (f"  {most}: {one}" for one in post.subjects(most))


def cpu(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "players", "rounds", "said"),
    [
        ("league", 24, 3, OF_FOUR | BY_CLOCK | {"deadline": "2m", "advance": 1}),
        ("swiss", 64, 3, OF_TWO | BY_CLOCK | {"deadline": "2m"}),
    ],
    ids=["league of 24", "swiss of 64"],
)
def test_a_contest_by_bots_is_led_from_plan_to_proof_by_what_an_organiser_types(
    kind: str, players: int, rounds: int, said: dict[str, Any], tmp_path: Path
) -> None:
    figures, post = Figures(kind), Post()
    with served_on("sqlite", tmp_path, post.deliver) as served:
        names = [ABSENT, *(f"p-{n:02}" for n in range(1, players)), LATE, SUBSTITUTE, NAMED]
        evening = Evening(served, Organiser(served.url, tmp_path, post), people(served, names, tmp_path))
        opened(evening, tmp_path, kind, rounds, players + 15, **said)
        first = evening.story.rounds[0]
        rest = [table for table in first.tables if ABSENT not in table.seats.values()]
        annulled, offered, vacant, wrong = rest[:4]
        tired, other = given_up(evening, vacant)
        evening.replaced[vacant.game] = NAMED
        filled_by(evening, NAMED, vacant.game, other)
        gone, corrected = first_evening(evening, offered, annulled, wrong)
        comes_back(evening, tired)
        evening.goes_on(partial(is_over, evening.watcher, evening.contest))
        end([*evening.entrants.values()])
        assert evening.olga.next() == []
        assert len(evening.olga.named) == 1
        story = evening.story
        assert [len(round_.entrants) for round_ in story.rounds] == [players] * rounds
        assert {LATE, gone, tired} < set(story.rounds[1].entrants)
        assert ABSENT not in story.rounds[1].entrants
        back, one = "gave up, and came back", next(iter(annulled.seats.values()))
        roles = {gone: back, tired: back, ABSENT: "never came", LATE: "late", one: "annulled", corrected: "corrected"}
        told(evening, roles)
        proved(tmp_path, evening.contest, served.url, changed=240 // players)
    print("\n".join(figures.lines(evening, post)))


@pytest.mark.soak
def test_a_ladder_by_bots_with_challenges_is_led_from_plan_to_proof_by_what_an_organiser_types(tmp_path: Path) -> None:
    figures, post, rounds, players = Figures("ladder"), Post(), 3, 12
    with served_on("sqlite", tmp_path, post.deliver) as served:
        names = [ABSENT, *(f"p-{n:02}" for n in range(1, players)), LATE, SUBSTITUTE, NAMED]
        evening = Evening(served, Organiser(served.url, tmp_path, post), people(served, names, tmp_path))
        opened(evening, tmp_path, "ladder", rounds, players + 15, **POLIS, **BY_WORD, advance=3)
        olga, rest = evening.olga, [one for one in evening.story.rounds[0].tables if ABSENT not in one.seats.values()]
        annulled, offered, wrong = rest[:3]
        gone, corrected = first_evening(evening, offered, annulled, wrong)
        below, above = challenged(evening)
        evening.goes_on(lambda: begun(evening.watcher, evening.contest, 2))
        assert above in table_of(evening.story.rounds[1], below).seats.values()
        table = table_of(evening.story.rounds[1], ABSENT)
        seat = next(seat for seat, player in table.seats.items() if player == ABSENT)
        olga.types("game", "vacate", table.game, seat, "--reason", "No word for two rounds")
        filled_by(evening, SUBSTITUTE, table.game, seat)
        evening.goes_on(partial(is_over, evening.watcher, evening.contest))
        end([*evening.entrants.values()])
        assert olga.next() == []
        assert len(olga.named) == 1
        story = evening.story
        assert [len(round_.entrants) for round_ in story.rounds] == [players, players + 1, players]
        one, back = next(iter(annulled.seats.values())), "gave up, and came back"
        roles = {ABSENT: "never came", LATE: "late", below: "challenger", gone: back, one: "annulled"}
        told(evening, roles | {corrected: "corrected"})
        proved(tmp_path, evening.contest, served.url)
    print("\n".join(figures.lines(evening, post)))


class Substitute(Entrant):
    """Who takes whatever seat is kept for them, and plays it."""

    def answer(self) -> None:
        for game in self.client.games(calls_for=self.handle):
            for seat in (one for one in game["seats"] if one["kept_for"] == self.handle):
                self.client.join(game["game"], seat["seat"])
        super().answer()


def people(served: Served, names: Sequence[str], folder: Path) -> dict[str, Entrant]:
    """Everybody; who only comes in for others is there from the beginning."""
    kinds = {name: Substitute if name in (SUBSTITUTE, NAMED) else Entrant for name in names}
    found = {name: kind(served.url, name, folder) for name, kind in kinds.items()}
    begin([found[name] for name in (SUBSTITUTE, NAMED)])
    return found


def first_evening(evening: Evening, offered: DrawnGame, annulled: DrawnGame, wrong: DrawnGame) -> tuple[str, str]:
    """Somebody gives a seat up and a substitute takes it, a game is annulled, somebody is late, a result is corrected;
    gives who gave up and came back, and who is first by the corrected result."""
    evening.entrants[SUBSTITUTE].client.enter_contest(evening.contest, substitute=True)
    gone, seat = given_up(evening, offered)
    filled_by(evening, SUBSTITUTE, offered.game, seat)
    evening.acts("annul", annulled.game, reason="The room was flooded")
    evening.entrants[LATE].client.enter_contest(evening.contest)
    begin([entrant for name, entrant in evening.entrants.items() if name not in (ABSENT, SUBSTITUTE, NAMED)])
    corrected = set_right(evening, wrong)
    comes_back(evening, gone)
    return gone, corrected


def comes_back(evening: Evening, player: str) -> None:
    """Who gave up a seat, and is drawn no more, says that they are back, once a mail says how."""
    evening.goes_on(lambda: player not in evening.story.playing())
    evening.goes_on(lambda: evening.olga.post.asking(player, "contest enter"))
    evening.entrants[player].client.enter_contest(evening.contest)


def set_right(evening: Evening, table: DrawnGame) -> str:
    """The organiser turns the result of a game round once it is over; gives who came first by it."""
    evening.goes_on(lambda: has_result(evening, table.game))
    result = evening.story.game(table.game).counting  # type: ignore[union-attr]
    assert result is not None
    last_first = sorted(result.places, key=lambda one: (-result.places[one], one))
    evening.acts("correct", table.game, *last_first, reason="Read from the wrong end")
    return last_first[0]


def has_result(evening: Evening, game: str) -> bool:
    table = evening.story.game(game)
    return table is not None and table.result is not None


def told(evening: Evening, roles: dict[str, str]) -> None:
    """What everybody can read in the end: standings, and why somebody stands where they do."""
    olga, contest = evening.olga, evening.contest
    shown = olga.types("contest", "standings", contest)
    print(f"\n{shown}")
    story = evening.story
    require_words(Explained(story))
    assert story.finished is not None
    winner = min(story.finished.places, key=lambda one: story.finished.places[one])  # type: ignore[union-attr]
    for player, role in {winner: "winner", **roles}.items():
        print(f"{player} ({role}):\n{olga.types('contest', 'explain', contest, player)}")
    print(olga.types("contest", "show", contest))
    print(olga.types("contest", "verify", contest))
