"""A game from the first envelope to the last: cut, resolution, deadlines, the end."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from adjudicator.kernel import Resolution
from api.referee import resolution
from api.referee.resolution import advance, cut, resolve
from schemas.keys.chance import cut_leaf, leaf_salt
from schemas.log.chain import verify_chain
from schemas.record import Record, verify_record
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Annul
from schemas.statements.statements import Statement
from tests.api.hosts import Clock, HostUnderTest

SEATS = ("alpha", "beta", "gamma")


def log_of(host: HostUnderTest, game: str) -> list[Any]:
    statements = [Statement.from_json(value) for value in host.json(f"/games/{game}/log")["log"]]
    return verify_chain(statements, host.host.identity.signing_key, game)


def test_a_game_began_and_ended_when_its_log_says_however_long_that_takes(
    host: HostUnderTest, ballot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def goes_on(clock: Clock) -> datetime:
        clock.forward(milliseconds=400)
        return clock.moment

    monkeypatch.setattr(Clock, "__call__", goes_on)
    played, ended = (host.begin(SEATS, None, title=ballot, scenario="assembly") for _ in range(2))
    host.play_on(played)
    assert host.act(ended, Annul()).status_code == 201
    for game in (played, ended):
        summary, at = host.json(f"/games/{game}"), {entry.kind: entry.entry.at for entry in log_of(host, game)}
        assert (summary["started_at"], summary["over_at"]) == (at["dealt"], at["over"])


def test_four_seats_play_to_the_end(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game)
    summary = host.json(f"/games/{game}")
    assert summary["status"] == "over"
    assert summary["phase"] is None
    assert sorted(summary["places"]) == sorted(summary["scores"]) == ["black", "green", "orange", "red"]
    assert host.get(f"/games/{game}/phase").get_json()["code"] == "no-open-phase"
    kinds = [entry.kind for entry in log_of(host, game)]
    assert kinds == ["created", *["joined"] * 4, "started", "dealt", *["cut", "resolved"] * 8, "over"]
    assert host.rows("select count(*) from phases where status != 'resolved' or private_key is not null") == [(0,)]


def test_the_record_of_a_finished_game_holds_and_replays(host: HostUnderTest) -> None:
    game = host.started()
    first = host.asked(game)[0]
    host.send(game, first, [{"question": "D-S1", "city": "atlantis"}, {"question": "D-S1B", "city": "sparta"}])
    host.work()
    host.play_on(game)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    leaves = record.phases[0].envelopes[0].leaves
    assert leaves is not None
    assert [leaf.order for leaf in leaves] == [None, {"question": "D-S1B", "city": "sparta"}]


def test_the_record_of_veiled_and_simultaneous_phases_holds(host: HostUnderTest, ballot: str) -> None:
    game = host.started(SEATS, title=ballot, scenario="assembly")
    host.send(game, "alpha", [{"question": "B-N", "text": "remember"}, *host.default(game, "alpha")], "draft")
    host.put(host.garbled(game, "beta", host.default(game, "beta")), game, 1, "beta")
    host.send(game, "gamma", [], "withdrawn")
    host.clock.forward(days=2)
    host.work()
    host.play_on(game)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    assert [envelope.leaves is None for envelope in record.phases[0].envelopes] == [False, True, False]


def test_a_cut_is_no_news_before_it_is_resolved(host: HostUnderTest) -> None:
    """Whoever waits for news would look in vain, while the phase is being resolved."""
    game, news = host.started(), []
    for seat in host.asked(game):
        host.send(game, seat, host.default(game, seat))
    host.host.database.listeners.append(news.append)
    assert cut(host.host, game) is not None
    assert news == []
    host.work()
    assert news == [game]


def test_a_missed_deadline_means_the_default_and_is_announced(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    expected = host.default(game, seat)[0]["city"]
    host.clock.forward(hours=24, seconds=-1)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 1
    host.clock.forward(seconds=1)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    assert host.position(game).cities[expected].temple[seat] == 3
    events = host.json(f"/games/{game}/report?after=0")["phases"][0]["events"]
    assert [event["event"] for event in events] == ["no-order", "cube-placed"]
    assert seat in events[0]["sentence"]


def test_a_draft_counts_when_its_time_is_up(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, [{"question": "D-S1", "city": "megara"}], "draft")
    host.clock.forward(hours=24)
    host.work()
    assert host.position(game).cities["megara"].temple[seat] == 3


def test_every_phase_has_its_own_deadline_from_its_opening(host: HostUnderTest) -> None:
    game = host.started(hours=2)
    host.clock.forward(hours=1)
    host.play_on(game, 1)
    assert host.phase(game)["deadline"] == "2026-05-01T15:00:00Z"
    assert host.worker.run_once() == host.clock.moment.replace(hour=15)


def test_an_order_sent_ahead_saves_a_phase(host: HostUnderTest) -> None:
    game = host.started()
    for seat in host.seats[game]:
        host.send(game, seat, [{"question": "D-S1B", "city": "corinth"}], "draft")
    for _ in range(4):
        seat = host.asked(game)[0]
        host.send(game, seat, [{"question": "D-S1", "city": "corinth"}, {"question": "D-S1B", "city": "corinth"}])
        host.work()
    assert host.json(f"/games/{game}")["status"] == "over"
    assert host.position(game).cities["corinth"].temple == dict.fromkeys(host.seats[game], 4)


def test_a_simultaneous_phase_waits_for_everybody(host: HostUnderTest, ballot: str) -> None:
    game = host.started(SEATS, title=ballot, scenario="assembly")
    for seat in SEATS:
        host.work()
        assert host.json(f"/games/{game}")["phase"] == 1
        host.send(game, seat, host.default(game, seat))
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2


def test_the_cut_has_a_leaf_for_every_seat_and_each_can_check_its_own(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 2)
    secret = host.chance_secret(game)
    seats = list(host.seats[game])
    cuts = [entry.entry.body for entry in log_of(host, game) if entry.kind == "cut"]
    for body in cuts:
        assert len(body["leaves"]) == len(seats)
        for seat, leaf in zip(seats, body["leaves"], strict=True):
            own = host.json(f"/games/{game}/seats/{seat}/report?after={body['phase'] - 1}", host.seats[game][seat])
            told = own["phases"][0]["cut"]
            digest = from_base64url(told["digest"], "digest") if told["digest"] else None
            assert to_base64url(cut_leaf(from_base64url(told["salt"], "salt"), digest, None)) == leaf
            assert from_base64url(told["salt"], "salt") == leaf_salt(secret, game, body["phase"], seat)


def test_a_phases_private_key_is_gone_from_every_file_once_it_is_resolved(host: HostUnderTest) -> None:
    game = host.started()
    sealed = host.rows("select private_key from phases where number = 1")[0][0]
    assert any(sealed[:64] in content for content in host.files())
    host.play_on(game, 1)
    assert host.rows("select private_key is null from phases order by number") == [(0,), (1,), (0,)]
    assert not any(sealed[:64] in content or sealed[-64:] in content for content in host.files())


def test_a_resolution_after_a_crash_gives_the_same_game(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat))
    assert cut(host.host, game)
    host.close()
    host.open()
    assert host.phase(game)["status"] == "cut"
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    host.play_on(game)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []


def test_a_crash_in_the_middle_of_the_commit_leaves_no_trace(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat))
    assert cut(host.host, game)
    before = host.dump()

    def crash(*_: Any) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr(resolution, "go_on", crash)
        with pytest.raises(RuntimeError):
            resolve(host.host, game)
    assert host.dump() == before
    assert resolve(host.host, game)
    assert host.json(f"/games/{game}")["phase"] == 2


def test_who_comes_second_changes_nothing(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat))
    assert cut(host.host, game)
    once = host.dump()
    assert cut(host.host, game)
    assert host.dump() == once
    assert resolve(host.host, game)
    before = host.dump()
    assert not resolve(host.host, game)
    assert not cut(host.host, game)
    advance(host.host, game)
    assert host.dump() == before


def test_a_resolution_that_lost_the_race_changes_nothing(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat))
    cut(host.host, game)
    kept: list[tuple[Resolution[Any], Any]] = []
    honest = resolution.commit
    with monkeypatch.context() as patch:
        patch.setattr(resolution, "commit", lambda host, game, number, *made: kept.append(made) or False)
        assert not resolve(host.host, game)
    assert resolve(host.host, game)
    before = host.dump()
    assert not honest(host.host, game, 1, *kept[0])
    assert host.dump() == before


def test_a_fault_in_one_game_does_not_stop_the_others(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = host.started(), host.started()
    for game in (broken, sound):
        seat = host.asked(game)[0]
        host.send(game, seat, host.default(game, seat))
    honest = resolution.commit

    def commit_some(host: Any, game: str, *made: Any) -> bool:
        if game == broken:
            raise RuntimeError("a fault in the rules")
        return honest(host, game, *made)

    with monkeypatch.context() as patch:
        patch.setattr(resolution, "commit", commit_some)
        again = host.worker.run_once()
    assert again is not None
    assert again < host.clock.moment.replace(minute=1)
    assert host.json(f"/games/{sound}")["phase"] == 2
    assert host.phase(broken)["status"] == "cut"
    host.clock.moment = again
    host.work()
    assert host.json(f"/games/{broken}")["phase"] == 2


def test_a_worker_that_was_never_rung_for_finds_what_is_due_when_it_starts(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.work()
    host.send(game, seat, host.default(game, seat))
    host.close()
    host.open()
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2


def test_a_game_is_played_under_the_hybrid_suite_too(host: HostUnderTest) -> None:
    object.__setattr__(host.host.config, "suite", "mlkem768x25519")
    game = host.started(("red", "green", "black"))
    assert Statement.from_json(host.phase(game)["key"]).body["suite"] == "mlkem768x25519"
    host.play_on(game)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
