"""Things that happen at the same instant happen once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from api.games import envelopes
from api.referee.resolution import advance, cut
from schemas.envelopes import Envelope
from tests.api.houses import API, HouseUnderTest

SEATS = ("alpha", "beta", "gamma", "delta")


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all at the same instant, each in a thread of its own."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(index: int) -> None:
        barrier.wait()
        try:
            results[index] = works[index]()
        except Exception as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def sender(house: HouseUnderTest, game: str, envelope: Envelope, and_work: bool = False) -> Callable[[], int]:
    """A client and, if asked, a worker of its own."""

    def send() -> int:
        header = envelope.header
        path = f"{API}/games/{game}/phases/{header.phase}/envelopes/{header.seat}"
        client = house.app.test_client()
        status = client.put(path, data=envelope.to_json(), content_type="application/json").status_code
        if and_work:
            advance(house.house, game)
        return status

    return send


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_orders_at_the_same_instant_resolve_the_phase_once(
    house: HouseUnderTest, ballot: str, attempt: int
) -> None:
    game = house.started(SEATS, title=ballot, scenario="assembly")
    envelopes = [house.envelope(game, seat, house.default(game, seat)) for seat in SEATS]
    assert at_once([sender(house, game, envelope, and_work=True) for envelope in envelopes]) == [201] * 4
    assert house.rows("select phase from resolutions order by phase") == [(0,), (1,)]
    assert house.rows("select kind, count(*) from log where kind in ('cut', 'resolved') group by kind") == [
        ("cut", 1),
        ("resolved", 1),
    ]
    phases = house.rows("select number, status from phases order by number")
    assert phases == [(0, "open"), (1, "resolved"), (2, "open")]
    assert house.rows("select count(*) from envelopes") == [(4,)]


@pytest.mark.parametrize("attempt", range(3))
def test_two_workers_at_the_same_instant_resolve_once(house: HouseUnderTest, attempt: int) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, house.default(game, seat))
    assert at_once([lambda: advance(house.house, game)] * 2) == [None, None]
    phases = house.rows("select number, status from phases order by number")
    assert phases == [(0, "open"), (1, "resolved"), (2, "open")]
    assert house.rows("select count(*) from mails where kind = 'orders-wanted'") == [(2,)]
    house.play_on(game)
    assert house.json(f"/games/{game}")["status"] == "over"


def test_of_two_envelopes_with_one_sequence_one_is_stored(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    rivals = [
        house.envelope(game, seat, [{"question": "D-S1", "city": city}], "draft", sequence=1)
        for city in ("athens", "sparta")
    ]
    assert sorted(at_once([sender(house, game, envelope) for envelope in rivals])) == [201, 409]
    assert house.rows("select count(*) from envelopes") == [(1,)]


def test_one_envelope_sent_many_times_at_once_is_stored_once(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    envelope = house.envelope(game, seat, house.default(game, seat), "draft")
    assert sorted(at_once([sender(house, game, envelope)] * 6)) == [200] * 5 + [201]
    assert house.rows("select count(*) from envelopes") == [(1,)]


def test_an_envelope_at_the_instant_of_the_cut_counts_or_is_refused(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    envelope = house.envelope(game, seat, [{"question": "D-S1", "city": "corinth"}], "draft")
    house.clock.forward(hours=24)
    status, _ = at_once([sender(house, game, envelope), lambda: advance(house.house, game)])
    counted = house.position(game).cities["corinth"].temple[seat] == 3
    assert (status, counted) in [(201, True), (409, False)]


def test_one_seat_is_given_to_one_of_two_who_ask_at_once(house: HouseUnderTest) -> None:
    ann, bob = house.register("ann"), house.register("bob")
    game = house.open_game(ann, ("red", "green", "black"))
    statements = [house.join_statement(player, game, "red") for player in (ann, bob)]

    def joining(raw: bytes) -> Callable[[], int]:
        path = f"{API}/games/{game['game']}/joins"
        return lambda: house.app.test_client().post(path, data=raw, content_type="application/json").status_code

    assert sorted(at_once([joining(statement.to_json()) for statement in statements])) == [201, 409]
    assert house.rows("select count(*) from log where kind = 'joined'") == [(1,)]


def test_an_envelope_that_was_found_good_just_before_the_cut_is_refused_after_it(
    house: HouseUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    envelope = house.envelope(game, seat, house.default(game, seat), "draft")
    house.clock.forward(hours=24)
    honest = envelopes.accept

    def accept_then_cut(raw: bytes, held: Any) -> Envelope:
        accepted = honest(raw, held)
        assert cut(house.house, game)
        return accepted

    monkeypatch.setattr(envelopes, "accept", accept_then_cut)
    refused = house.put(envelope, game, 1, seat)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "phase-closed")
    assert house.rows("select count(*) from envelopes") == [(0,)]
