"""Books over the wire: sent like envelopes, used when they answer, and shown to nobody but their author."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.perikles.components import CITIES as EVERY_CITY
from api.games.replay import replay_all
from api.referee.resolution import cut
from schemas.record import Record, verify_record
from schemas.statements.statements import Statement
from tests.api.booked import book_envelope, own_book, send_book, send_noise, shown_book
from tests.api.houses import HouseUnderTest
from tests.bench.trips import book as full_book

CITIES = ("thebes", "corinth", "argos")
TELLTALE = "thebes"
LATER = {"question": "D-5A", "choose": [{"seat": "self"}]}
SEND_NOTHING = {"question": "D-5C", "choose": [{} for _ in range(60)]}
SETUP = {"question": "D-S1", "choose": [{"city": city} for city in CITIES]}


def whole_game(seats: tuple[str, ...]) -> list[dict[str, Any]]:
    """Nominations for the later turns: those of the plain book are used up by being made (RULING-28)."""
    everybody = [{"city": city, "colour": colour} for colour in seats for city in EVERY_CITY]
    return [{"question": "D-3", "choose": everybody} for _ in range(2)]


def phase_of(house: HouseUnderTest, game: str) -> int | None:
    number: int | None = house.json(f"/games/{game}")["phase"]
    return number


def require_true_record(house: HouseUnderTest, game: str) -> Record:
    record = Record.from_json(json.dumps(house.json(f"/games/{game}/record")).encode())
    assert verify_record(record, house.house.identity.signing_key) == []
    return record


def report(house: HouseUnderTest, game: str, seat: str) -> list[Any]:
    told: list[Any] = house.json(f"/games/{game}/seats/{seat}/report?since=0", house.seats[game][seat])["phases"]
    return told


def test_a_book_gets_a_receipt_and_again_changes_nothing(house: HouseUnderTest) -> None:
    game = house.started()
    sent = send_book(house, game, "green", [SETUP], sequence=1)
    assert sent.status_code == 201
    receipt = Statement.from_json(sent.get_json()).body
    assert (receipt["phase"], receipt["seat"], receipt["sequence"], receipt["word"]) == (0, "green", 1, "final")
    assert send_book(house, game, "green", [SETUP], sequence=1).get_json()["code"] == "sequence-not-newer"


def test_a_final_book_that_answers_cuts_the_phase_without_its_seat(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    send_book(house, game, seat, [SETUP])
    house.work()
    assert phase_of(house, game) == 2
    assert house.position(game).cities["thebes"].temple[seat] == 3
    assert house.json(f"/games/{game}/report?since=0")["phases"][0]["events"][0]["event"] == "cube-placed"


def test_a_book_that_does_not_answer_leaves_the_game_waiting(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    send_book(house, game, seat, [{"question": "D-S1", "choose": [{"city": "troy"}]}])
    house.work()
    assert phase_of(house, game) == 1
    assert house.phase(game)["asked"] == [{"seat": seat, "question": "D-S1", "in": False, "final": False}]


def test_a_draft_of_a_book_is_used_at_the_deadline_only_and_then_counts_as_in(house: HouseUnderTest) -> None:
    game = house.started(terms={"grace_seconds": 3600, "cut": "in"})
    seat = house.asked(game)[0]
    send_book(house, game, seat, [SETUP], "draft")
    house.clock.forward(hours=24, seconds=-1)
    house.work()
    assert phase_of(house, game) == 1
    house.clock.forward(seconds=1)
    house.work()
    assert phase_of(house, game) == 2
    assert house.position(game).cities["thebes"].temple[seat] == 3
    kinds = [Statement.from_json(value).body["kind"] for value in house.json(f"/games/{game}/log")["log"]]
    assert "notice" not in kinds


def test_a_draft_of_the_phase_goes_before_a_final_book_and_is_waited_for(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, [{"question": "D-S1", "city": "megara"}], "draft")
    send_book(house, game, seat, [SETUP])
    house.work()
    assert phase_of(house, game) == 1
    house.clock.forward(hours=24)
    house.work()
    assert house.position(game).cities["megara"].temple[seat] == 3
    assert [entry["choose"] for entry in shown_book(house, game, seat)] == [SETUP["choose"]]


def test_a_new_book_replaces_the_whole_and_a_withdrawn_one_leaves_none(house: HouseUnderTest) -> None:
    game = house.started()
    send_book(house, game, "green", [SETUP, SETUP], "draft")
    send_book(house, game, "green", [LATER], "draft")
    house.play_on(game, 1)
    assert [entry["question"] for entry in shown_book(house, game, "green")] == ["D-5A"]
    assert send_book(house, game, "green", [], "withdrawn").status_code == 201
    assert own_book(house, game, "green")["word"] == "withdrawn"
    house.play_on(game, 1)
    assert shown_book(house, game, "green") == []
    house.play_on(game)
    books = [
        (book.seat, len(book.leaves or [])) for phase in require_true_record(house, game).phases for book in phase.books
    ]
    assert books == [("green", 1), ("green", 0)]


def test_choices_are_used_up_and_the_rest_is_shown_back_to_the_author_alone(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    send_book(house, game, seat, [SETUP, LATER])
    assert "thebes" in str(own_book(house, game, seat)["foreseen"])
    house.work()
    assert [entry.get("choose") for entry in shown_book(house, game, seat)] == [
        [{"city": "corinth"}, {"city": "argos"}],
        [{"seat": "self"}],
    ]


def test_a_book_is_told_to_no_other_seat_and_no_spectator_at_any_address(house: HouseUnderTest) -> None:
    game = house.started()
    asked = house.asked(game)[0]
    author, rival = [seat for seat in house.seats[game] if seat != asked][:2]
    before = told_to_others(house, game, rival)
    send_book(house, game, author, [LATER, SETUP], "draft")
    house.work()
    assert told_to_others(house, game, rival) == before
    house.play_on(game, 1)
    assert shown_book(house, game, author) != []
    assert shown_book(house, game, rival, of=author) == []
    assert TELLTALE not in str(own_book(house, game, rival))
    public = house.json(f"/games/{game}/view")["view"]
    assert public.get("books", {}) == {}
    assert house.get(f"/games/{game}/seats/{author}/view", house.seats[game][rival]).status_code == 403
    assert house.get(f"/games/{game}/seats/{author}/questions").status_code == 401


def told_to_others(house: HouseUnderTest, game: str, rival: str) -> dict[str, bytes]:
    """Everything that a spectator and a rival are told, byte for byte."""
    paths = [f"/games/{game}{rest}" for rest in ("", "/phase", "/view", "/report", "/log")]
    own = [f"/games/{game}/seats/{rival}{rest}" for rest in ("/questions", "/view", "/report")]
    player = house.seats[game][rival]
    return {path: house.get(path).data for path in paths} | {path: house.get(path, player).data for path in own}


@pytest.mark.parametrize("kind", ["noise", "no such question"])
def test_a_book_that_cannot_be_read_falls_and_only_its_author_is_told(house: HouseUnderTest, kind: str) -> None:
    game = house.started()
    [asked] = house.asked(game)
    author, rival = [seat for seat in house.seats[game] if seat != asked][:2]
    sent = send_noise(house, game, author) if kind == "noise" else send_book(house, game, author, [{"question": "X-9"}])
    assert sent.status_code == 201
    house.play_on(game, 1)
    [fallen] = report(house, game, author)[0]["fallen"]
    assert fallen["question"] == "book"
    assert ("X-9" in fallen["message"]) is (kind != "noise")
    assert report(house, game, rival)[0]["fallen"] == []
    assert "book" not in house.get(f"/games/{game}/report?since=0").text
    house.play_on(game, 1)
    assert report(house, game, author)[1]["fallen"] == []
    house.play_on(game)
    [recorded] = require_true_record(house, game).phases[0].books
    assert (recorded.seat, recorded.leaves is None) == (author, kind == "noise")


def test_an_unasked_order_in_a_book_is_carried_out(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    others = [one for one in house.seats[game] if one != seat]
    for other in others:
        send_book(house, game, other, [{"question": "D-S1B", "choose": [{"city": "corinth"}]}])
    house.play_on(game)
    record = require_true_record(house, game)
    assert [(o.seat, o.source) for p in record.phases for o in p.orders if o.question == "D-S1B"][:3] == [
        (other, "book") for other in others
    ]


def test_a_book_for_a_simultaneous_and_a_veiled_phase(house: HouseUnderTest, ballot: str) -> None:
    game = house.started(("alpha", "beta", "gamma"), title=ballot, scenario="assembly")
    votes = {"alpha": ["beta", "gamma"], "beta": ["gamma", "alpha"], "gamma": ["beta", "alpha"]}
    for seat, against in votes.items():
        entries = [
            {"question": "B-1", "choose": [{"against": one} for one in against * 2]},
            {"question": "B-2", "choose": [{"mercy": False}, {"mercy": False}]},
        ]
        send_book(house, game, seat, entries)
    house.work()
    assert house.json(f"/games/{game}")["status"] == "over"
    sources = {order.source for phase in require_true_record(house, game).phases for order in phase.orders}
    assert sources == {"book"}


def test_a_chain_runs_over_several_phases_and_the_next_mail_tells_all_of_it(house: HouseUnderTest) -> None:
    game = house.started()
    first = house.asked(game)[0]
    others = [seat for seat in house.seats[game] if seat != first]
    for seat in others:
        send_book(house, game, seat, [SETUP])
    house.work()
    assert phase_of(house, game) == 1
    house.play_on(game, 1)
    waiting = phase_of(house, game)
    assert waiting == 1 + len(house.seats[game])
    told = house.rows("select message_id, text from mails where kind = 'orders-wanted'")
    numbers = sorted({int(message.split(".")[3].split("@")[0]) for message, _ in told})
    assert numbers == [1, waiting]
    last = next(text for message, text in told if f".{waiting}@" in message)
    assert all(seat in last for seat in others)


def test_the_least_time_of_a_phase_brakes_a_chain(house: HouseUnderTest) -> None:
    game = house.started(terms={"least_seconds": 600})
    for seat in house.seats[game]:
        send_book(house, game, seat, [SETUP])
    house.work()
    assert phase_of(house, game) == 1
    for number in (2, 3, 4):
        house.clock.forward(seconds=599)
        house.work()
        assert phase_of(house, game) == number - 1
        house.clock.forward(seconds=1)
        house.work()
        assert phase_of(house, game) == number


def test_a_whole_game_by_the_books_of_all_seats_is_one_chain_and_its_record_holds(house: HouseUnderTest) -> None:
    seats = ("red", "green", "black")
    game = house.started(seats, scenario="standard")
    for seat in seats:
        send_book(house, game, seat, [*full_book(house.position(game), seat), *whole_game(seats), SEND_NOTHING])
    house.work()
    assert house.json(f"/games/{game}")["status"] == "over"
    assert house.rows("select distinct kind from mails order by kind") == [("orders-wanted",), ("over",), ("started",)]
    numbers = house.rows("select count(*) from mails where kind = 'orders-wanted'")
    assert numbers == [(1,)]
    record = require_true_record(house, game)
    assert len(record.phases) > 30
    assert {order.source for phase in record.phases for order in phase.orders} == {"book"}
    assert [replayed.differs for replayed in replay_all(house.house)] == [None]
    assert house.rows("select count(*) from phases where private_key is not null") == [(0,)]


def test_a_books_key_is_gone_from_every_file_when_the_game_is_over(house: HouseUnderTest) -> None:
    game = house.started()
    sealed = house.rows("select private_key from phases where number = 0")[0][0]
    send_book(house, game, "green", [SETUP])
    house.play_on(game)
    assert house.rows("select status, private_key from phases where number = 0") == [("resolved", None)]
    assert not any(sealed[:64] in content or sealed[-64:] in content for content in house.files())


def test_after_the_game_no_book_is_taken(house: HouseUnderTest) -> None:
    game = house.started()
    book = book_envelope(house, game, "green", [SETUP])
    house.play_on(game)
    late = house.put(book, game, 0, "green")
    assert (late.status_code, late.get_json()["code"]) == (409, "phase-closed")


def test_a_book_that_comes_between_cut_and_resolution_counts_in_the_next_phase(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    send_book(house, game, seat, [SETUP])
    assert cut(house.house, game)
    assert send_book(house, game, seat, [{"question": "D-S1", "choose": [{"city": "sparta"}]}]).status_code == 201
    house.close()
    house.open()
    house.work()
    assert house.position(game).cities["thebes"].temple[seat] == 3
    assert house.position(game).cities["sparta"].temple[seat] == 2
    house.play_on(game)
    record = require_true_record(house, game)
    assert [[book.seat for book in phase.books] for phase in record.phases][:2] == [[seat], [seat]]
    assert [replayed.differs for replayed in replay_all(house.house)] == [None]


def test_the_records_books_cannot_be_exchanged(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    send_book(house, game, seat, [SETUP])
    house.work()
    house.play_on(game)
    told = house.json(f"/games/{game}/record")
    told["phases"][0]["books"] = []
    false = Record.from_json(json.dumps(told).encode())
    assert [finding.phase for finding in verify_record(false, house.house.identity.signing_key)][:1] == [1]
