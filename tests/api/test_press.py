"""Press reaches those whom it is for, and nobody else by any road."""

from __future__ import annotations

from typing import Any

from tests.api.houses import HouseUnderTest

SECRET = "Argos will open its gates at dawn"


def feed(house: HouseUnderTest, game: str, seat: str, since: int = 0) -> list[dict[str, Any]]:
    told = house.json(f"/games/{game}/seats/{seat}/press?since={since}", house.seats[game][seat])
    return list(told["press"])


def test_press_of_one_seat_reaches_no_other_by_any_road(house: HouseUnderTest) -> None:
    game = house.started()
    quiet = {
        who: house.get(f"/games/{game}/seats/black/{who}", house.seats[game]["black"]) for who in ("press", "view")
    }
    before = (
        house.get(f"/games/{game}").data,
        house.get(f"/games/{game}/log").data,
        house.get(f"/games/{game}/acts").data,
    )
    assert house.write_press(game, "red", ["green"], SECRET).status_code == 201
    assert [one["text"] for one in feed(house, game, "green")] == [SECRET]
    after = {
        who: house.get(f"/games/{game}/seats/black/{who}", house.seats[game]["black"]) for who in ("press", "view")
    }
    assert {who: one.data for who, one in after.items()} == {who: one.data for who, one in quiet.items()}
    assert {who: one.headers["ETag"] for who, one in after.items()} == {
        who: one.headers["ETag"] for who, one in quiet.items()
    }
    assert before == (
        house.get(f"/games/{game}").data, house.get(f"/games/{game}/log").data, house.get(f"/games/{game}/acts").data
    )  # fmt: skip
    assert house.get(f"/games/{game}/seats/green/press", house.seats[game]["black"]).status_code == 403
    assert house.rows("select player from mails where kind = 'press'") == [("p-green",)]
    assert SECRET not in house.dump()
    assert not any(SECRET.encode() in data for data in house.files())


def test_numbers_of_a_feed_tell_nothing_of_what_others_write(house: HouseUnderTest) -> None:
    game = house.started()
    for number in range(3):
        house.write_press(game, "red", ["green"], f"{number}")
    house.write_press(game, "red", ["black"], "for black")
    assert [(one["number"], one["text"]) for one in feed(house, game, "black")] == [(1, "for black")]
    assert [one["number"] for one in feed(house, game, "green", since=2)] == [3]


def test_a_message_sent_again_is_one_message(house: HouseUnderTest) -> None:
    game = house.started()
    assert house.write_press(game, "red", ["green", "black"], "peace", number=4).status_code == 201
    assert house.write_press(game, "red", ["green", "black"], "peace", number=4).status_code == 200
    refused = house.write_press(game, "red", ["green"], "war", number=4)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "number-not-newer")
    assert len(feed(house, game, "green")) == 1


def test_only_the_holder_writes_from_a_seat_and_only_to_others(house: HouseUnderTest) -> None:
    game = house.started()
    assert house.write_press(game, "red", ["green"], "lie", by=house.seats[game]["black"]).status_code == 403
    for to in (["red"], ["athens"], ["black", "green"], ["green", "green"]):
        assert house.write_press(game, "red", to, "x").get_json()["code"] == "wrong-recipients"
    assert house.rows("select count(*) from press") == [(0,)]
