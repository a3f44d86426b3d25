"""The client library, as a scripted player uses it."""

import json
import threading

import pytest

from cli.client.client import Client, free_seat
from cli.errors import Misuse, Refused
from cli.home import home
from cli.home.home import Home
from schemas.keys.identities import Identity
from tests.cli.conftest import TERMS
from tests.patience import PATIENCE

ATHENS = [{"question": "D-S1", "city": "athens"}]


@pytest.fixture
def newcomer(stage, tmp_path) -> Client:
    return Client(
        stage.url, Identity.generate(), f"p-{tmp_path.name[-20:].strip('-_').replace('_', '-')}", Home(tmp_path)
    )


def test_a_scripted_player_needs_an_address_keys_and_a_handle(stage, monkeypatch, tmp_path):
    monkeypatch.setenv("OSTRAKA_HOME", str(tmp_path / "home"))
    client = Client(f"{stage.url}/", Identity.generate(), "scripted")
    assert client.register() == {"handle": "scripted", "key_id": client.me.key_id}
    assert client.register() == {"handle": "scripted", "key_id": client.me.key_id}
    assert list(json.loads((tmp_path / "home" / "hosts.json").read_text())) == [stage.url]


def test_a_spectator_reads_what_is_public_and_signs_nothing(finished, tmp_path):
    spectator = Client(finished.stage.url, home=Home(tmp_path))
    assert spectator.game(finished.game)["status"] == "over"
    assert spectator.view(finished.game)["view"]["title"] == "perikles"
    assert spectator.report(finished.game)[0]["phase"] == 0
    assert spectator.log(finished.game)[-1]["kind"] == "over"
    with pytest.raises(Refused, match="no key was given"):
        spectator.view(finished.game, "red")
    with pytest.raises(Misuse, match="This needs a key"):
        spectator.start(finished.game)


def test_a_newcomer_joins_the_first_free_seat(stage, newcomer):
    newcomer.register()
    game = newcomer.create_game("perikles", "opening", 3, "Sherds", TERMS, seats_a_player=3)["game"]
    assert newcomer.join(game) == "red"
    assert newcomer.join(game, "black") == "black"
    assert newcomer.join(game) == "green"
    assert newcomer.start(game)["status"] == "running"
    assert newcomer.start(game)["status"] == "running"


def test_a_free_seat_is_the_first_without_a_player():
    seats = [
        {"seat": "red", "player": "kleon", "unmanned": False},
        {"seat": "blue", "player": None, "unmanned": True},
        {"seat": "green", "player": None, "unmanned": False},
        {"seat": "black", "player": None, "unmanned": False},
    ]
    assert free_seat({"game": "g", "seats": seats}) == "green"
    with pytest.raises(Refused, match="Every seat of g is taken"):
        free_seat({"game": "g", "seats": seats[:1]})


def test_the_same_envelope_delivered_twice_is_one_envelope_with_one_receipt(table, monkeypatch):
    who, seat = table.asked()
    client = table.client(who)
    sealed = []
    deliver = client.deliver
    monkeypatch.setattr(client, "deliver", lambda envelope: (sealed.append(envelope), deliver(envelope))[1])
    receipt = client.send(table.game, seat, ATHENS, "draft")
    assert deliver(sealed[0]) == receipt
    assert client.questions(table.game, seat)["sequence"] == 1


def test_an_older_envelope_come_late_is_refused_with_both_numbers(table, monkeypatch):
    who, seat = table.asked()
    client = table.client(who)
    sealed = []
    deliver = client.deliver
    monkeypatch.setattr(client, "deliver", lambda envelope: (sealed.append(envelope), deliver(envelope))[1])
    client.send(table.game, seat, ATHENS, "draft")
    client.send(table.game, seat, ATHENS, "draft")
    with pytest.raises(Refused, match="sequence 1 is not newer than 2") as refused:
        deliver(sealed[0])
    assert refused.value.code == "sequence-not-newer"


def test_what_a_seat_withdrew_counts_as_nothing_and_its_own_copy_is_empty(table):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, ATHENS, "draft")
    assert client.withdraw(table.game, seat)["word"] == "withdrawn"
    envelope, orders = client.own_envelope(table.game, seat)
    assert (envelope.header.sequence, envelope.body, envelope.copy, orders) == (2, b"", b"", [])
    assert client.phase(table.game)["asked"][0]["in"] is False


def test_an_envelope_shows_nobody_what_is_in_it(table):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, ATHENS, "draft")
    short = client.own_envelope(table.game, seat)[0]
    client.send(table.game, seat, [*ATHENS, {"question": "D-S1B", "city": "sparta"}], "draft")
    longer = client.own_envelope(table.game, seat)[0]
    assert len(short.to_json()) == len(longer.to_json())
    assert b"athens" not in short.to_json()


def test_two_processes_of_one_player_read_the_same_game_without_accusing_the_host(table):
    faults = []

    def watch() -> None:
        client = table.client("aspasia")
        try:
            while client.game(table.game)["status"] != "over":
                client.log(table.game)
                client.phase(table.game)
        except Refused:
            pass
        except Exception as fault:
            faults.append(fault)

    watchers = [threading.Thread(target=watch) for _ in range(3)]
    for watcher in watchers:
        watcher.start()
    table.play_on()
    for watcher in watchers:
        watcher.join(PATIENCE)
    assert faults == []


def test_what_was_seen_of_a_game_is_remembered_across_clients(table):
    table.client("kleon").log(table.game)
    table.client("kleon").phase(table.game)
    known = table.client("kleon").pins.of_game(table.game)
    assert (known["phase"], known["log"]) == (1, 7)
    assert set(known) == {"commitment", "phase", "key of phase 1", "log", "head"}


@pytest.fixture
def writes(monkeypatch) -> list[str]:
    """The files of a home that are written."""
    written: list[str] = []
    write = home.write_private

    def counted(path, content):
        written.append(path.name)
        write(path, content)

    monkeypatch.setattr(home, "write_private", counted)
    return written


def test_to_send_orders_what_is_known_of_hosts_is_written_for_the_phase_the_sequence_and_the_receipt(table, writes):
    table.play_one_phase()
    who, seat = table.asked()
    client = table.client(who)
    client.game(table.game)
    counts = []
    for _ in range(2):
        del writes[:]
        asked = client.questions(table.game, seat)
        client.send(table.game, seat, [asked["questions"][0]["default"]], "draft", asked["phase"])
        counts.append(writes.count("hosts.json"))
    assert counts[0] <= 3
    assert counts[1] == 2
