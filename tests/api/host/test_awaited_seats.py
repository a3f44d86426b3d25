"""Which envelopes have the worker look: those that may make their phase due, and all about which there is a doubt."""

from __future__ import annotations

import pytest

from schemas.statements.payloads import Pause
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest

SEATS = ("alpha", "beta", "gamma")
BALLOT = {"title": "ballot", "scenario": "assembly"}


def is_called(host: HostUnderTest, game: str, seat: str, word: str) -> bool:
    """Send a seat's defaults a second later: is the game to be looked at since?"""
    host.clock.forward(seconds=1)
    assert host.send(game, seat, host.default(game, seat) if word != "withdrawn" else [], word).status_code == 201
    return is_due(host, game)


def is_due(host: HostUnderTest, game: str) -> bool:
    """Would the worker look at a game now? Asked once: afterwards nobody looks."""
    query = "select count(*) from phases where game = ? and number > 0 and look_at <= ?"
    moment = f"{host.clock.moment:%Y-%m-%d %H:%M:%S.%f}"
    [(count,)] = host.rows(query, game, moment)
    later = "update phases set look_at = '2036-01-01 00:00:00.000000' where game = ? and look_at <= ?"
    host.rows(later, game, moment)
    return bool(count)


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        ("final", [("draft", False), ("final", False), ("draft", False), ("final", False)]),
        ("in", [("draft", False), ("final", False), ("draft", False)]),
        ("deadline", [("draft", False), ("final", False)]),
    ],
)
def test_the_last_that_is_wanted_calls_the_worker_and_no_other(
    host: HostUnderTest, ballot: str, cut: str, words: list[tuple[str, bool]]
) -> None:
    game = host.started(SEATS, **BALLOT, terms={"cut": cut})
    assert [(word, is_called(host, game, "alpha", word)) for word, _ in words] == words
    assert is_called(host, game, "beta", "final") is False
    assert is_called(host, game, "gamma", "final") is (cut != "deadline")
    host.look(game)
    assert host.json(f"/games/{game}")["phase"] == (1 if cut == "deadline" else 2)


def test_of_a_veiled_phase_every_envelope_calls_the_worker_and_its_row_names_no_seat(
    host: HostUnderTest, ballot: str
) -> None:
    game = host.started(SEATS, **BALLOT)
    host.play_on(game, phases=1)
    assert host.phase(game)["veiled"]
    assert host.rows("select awaited from phases where game = ? and number > 0 order by number", game) == [
        ("alpha beta gamma",),
        (None,),
    ]
    assert is_called(host, game, "alpha", "draft")
    assert is_called(host, game, "alpha", "draft")


def test_after_the_deadline_every_envelope_calls_the_worker(host: HostUnderTest, ballot: str) -> None:
    """In grace the phase is due as soon as something is in from everybody."""
    game = host.started(SEATS, **BALLOT, terms={"grace_seconds": 3600})
    host.clock.forward(hours=24)
    host.work()
    assert is_called(host, game, "alpha", "draft")
    assert is_called(host, game, "beta", "draft")
    assert is_called(host, game, "gamma", "draft")
    host.look(game)
    assert host.json(f"/games/{game}")["phase"] == 2


def test_a_book_calls_the_worker_and_so_does_withdrawing_for_it(host: HostUnderTest) -> None:
    game = host.started()
    [seat] = host.asked(game)
    host.send(game, seat, host.default(game, seat), "draft")
    assert send_book(host, game, seat, [{"question": "D-S1", "choose": [{"city": "argos"}]}]).status_code == 201
    assert is_due(host, game)
    host.look(game)
    assert host.json(f"/games/{game}")["phase"] == 1
    assert is_called(host, game, seat, "withdrawn")
    host.look(game)
    assert host.json(f"/games/{game}")["phase"] > 1


def test_a_row_says_of_a_seat_with_a_book_nothing_that_the_book_answers(host: HostUnderTest) -> None:
    """Whether it answers what is asked is sealed, so the row is the same either way."""
    rows = []
    for entries in ([{"question": "D-S1", "choose": [{"city": "argos"}]}], []):
        game = host.started()
        [seat] = host.asked(game)
        host.send(game, seat, host.default(game, seat), "draft")
        assert send_book(host, game, seat, entries).status_code == 201
        host.look(game)
        rows += host.rows("select awaited, settled_by from phases where game = ? and number = 1", game)
    assert rows[0] == rows[1] == ("", "final")


def test_an_envelope_of_a_paused_game_is_looked_at_in_vain(host: HostUnderTest, ballot: str) -> None:
    game = host.started(SEATS, **BALLOT)
    assert host.act(game, Pause()).status_code == 201
    for seat in SEATS:
        host.send(game, seat, host.default(game, seat))
    host.work()
    assert host.rows("select status, look_at from phases where game = ? and number = 1", game) == [("open", None)]
