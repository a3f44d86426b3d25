"""A game is archived and comes back with log, envelopes, books and people."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlmodel import select

from api.games.replay import replay_all
from api.host.host import open_host
from api.referee.resolution import cut
from api.store.lookups import _LAID
from api.store.models import OPEN, PhaseRow
from api.store.sealed_rows import phase_private
from api.transfer.archives import ExportRefused, Parts, Whole, archive, opened, place, sealed
from api.transfer.restoring import found_again, restore
from schemas.documents.components_files import digest_of
from schemas.documents.game_exports import UNSEALED, Exported, seal_export
from schemas.keys.identities import Identity
from schemas.record import Record, verify_record
from schemas.statements.canonical import dumps
from schemas.statements.payloads import Export, Rollback
from schemas.statements.statements import Statement, sign_payload
from tests.api.booked import send_book
from tests.api.contests.contests import Contests
from tests.api.hosts import HostUnderTest
from tests.api.transfer.again import founded_again, restored

SEATS = ("alpha", "beta", "gamma")
FILE = "rounds: 1\n"
MERCY = [{"question": "B-2", "choose": [{"mercy": False}]}]
VOTE = {"question": "B-1", "default": True}
Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def game(host: HostUnderTest, ballot: str) -> str:
    """A game in its second round: an envelope and a book lie there, one seat is awaited."""

    def played() -> str:
        game = host.started(SEATS, title=ballot, scenario="assembly")
        host.play_on(game, 1)
        assert host.send(game, "alpha", host.default(game, "alpha")).status_code == 201
        assert send_book(host, game, "beta", MERCY).status_code == 201
        return game

    return str(host.once("an assembly in its second round, with an envelope and a book", played))


def record_of(host: HostUnderTest, game: str) -> Record:
    return Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())


def positions(host: HostUnderTest, game: str) -> list[str]:
    log = [Statement.from_json(entry).body for entry in host.json(f"/games/{game}/log")["log"]]
    return [entry["body"]["position"] for entry in log if "position" in entry["body"]]


# --- archived and back ---------------------------------------------------------------------------------------------


def test_a_game_archived_in_the_middle_and_restored_plays_on_to_the_same_bytes(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    again = restored(tmp_path, host, game)
    assert again.host.identity.key_id == host.host.identity.key_id
    assert again.phase(game) == host.phase(game)
    assert again.rows("select count(*) from mails") == [(0,)]
    for each in (host, again):
        assert each.send(game, "gamma", each.default(game, "gamma")).status_code == 201
        each.work()
        each.play_on(game)
    assert positions(host, game) == positions(again, game)
    record = record_of(again, game)
    assert "book" in {order.source for phase in record.phases for order in phase.orders}
    assert verify_record(record, host.host.identity.signing_key) == []
    assert [replayed.differs for replayed in replay_all(again.host)] == [None]
    again.close()


def test_a_game_between_cut_and_resolution_is_archived_and_resolved_when_it_is_back(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    for seat in ("beta", "gamma"):
        host.send(game, seat, host.default(game, seat))
    assert cut(host.host, game)
    again = restored(tmp_path, host, game)
    again.work()
    again.play_on(game)
    assert verify_record(record_of(again, game), host.host.identity.signing_key) == []
    again.close()


def test_a_game_that_still_invites_is_archived_and_begins_when_it_is_back(host: HostUnderTest, tmp_path: Path) -> None:
    ann, bob, cid = (host.register(name, f"{name}@players.test") for name in ("ann", "bob", "cid"))
    summary = host.open_game(ann, ("red", "green", "black"))
    game = summary["game"]
    assert host.post(f"/games/{game}/joins", host.join_statement(ann, summary, "red")).status_code == 201
    again = restored(tmp_path, host, game)
    for player, seat in ((bob, "green"), (cid, "black")):
        again.post("/players", {"card": player.identity.card(player.handle).statement.to_json_value()})
        assert again.post(f"/games/{game}/joins", again.join_statement(player, summary, seat)).status_code == 201
    assert again.post(f"/games/{game}/start", again.start_statement(ann, game)).status_code == 200
    assert again.json(f"/games/{game}")["status"] == "running"
    again.close()


def test_a_game_of_a_contest_is_archived_and_restored(host: HostUnderTest, ballot: str, tmp_path: Path) -> None:
    contests = Contests(host)
    contest = contests.opened(rounds=1)
    contests.entered(contest, "ann", "bob", "cid")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    again = restored(tmp_path, host, table["game"])
    again.play_on(table["game"])
    assert verify_record(record_of(again, table["game"]), host.host.identity.signing_key) == []
    again.close()


def test_a_game_comes_back_with_its_options_its_components_file_and_its_seats_of_the_bot(
    host: HostUnderTest, ballot: str, tmp_path: Path
) -> None:
    options = {"gamma": "bot", "components": digest_of(FILE)}
    how = {"options": options, "components": FILE, "held": {"gamma": ""}}
    game = host.started(SEATS, title=ballot, scenario="assembly", **how)
    again = restored(tmp_path, host, game)
    _LAID.clear()
    told = again.json(f"/games/{game}")
    assert (told["options"], [seat["unmanned"] for seat in told["seats"]]) == (options, [False, False, True])
    assert again.json(f"/games/{game}/components")["components"] == FILE
    again.play_on(game)
    record = record_of(again, game)
    assert record.components == FILE
    assert verify_record(record, again.host.identity.signing_key) == []
    again.close()


def test_the_archive_of_a_finished_game_is_its_public_record(host: HostUnderTest, game: str) -> None:
    host.play_on(game)
    assert json.loads(archive(host.host, game)) == host.json(f"/games/{game}/record")


# --- what must not be ----------------------------------------------------------------------------------------------


def test_a_game_that_is_there_is_not_written_over_and_one_that_is_not_is_not_archived(
    host: HostUnderTest, game: str
) -> None:
    raw = archive(host.host, game)
    with pytest.raises(ExportRefused, match="is in this database already"):
        restore(host.host, Exported.parse(raw))
    with pytest.raises(ExportRefused, match="has no game no-such"):
        archive(host.host, "no-such")


def test_an_archive_opens_in_no_other_host(host: HostUnderTest, game: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = HostUnderTest(tmp_path / "other", host.clock, bytes(range(1, 33)))
    with pytest.raises(ExportRefused, match="not sealed with this master key"):
        restore(other.host, Exported.parse(archive(host.host, game)))
    other.close()


def test_an_archive_founds_no_second_host_in_a_host_that_stands(host: HostUnderTest, game: str) -> None:
    raw = Exported.parse(archive(host.host, game))
    assert not found_again(host.config, raw)
    assert open_host(host.config).identity.key_id == host.host.identity.key_id


def test_a_handle_that_is_anothers_by_now_keeps_the_game_out_and_changes_nothing(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    raw = Exported.parse(archive(host.host, game))
    again = founded_again(tmp_path, host, raw)
    again.register("p-beta")
    before = again.dump()
    with pytest.raises(ExportRefused, match="handle p-beta belongs to another key here"):
        restore(again.host, raw)
    assert again.dump() == before
    again.close()


def test_a_key_that_has_another_handle_by_now_keeps_the_game_out(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    raw = Exported.parse(archive(host.host, game))
    again = founded_again(tmp_path, host, raw)
    card = host.players["p-beta"].identity.card("beta-of-old").statement.to_json_value()
    assert again.post("/players", {"card": card}).status_code == 201
    with pytest.raises(ExportRefused, match="registered here as beta-of-old"):
        restore(again.host, raw)
    again.close()


def test_an_archive_leaks_nothing_without_the_key(host: HostUnderTest, ballot: str) -> None:
    game = host.started(SEATS, title=ballot, scenario="assembly")
    assert send_book(host, game, "beta", [{"question": "B-1", "choose": [{"against": "gamma"}]}]).status_code == 201
    host.write_press(game, "alpha", ["beta"], "the-planted-word")
    with host.host.database.read() as session:
        rows = session.exec(select(PhaseRow).where(PhaseRow.game == game, PhaseRow.status == OPEN)).all()
        private = [phase_private(host.host.vault, row) for row in rows]
    assert len(private) == 2
    identity = host.host.identity.to_bytes()
    planted = [b"the-planted-word", b"@players.test", host.chance_secret(game), identity, *private, b"sherds"]
    raw = archive(host.host, game)
    exported = Exported.parse(raw)
    for text in (raw, exported.sealed, exported.statement.payload):
        assert not [secret for secret in planted if secret in text]


# --- what was damaged before it was sealed, or is of another release --------------------------------------------------


def newest(parts: dict[str, Any], table: str) -> dict[str, Any]:
    row: dict[str, Any] = parts["rows"][table][-1]
    return row


def falsify(row: dict[str, Any], field: str, **values: Any) -> None:
    """Change values in what rests sealed in a row; the log's hashes of positions leave books out."""
    row[field] = dumps({**msgspec.json.decode(row[field]), **values})


CHANGES: dict[str, tuple[Change, str]] = {
    "schema": (lambda p: p.update(schema="0099"), "take it in with the release that made it"),
    "title": (lambda p: p["game"].update(title="senet"), "this host cannot play the game"),
    "version": (lambda p: p["game"].update(version="ballot/9"), "this host cannot play the game"),
    "column": (lambda p: p["rows"]["seats"][0].update(crown=1), "has other columns"),
    "value": (lambda p: p["rows"]["seats"][0].update(ordinal="first"), "has a value of another kind in ordinal"),
    "table": (lambda p: p["rows"].pop("press"), "is not the whole of game"),
    "row of another game": (lambda p: newest(p, "envelopes").update(game="other"), "belongs to another game"),
    "log entry left out": (lambda p: p["rows"]["log"].pop(5), "log entry 5"),
    "position": (lambda p: falsify(newest(p, "resolutions"), "position", round=7), "leads to another|cannot be"),
    "counted orders": (
        lambda p: newest(p, "resolutions").update(counted=b'{"orders": []}'),
        "leads to another|cannot be",
    ),
    "entries that decided something": (
        lambda p: falsify(newest(p, "resolutions"), "counted", used={"beta": [0]}),
        "rests on other entries of books",
    ),
    "a book in a position": (
        lambda p: falsify(newest(p, "resolutions"), "position", books={"beta": [VOTE]}),
        "leads to another position",
    ),
}


def parts_of(host: HostUnderTest, game: str) -> dict[str, Any]:
    whole = opened(Exported.parse(archive(host.host, game)), host.host.vault)
    return dict(msgspec.structs.asdict(whole.parts))


def sealed_again(host: HostUnderTest, parts: dict[str, Any]) -> Exported:
    return Exported.parse(sealed(host.host, Whole(Parts(**parts)), host.clock()))


def refused(folder: Path, host: HostUnderTest, exported: Exported, genuine: Exported, why: str) -> None:
    """Refuse an archive in an empty database, and leave nothing of it there."""
    again = founded_again(folder, host, genuine)
    with pytest.raises(ExportRefused, match=why):
        restore(again.host, exported)
    assert again.rows("select id from games") == []
    assert again.rows("select handle from players") == []
    again.close()


@pytest.mark.parametrize("what", CHANGES)
def test_an_archive_in_which_something_does_not_hold_is_refused_whole(
    host: HostUnderTest, game: str, tmp_path: Path, what: str
) -> None:
    parts, genuine = parts_of(host, game), Exported.parse(archive(host.host, game))
    change, why = CHANGES[what]
    change(parts)
    refused(tmp_path, host, sealed_again(host, parts), genuine, why)


def test_a_book_that_was_changed_when_a_phase_was_opened_anew_is_found(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    assert host.act(game, Rollback(phase=1, reason="")).status_code == 201
    parts, genuine = parts_of(host, game), Exported.parse(archive(host.host, game))
    falsify(newest(parts, "resolutions"), "position", books={"beta": [VOTE]})
    refused(tmp_path, host, sealed_again(host, parts), genuine, "phase 2 was opened anew with other books")


def test_a_header_by_another_key_or_of_a_shorter_log_is_refused(host: HostUnderTest, game: str, tmp_path: Path) -> None:
    genuine, stranger = Exported.parse(archive(host.host, game)), Identity.generate()
    forged = Exported(genuine.header, sign_payload(genuine.header, stranger), genuine.sealed)
    refused(tmp_path, host, forged, genuine, f"signed by {stranger.key_id}")
    vault, plain = host.host.vault, msgspec.msgpack.encode(Parts(**parts_of(host, game)))
    (tmp_path / "again").rename(tmp_path / "before")
    shorter = resealed(host, msgspec.structs.replace(genuine.header, entries=genuine.header.entries - 1), plain)
    assert opened(shorter, vault).id == game
    refused(tmp_path, host, shorter, genuine, "its header is of another log")


def resealed(host: HostUnderTest, header: Export, plain: bytes) -> Exported:
    """What the holder of both keys can seal under any header."""
    unsealed = msgspec.structs.replace(header, sealed_sha256=UNSEALED)
    return seal_export(unsealed, lambda info: host.host.vault.seal(place(info), plain), host.host.identity)
