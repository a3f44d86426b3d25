"""The desk: what is stored, what is refused, and that a refusal leaves no trace."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.store.database import MAIL_WORK, PHASE_WORK
from api.store.lookups import load_phase
from api.store.sealed_rows import phase_private
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.keys.sealing import PhaseKey
from schemas.statements.canonical import from_base64url
from schemas.statements.statements import Statement
from tests.api.hosts import API, HostUnderTest

ATHENS = [{"question": "D-S1", "city": "athens"}]
SPARTA = [{"question": "D-S1", "city": "sparta"}]


@pytest.fixture
def game(host: HostUnderTest) -> str:
    return host.started()


@pytest.fixture
def seat(host: HostUnderTest, game: str) -> str:
    """The seat that is asked first."""
    return str(host.phase(game)["asked"][0]["seat"])


def test_a_receipt_names_the_envelope_and_is_the_hosts_word(host: HostUnderTest, game: str, seat: str) -> None:
    envelope = host.envelope(game, seat, ATHENS, "draft")
    response = host.put(envelope, game, 1, seat)
    assert response.status_code == 201
    receipt = verify_receipt(Statement.parse(response.data), envelope, host.host.identity.signing_key)
    assert (receipt.sequence, receipt.word, receipt.received_at) == (1, "draft", "2026-05-01T12:00:00Z")


def test_the_same_bytes_again_give_the_same_receipt_and_change_nothing(
    host: HostUnderTest, game: str, seat: str
) -> None:
    envelope = host.envelope(game, seat, ATHENS, "draft")
    first = host.put(envelope, game, 1, seat)
    before = host.dump()
    host.clock.forward(hours=1)
    again = host.put(envelope, game, 1, seat)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.data == first.data
    assert host.dump() == before


def test_an_envelope_rings_the_worker_when_it_may_make_its_phase_due_and_when_it_is_sent_again(
    host: HostUnderTest, game: str, seat: str
) -> None:
    """The first answer may be lost with what should have followed it."""
    rings: list[int] = []
    host.host.database.rings[PHASE_WORK].append(lambda: rings.append(1))
    host.host.database.rings[MAIL_WORK].append(lambda: pytest.fail("an envelope leaves no mail to be sent"))
    host.send(game, seat, host.default(game, seat), "draft")
    assert len(rings) == 0
    envelope = host.envelope(game, seat, host.default(game, seat))
    assert host.put(envelope, game, 1, seat).status_code == 201
    assert len(rings) == 1
    assert host.put(envelope, game, 1, seat).status_code == 200
    assert len(rings) == 2


def test_a_lost_receipt_is_given_again_after_the_cut(host: HostUnderTest, game: str, seat: str) -> None:
    envelope = host.envelope(game, seat, ATHENS)
    first = host.put(envelope, game, 1, seat)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    assert host.put(envelope, game, 1, seat).data == first.data


def test_the_envelope_is_stored_as_it_came(host: HostUnderTest, game: str, seat: str) -> None:
    raw = json.dumps(json.loads(host.envelope(game, seat, ATHENS, "draft").to_json()), indent=3).encode()
    assert host.put(raw, game, 1, seat).status_code == 201
    shown = host.get(f"/games/{game}/phases/1/envelopes/{seat}", host.seats[game][seat])
    assert shown.data == raw


def test_a_draft_is_replaced_by_a_final(host: HostUnderTest, game: str, seat: str) -> None:
    assert host.send(game, seat, SPARTA, "draft").status_code == 201
    host.work()
    assert host.phase(game)["asked"] == [{"seat": seat, "question": "D-S1", "in": True, "final": False}]
    assert host.send(game, seat, ATHENS, "final").status_code == 201
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    assert host.position(game).cities["athens"].temple[seat] == 3
    assert host.position(game).cities["sparta"].temple[seat] == 2
    assert [row[0] for row in host.rows("select word from envelopes order by sequence")] == ["draft", "final"]


def test_a_final_can_be_taken_back_while_the_phase_waits_for_others(host: HostUnderTest, ballot: str) -> None:
    seats = ("alpha", "beta", "gamma")
    game = host.started(seats, title=ballot, scenario="assembly")
    for seat in seats[:2]:
        host.send(game, seat, host.default(game, seat))
    host.send(game, "alpha", [], "withdrawn")
    host.send(game, "gamma", host.default(game, "gamma"))
    host.work()
    told = {ask["seat"]: (ask["in"], ask["final"]) for ask in host.phase(game)["asked"]}
    assert told == {"alpha": (False, False), "beta": (True, True), "gamma": (True, True)}
    host.send(game, "alpha", host.default(game, "alpha"))
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2


def refuses(host: HostUnderTest, response: Any, before: str) -> tuple[int, str]:
    """The status and code of a refusal that changed not a byte of what is stored."""
    assert response.mimetype == "application/problem+json"
    assert host.dump() == before
    return response.status_code, response.get_json()["code"]


def test_an_envelope_signed_by_another_player_is_refused(host: HostUnderTest, game: str, seat: str) -> None:
    rival = next(player for name, player in host.seats[game].items() if name != seat)
    forged = host.envelope(game, seat, ATHENS, by=rival)
    before = host.dump()
    assert refuses(host, host.put(forged, game, 1, seat), before) == (403, "unknown-signer")


def test_an_envelope_that_names_its_victim_as_signer_is_refused(host: HostUnderTest, game: str, seat: str) -> None:
    rival = next(player for name, player in host.seats[game].items() if name != seat)
    honest = host.envelope(game, seat, ATHENS).statement
    signature = rival.identity.sign(honest.payload)
    forged = json.loads(host.envelope(game, seat, ATHENS).to_json())
    forged |= Statement(honest.kind, honest.payload, honest.key_id, signature).to_json_value()
    before = host.dump()
    assert refuses(host, host.put(json.dumps(forged).encode(), game, 1, seat), before) == (403, "bad-signature")


@pytest.mark.parametrize(
    ("changed", "expect"),
    [
        ({"version": "perikles/99"}, (409, "wrong-version")),
        ({"suite": "mlkem768x25519"}, (422, "unknown-suite")),
        ({"game": "another"}, (422, "wrong-game")),
        ({"phase": 7}, (422, "wrong-phase")),
        ({"seat": "purple"}, (422, "wrong-seat")),
    ],
)
def test_an_envelope_for_something_else_is_refused(
    host: HostUnderTest, game: str, seat: str, changed: dict[str, Any], expect: tuple[int, str]
) -> None:
    if "suite" in changed:
        changed = changed | {"phase_public": host.host.identity.sealing_key}
    envelope = host.envelope(game, seat, ATHENS, **changed)
    before = host.dump()
    assert refuses(host, host.put(envelope, game, 1, seat), before) == expect


def test_an_envelope_for_another_key_is_refused(host: HostUnderTest, game: str, seat: str) -> None:
    foreign = host.host.identity.sealing_public_for("x25519")
    envelope = host.envelope(game, seat, ATHENS, phase_public=foreign)
    before = host.dump()
    assert refuses(host, host.put(envelope, game, 1, seat), before) == (409, "wrong-phase-key")


def test_an_older_envelope_come_late_is_refused_with_both_numbers(host: HostUnderTest, game: str, seat: str) -> None:
    older = host.envelope(game, seat, SPARTA, "draft", sequence=2)
    host.put(host.envelope(game, seat, ATHENS, "draft", sequence=5), game, 1, seat)
    before = host.dump()
    response = host.put(older, game, 1, seat)
    assert refuses(host, response, before) == (409, "sequence-not-newer")
    assert "sequence 2 is not newer than 5" in response.get_json()["detail"]


def test_nothing_is_taken_after_the_cut(host: HostUnderTest, game: str, seat: str) -> None:
    late = host.envelope(game, seat, SPARTA, sequence=2)
    host.send(game, seat, ATHENS)
    host.work()
    before = host.dump()
    assert refuses(host, host.put(late, game, 1, seat), before) == (409, "phase-closed")


def test_a_changed_body_is_refused(host: HostUnderTest, game: str, seat: str) -> None:
    value = json.loads(host.envelope(game, seat, ATHENS).to_json())
    other = json.loads(host.envelope(game, seat, SPARTA).to_json())
    before = host.dump()
    response = host.put(json.dumps(value | {"body": other["body"]}).encode(), game, 1, seat)
    assert refuses(host, response, before) == (422, "body-digest-mismatch")


@pytest.mark.parametrize(
    ("game_id", "phase", "seat_name", "expect"),
    [
        ("nowhere", 1, "red", (404, "unknown-game")),
        (None, 9, "red", (404, "unknown-phase")),
        (None, 1, "purple", (404, "unknown-seat")),
        (None, 1, "%00", (422, "invalid-request")),
        (None, 10**30, "red", (422, "invalid-request")),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(
    host: HostUnderTest,
    game: str,
    seat: str,
    game_id: str | None,
    phase: int,
    seat_name: str,
    expect: tuple[int, str],
) -> None:
    envelope = host.envelope(game, seat, ATHENS)
    before = host.dump()
    assert refuses(host, host.put(envelope, game_id or game, phase, seat_name), before) == expect


def test_a_game_that_has_not_begun_takes_no_envelope(host: HostUnderTest, game: str, seat: str) -> None:
    inviting = host.open_game(host.players["p-red"], ("red", "green", "black"))
    envelope = host.envelope(game, seat, ATHENS)
    assert host.put(envelope, inviting["game"], 1, seat).get_json()["code"] == "not-started"


def test_an_envelope_beyond_the_limit_is_refused_before_it_is_parsed(host: HostUnderTest, game: str, seat: str) -> None:
    before = host.dump()
    assert refuses(host, host.put(b"{" * 196_609, game, 1, seat), before) == (413, "body-too-large")


def test_what_is_no_envelope_is_refused_with_every_place_that_does_not_fit(
    host: HostUnderTest, game: str, seat: str
) -> None:
    raw = json.dumps({"payloadType": 7, "payload": "plague!", "signatures": [], "body": ""}).encode()
    problem = host.put(raw, game, 1, seat).get_json()
    assert problem["code"] == "invalid-request"
    assert {error["at"] for error in problem["errors"]} == {"payloadType", "payload", "signatures", "copy"}
    assert "plague" not in json.dumps(problem)


def test_an_envelope_that_does_not_say_that_it_is_json_is_refused_unread(
    host: HostUnderTest, game: str, seat: str
) -> None:
    raw, before = host.envelope(game, seat, ATHENS).to_json(), host.dump()
    path = f"{API}/games/{game}/phases/1/envelopes/{seat}"
    assert refuses(host, host.client.put(path, data=raw), before) == (415, "unsupported-media-type")
    assert host.client.put(path, data=raw, content_type="Application/JSON; charset=utf-8").status_code == 201


def test_a_phase_has_one_number_only(host: HostUnderTest, game: str, seat: str) -> None:
    envelope, before = host.envelope(game, seat, ATHENS), host.dump()
    path = f"{API}/games/{game}/phases/001/envelopes/{seat}"
    response = host.client.put(path, data=envelope.to_json(), content_type="application/json")
    assert refuses(host, response, before) == (404, "not-found")


def test_the_largest_size_class_is_taken(host: HostUnderTest, game: str, seat: str) -> None:
    note = [{"question": "D-S1", "city": "athens", "filler": "x" * 60_000}]
    response = host.send(game, seat, note, "draft")
    assert response.status_code == 201
    assert len(Envelope.parse(host.rows("select raw from envelopes")[0][0]).body) > 65_536


def test_what_the_host_cannot_read_falls_and_its_author_alone_is_told(
    host: HostUnderTest, game: str, seat: str
) -> None:
    host.send(game, seat, [{"question": "D-S1", "city": "atlantis"}])
    host.work()
    own = host.json(f"/games/{game}/seats/{seat}/report?after=0", host.seats[game][seat])["phases"][0]
    assert own["fallen"][0]["question"] == "D-S1"
    assert "atlantis" in own["fallen"][0]["message"]
    everybody = host.json(f"/games/{game}/report?after=0")["phases"][0]
    assert "fallen" not in everybody
    assert any(event["event"] == "no-order" and event["seat"] == seat for event in everybody["events"])
    rival = next(name for name in host.seats[game] if name != seat)
    theirs = host.json(f"/games/{game}/seats/{rival}/report?after=0", host.seats[game][rival])["phases"][0]
    assert theirs["fallen"] == []
    assert "atlantis" not in json.dumps([everybody, theirs])


def test_an_envelope_that_does_not_open_falls_as_a_whole(host: HostUnderTest, game: str, seat: str) -> None:
    garbage = host.garbled(game, seat, ATHENS)
    assert host.put(garbage, game, 1, seat).status_code == 201
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    own = host.json(f"/games/{game}/seats/{seat}/report?after=0", host.seats[game][seat])["phases"][0]
    assert own["fallen"][0]["clause"] == "envelope"
    assert own["fallen"][0]["message"].startswith("cannot-open")


def test_the_phase_key_that_the_host_announces_is_the_one_that_opens(host: HostUnderTest, game: str) -> None:
    notice = Statement.from_json(host.phase(game)["key"])
    notice.verify(host.host.identity.signing_key)
    with host.host.database.read() as session:
        private = phase_private(host.host.vault, load_phase(session, game, 1))
    assert from_base64url(notice.body["key"], "key") == PhaseKey(notice.body["suite"], private).public
