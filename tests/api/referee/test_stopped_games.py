"""A game whose phase cannot be resolved: it stops nobody else, shows that it has stopped, and is in people's hands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from adjudicator.kernel import Title
from api.commands.db import halted_games
from api.contests.games import end_late
from api.games.replay import replay_game
from api.referee.rules_changes import retry
from api.rules.limits import Limit
from api.store.lookups import load_game
from api.store.models import STOPPED_AFTER
from api.store.sealed_rows import resolutions
from schemas.record import Record, verify_record
from schemas.statements import payloads
from tests.api.booked import own_book, send_book
from tests.api.hosts import HostUnderTest

SEATS = ("alpha", "beta", "gamma", "delta")
VOTE = [{"question": "B-1", "choose": [{"against": "gamma"}]}]
POSSIBLE: list[payloads.Acts] = [
    payloads.Annul(),
    payloads.End(),
    payloads.Rollback(phase=1),
    payloads.Rollback(phase=2),
    payloads.Amend(redeal=True),
]
PHASE = 2
IMPOSSIBLE: list[payloads.Acts] = [
    payloads.Pause(),
    payloads.Extend(seconds=3_600),
    payloads.Remind(),
    payloads.Vacate(seat="beta"),
]


@pytest.fixture(autouse=True)
def _ballot(ballot: str) -> None:
    """The title is known."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seats with whose orders or book no phase can be resolved from now on."""
    seats: list[str] = []
    resolve = Title.resolve

    def failing(
        self: Title[Any], position: Any, sent: Any, chance: Any, books: Any = None, aside: Any = (), **notes: Any
    ) -> Any:
        given = [seat for seat in {*sent, *(books or {}), *position.books} if seat in seats and seat not in aside]
        if given and position.phase.number <= PHASE:
            raise KeyError("what nobody thought of")
        return resolve(self, position, sent, chance, books, aside, **notes)

    monkeypatch.setattr(Title, "resolve", failing)
    return seats


def begun(host: HostUnderTest) -> str:
    game = host.started(SEATS, title="ballot", scenario="assembly")
    host.play_on(game, 1)
    return game


def stopped(host: HostUnderTest, broken: list[str], tries: int = STOPPED_AFTER) -> str:
    """A game whose second phase is cut and fails because of what alpha sent; so often it was tried."""
    game = begun(host)
    broken.append("alpha")
    for seat in host.asked(game):
        host.send(game, seat, host.default(game, seat))
    for _ in range(tries):
        host.work()
        host.clock.forward(hours=1)
    return game


def tries_of(host: HostUnderTest, game: str) -> list[Any]:
    return host.rows("select status, faults from phases where game = ? and status in ('open', 'cut') and number", game)


def sound(host: HostUnderTest, game: str) -> None:
    """The record of a finished game holds, and every phase replays to the same bytes."""
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    with host.host.database.read() as session:
        assert replay_game(host.host, session, load_game(session, game)).differs is None


def test_it_is_tried_with_growing_pauses_and_never_hot(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken, 0)
    pauses = []
    for _ in range(4):
        host.work()
        ((look,),) = host.rows("select look_at from phases where game = ? and status = 'cut'", game)
        host.work()
        pauses.append(look)
        host.clock.forward(hours=2)
    assert tries_of(host, game) == [("cut", 4)]
    assert len(set(pauses)) == 4


def test_other_games_go_on(host: HostUnderTest, broken: list[str]) -> None:
    stopped(host, broken)
    broken.clear()
    other = host.begin(SEATS, None, title="ballot", scenario="assembly")
    host.play_on(other)
    assert host.json(f"/games/{other}")["status"] == "over"


def test_it_shows_on_its_page_in_its_summary_and_to_its_players(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken, STOPPED_AFTER - 1)
    assert host.json(f"/games/{game}")["stopped"] is False
    host.work()
    assert host.json(f"/games/{game}")["stopped"] is True
    assert "could not be resolved" in host.client.get(f"/games/{game}").text
    (seat,) = host.json("/players/p-beta/waiting", host.players["p-beta"])["games"]
    assert seat["stopped"] is True
    (line,) = halted_games(host.host)
    assert f"Game {game} cannot go on from phase 2: tried 3 times" in line


def test_its_organiser_is_told_once_whatever_they_mute(host: HostUnderTest, broken: list[str]) -> None:
    host.prefer(host.register("p-alpha", "alpha@players.test"), 1, muted=["organiser", "nmr"])
    game = stopped(host, broken, 6)
    told = host.rows("select player, subject, text from mails where game = ? and subject like '%cannot be%'", game)
    ((player, subject, text),) = told
    assert (player, subject) == ("p-alpha", "The long war: phase 2 cannot be resolved (Ballot)")
    assert f"ostraka game set-aside {game} SEAT --phase 2" in " ".join(text.split())


@pytest.mark.parametrize("act", POSSIBLE, ids=lambda act: f"{type(act).__name__}-{getattr(act, 'phase', '')}")
def test_the_organiser_can_end_it_take_it_back_or_amend_it(
    host: HostUnderTest, broken: list[str], act: payloads.Acts
) -> None:
    game = stopped(host, broken, STOPPED_AFTER - 1)
    assert host.act(game, act).get_json()["code"] in ("being-resolved", "not-resolved")
    host.work()
    taken = host.act(game, act)
    assert taken.status_code == 201, taken.text
    broken.clear()
    assert taken.get_json()["stopped"] is False
    host.play_on(game)
    assert host.json(f"/games/{game}")["status"] == "over"
    sound(host, game)


@pytest.mark.parametrize("act", IMPOSSIBLE, ids=lambda act: type(act).__name__)
def test_what_is_not_possible_says_what_is(host: HostUnderTest, broken: list[str], act: payloads.Acts) -> None:
    game = stopped(host, broken)
    refused = host.act(game, act)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "game-stopped")
    assert "Phase 2 could not be resolved" in refused.get_json()["detail"]


def test_the_players_can_vote_to_end_it(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken)
    for seat in SEATS:
        assert host.seat_act(game, seat, payloads.Vote(on="end", yes=True)).status_code == 201
    broken.clear()
    assert host.json(f"/games/{game}")["status"] == "over"
    sound(host, game)


def test_a_contest_ends_it_when_its_round_is_over(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken, STOPPED_AFTER - 1)
    assert end_late(host.host, game) is False
    host.work()
    assert end_late(host.host, game) is True
    assert host.json(f"/games/{game}")["status"] == "over"


def test_what_a_seat_sent_ahead_is_set_aside_and_the_phase_resolved(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken)
    act = payloads.SetAside(seat="alpha", phase=2, reason="Its orders stop the game.")
    assert host.act(game, act).status_code == 201
    host.work()
    assert (host.json(f"/games/{game}")["phase"], host.json(f"/games/{game}")["stopped"]) == (3, False)
    with host.host.database.read() as session:
        archive = host.archive(game)
        row = next(row for row in resolutions(session, game, 1) if row.phase == 2)
        counted = {one.seat: one.source for one in archive.counted(row).orders}
        told = [one.clause for one in archive.fallen(row, "alpha")]
    assert counted["alpha"] == "default"
    assert {source for seat, source in counted.items() if seat != "alpha"} == {"envelope"}
    assert told == ["set-aside"]
    broken.clear()
    host.play_on(game)
    sound(host, game)


def test_a_book_that_was_set_aside_stands_again_in_the_next_phase(host: HostUnderTest, broken: list[str]) -> None:
    game = begun(host)
    assert send_book(host, game, "alpha", VOTE).status_code == 201
    before = own_book(host, game, "alpha")
    broken.append("alpha")
    for seat in host.asked(game):
        if seat != "alpha":
            host.send(game, seat, host.default(game, seat))
    host.clock.forward(days=30)
    for _ in range(8):
        host.work()
        host.clock.forward(hours=2)
    number = host.json(f"/games/{game}")["phase"]
    assert host.act(game, payloads.SetAside(seat="alpha", phase=number)).status_code == 201
    broken.clear()
    host.work()
    assert host.json(f"/games/{game}")["phase"] == number + 1
    assert host.position(game).books["alpha"]
    assert own_book(host, game, "alpha")["sequence"] == before["sequence"]
    host.play_on(game)
    sound(host, game)


@pytest.mark.parametrize("tries", [0, 1])
def test_nothing_is_set_aside_of_a_game_that_goes_on(host: HostUnderTest, broken: list[str], tries: int) -> None:
    game = stopped(host, broken, tries)
    refused = host.act(game, payloads.SetAside(seat="alpha", phase=2))
    assert refused.get_json()["code"] in ("not-stopped", "being-resolved")


def test_only_for_the_phase_that_is_cut_and_of_a_seat_of_the_game(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken)
    assert host.act(game, payloads.SetAside(seat="alpha", phase=1)).get_json()["code"] == "not-stopped"
    assert host.act(game, payloads.SetAside(seat="omega", phase=2)).get_json()["code"] == "unknown-seat"


def test_the_operator_has_it_tried_at_once(host: HostUnderTest, broken: list[str]) -> None:
    game = stopped(host, broken, 0)
    for _ in range(4):
        host.work()
        host.clock.forward(minutes=2)
    broken.clear()
    host.clock.moment -= timedelta(minutes=2)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    assert retry(host.host, game) is True
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 3


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """From then on a method of every title finds no end."""

    def from_now_on(name: str) -> None:
        def for_good(*_: Any, **__: Any) -> Any:
            while True:
                sum(range(10))

        monkeypatch.setattr(Limit, "seconds", 0.3)
        monkeypatch.setattr(Title, name, for_good)

    return from_now_on


def test_a_resolution_without_end_is_given_up(host: HostUnderTest, endless: Callable[[str], None]) -> None:
    game = begun(host)
    for seat in host.asked(game):
        host.send(game, seat, host.default(game, seat))
    endless("resolve")
    host.work()
    assert tries_of(host, game) == [("cut", 1)]


def test_a_question_without_end_is_given_up_and_not_asked_again_at_once(
    host: HostUnderTest, endless: Callable[[str], None]
) -> None:
    game = begun(host)
    endless("default")
    path = f"/games/{game}/seats/alpha/questions"
    for _ in range(2):
        refused = host.get(path, host.seats[game]["alpha"])
        assert (refused.status_code, refused.get_json()["code"]) == (503, "rules-too-long")
        assert refused.headers["Retry-After"] == "60"
    assert host.get(f"/games/{game}/phase").status_code == 200


def test_a_book_at_which_the_rules_fail_answers_nothing_and_the_game_goes_on(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(host)
    assert send_book(host, game, "alpha", VOTE).status_code == 201

    def failing(*_: Any) -> Any:
        raise IndexError

    monkeypatch.setattr(Title, "unanswered", failing)
    for seat in host.asked(game):
        host.send(game, seat, host.default(game, seat))
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 3
    assert host.json(f"/games/{game}")["stopped"] is False


def test_no_rules_run_while_others_wait_to_write(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(host)
    writing: list[bool] = []
    unanswered, write = Title.unanswered, type(host.host.database).write

    @contextmanager
    def watched(self: Any, of: str | None = None) -> Iterator[Any]:
        with write(self, of) as session:
            writing.append(True)
            try:
                yield session
            finally:
                writing.pop()

    asked = []

    def outside(self: Title[Any], *args: Any) -> Any:
        asked.append(bool(writing))
        return unanswered(self, *args)

    monkeypatch.setattr(type(host.host.database), "write", watched)
    monkeypatch.setattr(Title, "unanswered", outside)
    for seat in ("alpha", "beta"):
        assert send_book(host, game, seat, VOTE).status_code == 201
    host.work()
    host.play_on(game, 1)
    assert host.act(game, payloads.Extend(seconds=3_600)).status_code == 201
    assert asked
    assert not any(asked)
