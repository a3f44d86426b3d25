"""One player, several seats: joined where the title allows it, asked by one mail, left one by one."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.mail_out.postman import Postman
from schemas.documents.letters import open_letter
from schemas.record import Record, verify_record
from schemas.statements.payloads import Absence, Replace, Resign
from tests.api.hosts import HostUnderTest, painted
from tests.api.mail_out.test_outbox import Letterbox

SEATS = ("alpha", "beta", "gamma", "delta")
TWO = {"options": {"shared": True}, "held": {"gamma": "alpha"}}


@pytest.fixture
def shared(host: HostUnderTest, ballot: str) -> Any:
    """Alpha and gamma are one player's."""

    def start(**how: Any) -> str:
        return host.started(SEATS, title=ballot, scenario="assembly", **{**TWO, **how})

    return start


def mails(host: HostUnderTest, kind: str, player: str = "p-alpha") -> list[str]:
    """The texts of the mails of a kind to a player."""
    rows = host.rows("select text from mails where kind = ? and player = ? order by id", kind, player)
    return [text for (text,) in rows]


def send_all(host: HostUnderTest) -> None:
    Postman(host.host, Letterbox(), painted).run_once()


def default_of(host: HostUnderTest, game: str, *seats: str) -> None:
    for seat in seats:
        assert host.send(game, seat, host.default(game, seat)).status_code == 201
    host.work()


def test_a_second_seat_is_refused_where_the_title_lets_nobody_have_two(host: HostUnderTest, ballot: str) -> None:
    ann = host.register("ann")
    game = host.open_game(ann, SEATS, ballot, "assembly")
    assert host.post(f"/games/{game['game']}/joins", host.join_statement(ann, game, "alpha")).status_code == 201
    refused = host.post(f"/games/{game['game']}/joins", host.join_statement(ann, game, "gamma"))
    assert (refused.status_code, refused.get_json()["code"]) == (409, "not-together")
    assert "one player holds one seat" in refused.get_json()["detail"]


def test_one_mail_asks_for_all_seats_of_a_player_and_brings_a_letter_for_each(host: HostUnderTest, shared: Any) -> None:
    game, box = shared(), Letterbox()
    (text,) = mails(host, "orders-wanted")
    assert text.startswith("p-alpha (alpha): Whom do you vote against?\n")
    assert re.search(r"^Answer for gamma:\n    ostraka table [a-z-]+ gamma$", text, re.MULTILINE)
    Postman(host.host, box, painted).run_once()
    (mail,) = [one for one in box.mails if "orders-wanted" in one["Message-ID"] and "p-alpha" in str(one["References"])]
    *attached, _ = mail.iter_attachments()
    letters = {part.get_filename(): part.get_content() for part in attached}
    assert sorted(letters) == [f"{game}-alpha-1.ostraka", f"{game}-gamma-1.ostraka"]
    player = host.seats[game]["alpha"].identity
    told = [open_letter(sealed, player, host.host.card.signing_key).seat for sealed in letters.values()]
    assert told == ["alpha", "gamma"]


def test_the_others_of_a_game_with_a_shared_seat_are_asked_as_ever(host: HostUnderTest, shared: Any) -> None:
    shared()
    assert [len(mails(host, "orders-wanted", player)) for player in ("p-beta", "p-delta")] == [1, 1]
    assert mails(host, "orders-wanted", "p-beta")[0].startswith("p-beta: Whom do you vote against?\n")


def test_what_is_told_to_everybody_is_told_to_a_player_once(host: HostUnderTest, shared: Any) -> None:
    game = shared()
    host.seat_act(game, "beta", Resign())
    assert len(mails(host, "started")) == len(mails(host, "organiser")) == 1


def test_a_reminder_names_the_seats_from_which_nothing_is_in(host: HostUnderTest, shared: Any) -> None:
    game = shared(terms={"reminders": [3600]})
    send_all(host)
    default_of(host, game, "alpha")
    host.clock.forward(hours=23.5)
    host.work()
    (text,) = mails(host, "reminder")
    assert "still waiting for you, for gamma. You have until " in text


def test_a_veiled_phase_writes_once_to_each_player_with_as_many_letters_as_seats(
    host: HostUnderTest, shared: Any
) -> None:
    game = shared()
    default_of(host, game, *SEATS)
    assert host.phase(game)["veiled"]
    rows = host.rows("select player, letters from mails where kind = 'orders-wanted' and phase = 2 order by id")
    assert [player for player, _ in rows] == ["p-alpha", "p-beta", "p-delta"]
    assert [("gamma" in letters) for _, letters in rows] == [True, False, False]


def test_news_stand_in_one_mail_and_in_no_other(host: HostUnderTest, shared: Any) -> None:
    game = shared()
    for _ in range(2):
        send_all(host)
        default_of(host, game, *SEATS)
    texts = mails(host, "orders-wanted")
    assert ["voted against" in text for text in texts] == [False, True, False]


def test_each_seat_is_waited_for_and_missed_by_itself(host: HostUnderTest, shared: Any) -> None:
    game = shared()
    default_of(host, game, "alpha", "beta", "delta")
    player = host.seats[game]["alpha"]
    waiting = host.json(f"/players/{player.handle}/waiting", player)["games"]
    assert [(one["seat"], one["final"]) for one in waiting] == [("alpha", True), ("gamma", False)]
    host.clock.forward(hours=25)
    host.work()
    excused = {seat["seat"]: seat["excused"] for seat in host.json(f"/games/{game}")["seats"]}
    assert excused == {"alpha": 2, "beta": 2, "gamma": 1, "delta": 2}


def test_press_between_ones_own_seats_is_kept_and_mailed_to_nobody(host: HostUnderTest, shared: Any) -> None:
    game = shared()
    assert host.write_press(game, "alpha", ["gamma"], "a note to my other self").status_code == 201
    host.work()
    player = host.seats[game]["gamma"]
    (note,) = host.json(f"/games/{game}/seats/gamma/press", player)["press"]
    assert (note["from"], note["text"]) == ("alpha", "a note to my other self")
    assert mails(host, "press") == []


def test_a_seat_is_left_by_itself_and_the_other_stays(host: HostUnderTest, shared: Any) -> None:
    game = shared()
    host.seat_act(game, "gamma", Resign())
    assert host.substitute(game, "gamma", "sub").status_code == 201
    told = {seat["seat"]: seat["player"] for seat in host.json(f"/games/{game}")["seats"]}
    assert (told["alpha"], told["gamma"]) == ("p-alpha", "sub")
    host.play_on(game)
    record = Record.from_json(host.get(f"/games/{game}/record").get_data())
    assert verify_record(record, host.host.identity.signing_key) == []


def test_a_seat_is_kept_for_who_holds_another_and_he_is_asked_for_the_new_one(host: HostUnderTest, shared: Any) -> None:
    game = shared()
    assert host.act(game, Replace(seat="delta", player="p-beta")).status_code == 201
    before = len(mails(host, "orders-wanted", "p-beta"))
    assert host.substitute(game, "delta", "p-beta").status_code == 201
    (text,) = mails(host, "orders-wanted", "p-beta")[before:]
    assert text.startswith("p-beta (delta): ")


def test_an_absence_is_announced_for_one_seat_and_lengthens_its_time_alone(host: HostUnderTest, shared: Any) -> None:
    game = shared(terms={"phase_seconds": 3 * 86_400})
    before = host.phase(game)["deadline"]
    assert host.seat_act(game, "gamma", Absence(first="2026-05-02", last="2026-05-02")).status_code == 201
    default_of(host, game, "gamma", "beta", "delta")
    assert host.phase(game)["deadline"] > before
    (text,) = mails(host, "organiser")
    assert "p-alpha (gamma) will be away" in text
