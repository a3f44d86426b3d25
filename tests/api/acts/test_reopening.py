"""Rollbacks and amendments: the open phase is void, and the game goes on elsewhere by a new number and key."""

from __future__ import annotations

import json

from api.games.replay import replay_game
from api.store.lookups import load_game
from schemas.record import Record, verify_record
from schemas.statements import payloads
from tests.api.hosts import HostUnderTest


def test_a_rollback_reopens_the_phase_under_a_new_number_and_key(host: HostUnderTest) -> None:
    game = host.started()
    first = host.phase(game)
    host.play_on(game, 2)
    assert host.act(game, payloads.Rollback(phase=1)).status_code == 201
    again = host.phase(game)
    assert (again["phase"], again["asked"]) == (4, first["asked"])
    assert again["key"] != first["key"]
    assert host.rows("select private_key from phases where number = 3") == [(None,)]
    told = host.json(f"/games/{game}/report?after=2")["phases"]
    assert [(one["phase"], [event["event"] for event in one["events"]]) for one in told] == [(3, ["reopened"])]


def test_nothing_more_is_taken_for_a_void_phase(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 1)
    seat = host.asked(game)[0]
    late = host.envelope(game, seat, host.default(game, seat))
    host.act(game, payloads.Rollback(phase=1))
    refused = host.put(late, game, 2, seat)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "phase-closed")


def test_a_rollback_changes_nothing_but_decks_that_nobody_has_seen(host: HostUnderTest) -> None:
    game = host.started()
    before = host.position(game)
    host.play_on(game, 1)
    host.act(game, payloads.Rollback(phase=1))
    after = host.position(game)
    title = host.title(game)
    assert title.encode(title.view(after, None)) != title.encode(after)
    changed = [name for name in after.__struct_fields__ if getattr(after, name) != getattr(before, name)]
    assert set(changed) <= {"phase", "phases", "influence_deck", "location_deck", "undealt_specials"}
    for name in set(changed) - {"phase", "phases"}:
        assert getattr(title.view(after, None), name) == getattr(title.view(before, None), name)


def test_only_a_resolved_phase_can_be_gone_back_to(host: HostUnderTest) -> None:
    game = host.started()
    assert host.act(game, payloads.Rollback(phase=1)).get_json()["code"] == "not-resolved"
    assert host.act(game, payloads.Rollback(phase=9)).get_json()["code"] == "unknown-phase"
    assert host.phase(game)["phase"] == 1
    assert host.json(f"/games/{game}/acts")["acts"] == []


def test_an_amendment_that_says_nothing_or_nonsense_changes_nothing(host: HostUnderTest) -> None:
    game = host.started()
    assert host.act(game, payloads.Amend()).get_json()["code"] == "nothing-amended"
    assert host.act(game, payloads.Amend(changes={"atlantis": 1})).get_json()["code"] == "cannot-amend"
    assert host.phase(game)["phase"] == 1


def test_the_record_of_a_game_rolled_back_amended_and_with_a_substitute_holds(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 3)
    host.act(game, payloads.Rollback(phase=2))
    host.play_on(game, 1)
    assert host.act(game, payloads.Amend(redeal=True)).status_code == 201
    host.act(game, payloads.Replace(seat="green", player=host.register("ann").handle))
    host.substitute(game, "green", "ann")
    host.play_on(game)
    assert host.json(f"/games/{game}")["status"] == "over"
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    with host.host.database.read() as session:
        assert replay_game(host.host, session, load_game(session, game)).differs is None
