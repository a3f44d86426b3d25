"""A game from the first envelope to the last."""

from __future__ import annotations

from tests.api.houses import HouseUnderTest


def test_four_seats_play_to_the_end(house: HouseUnderTest) -> None:
    game = house.started()
    house.play_on(game)
    summary = house.json(f"/games/{game}")
    assert summary["status"] == "over"
    assert sorted(summary["places"]) == ["black", "green", "orange", "red"]
    assert house.json(f"/games/{game}/log")["log"]
