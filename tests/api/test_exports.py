"""A game is archived and comes back, or moves to another house with log, envelopes, books and people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from api.games.replay import replay_all
from api.host.config import Config
from api.host.host import open_house
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
from tests.api.houses import MASTER_KEY, HouseUnderTest
from tests.api.movers import ADDRESS, copy_of, moved, other_house, with_people_of

SEATS = ("alpha", "beta", "gamma")
FILE = "rounds: 1\n"
MERCY = [{"question": "B-2", "choose": [{"mercy": False}]}]


@pytest.fixture
def other(tmp_path: Path, house: HouseUnderTest) -> Iterator[HouseUnderTest]:
    """Another house."""
    other = other_house(tmp_path, house)
    yield other
    other.close()


@pytest.fixture
def game(house: HouseUnderTest, ballot: str) -> str:
    """A game in its second round: an envelope and a book lie there, one seat is awaited."""
    game = house.started(SEATS, title=ballot, scenario="assembly")
    house.play_on(game, 1)
    return game


def mid_phase(house: HouseUnderTest, game: str) -> None:
    """An envelope and a book in the open phase, the rest awaited."""
    assert house.send(game, "alpha", house.default(game, "alpha")).status_code == 201
    assert send_book(house, game, "beta", MERCY).status_code == 201


def record_of(house: HouseUnderTest, game: str) -> Record:
    return Record.from_json(json.dumps(house.json(f"/games/{game}/record")).encode())


def positions(house: HouseUnderTest, game: str) -> list[str]:
    log = [Statement.from_json(entry).body for entry in house.json(f"/games/{game}/log")["log"]]
    return [entry["body"]["position"] for entry in log if "position" in entry["body"]]


# --- archived and back ---------------------------------------------------------------------------------------------


def test_a_game_archived_in_the_middle_and_restored_plays_on_to_the_same_bytes(
    house: HouseUnderTest, game: str, tmp_path: Path
) -> None:
    mid_phase(house, game)
    raw = archive(house.house, game)
    (tmp_path / "again").mkdir()
    config = Config(master_key=MASTER_KEY, database=f"sqlite:///{tmp_path}/again/house.db")
    upgrade(config.database)
    assert found_again(config, Exported.parse(raw))
    again = with_people_of(house, HouseUnderTest(tmp_path / "again", house.clock))
    assert not arrive(again.house, Exported.parse(raw)).moved
    assert again.house.identity.key_id == house.house.identity.key_id
    assert again.phase(game) == house.phase(game)
    assert again.rows("select count(*) from mails") == [(0,)]
    for each in (house, again):
        each.work()
        each.play_on(game)
    assert positions(house, game) == positions(again, game)
    assert verify_record(record_of(again, game), house.house.identity.signing_key) == []
    again.close()


def test_a_game_that_is_there_is_not_written_over(house: HouseUnderTest, game: str) -> None:
    raw = archive(house.house, game)
    with pytest.raises(ExportRefused, match="is in this database already"):
        arrive(house.house, Exported.parse(raw))


def test_an_archive_opens_in_no_other_house(house: HouseUnderTest, game: str, other: HouseUnderTest) -> None:
    with pytest.raises(ExportRefused, match="not sealed with this master key"):
        arrive(other.house, Exported.parse(archive(house.house, game)))


def test_the_archive_of_a_finished_game_is_its_public_record(house: HouseUnderTest, game: str) -> None:
    house.play_on(game)
    assert json.loads(archive(house.house, game)) == house.json(f"/games/{game}/record")


# --- moved ---------------------------------------------------------------------------------------------------------


def test_a_game_moved_in_the_middle_of_a_phase_is_cut_and_played_to_the_end_at_the_new_house(
    house: HouseUnderTest, game: str, other: HouseUnderTest, tmp_path: Path
) -> None:
    stayed = copy_of(tmp_path, house)
    for each in (house, stayed):
        assert each.send(game, "alpha", each.default(game, "alpha")).status_code == 201
    mid = send_book(house, game, "beta", MERCY)
    before = house.phase(game)
    came = moved(house, other, game)
    assert came.moved
    after = other.phase(game)
    assert (after["phase"], after["asked"]) == (before["phase"], before["asked"])
    assert Statement.from_json(after["key"]).body == Statement.from_json(before["key"]).body
    Statement.from_json(after["key"]).verify(other.house.identity.signing_key)
    assert mid.status_code == 201
    assert other.send(game, "gamma", other.default(game, "gamma")).status_code == 201
    other.work()
    other.play_on(game)
    record = record_of(other, game)
    assert "book" in {order.source for phase in record.phases for order in phase.orders}
    for host in (house, other):
        assert verify_record(record, host.house.identity.signing_key) == []
    assert [replayed.differs for replayed in replay_all(other.house)] == [None]
    stayed.close()


def test_a_moved_game_leads_to_the_same_bytes_as_the_one_that_stayed(
    house: HouseUnderTest, game: str, other: HouseUnderTest, tmp_path: Path
) -> None:
    stayed = copy_of(tmp_path, house)
    moved(house, other, game)
    for each in (stayed, other):
        each.play_on(game)
    assert positions(stayed, game) == positions(other, game)
    stayed.close()


def test_a_game_between_cut_and_resolution_moves_and_is_resolved_there(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    for seat in house.asked(game):
        house.send(game, seat, house.default(game, seat))
    assert cut(house.house, game)
    moved(house, other, game)
    other.work()
    house.work()
    other.play_on(game)
    assert verify_record(record_of(other, game), house.house.identity.signing_key) == []


def test_a_game_that_still_invites_moves_and_begins_there(house: HouseUnderTest, other: HouseUnderTest) -> None:
    ann, bob, cid = (house.register(name, f"{name}@players.test") for name in ("ann", "bob", "cid"))
    opened = house.open_game(ann, ("red", "green", "black"))
    game = opened["game"]
    assert house.post(f"/games/{game}/joins", house.join_statement(ann, opened, "red")).status_code == 201
    moved(house, other, game)
    old = house.join_statement(bob, opened, "green")
    assert house.post(f"/games/{game}/joins", old).get_json()["code"] == "game-moved"
    for player, seat in ((bob, "green"), (cid, "black")):
        card = player.identity.card(player.handle).statement.to_json_value()
        other.post("/players", {"card": card})
        assert other.post(f"/games/{game}/joins", old).get_json()["code"] == "wrong-host"
        joined = other.post(f"/games/{game}/joins", other.join_statement(player, opened, seat))
        assert joined.status_code == 201, joined.text
    assert house.post(f"/games/{game}/start", house.start_statement(ann, game)).get_json()["code"] == "game-moved"
    assert other.post(f"/games/{game}/start", other.start_statement(ann, game)).status_code == 200
    assert other.json(f"/games/{game}")["status"] == "running"


def test_a_game_that_moved_takes_nothing_more_and_is_still_read(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    late, first = (house.envelope(game, seat, house.default(game, seat)) for seat in ("beta", "alpha"))
    assert house.put(first, game, first.header.phase, "alpha").status_code == 201
    move(house.house, game, other.house.card, ADDRESS)
    book = [house.put(envelope, game, envelope.header.phase, envelope.header.seat) for envelope in (late, first)]
    refused = [
        *book,
        house.act(game, Pause()),
        house.write_press(game, "alpha", ["beta"], "hello"),
        house.post(f"/games/{game}/start", house.start_statement(house.players["p-alpha"], game)),
        house.get(f"/games/{game}/phase"),
        house.get(f"/games/{game}/seats/alpha/questions", house.seats[game]["alpha"]),
        house.get(f"/games/{game}/record"),
    ]
    assert {(answer.status_code, answer.get_json()["code"]) for answer in refused} == {(409, "game-moved")}
    assert all(ADDRESS in answer.get_json()["detail"] for answer in refused)
    summary = house.json(f"/games/{game}")
    assert (summary["status"], summary["moved_to"], summary["phase"]) == ("moved", ADDRESS, None)
    for what in ("view", "report", "log"):
        house.json(f"/games/{game}/{what}")
        if what != "log":
            house.json(f"/games/{game}/seats/alpha/{what}", house.seats[game]["alpha"])
    house.clock.forward(days=30)
    entries = len(house.json(f"/games/{game}/log")["log"])
    house.work()
    assert len(house.json(f"/games/{game}/log")["log"]) == entries


def test_receipts_of_the_old_house_stay_valid_and_are_given_again(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    envelope = house.envelope(game, "alpha", house.default(game, "alpha"))
    first = house.put(envelope, game, envelope.header.phase, "alpha").get_json()
    moved(house, other, game)
    again = other.put(envelope, game, envelope.header.phase, "alpha")
    assert (again.status_code, again.get_json()) == (200, first)
    Statement.from_json(first).verify(house.house.identity.signing_key)


def test_the_time_of_the_move_is_given_back(house: HouseUnderTest, game: str, other: HouseUnderTest) -> None:
    before = house.phase(game)["deadline"]
    raw = move(house.house, game, other.house.card, ADDRESS)
    house.clock.forward(hours=72)
    with_people_of(house, other)
    arrive(other.house, Exported.parse(raw))
    after = other.phase(game)["deadline"]
    assert (before[11:], int(after[8:10]) - int(before[8:10])) == (after[11:], 3)


def test_a_paused_game_moves_paused(house: HouseUnderTest, game: str, other: HouseUnderTest) -> None:
    assert house.act(game, Pause()).status_code == 201
    moved(house, other, game)
    house.clock.forward(days=9)
    other.work()
    assert other.json(f"/games/{game}")["paused_at"] is not None
    assert other.act(game, Resume()).status_code == 201
    other.play_on(game)


def test_everybody_is_told_by_both_houses_even_who_mutes(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    with house.house.database.write() as session:
        load_player(session, "p-beta").muted = ["organiser"]
    moved(house, other, game)
    for each in (house, other):
        told = each.rows("select player, text, letter from mails where kind='organiser' order by player")
        assert [player for player, _, _ in told] == ["p-alpha", "p-beta", "p-gamma"]
        assert all(f"ostraka game show {game} --url" in text for _, text, _ in told)
        assert all((letter is not None) == (each is other) for _, _, letter in told)
    assert other.json("/players/p-beta")["handle"] == "p-beta"
    assert other.rows("select email, muted from players where handle='p-beta'") == [
        ("beta@players.test", '["organiser"]')
    ]


def test_a_game_moves_on_and_comes_back(house: HouseUnderTest, game: str, other: HouseUnderTest) -> None:
    moved(house, other, game)
    assert other.send(game, "beta", other.default(game, "beta")).status_code == 201
    moved(other, house, game)
    assert house.json(f"/games/{game}")["moved_to"] is None
    house.play_on(game)
    record = record_of(house, game)
    assert verify_record(record, house.house.identity.signing_key) == []
    assert [entry["kind"] for entry in (Statement.from_form(form).body for form in record.log)].count("moved") == 2


# --- what must not be ----------------------------------------------------------------------------------------------


def test_a_game_moves_to_one_house_only_and_its_file_can_be_made_again(
    house: HouseUnderTest, game: str, other: HouseUnderTest, tmp_path: Path
) -> None:
    third = other_house(tmp_path, house, "third")
    raw = move(house.house, game, other.house.card, ADDRESS)
    with pytest.raises(ExportRefused, match="moved to another host already"):
        move(house.house, game, third.house.card, ADDRESS)
    with pytest.raises(ExportRefused, match="archived there"):
        archive(house.house, game)
    with pytest.raises(ExportRefused, match=f"sealed to the host {other.house.identity.key_id}"):
        arrive(third.house, Exported.parse(raw))
    again = move(house.house, game, other.house.card, ADDRESS)
    with_people_of(house, other)
    arrive(other.house, Exported.parse(again))
    with pytest.raises(ExportRefused, match="in this database already"):
        arrive(other.house, Exported.parse(raw))
    other.play_on(game)
    third.close()


def test_a_house_moves_no_game_to_itself_and_none_that_is_over(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    with pytest.raises(ExportRefused, match="that of this house itself"):
        move(house.house, game, house.house.card, ADDRESS)
    house.play_on(game)
    with pytest.raises(ExportRefused, match="the game is over"):
        move(house.house, game, other.house.card, ADDRESS)
    with pytest.raises(ExportRefused, match="has no game"):
        move(house.house, "no-such", other.house.card, ADDRESS)


def test_a_handle_that_is_anothers_at_the_new_house_keeps_the_game_out_and_changes_nothing(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    other.register("p-beta")
    raw = move(house.house, game, other.house.card, ADDRESS)
    before = other.dump()
    with pytest.raises(ExportRefused, match="handle p-beta belongs to another key here"):
        arrive(other.house, Exported.parse(raw))
    assert other.dump() == before


def test_a_key_that_has_another_handle_at_the_new_house_keeps_the_game_out(
    house: HouseUnderTest, game: str, other: HouseUnderTest
) -> None:
    card = house.players["p-beta"].identity.card("beta-of-old").statement.to_json_value()
    assert other.post("/players", {"card": card}).status_code == 201
    with pytest.raises(ExportRefused, match="registered here as beta-of-old"):
        moved(house, other, game)


def test_an_export_leaks_nothing_without_the_key(house: HouseUnderTest, game: str, other: HouseUnderTest) -> None:
    assert send_book(house, game, "beta", [{"question": "B-1", "choose": [{"against": "gamma"}]}]).status_code == 201
    house.write_press(game, "alpha", ["beta"], "the-planted-word")
    with house.house.database.read() as session:
        rows = session.exec(select(PhaseRow).where(PhaseRow.game == game, PhaseRow.status == OPEN)).all()
        private = [phase_private(house.house.vault, row) for row in rows]
    assert len(private) == 2
    identity = house.house.identity.to_bytes()
    planted = [b"the-planted-word", b"@players.test", house.chance_secret(game), identity, *private, b"sherds"]
    for raw in (archive(house.house, game), move(house.house, game, other.house.card, ADDRESS)):
        exported = Exported.parse(raw)
        for text in (raw, exported.sealed, exported.statement.payload):
            assert not [secret for secret in planted if secret in text]


def test_a_game_that_moves_brings_no_host_keys_along(house: HouseUnderTest, game: str, other: HouseUnderTest) -> None:
    raw = Exported.parse(move(house.house, game, other.house.card, ADDRESS))
    assert opened(raw, other.house.vault, other.house.identity).parts.identity is None


def test_an_archive_founds_no_second_host_in_a_house_that_stands(house: HouseUnderTest, game: str) -> None:
    raw = Exported.parse(archive(house.house, game))
    assert not found_again(house.config, raw)
    assert open_house(house.config).identity.key_id == house.house.identity.key_id


# --- with options --------------------------------------------------------------------------------------------------


def test_a_game_moves_with_its_options_its_components_file_and_its_seats_of_the_bot(
    house: HouseUnderTest, ballot: str, other: HouseUnderTest
) -> None:
    options = {"gamma": "bot", "components": digest_of(FILE)}
    how = {"options": options, "components": FILE, "held": {"gamma": ""}}
    game = house.started(SEATS, title=ballot, scenario="assembly", **how)
    moved(house, other, game)
    _LAID.clear()
    told = other.json(f"/games/{game}")
    assert (told["options"], [seat["unmanned"] for seat in told["seats"]]) == (options, [False, False, True])
    assert other.json(f"/games/{game}/components")["components"] == FILE
    other.play_on(game)
    record = record_of(other, game)
    assert record.components == FILE
    assert verify_record(record, other.house.identity.signing_key) == []
