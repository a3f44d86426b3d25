"""Which envelopes wake the worker: those that may make their phase due, and all about which there is a doubt."""

from __future__ import annotations

import pytest

from api.host.awaited_seats import Expected, Wanted
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest

SEATS = ("alpha", "beta", "gamma")
BALLOT = {"title": "ballot", "scenario": "assembly"}


def woken(host: HostUnderTest, game: str, seat: str, word: str) -> bool:
    """Send a seat's defaults: is the worker woken by it?"""
    host.worker.calls.take()
    assert host.send(game, seat, host.default(game, seat) if word != "withdrawn" else [], word).status_code == 201
    return game in host.worker.calls.take()[1]


def looked_at(host: HostUnderTest, game: str) -> None:
    """The worker looks, and finds that the phase is not due."""
    host.host.wake(game)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 1


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        ("final", [("draft", False), ("final", False), ("draft", False), ("final", False)]),
        ("in", [("draft", False), ("final", False), ("draft", False)]),
        ("deadline", [("draft", False), ("final", False)]),
    ],
)
def test_the_last_that_is_wanted_wakes_the_worker_and_no_other(
    host: HostUnderTest, ballot: str, cut: str, words: list[tuple[str, bool]]
) -> None:
    game = host.started(SEATS, **BALLOT, terms={"cut": cut})
    looked_at(host, game)
    assert [(word, woken(host, game, "alpha", word)) for word, _ in words] == words
    assert woken(host, game, "beta", "final") is False
    assert woken(host, game, "gamma", "final") is (cut != "deadline")
    host.host.wake(game)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == (1 if cut == "deadline" else 2)


def test_of_what_the_worker_has_not_looked_at_every_envelope_wakes_it(host: HostUnderTest, ballot: str) -> None:
    game = host.started(SEATS, **BALLOT)
    assert woken(host, game, "alpha", "draft")
    assert woken(host, game, "alpha", "draft")


def test_after_the_deadline_every_envelope_wakes_the_worker(host: HostUnderTest, ballot: str) -> None:
    """In grace the phase is due as soon as something is in from everybody."""
    game = host.started(SEATS, **BALLOT, terms={"grace_seconds": 3600})
    looked_at(host, game)
    host.clock.forward(hours=24)
    host.work()
    assert woken(host, game, "alpha", "draft")
    assert woken(host, game, "beta", "draft")
    assert woken(host, game, "gamma", "draft")
    host.host.wake(game)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2


def test_whoever_withdraws_leaves_it_to_his_book_which_may_make_the_phase_due(host: HostUnderTest) -> None:
    game = host.started()
    [seat] = host.asked(game)
    host.send(game, seat, host.default(game, seat), "draft")
    assert send_book(host, game, seat, [{"question": "D-S1", "choose": [{"city": "argos"}]}]).status_code == 201
    looked_at(host, game)
    assert woken(host, game, seat, "withdrawn")
    host.host.wake(game)
    host.work()
    assert host.json(f"/games/{game}")["phase"] > 1


def test_what_was_found_before_an_envelope_came_is_not_kept() -> None:
    expected = Expected()
    counted = expected.count("game")
    expected.may_complete("game", 1, "alpha", "final")
    expected.learn("game", Wanted(1, "final", {"alpha": False, "beta": True}), counted)
    assert expected.may_complete("game", 1, "beta", "draft")
    expected.learn("game", Wanted(1, "final", {"alpha": True, "beta": False}), expected.count("game"))
    assert not expected.may_complete("game", 1, "beta", "draft")
    assert expected.may_complete("game", 2, "beta", "draft")
    expected.learn("game", None, expected.count("game"))
    assert expected.may_complete("game", 1, "beta", "draft")
