"""Things that happen at the same instant happen once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from api.games import envelopes, open_phase
from api.games.books import newest_sent
from api.games.open_phase import load_open_phase
from api.mail_out.timed_mails import write_due
from api.referee.resolution import advance, cut
from api.store.lookups import load_game, unresolved_phase
from schemas.envelopes import Envelope
from tests.api.hosts import API, HostUnderTest
from tests.patience import PATIENCE

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


def sender(host: HostUnderTest, game: str, envelope: Envelope, and_work: bool = False) -> Callable[[], int]:
    """A client and, if asked, a worker of its own."""

    def send() -> int:
        header = envelope.header
        path = f"{API}/games/{game}/phases/{header.phase}/envelopes/{header.seat}"
        client = host.app.test_client()
        status = client.put(path, data=envelope.to_json(), content_type="application/json").status_code
        if and_work:
            advance(host.host, game)
        return status

    return send


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_orders_at_the_same_instant_resolve_the_phase_once(
    host: HostUnderTest, ballot: str, attempt: int
) -> None:
    game = host.started(SEATS, title=ballot, scenario="assembly")
    envelopes = [host.envelope(game, seat, host.default(game, seat)) for seat in SEATS]
    assert at_once([sender(host, game, envelope, and_work=True) for envelope in envelopes]) == [201] * 4
    assert host.rows("select phase from resolutions order by phase") == [(0,), (1,)]
    assert host.rows("select kind, count(*) from log where kind in ('cut', 'resolved') group by kind") == [
        ("cut", 1),
        ("resolved", 1),
    ]
    phases = host.rows("select number, status from phases order by number")
    assert phases == [(0, "open"), (1, "resolved"), (2, "open")]
    assert host.rows("select count(*) from envelopes") == [(4,)]


@pytest.mark.parametrize("attempt", range(3))
def test_two_workers_at_the_same_instant_resolve_once(host: HostUnderTest, attempt: int) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat))
    assert at_once([lambda: advance(host.host, game)] * 2) == [None, None]
    phases = host.rows("select number, status from phases order by number")
    assert phases == [(0, "open"), (1, "resolved"), (2, "open")]
    at_once([lambda: write_due(host.host)] * 2)
    assert host.rows("select count(*) from mails where kind = 'orders-wanted'") == [(2,)]
    host.play_on(game)
    assert host.json(f"/games/{game}")["status"] == "over"


def test_of_two_envelopes_with_one_sequence_one_is_stored(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    rivals = [
        host.envelope(game, seat, [{"question": "D-S1", "city": city}], "draft", sequence=1)
        for city in ("athens", "sparta")
    ]
    assert sorted(at_once([sender(host, game, envelope) for envelope in rivals])) == [201, 409]
    assert host.rows("select count(*) from envelopes") == [(1,)]


def test_one_envelope_sent_many_times_at_once_is_stored_once(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    envelope = host.envelope(game, seat, host.default(game, seat), "draft")
    assert sorted(at_once([sender(host, game, envelope)] * 6)) == [200] * 5 + [201]
    assert host.rows("select count(*) from envelopes") == [(1,)]


def test_an_envelope_at_the_instant_of_the_cut_counts_or_is_refused(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    envelope = host.envelope(game, seat, [{"question": "D-S1", "city": "corinth"}], "draft")
    host.clock.forward(hours=24)
    status, _ = at_once([sender(host, game, envelope), lambda: advance(host.host, game)])
    counted = host.position(game).cities["corinth"].temple[seat] == 3
    assert (status, counted) in [(201, True), (409, False)]


def test_one_seat_is_given_to_one_of_two_who_ask_at_once(host: HostUnderTest) -> None:
    ann, bob = host.register("ann"), host.register("bob")
    game = host.open_game(ann, ("red", "green", "black"))
    statements = [host.join_statement(player, game, "red") for player in (ann, bob)]

    def joining(raw: bytes) -> Callable[[], int]:
        path = f"{API}/games/{game['game']}/joins"
        return lambda: host.app.test_client().post(path, data=raw, content_type="application/json").status_code

    assert sorted(at_once([joining(statement.to_json()) for statement in statements])) == [201, 409]
    assert host.rows("select count(*) from log where kind = 'joined'") == [(1,)]


def test_an_envelope_that_was_found_good_just_before_the_cut_is_refused_after_it(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    envelope = host.envelope(game, seat, host.default(game, seat), "draft")
    host.clock.forward(hours=24)
    honest = envelopes.accept

    def accept_then_cut(raw: bytes, held: Any) -> Envelope:
        accepted = honest(raw, held)
        assert cut(host.host, game)
        return accepted

    monkeypatch.setattr(envelopes, "accept", accept_then_cut)
    refused = host.put(envelope, game, 1, seat)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "phase-closed")
    assert host.rows("select count(*) from envelopes") == [(0,)]


def test_a_query_that_hangs_holds_up_no_other_game(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    games = host.started(), host.started()
    begun, let_go = threading.Event(), threading.Event()

    def slow(session: Any, game: str, *phases: int) -> Any:
        if game == games[0]:
            begun.set()
            assert let_go.wait(PATIENCE)
        return newest_sent(session, game, *phases)

    def look(game: str) -> None:
        with host.host.database.read() as session:
            row = unresolved_phase(session, game)
            assert row is not None
            load_open_phase(host.host, session, load_game(session, game), row).sent  # noqa: B018

    monkeypatch.setattr(open_phase, "newest_sent", slow)
    threads = [threading.Thread(target=look, args=(game,), daemon=True) for game in games]
    threads[0].start()
    assert begun.wait(PATIENCE)
    threads[1].start()
    threads[1].join(10)
    hung = threads[1].is_alive()
    let_go.set()
    threads[0].join(PATIENCE)
    assert not hung
