"""What a host may not take back, and what it has to prove: every lie ends with exit code 4 and nothing is used."""

from __future__ import annotations

import json

import pytest

from cli.client import Client
from cli.client.cut_proofs import prove_cut
from cli.errors import Refused, TrustBroken
from cli.home.home import Home
from cli.trust.host_proofs import own_envelope
from cli.trust.pins import Pins
from schemas.keys.identities import Identity
from schemas.statements.payloads import End, Vote
from schemas.statements.statements import Statement, sign
from tests.cli.conftest import alone_in, begin, read_only

KEY, OTHER = "A" * 43, "B" * 43


@pytest.fixture
def pins(tmp_path) -> Pins:
    pins = Pins(Home(tmp_path), "http://host")
    pins.pin_host(KEY, "Host")
    return pins


def resigned(statement: dict, signer: Identity, **changes: object) -> dict:
    """A statement of the host with some fields changed, signed by somebody else."""
    known = Statement.from_json(statement)
    return sign(known.kind, known.body | changes, signer).to_json_value()


def unsigned(statement: dict, **changes: object) -> dict:
    """A statement with some fields changed under the old signature."""
    known = Statement.from_json(statement)
    forged = sign(known.kind, known.body | changes, Identity.generate()).to_json_value()
    return {**forged, "signatures": statement["signatures"]}


# --- what is remembered ------------------------------------------------------------------------------------------


def test_a_pinned_key_stays(pins):
    pins.pin_host(KEY, "Host")
    before = pins.home.hosts()
    with pytest.raises(TrustBroken, match=f"has changed: pinned is {KEY}, it now shows {OTHER}") as broken:
        pins.pin_host(OTHER, "Host")
    assert str(pins.home.root / "hosts.json") in str(broken.value)
    assert pins.home.hosts() == before


def test_a_game_known_at_one_host_is_believed_at_no_other(pins):
    pins.see_commitment("g", "c")
    other = Pins(pins.home, "http://elsewhere")
    other.pin_host(OTHER, "Other")
    pins.require_home("g")
    other.require_home("another")
    with pytest.raises(TrustBroken, match="Game g is known at http://host, which has another key than http://else"):
        other.require_home("g")


def test_a_game_is_believed_at_a_second_address_of_its_host(pins):
    pins.see_commitment("g", "c")
    same = Pins(pins.home, "http://elsewhere")
    same.pin_host(KEY, "Host")
    same.require_home("g")


def test_a_host_that_shows_a_game_of_another_is_refused(opened, tmp_path):
    home, game, url = Home(tmp_path), opened.game, opened.stage.url
    elsewhere = Pins(home, "http://elsewhere")
    elsewhere.pin_host(OTHER, "Other")
    elsewhere.see_commitment(game, "c")
    client = Client(url, home=home)
    for read in (client.game, client.log, client.phase):
        with pytest.raises(TrustBroken, match=f"is known at http://elsewhere, which has another key than {url}"):
            read(game)


def test_hosts_are_pinned_apart(pins):
    Pins(pins.home, "http://elsewhere").pin_host(OTHER, "Other")
    assert {url: host["key"] for url, host in pins.home.hosts().items()} == {
        "http://host": KEY,
        "http://elsewhere": OTHER,
    }


def test_the_open_phase_never_goes_back(pins):
    pins.see_phase("g", 5, "k5", pins.of_game("g"))
    pins.see_phase("g", 5, "k5", pins.of_game("g"))
    with pytest.raises(TrustBroken, match="says that phase 4 of game g is open, but 5 was"):
        pins.see_phase("g", 4, "k4", pins.of_game("g"))
    assert pins.of_game("g")["phase"] == 5


def test_a_phase_has_one_key(pins):
    pins.see_phase("g", 5, "k5", {})
    with pytest.raises(TrustBroken, match="the key of phase 5 of game g was k5, it now says k6"):
        pins.see_phase("g", 5, "k6", {})


def test_another_process_that_saw_the_next_phase_meanwhile_is_no_going_back(pins):
    before = pins.of_game("g")
    pins.see_phase("g", 6, "k6", before)
    pins.see_phase("g", 5, "k5", before)
    assert pins.of_game("g")["phase"] == 6


def test_the_newest_sequence_never_goes_back(pins):
    pins.see_sequence("g", "red", 3, 2, {})
    pins.see_sequence("g", "red", 4, 0, pins.of_game("g"))
    pins.see_sequence("g", "green", 3, 0, pins.of_game("g"))
    with pytest.raises(TrustBroken, match="it holds envelope 1, but it gave a receipt for 2"):
        pins.see_sequence("g", "red", 3, 1, pins.of_game("g"))


def test_the_log_grows(pins):
    pins.see_log("g", ["a", "b"], pins.of_game("g"))
    pins.see_log("g", ["a", "b", "c"], pins.of_game("g"))
    assert pins.of_game("g") == {"log": 3, "head": "c"}
    with pytest.raises(TrustBroken, match="its log of game g has 2 entries, it had 3"):
        pins.see_log("g", ["a", "b"], pins.of_game("g"))
    with pytest.raises(TrustBroken, match="rewritten: entry 2 had the hash c, now it has x"):
        pins.see_log("g", ["a", "b", "x", "d"], pins.of_game("g"))
    assert pins.of_game("g") == {"log": 3, "head": "c"}


def test_the_commitment_stays(pins):
    pins.see_commitment("g", "c")
    with pytest.raises(TrustBroken, match="the commitment to the chance of game g was c, it now says d"):
        pins.see_commitment("g", "d")


# --- a real host that begins to lie ------------------------------------------------------------------------------


def test_a_changed_host_key_ends_every_command_with_code_4(opened, twist):
    who, seat = opened.asked()
    stranger = Identity.generate().card("host")
    twist(r"/api/v1/$", lambda host: {**host, "card": stranger.statement.to_json_value()})
    for words in (("game", "show"), ("orders", "form"), ("log",)):
        seats = (seat,) if words == ("orders", "form") else ()
        told = opened.ostraka(who, *words, opened.game, *seats, expect=4).stderr
        assert told.startswith(f"Error: The key of the host at {opened.stage.url} has changed: pinned is ")


def test_a_host_card_that_is_not_signed_by_itself_is_not_pinned(opened, twist, tmp_path):
    def change(host: dict) -> dict:
        return {**host, "card": unsigned(host["card"], handle="mallory")}

    twist(r"/api/v1/$", change)
    home = Home(tmp_path / "new")
    with pytest.raises(TrustBroken, match=r"The card of the host at .* is not valid"):
        Client(opened.stage.url, home=home).meet()
    assert home.hosts() == {}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda key, mallory: resigned(key, mallory), "is not valid: signed by"),
        (lambda key, mallory: unsigned(key, key=KEY), "is not valid"),
        (lambda key, mallory: {**key, "payload": "e30="}, "is not valid"),
    ],
    ids=["another signer", "another key under the old signature", "no payload"],
)
def test_nothing_is_sealed_to_a_phase_key_that_the_host_did_not_sign(opened, twist, change, sentence):
    who, seat = opened.asked()
    mallory = Identity.generate()
    twist(r"/phase$", lambda phase: {**phase, "key": change(phase["key"], mallory)})
    sent: list[object] = []
    twist(r"/envelopes/", lambda answer: sent.append(answer))
    with pytest.raises(TrustBroken, match=sentence):
        opened.client(who).send(opened.game, seat, [{"question": "D-S1", "city": "athens"}])
    assert sent == []


def test_a_phase_key_that_the_host_signed_for_another_game_is_refused(opened, stage, twist):
    other = begin(stage).client("aspasia")
    key = other.wire.get(f"/games/{other.games()[0]['game']}/phase")["key"]
    who, seat = opened.asked()
    twist(rf"{opened.game}/phase$", lambda phase: {**phase, "key": key})
    with pytest.raises(TrustBroken, match=f"and this is '{opened.game}'"):
        opened.client(who).send(opened.game, seat, [])


def test_a_phase_that_is_said_to_be_under_another_version_than_its_key_is_refused(opened, twist):
    twist(r"/phase$", lambda phase: {**phase, "version": "perikles/7"})
    with pytest.raises(TrustBroken, match="signed for perikles/3, but the phase is said to be under perikles/7"):
        opened.client("aspasia").phase(opened.game)


def test_a_host_put_back_from_an_old_backup_is_found_out(table, twist):
    client = table.client("aspasia")
    old_phase = client.wire.get(f"/games/{table.game}/phase")
    old_log = client.wire.get(f"/games/{table.game}/log")
    table.play_one_phase()
    client.phase(table.game)
    client.log(table.game)
    twist(r"/phase$", lambda _: old_phase)
    twist(r"/log$", lambda _: old_log)
    told = table.ostraka("aspasia", "game", "show", table.game, expect=4).stderr
    assert told == f"Error: The host goes back: it says that phase 1 of game {table.game} is open, but 2 was.\n"
    told = table.ostraka("aspasia", "log", table.game, expect=4).stderr
    assert told == f"Error: The host goes back: its log of game {table.game} has 7 entries, it had 9.\n"


def test_a_log_that_leaves_an_entry_out_is_refused(opened, twist):
    twist(r"/log$", lambda told: {**told, "log": told["log"][:2] + told["log"][3:]})
    assert "entry 2" in opened.ostraka("kleon", "log", opened.game, expect=4).stderr


def test_a_log_under_another_commitment_than_the_summary_is_refused(opened, twist):
    opened.client("kleon").log(opened.game)
    twist(rf"/{opened.game}$", lambda summary: {**summary, "commitment": KEY})
    assert "the commitment to the chance" in opened.ostraka("kleon", "log", opened.game, expect=4).stderr


def test_a_summary_that_shows_a_newcomer_another_commitment_than_the_log_is_found_out(opened, second_device, twist):
    twist(rf"/{opened.game}$", lambda summary: {**summary, "commitment": KEY})
    with pytest.raises(TrustBroken, match=f"the commitment to the chance of game {opened.game} was {KEY}"):
        second_device("kleon").log(opened.game)


def test_a_forged_receipt_is_refused_and_not_kept(table, twist):
    who, seat = table.asked()
    twist(r"/envelopes/", lambda receipt: resigned(receipt, Identity.generate()))
    with pytest.raises(TrustBroken, match=r"The receipt for envelope 1 of .* is not valid: signed by"):
        table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "athens"}], "draft")
    assert not table.stage.home(who).receipt_path(table.game, seat, 1, 1).exists()


def test_a_receipt_for_another_envelope_is_refused(table, twist):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, [{"question": "D-S1", "city": "athens"}], "draft")
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())
    twist(r"/envelopes/", lambda _: kept["receipt"])
    with pytest.raises(TrustBroken, match="is not valid: sequence is 1 in the receipt, but 2 in the envelope"):
        client.send(table.game, seat, [{"question": "D-S1", "city": "argos"}], "draft")
    assert not table.stage.home(who).receipt_path(table.game, seat, 1, 2).exists()


def test_a_host_that_lost_an_envelope_which_it_gave_a_receipt_for_is_found_out(table, twist):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "athens"}], "draft")
    twist(r"/questions$", lambda asked: {**asked, "sequence": 0, "word": None})
    told = table.ostraka(who, "orders", "form", table.game, seat, expect=4).stderr
    assert "it holds envelope 0, but it gave a receipt for 1" in told


def marks(home, game):
    """What a home keeps of a game, and the numbers of what was signed in it."""
    [host] = home.hosts().values()
    return host["games"].get(game, {}), [scope for scope in host.get("numbers", {}) if scope.startswith(game)]


def test_while_a_game_goes_on_nothing_is_kept_to_seal_to_past_phases(table):
    for _ in range(3):
        table.play_one_phase()
    table.client("aspasia").phase(table.game)
    kept, _ = marks(table.stage.home("aspasia"), table.game)
    assert [mark for mark in kept if mark.startswith(("key of phase", "sealed by"))] == [
        f"key of phase {kept['phase']}"
    ]


def test_of_a_game_that_is_over_by_its_log_only_what_it_cannot_go_back_behind_is_kept(stage, twist):
    table = alone_in(stage, "aspasia", "Finished")
    client = table.client("aspasia")
    client.seat_act(table.game, "red", Vote(on="pause", yes=False))
    table.play_one_phase()
    before = marks(client.home, table.game)
    twist(rf"/games/{table.game}$", lambda game: {**game, "status": "over"})
    client.game(table.game)
    assert marks(client.home, table.game)[1] == before[1], "a host that only says so makes nothing be forgotten"
    assert "over" not in marks(client.home, table.game)[0]
    client.act(table.game, End())
    client.game(table.game)
    kept, numbers = marks(client.home, table.game)
    assert (set(kept), numbers) == ({"commitment", "head", "log", "over", "phase"}, [])


def test_a_host_that_hides_an_envelope_of_a_game_that_is_over_is_found_out_by_the_receipt(stage, monkeypatch):
    table = alone_in(stage, "aspasia", "Hidden")
    client = table.client("aspasia")
    table.play_one_phase()
    client.act(table.game, End())
    assert client.log(table.game)[-1]["kind"] == "over"
    seat = next(iter(client.home.root.glob(f"receipts/{table.game}/*-1-1.json"))).stem.split("-")[0]
    assert client.own_envelope(table.game, seat, 1)[0].header.sequence == 1

    def hidden(*_, **__):
        raise Refused("No envelope.", "no-envelope")

    monkeypatch.setattr(client.wire, "get", hidden)
    with pytest.raises(TrustBroken, match="it holds envelope 0, but it gave a receipt for 1"):
        client.own_envelope(table.game, seat, 1)


def test_an_envelope_that_the_player_did_not_sign_is_not_shown_as_his(table, twist):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, [{"question": "D-S1", "city": "athens"}], "draft")
    stranger = Identity.generate()
    twist(r"/envelopes/", lambda held: {**held, **resigned({k: held[k] for k in STATEMENT}, stranger)})
    told = table.ostraka(who, "orders", "show", table.game, seat, expect=4).stderr
    assert f"The envelope held for {seat} in phase 1 of game {table.game} is not valid: signed by" in told


def test_an_own_envelope_for_another_phase_is_not_shown_as_this_ones(table):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, [{"question": "D-S1", "city": "athens"}])
    table.wait_beyond(1)
    held = client.wire.get(f"/games/{table.game}/phases/1/envelopes/{seat}", signed=True)
    with pytest.raises(TrustBroken, match=f"was signed for {seat} in phase 1"):
        own_envelope(held, client.me, table.game, 2, seat)
    assert own_envelope(held, client.me, table.game, 1, seat).header.sequence == 1


STATEMENT = ("payload", "payloadType", "signatures")


# --- the cut -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted(stage):
    """A game in which the first seat sent a draft and a final envelope, of which the final one counted; to be read."""
    with read_only(stage) as table:
        who, seat = table.asked()
        client = table.client(who)
        client.send(table.game, seat, [{"question": "D-S1", "city": "athens"}], "draft")
        client.send(table.game, seat, [{"question": "D-S1", "city": "argos"}])
        table.wait_beyond(1)
        yield table, who, seat


def test_the_log_proves_which_envelope_counted(counted):
    table, who, seat = counted
    told = table.ostraka(who, "report", table.game, seat).stdout
    assert "  Your envelope 2 (final) counted; the log proves it.\n" in told
    assert told.endswith("The log proves for 1 cut that the newest you had sent counted: 1 envelope.\n")


def test_a_seat_that_sent_nothing_has_that_proved(counted):
    table, _, asked = counted
    who, seat = next((w, s) for w, s in (("aspasia", "red"), ("kleon", "green")) if s != asked)
    told = table.ostraka(who, "report", table.game, seat).stdout
    assert told.endswith("The log proves for 1 cut that the newest you had sent counted: 0 envelopes.\n")


def test_a_host_that_counted_the_draft_is_found_out(counted, twist):
    table, who, seat = counted
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())
    digest = Statement.from_json(kept["receipt"]).body["envelope"]
    twist(r"/report", lambda told: with_cut(told, digest))
    told = table.ostraka(who, "report", table.game, seat, expect=4).stderr
    assert told == f"Error: The cut of phase 1 in the log is not the one in the report of seat {seat}.\n"


def test_a_host_that_hides_the_newest_envelope_is_found_out(counted, twist):
    table, who, seat = counted
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())
    twist(r"/phases/1/envelopes/", lambda _: kept["envelope"])
    told = table.ostraka(who, "report", table.game, seat, expect=4).stderr
    assert "it holds envelope 1, but it gave a receipt for 2" in told


def test_a_host_that_hides_the_newest_envelope_from_a_new_device_is_found_out(counted, second_device, twist):
    table, who, seat = counted
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())
    twist(r"/phases/1/envelopes/", lambda _: kept["envelope"])
    client = second_device(who)
    seats = [each["seat"] for each in client.game(table.game)["seats"]]
    phase = client.report(table.game, seat, 0)[0]
    with pytest.raises(
        TrustBroken, match=r"did not count the newest envelope of seat .*, which is envelope 1 \(draft\)"
    ):
        prove_cut(client, table.game, seat, phase, client.log(table.game), seats)


def with_cut(told: dict, digest: str) -> dict:
    """A report in which the cut of phase 1 names another envelope."""
    phases = [{**p, "cut": {**p["cut"], "digest": digest}} if p["phase"] == 1 else p for p in told["phases"]]
    return {**told, "phases": phases}
