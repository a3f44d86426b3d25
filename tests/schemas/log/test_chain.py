"""The log: every entry signed, in order, and chained to the one before; the first that is not is named."""

from datetime import timedelta

import pytest

from schemas.errors import BrokenLog
from schemas.log.chain import LogEntry, append, substance, verify_chain
from schemas.log.entries import (
    BODIES,
    Acted,
    Created,
    Cut,
    Dealt,
    Joined,
    Notice,
    Over,
    Rekeyed,
    Reopened,
    Resolved,
    Revealed,
    RulesChanged,
    Started,
)
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Act, Alias, Game, Pause, Rollback, Rotation, Start, Terms
from schemas.statements.statements import Statement, sign, sign_payload
from tests.schemas.conftest import AT

HASH = to_base64url(bytes(32))


def revealed(host, bob):
    """Whose an alias was."""
    said = Alias(host=host.key_id, where="samos-001", player=bob.key_id, alias=host.key_id)
    return Revealed(statement=sign_payload(said, bob).to_form(), card=bob.card("bob").statement.to_form())


@pytest.fixture(scope="module")
def bodies(alice, bob, host):
    game = Game(
        nonce=HASH,
        organiser=alice.key_id,
        host=host.key_id,
        name="Samos in the morning",
        title="perikles",
        scenario="standard",
        seats=["red", "green"],
        options={},
        terms=Terms(phase_seconds=3_600),
    )
    act = Act(game="samos-001", organiser=alice.key_id, number=1, act=Rollback(phase=1, reason="the wrong dice"))
    rotation = Rotation(host=alice.key_id, player=bob.key_id, card=alice.card("bob").statement.to_form())
    start = sign_payload(Start(game="samos-001", organiser=alice.key_id), alice)
    return [
        Created(statement=sign_payload(game, alice).to_form(), commitment=HASH),
        Started(statement=start.to_form()),
        Dealt(phase=0, position=HASH),
        Cut(phase=1, leaves=[HASH, HASH]),
        Resolved(phase=1, position=HASH),
        Acted(statement=sign_payload(act, alice).to_form()),
        Notice(what="overdue", phase=2, seats=["red"], until="2026-11-21T12:00:00Z"),
        Reopened(phase=2, number=3, since=1, position=HASH),
        RulesChanged(phase=3, number=4, older="perikles/1", newer="perikles/2", before=HASH, position=HASH),
        Rekeyed(statement=sign_payload(rotation, bob).to_form()),
        revealed(host, bob),
        Over(places={"red": 1, "green": 2}, scores={"red": 40, "green": -3}, reason="7.1", secret=HASH),
    ]


@pytest.fixture(scope="module")
def log(bodies, host):
    """A whole log."""
    entries: list[LogEntry] = []
    for n, body in enumerate(bodies):
        before = entries[-1] if entries else None
        entries.append(append(before, game="samos-001", body=body, at=AT + timedelta(hours=n), host=host))
    return entries


def statements(log):
    return [Statement.parse(entry.statement.to_json()) for entry in log]


def test_a_whole_log_holds(log, bodies, host):
    read = verify_chain(statements(log), host.signing_key, "samos-001")
    assert read == log
    assert [entry.body for entry in read] == bodies
    assert [entry.index for entry in read] == list(range(12))
    assert read[1].entry.previous == to_base64url(read[0].hash)
    assert read[0].entry.previous is None


def test_what_keys_the_dice_is_the_same_at_whatever_instants_the_host_says_it_wrote(log, bodies, host):
    later: list[LogEntry] = []
    for n, body in enumerate(bodies):
        at = AT + timedelta(days=7, seconds=n)
        later.append(append(later[-1] if later else None, game="samos-001", body=body, at=at, host=host))
    assert later[-1].hash != log[-1].hash
    assert substance(later) == substance(log)


def test_what_keys_the_dice_is_the_same_in_whatever_sequence_joins_were_entered(bodies, host, alice, bob):
    def joined(*players):
        entries: list[LogEntry] = []
        for player in players:
            card = player.card("somebody").statement
            entries.append(
                append(entries[-1] if entries else None, game="g", body=Joined(card.to_form()), at=AT, host=host)
            )
        return entries

    assert substance(joined(alice, bob)) == substance(joined(bob, alice))
    assert substance(joined(alice, bob)) != substance(joined(alice))


def test_what_keys_the_dice_differs_with_every_word_of_the_log(log, bodies, host):
    other = Cut(phase=1, leaves=[HASH, to_base64url(b"1" * 32)])
    changed = append(log[2], game="samos-001", body=other, at=AT, host=host)
    assert len({substance(log[:4]), substance([*log[:3], changed]), substance(log[:3]), substance(log)}) == 4


def test_acts_notices_new_keys_and_whose_aliases_were_key_no_dice(log, host, alice):
    silent = [entry for entry in log if entry.kind not in ("act", "notice", "rekeyed", "revealed")]
    assert len(silent) == len(log) - 4
    assert substance(silent) == substance(log)
    other = Act(game="samos-001", organiser=alice.key_id, number=2, act=Pause())
    entry = append(log[-1], game="samos-001", body=Acted(sign_payload(other, alice).to_form()), at=AT, host=host)
    assert substance([*log, entry]) == substance(log)


def test_an_empty_log_holds(host):
    assert verify_chain([], host.signing_key, "samos-001") == []


def test_every_kind_of_entry_has_a_body(bodies):
    assert [body.kind for body in bodies] == [kind for kind in BODIES if kind not in ("joined", "seated")]


def changed(entry, host, **changes):
    return sign("log", {**entry.statement.body, **changes}, host)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"index": 4}, "log entry 3: its index is 4; expected 3"),
        ({"game": "melos-417"}, "log entry 3: its game is 'melos-417'; expected 'samos-001'"),
        ({"previous": HASH}, f"log entry 3: its previous is '{HASH}'; expected "),
        ({"previous": None}, "log entry 3: its previous is None; expected "),
        ({"kind": "resolved"}, "log entry 3: malformed log entry: "),
        ({"kind": "mended"}, "log entry 3: malformed log: Invalid enum value 'mended'"),
        ({"body": {"phase": 1}}, "log entry 3: malformed log entry: .*missing required field `leaves`"),
        ({"at": "yesterday"}, "log entry 3: malformed log"),
    ],
)
def test_an_entry_changed_and_signed_again_is_named(log, host, changes, why):
    broken = statements(log)
    broken[3] = changed(log[3], host, **changes)
    with pytest.raises(BrokenLog, match=why):
        verify_chain(broken, host.signing_key, "samos-001")


def test_an_entry_by_another_host_is_named(log, host, bob):
    broken = statements(log)
    broken[2] = changed(log[2], bob)
    with pytest.raises(BrokenLog, match=f"log entry 2: signed by {bob.key_id}; expected {host.key_id}"):
        verify_chain(broken, host.signing_key, "samos-001")


def test_a_rewritten_entry_breaks_the_one_after(log, host):
    broken = statements(log)
    broken[3] = changed(log[3], host, body={"phase": 1, "leaves": [HASH, to_base64url(b"\1" * 32)]})
    with pytest.raises(BrokenLog, match="log entry 4: its previous is"):
        verify_chain(broken, host.signing_key, "samos-001")


@pytest.mark.parametrize("drop", range(5))
def test_a_missing_entry_is_seen(log, host, drop):
    broken = statements(log)
    del broken[drop]
    with pytest.raises(BrokenLog, match=f"log entry {drop}: its index is {drop + 1}; expected {drop}"):
        verify_chain(broken, host.signing_key, "samos-001")


def test_entries_in_another_order_are_seen(log, host):
    broken = statements(log)
    broken[3], broken[4] = broken[4], broken[3]
    with pytest.raises(BrokenLog, match="log entry 3: its index is 4"):
        verify_chain(broken, host.signing_key, "samos-001")
