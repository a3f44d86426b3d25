"""Votes: what the players decide themselves, and when it carries."""

from __future__ import annotations

from schemas.statements import payloads
from tests.api.houses import HouseUnderTest


def vote(house: HouseUnderTest, game: str, seat: str, on: str, yes: bool = True) -> int:
    act = payloads.Vote(on=on, yes=yes)  # type: ignore[arg-type]
    return house.seat_act(game, seat, act).status_code


def paused(house: HouseUnderTest, game: str) -> bool:
    return house.json(f"/games/{game}")["paused_at"] is not None


def test_more_than_half_of_the_held_seats_pause_a_game(house: HouseUnderTest) -> None:
    game = house.started()
    for seat in ("red", "green"):
        assert vote(house, game, seat, "pause") == 201
    assert not paused(house, game)
    vote(house, game, "orange", "pause")
    assert paused(house, game)
    assert vote(house, game, "black", "pause") == 409


def test_a_vote_stands_until_the_seat_votes_again(house: HouseUnderTest) -> None:
    game = house.started()
    vote(house, game, "red", "pause")
    vote(house, game, "red", "pause", yes=False)
    vote(house, game, "green", "pause")
    vote(house, game, "black", "pause")
    assert not paused(house, game)
    vote(house, game, "red", "pause")
    assert paused(house, game)


def test_votes_that_carried_are_used_up(house: HouseUnderTest) -> None:
    game = house.started()
    opened = house.phase(game)["deadline"]
    for seat in ("red", "green", "black"):
        vote(house, game, seat, "extend")
    extended = house.phase(game)["deadline"]
    assert extended > opened
    vote(house, game, "red", "extend")
    assert house.phase(game)["deadline"] == extended


def test_votes_of_seats_that_fell_vacant_do_not_count(house: HouseUnderTest) -> None:
    game = house.started()
    for seat in ("red", "green"):
        vote(house, game, seat, "pause")
    house.seat_act(game, "green", payloads.Resign())
    house.substitute(game, "green", "ann")
    vote(house, game, "black", "pause")
    assert not paused(house, game)


def test_all_seats_end_a_game(house: HouseUnderTest) -> None:
    game = house.started()
    for seat in ("red", "green", "black"):
        vote(house, game, seat, "end")
    assert house.json(f"/games/{game}")["status"] == "running"
    vote(house, game, "orange", "end")
    summary = house.json(f"/games/{game}")
    assert (summary["status"], summary["reason"]) == ("over", "ended by the players")
