"""A game is archived and comes back, or moves to another host with log, envelopes, books and people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from api.games.replay import replay_all
from api.host.config import Config
from api.host.host import open_host
from api.referee.resolution import cut
from api.store.database import upgrade
from api.store.lookups import _LAID, load_player
from api.store.models import OPEN, PhaseRow
from api.store.sealed_rows import phase_private
from api.transfer.arrival import arrive, found_again
from api.transfer.bundle import opened
from api.transfer.departure import archive, move
from api.transfer.rows import ExportRefused
from schemas.documents.components_files import digest_of
from schemas.documents.game_exports import Exported
from schemas.record import Record, verify_record
from schemas.statements.payloads import Pause, Resume
from schemas.statements.statements import Statement
from tests.api.booked import send_book
from tests.api.contests.contests import Contests
from tests.api.hosts import MASTER_KEY, HostUnderTest
from tests.api.transfer.two_hosts import ADDRESS, copy_of, moved, other_host, with_people_of

SEATS = ("alpha", "beta", "gamma")
FILE = "rounds: 1\n"
MERCY = [{"question": "B-2", "choose": [{"mercy": False}]}]


@pytest.fixture
def other(tmp_path: Path, host: HostUnderTest) -> Iterator[HostUnderTest]:
    """Another host."""
    other = other_host(tmp_path, host)
    yield other
    other.close()


@pytest.fixture
def game(host: HostUnderTest, ballot: str) -> str:
    """A game in its second round: an envelope and a book lie there, one seat is awaited."""

    def played() -> str:
        game = host.started(SEATS, title=ballot, scenario="assembly")
        host.play_on(game, 1)
        return game

    return str(host.once("an assembly in its second round", played))


def mid_phase(host: HostUnderTest, game: str) -> None:
    """An envelope and a book in the open phase, the rest awaited."""
    assert host.send(game, "alpha", host.default(game, "alpha")).status_code == 201
    assert send_book(host, game, "beta", MERCY).status_code == 201


def record_of(host: HostUnderTest, game: str) -> Record:
    return Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())


def keys_in(host: HostUnderTest) -> list[bytes]:
    """The private keys of phases that are stored in a host, sealed as they are."""
    with host.host.database.read() as session:
        return [row.private_key for row in session.exec(select(PhaseRow)) if row.private_key is not None]


def positions(host: HostUnderTest, game: str) -> list[str]:
    log = [Statement.from_json(entry).body for entry in host.json(f"/games/{game}/log")["log"]]
    return [entry["body"]["position"] for entry in log if "position" in entry["body"]]


# --- archived and back ---------------------------------------------------------------------------------------------


def test_a_game_archived_in_the_middle_and_restored_plays_on_to_the_same_bytes(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    mid_phase(host, game)
    raw = archive(host.host, game)
    (tmp_path / "again").mkdir()
    config = Config(master_key=MASTER_KEY, database=f"sqlite:///{tmp_path}/again/host.db")
    upgrade(config.database)
    assert found_again(config, Exported.parse(raw))
    again = with_people_of(host, HostUnderTest(tmp_path / "again", host.clock))
    assert not arrive(again.host, Exported.parse(raw)).moved
    assert again.host.identity.key_id == host.host.identity.key_id
    assert again.phase(game) == host.phase(game)
    assert again.rows("select count(*) from mails") == [(0,)]
    for each in (host, again):
        each.work()
        each.play_on(game)
    assert positions(host, game) == positions(again, game)
    assert verify_record(record_of(again, game), host.host.identity.signing_key) == []
    again.close()


def test_a_game_of_a_contest_is_archived_and_restored_and_moves_nowhere(
    host: HostUnderTest, ballot: str, tmp_path: Path
) -> None:
    contests = Contests(host)
    contest = contests.opened(rounds=1)
    contests.entered(contest, "ann", "bob", "cid")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    game, elsewhere = table["game"], other_host(tmp_path, host)
    with pytest.raises(ExportRefused, match="it cannot move away"):
        move(host.host, game, elsewhere.host.card, ADDRESS)
    raw = archive(host.host, game)
    (tmp_path / "again").mkdir()
    config = Config(master_key=MASTER_KEY, database=f"sqlite:///{tmp_path}/again/host.db")
    upgrade(config.database)
    assert found_again(config, Exported.parse(raw))
    again = with_people_of(host, HostUnderTest(tmp_path / "again", host.clock))
    arrive(again.host, Exported.parse(raw))
    again.play_on(game)
    assert verify_record(record_of(again, game), host.host.identity.signing_key) == []
    again.close()
    elsewhere.close()


def test_a_game_that_is_there_is_not_written_over(host: HostUnderTest, game: str) -> None:
    raw = archive(host.host, game)
    with pytest.raises(ExportRefused, match="is in this database already"):
        arrive(host.host, Exported.parse(raw))


def test_an_archive_opens_in_no_other_host(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    with pytest.raises(ExportRefused, match="not sealed with this master key"):
        arrive(other.host, Exported.parse(archive(host.host, game)))


def test_the_archive_of_a_finished_game_is_its_public_record(host: HostUnderTest, game: str) -> None:
    host.play_on(game)
    assert json.loads(archive(host.host, game)) == host.json(f"/games/{game}/record")


# --- moved ---------------------------------------------------------------------------------------------------------


def test_a_game_moved_in_the_middle_of_a_phase_is_cut_and_played_to_the_end_at_the_new_host(
    host: HostUnderTest, game: str, other: HostUnderTest, tmp_path: Path
) -> None:
    stayed = copy_of(tmp_path, host)
    for each in (host, stayed):
        assert each.send(game, "alpha", each.default(game, "alpha")).status_code == 201
    mid = send_book(host, game, "beta", MERCY)
    before = host.phase(game)
    came = moved(host, other, game)
    assert came.moved
    after = other.phase(game)
    assert (after["phase"], after["asked"]) == (before["phase"], before["asked"])
    assert Statement.from_json(after["key"]).body == Statement.from_json(before["key"]).body
    Statement.from_json(after["key"]).verify(other.host.identity.signing_key)
    assert mid.status_code == 201
    assert other.send(game, "gamma", other.default(game, "gamma")).status_code == 201
    other.work()
    other.play_on(game)
    record = record_of(other, game)
    assert "book" in {order.source for phase in record.phases for order in phase.orders}
    for each in (host, other):
        assert verify_record(record, each.host.identity.signing_key) == []
    assert [replayed.differs for replayed in replay_all(other.host)] == [None]
    stayed.close()


def test_a_moved_game_leads_to_the_same_bytes_as_the_one_that_stayed(
    host: HostUnderTest, game: str, other: HostUnderTest, tmp_path: Path
) -> None:
    stayed = copy_of(tmp_path, host)
    moved(host, other, game)
    for each in (stayed, other):
        each.play_on(game)
    assert positions(stayed, game) == positions(other, game)
    stayed.close()


def test_a_game_between_cut_and_resolution_moves_and_is_resolved_there(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    for seat in host.asked(game):
        host.send(game, seat, host.default(game, seat))
    assert cut(host.host, game)
    moved(host, other, game)
    other.work()
    host.work()
    other.play_on(game)
    assert verify_record(record_of(other, game), host.host.identity.signing_key) == []


def test_a_game_that_still_invites_moves_and_begins_there(host: HostUnderTest, other: HostUnderTest) -> None:
    ann, bob, cid = (host.register(name, f"{name}@players.test") for name in ("ann", "bob", "cid"))
    opened = host.open_game(ann, ("red", "green", "black"))
    game = opened["game"]
    assert host.post(f"/games/{game}/joins", host.join_statement(ann, opened, "red")).status_code == 201
    moved(host, other, game)
    old = host.join_statement(bob, opened, "green")
    assert host.post(f"/games/{game}/joins", old).get_json()["code"] == "game-moved"
    for player, seat in ((bob, "green"), (cid, "black")):
        card = player.identity.card(player.handle).statement.to_json_value()
        other.post("/players", {"card": card})
        assert other.post(f"/games/{game}/joins", old).get_json()["code"] == "wrong-host"
        joined = other.post(f"/games/{game}/joins", other.join_statement(player, opened, seat))
        assert joined.status_code == 201, joined.text
    assert host.post(f"/games/{game}/start", host.start_statement(ann, game)).get_json()["code"] == "game-moved"
    assert other.post(f"/games/{game}/start", other.start_statement(ann, game)).status_code == 200
    assert other.json(f"/games/{game}")["status"] == "running"


def test_a_game_that_moved_takes_nothing_more_and_is_still_read(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    late, first = (host.envelope(game, seat, host.default(game, seat)) for seat in ("beta", "alpha"))
    assert host.put(first, game, first.header.phase, "alpha").status_code == 201
    move(host.host, game, other.host.card, ADDRESS)
    book = [host.put(envelope, game, envelope.header.phase, envelope.header.seat) for envelope in (late, first)]
    refused = [
        *book,
        host.act(game, Pause()),
        host.write_press(game, "alpha", ["beta"], "hello"),
        host.post(f"/games/{game}/start", host.start_statement(host.players["p-alpha"], game)),
        host.get(f"/games/{game}/phase"),
        host.get(f"/games/{game}/seats/alpha/questions", host.seats[game]["alpha"]),
        host.get(f"/games/{game}/record"),
    ]
    assert {(answer.status_code, answer.get_json()["code"]) for answer in refused} == {(409, "game-moved")}
    assert all(ADDRESS in answer.get_json()["detail"] for answer in refused)
    summary = host.json(f"/games/{game}")
    assert (summary["status"], summary["moved_to"], summary["phase"]) == ("moved", ADDRESS, None)
    for what in ("view", "report", "log"):
        host.json(f"/games/{game}/{what}")
        if what != "log":
            host.json(f"/games/{game}/seats/alpha/{what}", host.seats[game]["alpha"])
    host.clock.forward(days=30)
    entries = len(host.json(f"/games/{game}/log")["log"])
    host.work()
    assert len(host.json(f"/games/{game}/log")["log"]) == entries


def test_receipts_of_the_old_host_stay_valid_and_are_given_again(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    envelope = host.envelope(game, "alpha", host.default(game, "alpha"))
    first = host.put(envelope, game, envelope.header.phase, "alpha").get_json()
    moved(host, other, game)
    again = other.put(envelope, game, envelope.header.phase, "alpha")
    assert (again.status_code, again.get_json()) == (200, first)
    Statement.from_json(first).verify(host.host.identity.signing_key)


def test_the_time_of_the_move_is_given_back(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    before = host.phase(game)["deadline"]
    raw = move(host.host, game, other.host.card, ADDRESS)
    host.clock.forward(hours=72)
    with_people_of(host, other)
    arrive(other.host, Exported.parse(raw))
    after = other.phase(game)["deadline"]
    assert (before[11:], int(after[8:10]) - int(before[8:10])) == (after[11:], 3)


def test_a_paused_game_moves_paused(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    assert host.act(game, Pause()).status_code == 201
    moved(host, other, game)
    host.clock.forward(days=9)
    other.work()
    assert other.json(f"/games/{game}")["paused_at"] is not None
    assert other.act(game, Resume()).status_code == 201
    other.play_on(game)


def test_everybody_is_told_by_both_hosts_even_who_mutes(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    with host.host.database.write() as session:
        load_player(session, "p-beta").muted = ["organiser"]
    moved(host, other, game)
    for each in (host, other):
        told = each.rows("select player, text, letter from mails where kind='organiser' order by player")
        assert [player for player, _, _ in told] == ["p-alpha", "p-beta", "p-gamma"]
        assert all(f"ostraka game show {game} --url" in text for _, text, _ in told)
        assert all((letter is not None) == (each is other) for _, _, letter in told)
    assert other.json("/players/p-beta")["handle"] == "p-beta"
    assert other.rows("select email, muted from players where handle='p-beta'") == [
        ("beta@players.test", '["organiser"]')
    ]


def test_the_host_that_a_game_has_left_can_open_no_more_what_was_sent_to_its_open_phase(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    sealed = keys_in(host)
    assert len(sealed) == 2
    moved(host, other, game)
    assert keys_in(host) == []
    assert len(keys_in(other)) == 2
    stored = b"".join(host.files())
    assert not any(key in stored for key in sealed)
    moved(other, host, game)
    assert len(keys_in(host)) == 2
    host.play_on(game)


def test_a_game_moves_on_and_comes_back(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    moved(host, other, game)
    assert other.send(game, "beta", other.default(game, "beta")).status_code == 201
    moved(other, host, game)
    assert host.json(f"/games/{game}")["moved_to"] is None
    host.play_on(game)
    record = record_of(host, game)
    assert verify_record(record, host.host.identity.signing_key) == []
    assert [entry["kind"] for entry in (Statement.from_form(form).body for form in record.log)].count("moved") == 2


# --- what must not be ----------------------------------------------------------------------------------------------


def test_a_game_moves_to_one_host_only_and_its_file_can_be_made_again(
    host: HostUnderTest, game: str, other: HostUnderTest, tmp_path: Path
) -> None:
    third = other_host(tmp_path, host, "third")
    raw = move(host.host, game, other.host.card, ADDRESS)
    with pytest.raises(ExportRefused, match="moved to another host already"):
        move(host.host, game, third.host.card, ADDRESS)
    with pytest.raises(ExportRefused, match="archived there"):
        archive(host.host, game)
    with pytest.raises(ExportRefused, match=f"sealed to the host {other.host.identity.key_id}"):
        arrive(third.host, Exported.parse(raw))
    again = move(host.host, game, other.host.card, ADDRESS)
    assert again == raw
    with_people_of(host, other)
    arrive(other.host, Exported.parse(again))
    with pytest.raises(ExportRefused, match="in this database already"):
        arrive(other.host, Exported.parse(raw))
    other.play_on(game)
    third.close()


def test_a_host_moves_no_game_to_itself_and_none_that_is_over(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    with pytest.raises(ExportRefused, match="that of this host itself"):
        move(host.host, game, host.host.card, ADDRESS)
    host.play_on(game)
    with pytest.raises(ExportRefused, match="the game is over"):
        move(host.host, game, other.host.card, ADDRESS)
    with pytest.raises(ExportRefused, match="has no game"):
        move(host.host, "no-such", other.host.card, ADDRESS)


def test_a_handle_that_is_anothers_at_the_new_host_keeps_the_game_out_and_changes_nothing(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    other.register("p-beta")
    raw = move(host.host, game, other.host.card, ADDRESS)
    before = other.dump()
    with pytest.raises(ExportRefused, match="handle p-beta belongs to another key here"):
        arrive(other.host, Exported.parse(raw))
    assert other.dump() == before


def test_a_key_that_has_another_handle_at_the_new_host_keeps_the_game_out(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    card = host.players["p-beta"].identity.card("beta-of-old").statement.to_json_value()
    assert other.post("/players", {"card": card}).status_code == 201
    with pytest.raises(ExportRefused, match="registered here as beta-of-old"):
        moved(host, other, game)


def test_an_export_leaks_nothing_without_the_key(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    assert send_book(host, game, "beta", [{"question": "B-1", "choose": [{"against": "gamma"}]}]).status_code == 201
    host.write_press(game, "alpha", ["beta"], "the-planted-word")
    with host.host.database.read() as session:
        rows = session.exec(select(PhaseRow).where(PhaseRow.game == game, PhaseRow.status == OPEN)).all()
        private = [phase_private(host.host.vault, row) for row in rows]
    assert len(private) == 2
    identity = host.host.identity.to_bytes()
    planted = [b"the-planted-word", b"@players.test", host.chance_secret(game), identity, *private, b"sherds"]
    for raw in (archive(host.host, game), move(host.host, game, other.host.card, ADDRESS)):
        exported = Exported.parse(raw)
        for text in (raw, exported.sealed, exported.statement.payload):
            assert not [secret for secret in planted if secret in text]


def test_a_game_that_moves_brings_no_host_keys_along(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    raw = Exported.parse(move(host.host, game, other.host.card, ADDRESS))
    assert opened(raw, other.host.vault, other.host.identity).parts.identity is None


def test_an_archive_founds_no_second_host_in_a_host_that_stands(host: HostUnderTest, game: str) -> None:
    raw = Exported.parse(archive(host.host, game))
    assert not found_again(host.config, raw)
    assert open_host(host.config).identity.key_id == host.host.identity.key_id


# --- with options --------------------------------------------------------------------------------------------------


def test_a_game_moves_with_its_options_its_components_file_and_its_seats_of_the_bot(
    host: HostUnderTest, ballot: str, other: HostUnderTest
) -> None:
    options = {"gamma": "bot", "components": digest_of(FILE)}
    how = {"options": options, "components": FILE, "held": {"gamma": ""}}
    game = host.started(SEATS, title=ballot, scenario="assembly", **how)
    moved(host, other, game)
    _LAID.clear()
    told = other.json(f"/games/{game}")
    assert (told["options"], [seat["unmanned"] for seat in told["seats"]]) == (options, [False, False, True])
    assert other.json(f"/games/{game}/components")["components"] == FILE
    other.play_on(game)
    record = record_of(other, game)
    assert record.components == FILE
    assert verify_record(record, other.host.identity.signing_key) == []
