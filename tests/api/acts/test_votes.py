"""Votes: what the players decide themselves, and when it carries."""

from __future__ import annotations

from schemas.statements import payloads
from tests.api.hosts import HostUnderTest


def vote(host: HostUnderTest, game: str, seat: str, on: str, yes: bool = True) -> int:
    act = payloads.Vote(on=on, yes=yes)  # type: ignore[arg-type]
    return host.seat_act(game, seat, act).status_code


def paused(host: HostUnderTest, game: str) -> bool:
    return host.json(f"/games/{game}")["paused_at"] is not None


def test_more_than_half_of_the_held_seats_pause_a_game(host: HostUnderTest) -> None:
    game = host.started()
    for seat in ("red", "green"):
        assert vote(host, game, seat, "pause") == 201
    assert not paused(host, game)
    vote(host, game, "orange", "pause")
    assert paused(host, game)
    assert vote(host, game, "black", "pause") == 409


def test_a_vote_stands_until_the_seat_votes_again(host: HostUnderTest) -> None:
    game = host.started()
    vote(host, game, "red", "pause")
    vote(host, game, "red", "pause", yes=False)
    vote(host, game, "green", "pause")
    vote(host, game, "black", "pause")
    assert not paused(host, game)
    vote(host, game, "red", "pause")
    assert paused(host, game)


def test_votes_that_carried_are_used_up(host: HostUnderTest) -> None:
    game = host.started()
    opened = host.phase(game)["deadline"]
    for seat in ("red", "green", "black"):
        vote(host, game, seat, "extend")
    extended = host.phase(game)["deadline"]
    assert extended > opened
    vote(host, game, "red", "extend")
    assert host.phase(game)["deadline"] == extended


def test_votes_of_seats_that_fell_vacant_do_not_count(host: HostUnderTest) -> None:
    game = host.started()
    for seat in ("red", "green"):
        vote(host, game, seat, "pause")
    host.seat_act(game, "green", payloads.Resign())
    host.substitute(game, "green", "ann")
    vote(host, game, "black", "pause")
    assert not paused(host, game)


def test_all_seats_end_a_game(host: HostUnderTest) -> None:
    game = host.started()
    for seat in ("red", "green", "black"):
        vote(host, game, seat, "end")
    assert host.json(f"/games/{game}")["status"] == "running"
    vote(host, game, "orange", "end")
    summary = host.json(f"/games/{game}")
    assert (summary["status"], summary["reason"]) == ("over", "ended by the players")
