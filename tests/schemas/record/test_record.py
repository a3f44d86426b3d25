"""Records: a true one holds, and whatever a host could falsify in one is found and named."""

import json
from datetime import datetime

import msgspec
import pytest

from adjudicator import registry
from adjudicator.registry import title
from schemas.errors import Malformed
from schemas.keys import chance
from schemas.keys.identities import Identity
from schemas.log.chain import LogEntry, append
from schemas.log.entries import Cut, Resolved
from schemas.record import Record, RecordedPhase, verify_record
from schemas.statements.canonical import dumps, to_base64url
from schemas.statements.statements import Statement, sign
from tests.schemas.conftest import AT
from tests.titles import ballot
from tools.generate.playing import Playing

HASH = to_base64url(bytes(32))


@pytest.fixture(scope="module", autouse=True)
def _ballot_is_known():
    registry.register(ballot.TITLE)


@pytest.fixture(scope="module")
def game(host):
    playing = Playing(
        title=ballot.TITLE,
        scenario="assembly",
        seats=["beta", "alpha", "gamma"],
        host=host,
        players={seat: Identity.generate() for seat in ("alpha", "beta", "gamma")},
    )
    playing.play(silent="gamma", clumsy="alpha")
    return playing


@pytest.fixture
def record(game):
    return Record.from_json(game.record().to_json())


def findings(record: Record) -> list[tuple[str, int | None, str]]:
    return [(finding.code, finding.phase, finding.message) for finding in verify_record(record)]


def only(record: Record) -> tuple[str, int | None, str]:
    found = findings(record)
    assert len(found) == 1, found
    return found[0]


def changed(record: Record, **fields) -> Record:
    return msgspec.structs.replace(record, **fields)


def with_phase(record: Record, number: int, **fields) -> Record:
    phases = [p if p.phase != number else msgspec.structs.replace(p, **fields) for p in record.phases]
    return changed(record, phases=phases)


def relogged(record: Record, host: Identity, **bodies) -> Record:
    """The record with the bodies of some kinds of entries changed, and the whole log signed anew by the host."""
    log: list[LogEntry] = []
    for form in record.log:
        entry = LogEntry.from_statement(Statement.from_form(form))
        body = msgspec.structs.replace(entry.body, **bodies.get(entry.kind, {}))
        log.append(append(log[-1] if log else None, game=record.game, body=body, at=AT, host=host))
    return changed(record, log=[entry.statement.to_form() for entry in log])


def test_a_true_record_holds(record, host):
    assert verify_record(record) == []
    assert verify_record(record, host.signing_key) == []


def test_the_game_that_is_tested_has_all_that_a_record_can_hold(record):
    orders = [order for phase in record.phases for order in phase.orders]
    leaves = [leaf for phase in record.phases for envelope in phase.envelopes for leaf in envelope.leaves]
    assert {order.source for order in orders} == {"envelope", "default"}
    assert {order.question for order in orders} == {"B-1", "B-2", "B-N"}
    assert {leaf.order is None for leaf in leaves} == {True, False}


def test_a_record_of_perikles_holds(host):
    perikles = title("perikles")
    scenario = next(iter(perikles.scenarios))
    seats = list(perikles.seats(scenario, 3))
    players = {seat: Identity.generate() for seat in seats}
    playing = Playing(title=perikles, scenario=scenario, seats=seats, host=host, players=players)
    assert findings(playing.play(silent=seats[0], clumsy="nobody")) == []


def test_a_record_reads_back(record):
    assert Record.from_json(record.to_json()) == record


def test_a_record_out_of_form_is_refused(record):
    value = record.to_json_value()
    for change, why in (
        ({"format": 2}, "Invalid enum value 2"),
        ({"aside": 1}, "unknown field `aside`"),
        ({"seats": []}, "length >= 1"),
    ):
        with pytest.raises(Malformed, match=f"malformed record: .*{why}"):
            Record.from_json(dumps({**value, **change}))


def test_a_record_is_bounded_before_it_is_parsed(record, monkeypatch):
    raw = record.to_json()
    monkeypatch.setattr("schemas.record.form.MAX_BYTES", len(raw) - 1)
    with pytest.raises(Malformed, match=f"{len(raw)} bytes; at most {len(raw) - 1} are read"):
        Record.from_json(raw)


def test_an_unread_leaf_stays_unread(record):
    assert b"too long" not in record.to_json()


def test_another_host_than_the_pinned_is_found(record, bob, host):
    assert verify_record(record, bob.signing_key)[0].message == f"by host {host.key_id}; the pinned key is {bob.key_id}"
    other = changed(record, host_key=to_base64url(bob.signing_key))
    assert only(other) == (
        "broken-log",
        None,
        f"log entry 0: signed by {host.key_id}; expected {bob.key_id}",
    )


def test_a_log_with_a_gap_is_found(record):
    short = changed(record, log=record.log[:3] + record.log[4:])
    assert only(short) == ("broken-log", None, "log entry 3: its index is 4; expected 3")


def test_a_log_of_a_game_that_is_not_over_is_found(record):
    code, _, message = only(changed(record, log=record.log[:-1]))
    assert (code, message) == ("broken-log", f"log entry {len(record.log) - 1} is missing; expected 'over'")


def rewritten(record: Record, host: Identity, keep) -> Record:
    """The record with some entries dropped or moved, chained and signed anew."""
    log: list[LogEntry] = []
    for form in keep(record.log):
        body = LogEntry.from_statement(Statement.from_form(form)).body
        log.append(append(log[-1] if log else None, game=record.game, body=body, at=AT, host=host))
    return changed(record, log=[entry.statement.to_form() for entry in log])


@pytest.mark.parametrize(
    ("keep", "why"),
    [
        (lambda log: log[1:], "log entry 0 is 'joined'; expected 'created'"),
        (lambda log: log[:4] + log[5:], "log entry 4 is 'dealt'; expected 'started'"),
        (lambda log: log[:8] + log[9:], "log entry 8 is 'cut'; expected 'resolved'"),
        (lambda log: log[:6] + log[9:], "log entry 7 is about phase 2, but phase 1 comes next"),
        (lambda log: [*log, log[-1]], "is 'over', but the game is over"),
        (lambda log: [], "log entry 0 is missing"),
    ],
)
def test_a_log_that_tells_no_finished_game_is_found(record, host, keep, why):
    code, phase, message = only(rewritten(record, host, keep))
    assert (code, phase) == ("broken-log", None)
    assert why in message


def test_a_missing_card_is_found(record, game):
    code, _, message = only(changed(record, players=record.players[:-1]))
    assert (code, message) == ("false-record", f"the card of {game.players['gamma'].key_id} is missing")


def test_a_seat_that_nobody_joined_is_found(record, host):
    dropped = rewritten(record, host, lambda log: log[:1] + log[2:])
    message = "players took the seats ['beta', 'gamma'], but the game has ['alpha', 'beta', 'gamma']"
    assert only(dropped) == ("false-record", None, message)
    twice = rewritten(record, host, lambda log: [*log[:2], log[1], *log[2:]])
    assert only(twice) == ("false-record", None, "seat 'alpha' is taken twice")


def test_a_join_that_the_player_did_not_sign_is_found(record, host, game):
    join = LogEntry.from_statement(Statement.from_form(record.log[1])).body.statement
    forged = sign("join", Statement.from_form(join).body, host)
    claimed = Statement("join", forged.payload, game.players["alpha"].key_id, forged.signature)
    code, _, message = only(relogged(record, host, joined={"statement": claimed.to_form()}))
    assert (code, "is not valid for this join" in message) == ("bad-signature", True)


@pytest.mark.parametrize(("index", "kind", "entry"), [(0, "game", "created"), (4, "start", "started")])
def test_a_word_that_the_organiser_did_not_sign_is_found(record, host, game, index, kind, entry):
    inside = LogEntry.from_statement(Statement.from_form(record.log[index])).body.statement
    forged = sign(kind, Statement.from_form(inside).body, host)
    claimed = Statement(kind, forged.payload, game.organiser.key_id, forged.signature)
    code, _, message = only(relogged(record, host, **{entry: {"statement": claimed.to_form()}}))
    assert (code, f"is not valid for this {kind}" in message) == ("bad-signature", True)


@pytest.mark.parametrize(("field", "value"), [("game", "melos-417"), ("organiser", "ed25519:" + "0" * 32)])
def test_a_start_of_another_game_is_found(record, host, game, field, value):
    body = {"game": record.game, "organiser": game.organiser.key_id, field: value}
    start = sign("start", body, game.organiser).to_form()
    code, _, message = only(relogged(record, host, started={"statement": start}))
    assert (code, message.startswith(f"start: its {field} is '{value}'; expected")) == ("false-record", True)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"title": "perikles"}, "organiser's game: its title is 'ballot'; expected 'perikles'"),
        ({"scenario": "siege"}, "organiser's game: its scenario is 'assembly'; expected 'siege'"),
        ({"seats": ["alpha", "beta", "gamma"]}, "organiser's game: its seats is ['beta', 'alpha', 'gamma']"),
    ],
)
def test_a_record_of_another_game_than_the_organisers_is_found(record, fields, why):
    code, _, message = only(changed(record, **fields))
    assert (code, why in message) == ("false-record", True)


def test_another_secret_than_that_committed_to_is_found(record, host):
    code, _, message = only(changed(record, secret=HASH))
    assert (code, message.startswith("record: its secret is")) == ("false-record", True)
    both = relogged(changed(record, secret=HASH), host, over={"secret": HASH})
    code, _, message = only(both)
    assert (code, message.startswith("secret: its commitment is")) == ("false-record", True)


def test_another_commitment_than_the_players_signed_is_found(record, host):
    code, _, message = only(relogged(record, host, created={"commitment": HASH}))
    assert (code, message.startswith("join of seat 'alpha': its commitment is")) == ("false-record", True)


def test_an_order_changed_is_found_with_both_hashes(record):
    envelope = record.phases[0].envelopes[0]
    leaf = envelope.leaves[-1]
    order = {**leaf.order, "against": "gamma" if leaf.order["against"] != "gamma" else "alpha"}
    leaves = [*envelope.leaves[:-1], msgspec.structs.replace(leaf, order=order)]
    turned = msgspec.structs.replace(envelope, leaves=leaves)
    found = findings(with_phase(record, 1, envelopes=[turned, *record.phases[0].envelopes[1:]]))
    assert [(code, phase) for code, phase, _ in found] == [("false-record", 1), ("diverged", 1)]
    assert f"but {leaf.hash} was signed" in found[0][2]
    assert f"'against': '{order['against']}'" in found[1][2]


def test_a_leaf_withheld_is_found(record):
    envelope = record.phases[0].envelopes[0]
    fewer = msgspec.structs.replace(envelope, leaves=envelope.leaves[:-1])
    found = findings(with_phase(record, 1, envelopes=[fewer, *record.phases[0].envelopes[1:]]))
    assert found[0][:2] == ("commitment-mismatch", 1)


def test_an_order_hidden_behind_its_hash_is_found(record):
    envelope = record.phases[0].envelopes[0]
    hidden = [msgspec.structs.replace(leaf, salt=None, order=None) for leaf in envelope.leaves]
    bare = msgspec.structs.replace(envelope, leaves=hidden)
    code, phase, message = only(with_phase(record, 1, envelopes=[bare, *record.phases[0].envelopes[1:]]))
    assert (code, phase) == ("diverged", 1)
    assert "'source': 'default'" in message


def test_an_envelope_suppressed_is_found(record):
    code, phase, message = findings(with_phase(record, 2, envelopes=record.phases[1].envelopes[1:]))[0]
    assert (code, phase) == ("false-record", 2)
    assert "the cut's leaf of seat" in message


def test_an_envelope_of_another_phase_is_found(record):
    code, phase, message = findings(with_phase(record, 2, envelopes=record.phases[0].envelopes))[0]
    assert (code, phase) == ("false-record", 2)
    assert f"an envelope made for ('{record.game}', 1," in message


def test_an_envelope_of_another_player_is_found(record):
    moved = [msgspec.structs.replace(record.phases[0].envelopes[0], seat="gamma")]
    assert findings(with_phase(record, 1, envelopes=moved))[0][:2] == ("unknown-signer", 1)


def test_two_envelopes_of_one_seat_are_found(record):
    twice = [record.phases[0].envelopes[0]] * 2
    code, _, message = findings(with_phase(record, 1, envelopes=twice))[0]
    assert (code, "has two envelopes" in message) == ("false-record", True)


def test_an_envelope_said_not_to_have_opened_counts_for_nothing(record):
    shut = [msgspec.structs.replace(envelope, leaves=None) for envelope in record.phases[0].envelopes]
    code, phase, message = only(with_phase(record, 1, envelopes=shut))
    assert (code, phase) == ("diverged", 1)
    assert "'source': 'default'" in message


def test_an_envelope_of_no_seat_is_found(record):
    nobody = [msgspec.structs.replace(record.phases[0].envelopes[0], seat="omega")]
    code, phase, message = findings(with_phase(record, 1, envelopes=nobody))[0]
    assert (code, phase, "'omega', which is not a seat" in message) == ("false-record", 1, True)


def test_a_cut_with_a_leaf_too_few_is_found(record, host):
    code, phase, message = findings(relogged(record, host, cut={"leaves": [HASH, HASH]}))[0]
    assert (code, phase) == ("false-record", 1)
    assert message == "the cut has 2 leaves, but the game has 3 seats"


def test_a_phase_after_the_end_is_found(game, host):
    record = game.record()
    entries = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    added, last = len(record.phases) + 1, entries.pop()
    for body in (Cut(phase=added, leaves=no_envelopes(game, added)), Resolved(phase=added, position=HASH), last.body):
        entries.append(append(entries[-1], game=record.game, body=body, at=AT, host=host))
    phases = [*record.phases, RecordedPhase(added, [], [])]
    longer = changed(record, log=[entry.statement.to_form() for entry in entries], phases=phases)
    assert only(longer) == ("diverged", added, f"the log cuts phase {added}, but the replay has come to the end")


def no_envelopes(game, phase: int) -> list[str]:
    salts = [chance.leaf_salt(game.secret, game.game, phase, seat) for seat in game.seats]
    return [to_base64url(chance.cut_leaf(salt, None, None)) for salt in salts]


def test_a_phase_left_out_is_found(record):
    found = findings(changed(record, phases=record.phases[1:]))
    assert found[0][0] == "false-record"
    assert found[1] == ("diverged", 1, "the record holds nothing of this phase")


def test_an_order_said_to_have_counted_is_found(record):
    last = record.phases[-1]
    code, phase, message = only(with_phase(record, last.phase, orders=last.orders[:-1]))
    assert (code, phase) == ("diverged", last.phase)
    assert f"carries out {len(last.orders)} orders, but the record has {len(last.orders) - 1}" in message


def test_another_setup_is_found_with_both_hashes(record, host):
    code, phase, message = only(relogged(record, host, joined={}, dealt={"position": HASH}))
    assert (code, phase) == ("diverged", 0)
    assert message.endswith(f"but the log has {HASH}")


def test_the_first_phase_that_diverges_is_named_with_both_hashes(game, host):
    second = rewritten_position(game.record(), 2, host)
    code, phase, message = only(second)
    assert (code, phase) == ("diverged", 2)
    true = resolved_position(game.record(), 2)
    assert message == f"the replay leads to position {true}, but the log has {HASH}"


def resolved_position(record: Record, phase: int) -> str:
    entries = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    return next(e.body.position for e in entries if e.kind == "resolved" and e.body.phase == phase)


def rewritten_position(record: Record, phase: int, host: Identity) -> Record:
    """The host says another position for one phase. The cuts after it get other hashes: only `phase` can be tested."""
    log: list[LogEntry] = []
    for form in record.log:
        entry = LogEntry.from_statement(Statement.from_form(form))
        if entry.kind == "resolved" and entry.body.phase == phase:
            body = msgspec.structs.replace(entry.body, position=HASH)
            entry = append(log[-1], game=record.game, body=body, at=_at(entry), host=host)
        elif log and log[-1].statement.to_form() != record.log[len(log) - 1]:
            entry = append(log[-1], game=record.game, body=entry.body, at=_at(entry), host=host)
        log.append(entry)
    return changed(record, log=[entry.statement.to_form() for entry in log])


def _at(entry: LogEntry) -> datetime:
    return datetime.fromisoformat(entry.entry.at)


@pytest.mark.parametrize(
    ("over", "why"),
    [
        ({"reason": "7.1"}, "the reason of the replay is 'B.05', but the log has '7.1'"),
        ({"places": {"alpha": 1}}, "the places of the replay is"),
        ({"scores": {"alpha": 9}}, "the scores of the replay is"),
    ],
)
def test_another_outcome_is_found(game, host, over, why):
    record = game.record()
    entries = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    body = msgspec.structs.replace(entries[-1].body, **over)
    last = append(entries[-2], game=record.game, body=body, at=AT, host=host)
    code, phase, message = only(changed(record, log=[*record.log[:-1], last.statement.to_form()]))
    assert (code, phase, message.startswith(why)) == ("diverged", None, True)


def test_a_game_said_to_be_over_too_early_is_found(game, host):
    record = game.record()
    entries = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    last = append(entries[8], game=record.game, body=entries[-1].body, at=AT, host=host)
    early = changed(record, log=[*record.log[:9], last.statement.to_form()], phases=record.phases[:1])
    assert only(early) == ("diverged", None, "the log ends the game, but it is not over in the replay")


def test_any_character_changed_in_a_signature_or_hash_is_found(record):
    """Of each signed or hashed text in the record one character is changed; each time something does not hold."""
    value = json.loads(record.to_json())
    for path in texts(value):
        broken = json.loads(record.to_json())
        spoil(broken, path)
        try:
            damaged = Record.from_json(dumps(broken))
        except Malformed:
            continue
        assert verify_record(damaged), path


def texts(value, path=()):
    if isinstance(value, dict):
        return [p for key, item in value.items() for p in texts(item, (*path, key))]
    if isinstance(value, list):
        return [p for index, item in enumerate(value) for p in texts(item, (*path, index))]
    return [path] if path[-1] in ("sig", "payload", "hash", "salt", "secret", "host_key") and value else []


def spoil(value, path):
    *way, last = path
    for step in way:
        value = value[step]
    text = value[last]
    at = len(text) // 2
    value[last] = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
