"""A seat that changes hands: what goes with who leaves, what stays for who comes, and that he is asked at once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from schemas.documents.letters import open_letter
from schemas.statements import payloads
from tests.api.houses import HouseUnderTest

BALLOT = {"title": "ballot", "scenario": "assembly"}
SEATS = ("alpha", "beta", "gamma", "delta")
VEILED = 4


def asked(house: HouseUnderTest, game: str) -> str:
    return str(house.phase(game)["asked"][0]["seat"])


def deadline(house: HouseUnderTest, game: str) -> datetime:
    return datetime.fromisoformat(house.phase(game)["deadline"])


def wanted(house: HouseUnderTest, player: str) -> list[tuple[str, bytes]]:
    """The mails that ask a player for orders, with their letters."""
    query = "select subject, letter from mails where kind = 'orders-wanted' and player = ? order by id"
    return house.rows(query, player)


# --- absences ----------------------------------------------------------------------------------------------------


def test_the_absences_of_who_left_do_not_count_for_his_substitute(house: HouseUnderTest) -> None:
    game = house.started()
    seat, before = asked(house, game), deadline(house, game)
    away = payloads.Absence(first="2026-05-02", last="2026-05-05")
    assert house.seat_act(game, seat, away).status_code == 201
    assert deadline(house, game) == before + timedelta(days=4)
    assert house.seat_act(game, seat, payloads.Resign()).status_code == 201
    assert deadline(house, game) == before
    assert house.substitute(game, seat, "ann").status_code == 201
    assert deadline(house, game) == before
    assert house.seat_act(game, seat, payloads.Absence(first="2026-05-02", last="2026-05-02")).status_code == 201
    assert deadline(house, game) == before + timedelta(days=1)


def test_what_a_leaver_takes_away_leaves_his_substitute_the_time_of_a_phase(house: HouseUnderTest) -> None:
    game = house.started()
    seat, before = asked(house, game), deadline(house, game)
    house.seat_act(game, seat, payloads.Absence(first="2026-05-02", last="2026-05-05"))
    house.clock.forward(days=2)
    house.seat_act(game, seat, payloads.Resign())
    assert deadline(house, game) == house.clock() + timedelta(hours=24) > before
    house.clock.forward(hours=23)
    assert house.substitute(game, seat, "ann").status_code == 201
    house.work()
    assert (house.phase(game)["phase"], deadline(house, game)) == (1, house.clock() + timedelta(hours=1))


def test_nobody_gains_time_by_a_seat_that_falls_vacant(house: HouseUnderTest) -> None:
    game = house.started()
    before = deadline(house, game)
    house.clock.forward(hours=12)
    house.seat_act(game, asked(house, game), payloads.Resign())
    assert deadline(house, game) == before


# --- mails -------------------------------------------------------------------------------------------------------


def test_a_substitute_for_whose_seat_the_phase_waits_is_asked_at_once(house: HouseUnderTest) -> None:
    game = house.started()
    seat = asked(house, game)
    other = next(one for one in ("red", "green", "black", "orange") if one != seat)
    before = house.rows("select count(*) from mails where kind = 'orders-wanted'")
    for left in (seat, other):
        house.seat_act(game, left, payloads.Resign())
        assert house.substitute(game, left, f"ann-{left}").status_code == 201
    assert house.rows("select count(*) from mails where kind = 'orders-wanted'") == [(before[0][0] + 1,)]
    ((subject, sealed),) = wanted(house, f"ann-{seat}")
    assert f"{seat}: orders wanted by {house.phase(game)['deadline']}" in subject
    letter = open_letter(sealed, house.seats[game][seat].identity, house.house.card.signing_key)
    assert letter.body["view"] == house.json(f"/games/{game}/seats/{seat}/view", house.seats[game][seat])["view"]


def test_what_the_former_holder_sent_is_counted_in_a_substitutes_letter_and_replaced(house: HouseUnderTest) -> None:
    game = house.started()
    seat = asked(house, game)
    assert house.send(game, seat, house.default(game, seat), "draft").status_code == 201
    house.seat_act(game, seat, payloads.Resign())
    house.substitute(game, seat, "ann")
    ann = house.seats[game][seat]
    ((_, sealed),) = wanted(house, "ann")
    sequences = open_letter(sealed, ann.identity, house.house.card.signing_key).body["sequences"]
    assert sequences == {"phase": 1, "book": 0}
    assert house.json(f"/games/{game}/phase")["asked"][0]["in"] is True
    older = house.send(game, seat, house.default(game, seat), sequence=1)
    assert older.get_json()["code"] == "sequence-not-newer"
    assert house.send(game, seat, house.default(game, seat), sequence=2).status_code == 201


@pytest.mark.usefixtures("ballot")
def test_who_joins_while_the_former_holders_final_orders_stand_is_not_asked(house: HouseUnderTest) -> None:
    game = house.started(SEATS, **BALLOT)
    assert house.send(game, "beta", house.default(game, "beta")).status_code == 201
    house.seat_act(game, "beta", payloads.Resign())
    house.substitute(game, "beta", "ann")
    assert wanted(house, "ann") == []


@pytest.fixture
def veiled(house: HouseUnderTest, ballot: str) -> str:
    """A veiled phase, of which some seats are not asked."""
    game = house.started(SEATS, **BALLOT)
    house.play_on(game, VEILED - 1)
    assert house.phase(game)["veiled"] is True
    assert len(house.asked(game)) < len(SEATS)
    return game


def test_of_a_veiled_phase_a_substitute_gets_the_same_mail_asked_or_not(house: HouseUnderTest, veiled: str) -> None:
    others = [seat for seat in SEATS if seat not in house.asked(veiled)]
    told = []
    for seat in (house.asked(veiled)[0], others[0]):
        house.seat_act(veiled, seat, payloads.Resign())
        house.substitute(veiled, seat, f"ann-{seat}")
        ((subject, sealed),) = wanted(house, f"ann-{seat}")
        (text,) = house.rows("select text from mails where kind = 'orders-wanted' order by id desc limit 1")[0]
        told.append((subject.replace(seat, "X"), text.replace(seat, "X"), len(sealed) - len(seat)))
    assert told[0] == told[1]
