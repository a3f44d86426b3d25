"""One player, several seats: joined where the title allows it, asked by one mail, left one by one."""

from __future__ import annotations

from typing import Any

import pytest

from api.mail_out.postman import Postman
from schemas.documents.letters import open_letter
from schemas.record import Record, verify_record
from schemas.statements.payloads import Absence, Replace, Resign
from tests.api.houses import HouseUnderTest, painted
from tests.api.test_mail import Letterbox

SEATS = ("alpha", "beta", "gamma", "delta")
TWO = {"options": {"shared": True}, "held": {"gamma": "alpha"}}


@pytest.fixture
def shared(house: HouseUnderTest, ballot: str) -> Any:
    """Alpha and gamma are one player's."""

    def start(**how: Any) -> str:
        return house.started(SEATS, title=ballot, scenario="assembly", **{**TWO, **how})

    return start


def mails(house: HouseUnderTest, kind: str, player: str = "p-alpha") -> list[str]:
    """The texts of the mails of a kind to a player."""
    rows = house.rows("select text from mails where kind = ? and player = ? order by id", kind, player)
    return [text for (text,) in rows]


def default_of(house: HouseUnderTest, game: str, *seats: str) -> None:
    for seat in seats:
        assert house.send(game, seat, house.default(game, seat)).status_code == 201
    house.work()


def test_a_second_seat_is_refused_where_the_title_lets_nobody_have_two(house: HouseUnderTest, ballot: str) -> None:
    ann = house.register("ann")
    game = house.open_game(ann, SEATS, ballot, "assembly")
    assert house.post(f"/games/{game['game']}/joins", house.join_statement(ann, game, "alpha")).status_code == 201
    refused = house.post(f"/games/{game['game']}/joins", house.join_statement(ann, game, "gamma"))
    assert (refused.status_code, refused.get_json()["code"]) == (409, "not-together")
    assert "one player holds one seat" in refused.get_json()["detail"]


def test_one_mail_asks_for_all_seats_of_a_player_and_brings_a_letter_for_each(
    house: HouseUnderTest, shared: Any
) -> None:
    game, box = shared(), Letterbox()
    (text,) = mails(house, "orders-wanted")
    assert "waits for alpha and gamma, until" in text
    assert "alpha is asked B-1" in " ".join(text.split())
    assert f"ostraka play {game} gamma\n" in text
    Postman(house.house, box, painted).run_once()
    (mail,) = [one for one in box.mails if "orders-wanted" in one["Message-ID"] and "p-alpha" in str(one["References"])]
    letters = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    assert sorted(letters) == [f"{game}-alpha-1.ostraka", f"{game}-gamma-1.ostraka"]
    player = house.seats[game]["alpha"].identity
    told = [open_letter(sealed, player, house.house.card.signing_key).seat for sealed in letters.values()]
    assert told == ["alpha", "gamma"]


def test_the_others_of_a_game_with_a_shared_seat_are_asked_as_ever(house: HouseUnderTest, shared: Any) -> None:
    shared()
    assert [len(mails(house, "orders-wanted", player)) for player in ("p-beta", "p-delta")] == [1, 1]
    assert "You are asked B-1" in " ".join(mails(house, "orders-wanted", "p-beta")[0].split())


def test_what_is_told_to_everybody_is_told_to_a_player_once(house: HouseUnderTest, shared: Any) -> None:
    game = shared()
    house.seat_act(game, "beta", Resign())
    assert len(mails(house, "started")) == len(mails(house, "organiser")) == 1


def test_a_reminder_names_the_seats_from_which_nothing_is_in(house: HouseUnderTest, shared: Any) -> None:
    game = shared(terms={"reminders": [3600]})
    default_of(house, game, "alpha")
    house.clock.forward(hours=23.5)
    house.work()
    (text,) = mails(house, "reminder")
    assert "still waits for gamma, until" in text


def test_a_veiled_phase_writes_once_to_each_player_with_as_many_letters_as_seats(
    house: HouseUnderTest, shared: Any
) -> None:
    game = shared()
    default_of(house, game, *SEATS)
    assert house.phase(game)["veiled"]
    rows = house.rows("select player, letters from mails where kind = 'orders-wanted' and phase = 2 order by id")
    assert [player for player, _ in rows] == ["p-alpha", "p-beta", "p-delta"]
    assert [("gamma" in letters) for _, letters in rows] == [True, False, False]


def test_news_stand_in_one_mail_and_in_no_other(house: HouseUnderTest, shared: Any) -> None:
    game = shared()
    default_of(house, game, *SEATS)
    default_of(house, game, *SEATS)
    texts = mails(house, "orders-wanted")
    assert ["voted against" in text for text in texts] == [False, True, False]


def test_each_seat_is_waited_for_and_missed_by_itself(house: HouseUnderTest, shared: Any) -> None:
    game = shared()
    default_of(house, game, "alpha", "beta", "delta")
    player = house.seats[game]["alpha"]
    waiting = house.json(f"/players/{player.handle}/waiting", player)["games"]
    assert [(one["seat"], one["final"]) for one in waiting] == [("alpha", True), ("gamma", False)]
    house.clock.forward(hours=25)
    house.work()
    excused = {seat["seat"]: seat["excused"] for seat in house.json(f"/games/{game}")["seats"]}
    assert excused == {"alpha": 2, "beta": 2, "gamma": 1, "delta": 2}


def test_press_between_ones_own_seats_is_kept_and_mailed_to_nobody(house: HouseUnderTest, shared: Any) -> None:
    game = shared()
    assert house.write_press(game, "alpha", ["gamma"], "a note to my other self").status_code == 201
    house.work()
    player = house.seats[game]["gamma"]
    (note,) = house.json(f"/games/{game}/seats/gamma/press", player)["press"]
    assert (note["from"], note["text"]) == ("alpha", "a note to my other self")
    assert mails(house, "press") == []


def test_a_seat_is_left_by_itself_and_the_other_stays(house: HouseUnderTest, shared: Any) -> None:
    game = shared()
    house.seat_act(game, "gamma", Resign())
    assert house.substitute(game, "gamma", "sub").status_code == 201
    told = {seat["seat"]: seat["player"] for seat in house.json(f"/games/{game}")["seats"]}
    assert (told["alpha"], told["gamma"]) == ("p-alpha", "sub")
    house.play_on(game)
    record = Record.from_json(house.get(f"/games/{game}/record").get_data())
    assert verify_record(record, house.house.identity.signing_key) == []


def test_a_seat_is_kept_for_who_holds_another_and_he_is_asked_for_the_new_one(
    house: HouseUnderTest, shared: Any
) -> None:
    game = shared()
    assert house.act(game, Replace(seat="delta", player="p-beta")).status_code == 201
    before = len(mails(house, "orders-wanted", "p-beta"))
    assert house.substitute(game, "delta", "p-beta").status_code == 201
    (text,) = mails(house, "orders-wanted", "p-beta")[before:]
    assert "waits for delta, until" in text


def test_an_absence_is_announced_for_one_seat_and_lengthens_its_time_alone(house: HouseUnderTest, shared: Any) -> None:
    game = shared(terms={"phase_seconds": 3 * 86_400})
    before = house.phase(game)["deadline"]
    assert house.seat_act(game, "gamma", Absence(first="2026-05-02", last="2026-05-02")).status_code == 201
    default_of(house, game, "gamma", "beta", "delta")
    assert house.phase(game)["deadline"] > before
    (text,) = mails(house, "organiser")
    assert "gamma will be absent" in text
