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
from tests.api.hosts import HostUnderTest
from tests.plain_books.perikles import book as full_book

CITIES = ("thebes", "corinth", "argos")
TELLTALE = "thebes"
LATER = {"question": "D-5A", "choose": [{"seat": "self"}]}
SEND_NOTHING = {"question": "D-5C", "choose": [{} for _ in range(60)]}
SETUP = {"question": "D-S1", "choose": [{"city": city} for city in CITIES]}


def whole_game(seats: tuple[str, ...]) -> list[dict[str, Any]]:
    """Nominations for the later turns: those of the plain book are used up by being made (RULING-28)."""
    everybody = [{"city": city, "colour": colour} for colour in seats for city in EVERY_CITY]
    return [{"question": "D-3", "choose": everybody} for _ in range(2)]


def phase_of(host: HostUnderTest, game: str) -> int | None:
    number: int | None = host.json(f"/games/{game}")["phase"]
    return number


def require_true_record(host: HostUnderTest, game: str) -> Record:
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    return record


def report(host: HostUnderTest, game: str, seat: str) -> list[Any]:
    told: list[Any] = host.json(f"/games/{game}/seats/{seat}/report?after=0", host.seats[game][seat])["phases"]
    return told


def test_a_book_gets_a_receipt_and_again_changes_nothing(host: HostUnderTest) -> None:
    game = host.started()
    sent = send_book(host, game, "green", [SETUP], sequence=1)
    assert sent.status_code == 201
    receipt = Statement.from_json(sent.get_json()).body
    assert (receipt["phase"], receipt["seat"], receipt["sequence"], receipt["word"]) == (0, "green", 1, "final")
    assert send_book(host, game, "green", [SETUP], sequence=1).get_json()["code"] == "sequence-not-newer"


def test_a_final_book_that_answers_cuts_the_phase_without_its_seat(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    send_book(host, game, seat, [SETUP])
    host.work()
    assert phase_of(host, game) == 2
    assert host.position(game).cities["thebes"].temple[seat] == 3
    assert host.json(f"/games/{game}/report?after=0")["phases"][0]["events"][0]["event"] == "cube-placed"


def test_a_book_that_does_not_answer_leaves_the_game_waiting(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    send_book(host, game, seat, [{"question": "D-S1", "choose": [{"city": "troy"}]}])
    host.work()
    assert phase_of(host, game) == 1
    assert host.phase(game)["asked"] == [{"seat": seat, "question": "D-S1", "in": False, "final": False}]


def test_a_draft_of_a_book_is_used_at_the_deadline_only_and_then_counts_as_in(host: HostUnderTest) -> None:
    game = host.started(terms={"grace_seconds": 3600, "cut": "in"})
    seat = host.asked(game)[0]
    send_book(host, game, seat, [SETUP], "draft")
    host.clock.forward(hours=24, seconds=-1)
    host.work()
    assert phase_of(host, game) == 1
    host.clock.forward(seconds=1)
    host.work()
    assert phase_of(host, game) == 2
    assert host.position(game).cities["thebes"].temple[seat] == 3
    kinds = [Statement.from_json(value).body["kind"] for value in host.json(f"/games/{game}/log")["log"]]
    assert "notice" not in kinds


def test_a_draft_of_the_phase_goes_before_a_final_book_and_is_waited_for(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, [{"question": "D-S1", "city": "megara"}], "draft")
    send_book(host, game, seat, [SETUP])
    host.work()
    assert phase_of(host, game) == 1
    host.clock.forward(hours=24)
    host.work()
    assert host.position(game).cities["megara"].temple[seat] == 3
    assert [entry["choose"] for entry in shown_book(host, game, seat)] == [SETUP["choose"]]


def test_a_new_book_replaces_the_whole_and_a_withdrawn_one_leaves_none(host: HostUnderTest) -> None:
    game = host.started()
    send_book(host, game, "green", [SETUP, SETUP], "draft")
    send_book(host, game, "green", [LATER], "draft")
    host.play_on(game, 1)
    assert [entry["question"] for entry in shown_book(host, game, "green")] == ["D-5A"]
    assert send_book(host, game, "green", [], "withdrawn").status_code == 201
    assert own_book(host, game, "green")["word"] == "withdrawn"
    host.play_on(game, 1)
    assert shown_book(host, game, "green") == []
    host.play_on(game)
    books = [
        (book.seat, len(book.leaves or [])) for phase in require_true_record(host, game).phases for book in phase.books
    ]
    assert books == [("green", 1), ("green", 0)]


def test_choices_are_used_up_and_the_rest_is_shown_back_to_the_author_alone(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    send_book(host, game, seat, [SETUP, LATER])
    assert "Thebes" in str(own_book(host, game, seat)["foreseen"])
    host.work()
    assert [entry.get("choose") for entry in shown_book(host, game, seat)] == [
        [{"city": "corinth"}, {"city": "argos"}],
        [{"seat": "self"}],
    ]


def test_a_book_is_told_to_no_other_seat_and_no_spectator_at_any_address(host: HostUnderTest) -> None:
    game = host.started()
    asked = host.asked(game)[0]
    author, rival = [seat for seat in host.seats[game] if seat != asked][:2]
    before = answers_to_others(host, game, rival)
    send_book(host, game, author, [LATER, SETUP], "draft")
    host.work()
    assert answers_to_others(host, game, rival) == before
    host.play_on(game, 1)
    assert shown_book(host, game, author) != []
    assert shown_book(host, game, rival, of=author) == []
    assert TELLTALE not in str(own_book(host, game, rival))
    public = host.json(f"/games/{game}/view")["view"]
    assert public.get("books", {}) == {}
    assert host.get(f"/games/{game}/seats/{author}/view", host.seats[game][rival]).status_code == 403
    assert host.get(f"/games/{game}/seats/{author}/questions").status_code == 401


def answers_to_others(host: HostUnderTest, game: str, rival: str) -> dict[str, bytes]:
    """Everything that a spectator and a rival are told, byte for byte."""
    paths = [f"/games/{game}{rest}" for rest in ("", "/phase", "/view", "/report", "/log")]
    own = [f"/games/{game}/seats/{rival}{rest}" for rest in ("/questions", "/view", "/report")]
    player = host.seats[game][rival]
    return {path: host.get(path).data for path in paths} | {path: host.get(path, player).data for path in own}


@pytest.mark.parametrize("kind", ["noise", "no such question"])
def test_a_book_that_cannot_be_read_falls_and_only_its_author_is_told(host: HostUnderTest, kind: str) -> None:
    game = host.started()
    [asked] = host.asked(game)
    author, rival = [seat for seat in host.seats[game] if seat != asked][:2]
    sent = send_noise(host, game, author) if kind == "noise" else send_book(host, game, author, [{"question": "X-9"}])
    assert sent.status_code == 201
    host.play_on(game, 1)
    [fallen] = report(host, game, author)[0]["fallen"]
    assert fallen["question"] == "book"
    assert ("X-9" in fallen["message"]) is (kind != "noise")
    assert report(host, game, rival)[0]["fallen"] == []
    assert "book" not in host.get(f"/games/{game}/report?after=0").text
    host.play_on(game, 1)
    assert report(host, game, author)[1]["fallen"] == []
    host.play_on(game)
    [recorded] = require_true_record(host, game).phases[0].books
    assert (recorded.seat, recorded.leaves is None) == (author, kind == "noise")


def test_an_unasked_order_in_a_book_is_carried_out(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    others = [one for one in host.seats[game] if one != seat]
    for other in others:
        send_book(host, game, other, [{"question": "D-S1B", "choose": [{"city": "corinth"}]}])
    host.play_on(game)
    record = require_true_record(host, game)
    assert [(o.seat, o.source) for p in record.phases for o in p.orders if o.question == "D-S1B"][:3] == [
        (other, "book") for other in others
    ]


def test_a_book_for_a_simultaneous_and_a_veiled_phase(host: HostUnderTest, ballot: str) -> None:
    game = host.started(("alpha", "beta", "gamma"), title=ballot, scenario="assembly")
    votes = {"alpha": ["beta", "gamma"], "beta": ["gamma", "alpha"], "gamma": ["beta", "alpha"]}
    for seat, against in votes.items():
        entries = [
            {"question": "B-1", "choose": [{"against": one} for one in against * 2]},
            {"question": "B-2", "choose": [{"mercy": False}, {"mercy": False}]},
        ]
        send_book(host, game, seat, entries)
    host.work()
    assert host.json(f"/games/{game}")["status"] == "over"
    sources = {order.source for phase in require_true_record(host, game).phases for order in phase.orders}
    assert sources == {"book"}


def test_a_chain_runs_over_several_phases_and_the_next_mail_tells_all_of_it(host: HostUnderTest) -> None:
    game = host.started()
    first = host.asked(game)[0]
    others = [seat for seat in host.seats[game] if seat != first]
    for seat in others:
        send_book(host, game, seat, [SETUP])
    host.work()
    assert phase_of(host, game) == 1
    host.play_on(game, 1)
    waiting = phase_of(host, game)
    assert waiting == 1 + len(host.seats[game])
    host.clock.forward(seconds=600)  # their own answer opened the question
    host.work()
    told = host.rows("select message_id, text from mails where kind = 'orders-wanted'")
    numbers = sorted({int(message.split(".")[3].split("@")[0]) for message, _ in told})
    assert numbers == [1, waiting]
    last = next(text for message, text in told if message.split(".")[3].split("@")[0] == str(waiting))
    assert all(seat in last for seat in others)


def test_the_least_time_of_a_phase_brakes_a_chain(host: HostUnderTest) -> None:
    game = host.started(terms={"least_seconds": 600})
    for seat in host.seats[game]:
        send_book(host, game, seat, [SETUP])
    host.work()
    assert phase_of(host, game) == 1
    for number in (2, 3, 4):
        host.clock.forward(seconds=599)
        host.work()
        assert phase_of(host, game) == number - 1
        host.clock.forward(seconds=1)
        host.work()
        assert phase_of(host, game) == number


def test_a_whole_game_by_the_books_of_all_seats_is_one_chain_and_its_record_holds(host: HostUnderTest) -> None:
    seats = ("red", "green", "black")
    game = host.started(seats, scenario="standard")
    for seat in seats:
        send_book(host, game, seat, [*full_book(host.position(game), seat), *whole_game(seats), SEND_NOTHING])
    host.work()
    assert host.json(f"/games/{game}")["status"] == "over"
    assert host.rows("select distinct kind from mails order by kind") == [("orders-wanted",), ("over",), ("started",)]
    numbers = host.rows("select count(*) from mails where kind = 'orders-wanted'")
    assert numbers == [(1,)]
    record = require_true_record(host, game)
    assert len(record.phases) > 30
    assert {order.source for phase in record.phases for order in phase.orders} == {"book"}
    assert [replayed.differs for replayed in replay_all(host.host)] == [None]
    assert host.rows("select count(*) from phases where private_key is not null") == [(0,)]


def test_a_books_key_is_gone_from_every_file_when_the_game_is_over(host: HostUnderTest) -> None:
    game = host.started()
    sealed = host.rows("select private_key from phases where number = 0")[0][0]
    send_book(host, game, "green", [SETUP])
    host.play_on(game)
    assert host.rows("select status, private_key from phases where number = 0") == [("resolved", None)]
    assert not any(sealed[:64] in content or sealed[-64:] in content for content in host.files())


def test_after_the_game_no_book_is_taken(host: HostUnderTest) -> None:
    game = host.started()
    book = book_envelope(host, game, "green", [SETUP])
    host.play_on(game)
    late = host.put(book, game, 0, "green")
    assert (late.status_code, late.get_json()["code"]) == (409, "phase-closed")


def test_a_book_that_comes_between_cut_and_resolution_counts_in_the_next_phase(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    send_book(host, game, seat, [SETUP])
    assert cut(host.host, game)
    assert send_book(host, game, seat, [{"question": "D-S1", "choose": [{"city": "sparta"}]}]).status_code == 201
    host.close()
    host.open()
    host.work()
    assert host.position(game).cities["thebes"].temple[seat] == 3
    assert host.position(game).cities["sparta"].temple[seat] == 2
    host.play_on(game)
    record = require_true_record(host, game)
    assert [[book.seat for book in phase.books] for phase in record.phases][:2] == [[seat], [seat]]
    assert [replayed.differs for replayed in replay_all(host.host)] == [None]


def test_the_records_books_cannot_be_exchanged(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    send_book(host, game, seat, [SETUP])
    host.work()
    host.play_on(game)
    told = host.json(f"/games/{game}/record")
    told["phases"][0]["books"] = []
    false = Record.from_json(json.dumps(told).encode())
    assert [finding.phase for finding in verify_record(false, host.host.identity.signing_key)][:1] == [1]


def test_a_book_that_would_have_answered_what_was_not_come_to_is_no_miss_for_who_does_not_see_it(
    host: HostUnderTest,
) -> None:
    """The other concedes at the cut: nobody looks into the book, and no entry of it is published."""
    game = host.started(("sparta", "athens"), title="polis", scenario="corinthian_war")
    [asked] = host.asked(game)
    [other] = {*host.seats[game]} - {asked}
    passing = {"question": "D2", "choose": [{"actions": [{"stop": True}]}]}
    assert send_book(host, game, asked, [passing], "draft").status_code == 201
    assert host.send(game, other, [{"question": "D18"}]).status_code == 201
    host.clock.forward(days=3)
    host.work()
    assert host.json(f"/games/{game}")["status"] == "over"
    [phase] = require_true_record(host, game).phases
    assert [leaf.order for book in phase.books for leaf in book.leaves or ()] == [None]
