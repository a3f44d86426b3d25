"""Checkpoints by different roads: the first two that cannot both be true are found, and both are kept."""

import json
from datetime import UTC, datetime

import pytest

from cli.errors import TrustBroken
from cli.home.home import Home
from cli.trust.checkpoints import Checkpoints, Kept
from cli.trust.host_proofs import Host
from schemas.keys.identities import Identity
from schemas.log.chain import append
from schemas.log.checkpoints import sign_checkpoint
from schemas.log.entries import Cut, Dealt
from schemas.statements.canonical import to_base64, to_base64url
from tests.cli.conftest import PLAYERS, SEATS, invoke

GAME, AT = "lusab-babad-gutih", datetime(2026, 11, 22, tzinfo=UTC)
HASH = to_base64url(bytes(32))


@pytest.fixture(scope="module")
def host():
    return Identity.generate()


@pytest.fixture(scope="module")
def log(host):
    entries = [append(None, game=GAME, body=Dealt(0, HASH), at=AT, host=host)]
    for phase in (1, 2, 3):
        entries.append(append(entries[-1], game=GAME, body=Cut(phase, [HASH]), at=AT, host=host))
    return entries


@pytest.fixture
def kept(tmp_path):
    home = Home(tmp_path)
    with home.changing_hosts() as hosts:
        hosts["http://host"] = {"key": "A" * 43, "name": "Host", "games": {}}
    return Checkpoints(home, GAME)


def at(log, count, host, head=None):
    return sign_checkpoint(GAME, count, head or log[count - 1].hash, host)


def test_two_that_cannot_both_be_true_are_named_with_their_roads_and_kept(kept, log, host):
    kept.take(at(log, 2, host), "receipt for envelope 1", {})
    kept.take(at(log, 3, host), "letter", {})
    kept.take(at(log, 2, host), "the same again", {})
    with pytest.raises(TrustBroken, match="tells two histories") as broken:
        kept.take(at(log, 2, host, bytes(32)), "file nikias.eml", {})
    assert broken.value.errors == (
        f"entry 1 has the hash {to_base64(log[1].hash)} (receipt for envelope 1)",
        f"entry 1 has the hash {to_base64(bytes(32))} (file nikias.eml)",
    )
    assert [one.road for one in kept.kept()] == ["receipt for envelope 1", "file nikias.eml", "letter"]


def test_one_that_differs_from_the_log_that_was_seen_is_found_out(kept, log, host):
    with pytest.raises(TrustBroken, match="in the log that you have seen, entry 1 has the hash AAAA"):
        kept.take(at(log, 2, host), "letter", {"log": 2, "head": HASH})


@pytest.mark.parametrize(("count", "found"), [(2, "has the hash"), (6, "is missing")])
def test_one_that_the_log_of_today_does_not_hold_is_found_out_and_that_log_is_kept(kept, log, host, count, found):
    kept.take(at(log, count, host, bytes(32)), "letter", {})
    with pytest.raises(TrustBroken, match=f"is not the one that it signed: entry {count - 1} {found}"):
        kept.compare_log(log, kept.kept())
    shown = json.loads(kept.log_path.read_bytes())
    assert [entry["payload"] for entry in shown["log"]] == [entry.statement.to_form().payload for entry in log]
    assert kept.kept()


def test_of_those_that_a_log_has_confirmed_the_newest_is_kept(kept, log, host):
    for count in (1, 3, 2):
        kept.take(at(log, count, host), f"letter {count}", {})
    kept.compare_log(log, kept.kept())
    assert [one.checkpoint.count for one in kept.kept()] == [3]


def test_a_header_has_to_be_by_the_pinned_key_for_this_game(log, host):
    header = at(log, 2, host).to_header()
    assert Host("Host", host.signing_key).checkpoint(header, GAME, "the receipt") == at(log, 2, host)
    with pytest.raises(TrustBroken, match="The checkpoint that came with the receipt is not valid"):
        Host("Host", Identity.generate().signing_key).checkpoint(header, GAME, "the receipt")
    with pytest.raises(TrustBroken, match="belongs to the log of"):
        Host("Host", host.signing_key).checkpoint(header, "another-game", "the receipt")


def test_a_receipt_is_kept_with_its_checkpoint_which_the_log_confirms(table, tmp_path):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, [], "draft")
    [proof] = (client.home.root / "receipts" / table.game).glob(f"{seat}-*.json")
    note = json.loads(proof.read_bytes())["checkpoint"]
    [one] = Checkpoints(client.home, table.game).kept()
    assert one.checkpoint.to_note() == note
    assert one.road == f"with the host's word on phase {client.phase(table.game)['phase']}"
    client.log(table.game)
    other = next(name for name in SEATS[1:] if name != seat)  # aspasia, who has red, has read the phase
    table.ostraka(who, "press", "send", table.game, seat, f"What I was sent:\n{note}", "--to", other)
    reader = table.client(PLAYERS[SEATS.index(other)])
    reader.press(table.game, other)
    [heard] = Checkpoints(reader.home, table.game).kept()
    assert (heard.checkpoint, heard.road) == (one.checkpoint, f"message 1 from {seat}")
    forwarded = tmp_path / "forwarded.txt"
    forwarded.write_text("".join(f"> {line}\n" for line in note.splitlines()))
    told = invoke(table.stage, client.home, "open", str(forwarded))
    assert "agrees with everything received here" in told.output
    forwarded.write_text(note.replace(f"\n{one.checkpoint.count}\n", "\n1\n"))
    assert "not as the host signed it" in invoke(table.stage, client.home, "open", str(forwarded), expect=1).output
    other_history = sign_checkpoint(table.game, one.checkpoint.count, bytes(32), Identity.generate())
    kept = Checkpoints(client.home, table.game)
    kept.keep([Kept(other_history, "file nikias.eml")])
    with pytest.raises(TrustBroken, match="tells two histories"):
        client.phase(table.game)
