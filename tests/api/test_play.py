"""A game from the first envelope to the last: cut, resolution, deadlines, the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.kernel import Resolution
from api.host.loops import Calls
from api.referee import resolution
from api.referee.resolution import advance, cut, resolve
from api.server.worker import Worker
from schemas.keys.chance import cut_leaf, leaf_salt
from schemas.log.chain import verify_chain
from schemas.record import Record, verify_record
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.statements import Statement
from tests.api.houses import HouseUnderTest

SEATS = ("alpha", "beta", "gamma")


def log_of(house: HouseUnderTest, game: str) -> list[Any]:
    statements = [Statement.from_json(value) for value in house.json(f"/games/{game}/log")["log"]]
    return verify_chain(statements, house.house.identity.signing_key, game)


def test_four_seats_play_to_the_end(house: HouseUnderTest) -> None:
    game = house.started()
    house.play_on(game)
    summary = house.json(f"/games/{game}")
    assert summary["status"] == "over"
    assert summary["phase"] is None
    assert sorted(summary["places"]) == sorted(summary["scores"]) == ["black", "green", "orange", "red"]
    assert house.get(f"/games/{game}/phase").get_json()["code"] == "no-open-phase"
    kinds = [entry.kind for entry in log_of(house, game)]
    assert kinds == ["created", *["joined"] * 4, "started", "dealt", *["cut", "resolved"] * 8, "over"]
    assert house.rows("select count(*) from phases where status != 'resolved' or private_key is not null") == [(0,)]


def test_the_record_of_a_finished_game_holds_and_replays(house: HouseUnderTest) -> None:
    game = house.started()
    first = house.asked(game)[0]
    house.send(game, first, [{"question": "D-S1", "city": "atlantis"}, {"question": "D-S1B", "city": "sparta"}])
    house.work()
    house.play_on(game)
    record = Record.from_json(json.dumps(house.json(f"/games/{game}/record")).encode())
    assert verify_record(record, house.house.identity.signing_key) == []
    leaves = record.phases[0].envelopes[0].leaves
    assert leaves is not None
    assert [leaf.order for leaf in leaves] == [None, {"question": "D-S1B", "city": "sparta"}]


def test_the_record_of_veiled_and_simultaneous_phases_holds(house: HouseUnderTest, ballot: str) -> None:
    game = house.started(SEATS, title=ballot, scenario="assembly")
    house.send(game, "alpha", [{"question": "B-N", "text": "remember"}, *house.default(game, "alpha")], "draft")
    house.put(house.garbled(game, "beta", house.default(game, "beta")), game, 1, "beta")
    house.send(game, "gamma", [], "withdrawn")
    house.clock.forward(days=2)
    house.work()
    house.play_on(game)
    record = Record.from_json(json.dumps(house.json(f"/games/{game}/record")).encode())
    assert verify_record(record, house.house.identity.signing_key) == []
    assert [envelope.leaves is None for envelope in record.phases[0].envelopes] == [False, True, False]


def test_a_missed_deadline_means_the_default_and_is_announced(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    expected = house.default(game, seat)[0]["city"]
    house.clock.forward(hours=24, seconds=-1)
    house.work()
    assert house.json(f"/games/{game}")["phase"] == 1
    house.clock.forward(seconds=1)
    house.work()
    assert house.json(f"/games/{game}")["phase"] == 2
    assert house.position(game).cities[expected].temple[seat] == 3
    events = house.json(f"/games/{game}/report?since=0")["phases"][0]["events"]
    assert [event["event"] for event in events] == ["no-order", "cube-placed"]
    assert seat in events[0]["sentence"]


def test_a_draft_counts_when_its_time_is_up(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, [{"question": "D-S1", "city": "megara"}], "draft")
    house.clock.forward(hours=24)
    house.work()
    assert house.position(game).cities["megara"].temple[seat] == 3


def test_every_phase_has_its_own_deadline_from_its_opening(house: HouseUnderTest) -> None:
    game = house.started(hours=2)
    house.clock.forward(hours=1)
    house.play_on(game, 1)
    assert house.phase(game)["deadline"] == "2026-05-01T15:00:00Z"
    assert house.worker.run_once() == house.clock.moment.replace(hour=15)


def test_an_order_sent_ahead_saves_a_phase(house: HouseUnderTest) -> None:
    game = house.started()
    for seat in house.seats[game]:
        house.send(game, seat, [{"question": "D-S1B", "city": "corinth"}], "draft")
    for _ in range(4):
        seat = house.asked(game)[0]
        house.send(game, seat, [{"question": "D-S1", "city": "corinth"}, {"question": "D-S1B", "city": "corinth"}])
        house.work()
    assert house.json(f"/games/{game}")["status"] == "over"
    assert house.position(game).cities["corinth"].temple == dict.fromkeys(house.seats[game], 4)


def test_a_simultaneous_phase_waits_for_everybody(house: HouseUnderTest, ballot: str) -> None:
    game = house.started(SEATS, title=ballot, scenario="assembly")
    for seat in SEATS:
        house.work()
        assert house.json(f"/games/{game}")["phase"] == 1
        house.send(game, seat, house.default(game, seat))
    house.work()
    assert house.json(f"/games/{game}")["phase"] == 2


def test_the_cut_has_a_leaf_for_every_seat_and_each_can_check_its_own(house: HouseUnderTest) -> None:
    game = house.started()
    house.play_on(game, 2)
    secret = house.chance_secret(game)
    seats = list(house.seats[game])
    cuts = [entry.entry.body for entry in log_of(house, game) if entry.kind == "cut"]
    for body in cuts:
        assert len(body["leaves"]) == len(seats)
        for seat, leaf in zip(seats, body["leaves"], strict=True):
            own = house.json(f"/games/{game}/seats/{seat}/report?since={body['phase'] - 1}", house.seats[game][seat])
            told = own["phases"][0]["cut"]
            digest = from_base64url(told["digest"], "digest") if told["digest"] else None
            assert to_base64url(cut_leaf(from_base64url(told["salt"], "salt"), digest, None)) == leaf
            assert from_base64url(told["salt"], "salt") == leaf_salt(secret, game, body["phase"], seat)


def test_a_phases_private_key_is_gone_from_every_file_once_it_is_resolved(house: HouseUnderTest) -> None:
    game = house.started()
    sealed = house.rows("select private_key from phases where number = 1")[0][0]
    assert any(sealed[:64] in content for content in house.files())
    house.play_on(game, 1)
    assert house.rows("select private_key is null from phases order by number") == [(0,), (1,), (0,)]
    assert not any(sealed[:64] in content or sealed[-64:] in content for content in house.files())


def test_a_resolution_after_a_crash_gives_the_same_game(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, house.default(game, seat))
    assert cut(house.house, game)
    house.close()
    house.open()
    assert house.phase(game)["status"] == "cut"
    house.work()
    assert house.json(f"/games/{game}")["phase"] == 2
    house.play_on(game)
    record = Record.from_json(json.dumps(house.json(f"/games/{game}/record")).encode())
    assert verify_record(record, house.house.identity.signing_key) == []


def test_a_crash_in_the_middle_of_the_commit_leaves_no_trace(
    house: HouseUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, house.default(game, seat))
    assert cut(house.house, game)
    before = house.dump()

    def crash(*_: Any) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr(resolution, "go_on", crash)
        with pytest.raises(RuntimeError):
            resolve(house.house, game)
    assert house.dump() == before
    assert resolve(house.house, game)
    assert house.json(f"/games/{game}")["phase"] == 2


def test_who_comes_second_changes_nothing(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, house.default(game, seat))
    assert cut(house.house, game)
    assert not cut(house.house, game)
    assert resolve(house.house, game)
    before = house.dump()
    assert not resolve(house.house, game)
    assert not cut(house.house, game)
    advance(house.house, game)
    assert house.dump() == before


def test_a_resolution_that_lost_the_race_changes_nothing(
    house: HouseUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.send(game, seat, house.default(game, seat))
    cut(house.house, game)
    kept: list[tuple[Resolution[Any], Any]] = []
    honest = resolution.commit
    with monkeypatch.context() as patch:
        patch.setattr(resolution, "commit", lambda house, game, number, *made: kept.append(made) or False)
        assert not resolve(house.house, game)
    assert resolve(house.house, game)
    before = house.dump()
    assert not honest(house.house, game, 1, *kept[0])
    assert house.dump() == before


def test_a_fault_in_one_game_does_not_stop_the_others(house: HouseUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = house.started(), house.started()
    for game in (broken, sound):
        seat = house.asked(game)[0]
        house.send(game, seat, house.default(game, seat))
    honest = resolution.resolve

    def resolve_some(house: Any, game: str) -> bool:
        if game == broken:
            raise RuntimeError("a fault in the rules")
        return honest(house, game)

    with monkeypatch.context() as patch:
        patch.setattr(resolution, "resolve", resolve_some)
        again = house.worker.run_once()
    assert again is not None
    assert again < house.clock.moment.replace(minute=1)
    assert house.json(f"/games/{sound}")["phase"] == 2
    assert house.phase(broken)["status"] == "cut"
    house.work()
    assert house.json(f"/games/{broken}")["phase"] == 2


def test_a_worker_that_was_never_woken_finds_what_is_due_when_it_starts(house: HouseUnderTest) -> None:
    game = house.started()
    seat = house.asked(game)[0]
    house.work()
    house.app.extensions["ostraka-calls"].take()
    house.send(game, seat, house.default(game, seat))
    house.app.extensions["ostraka-calls"].take()
    house.work()
    assert house.json(f"/games/{game}")["phase"] == 1
    Worker(house.house, Calls()).run_once()
    assert house.json(f"/games/{game}")["phase"] == 2


def test_a_game_is_played_under_the_hybrid_suite_too(house: HouseUnderTest) -> None:
    object.__setattr__(house.house.config, "suite", "mlkem768x25519")
    game = house.started(("red", "green", "black"))
    assert Statement.from_json(house.phase(game)["key"]).body["suite"] == "mlkem768x25519"
    house.play_on(game)
    record = Record.from_json(json.dumps(house.json(f"/games/{game}/record")).encode())
    assert verify_record(record, house.house.identity.signing_key) == []
