"""A seat that changes hands: what goes with who leaves, what stays for who comes, and that he is asked at once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from schemas.documents.letters import open_letter
from schemas.statements import payloads
from tests.api.hosts import HostUnderTest

BALLOT = {"title": "ballot", "scenario": "assembly"}
SEATS = ("alpha", "beta", "gamma", "delta")
VEILED = 4


def asked(host: HostUnderTest, game: str) -> str:
    return str(host.phase(game)["asked"][0]["seat"])


def deadline(host: HostUnderTest, game: str) -> datetime:
    return datetime.fromisoformat(host.phase(game)["deadline"])


def wanted(host: HostUnderTest, player: str) -> list[tuple[str, bytes]]:
    """The mails that ask a player for orders, with their letters."""
    query = "select subject, letter from mails where kind = 'orders-wanted' and player = ? order by id"
    return host.rows(query, player)


# --- absences ----------------------------------------------------------------------------------------------------


def test_the_absences_of_who_left_do_not_count_for_his_substitute(host: HostUnderTest) -> None:
    game = host.started()
    seat, before = asked(host, game), deadline(host, game)
    away = payloads.Absence(first="2026-05-02", last="2026-05-05")
    assert host.seat_act(game, seat, away).status_code == 201
    assert deadline(host, game) == before + timedelta(days=4)
    assert host.seat_act(game, seat, payloads.Resign()).status_code == 201
    assert deadline(host, game) == before
    assert host.substitute(game, seat, "ann").status_code == 201
    assert deadline(host, game) == before
    assert host.seat_act(game, seat, payloads.Absence(first="2026-05-02", last="2026-05-02")).status_code == 201
    assert deadline(host, game) == before + timedelta(days=1)


def test_what_a_leaver_takes_away_leaves_his_substitute_the_time_of_a_phase(host: HostUnderTest) -> None:
    game = host.started()
    seat, before = asked(host, game), deadline(host, game)
    host.seat_act(game, seat, payloads.Absence(first="2026-05-02", last="2026-05-05"))
    host.clock.forward(days=2)
    host.seat_act(game, seat, payloads.Resign())
    assert deadline(host, game) == host.clock() + timedelta(hours=24) > before
    host.clock.forward(hours=23)
    assert host.substitute(game, seat, "ann").status_code == 201
    host.work()
    assert (host.phase(game)["phase"], deadline(host, game)) == (1, host.clock() + timedelta(hours=1))


def test_nobody_gains_time_by_a_seat_that_falls_vacant(host: HostUnderTest) -> None:
    game = host.started()
    before = deadline(host, game)
    host.clock.forward(hours=12)
    host.seat_act(game, asked(host, game), payloads.Resign())
    assert deadline(host, game) == before


# --- mails -------------------------------------------------------------------------------------------------------


def test_a_substitute_for_whose_seat_the_phase_waits_is_asked_at_once(host: HostUnderTest) -> None:
    game = host.started()
    seat = asked(host, game)
    other = next(one for one in ("red", "green", "black", "orange") if one != seat)
    before = host.rows("select count(*) from mails where kind = 'orders-wanted'")
    for left in (seat, other):
        host.seat_act(game, left, payloads.Resign())
        assert host.substitute(game, left, f"ann-{left}").status_code == 201
    assert host.rows("select count(*) from mails where kind = 'orders-wanted'") == [(before[0][0] + 1,)]
    ((subject, sealed),) = wanted(host, f"ann-{seat}")
    assert "Your turn in The long war: place a free cube, until Sat 2 May, 12:00 UTC" in subject
    letter = open_letter(sealed, host.seats[game][seat].identity, host.host.card.signing_key)
    assert letter.body["view"] == host.json(f"/games/{game}/seats/{seat}/view", host.seats[game][seat])["view"]


def test_what_the_former_holder_sent_is_counted_in_a_substitutes_letter_and_replaced(host: HostUnderTest) -> None:
    game = host.started()
    seat = asked(host, game)
    assert host.send(game, seat, host.default(game, seat), "draft").status_code == 201
    host.seat_act(game, seat, payloads.Resign())
    host.substitute(game, seat, "ann")
    ann = host.seats[game][seat]
    ((_, sealed),) = wanted(host, "ann")
    sequences = open_letter(sealed, ann.identity, host.host.card.signing_key).body["sequences"]
    assert sequences == {"phase": 1, "book": 0}
    assert host.json(f"/games/{game}/phase")["asked"][0]["in"] is True
    older = host.send(game, seat, host.default(game, seat), sequence=1)
    assert older.get_json()["code"] == "sequence-not-newer"
    assert host.send(game, seat, host.default(game, seat), sequence=2).status_code == 201


@pytest.mark.usefixtures("ballot")
def test_who_joins_while_the_former_holders_final_orders_stand_is_not_asked(host: HostUnderTest) -> None:
    game = host.started(SEATS, **BALLOT)
    assert host.send(game, "beta", host.default(game, "beta")).status_code == 201
    host.seat_act(game, "beta", payloads.Resign())
    host.substitute(game, "beta", "ann")
    assert wanted(host, "ann") == []


@pytest.fixture
def veiled(host: HostUnderTest, ballot: str) -> str:
    """A veiled phase, of which some seats are not asked."""
    game = host.started(SEATS, **BALLOT)
    host.play_on(game, VEILED - 1)
    assert host.phase(game)["veiled"] is True
    assert len(host.asked(game)) < len(SEATS)
    return game


def test_of_a_veiled_phase_a_substitute_gets_the_same_mail_asked_or_not(host: HostUnderTest, veiled: str) -> None:
    others = [seat for seat in SEATS if seat not in host.asked(veiled)]
    told = []
    for seat in (host.asked(veiled)[0], others[0]):
        host.seat_act(veiled, seat, payloads.Resign())
        host.substitute(veiled, seat, f"ann-{seat}")
        ((subject, sealed),) = wanted(host, f"ann-{seat}")
        (text,) = host.rows("select text from mails where kind = 'orders-wanted' order by id desc limit 1")[0]
        before, _, below = text.partition("The board")  # which names the seats in their order
        rest = (before + below.partition("To answer in the terminal")[2]).partition("ostraka-hash-chain")[0]
        told.append((subject.replace(seat, "X"), rest.replace(seat, "X"), len(sealed) - len(seat)))
    assert told[0] == told[1]
