"""`ostraka db`: backups, the check, another master key."""

from __future__ import annotations

import itertools
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.commands.db import db
from api.http.problems import ConfigurationError
from api.server import worker
from api.store.database import Database, sole_file
from api.store.sealed_rows import rotate
from api.store.vault import Place, Vault
from tests.api.hosts import MASTER_KEY, HostUnderTest


def backup(host: HostUnderTest, file: Path) -> tuple[int, str]:
    result = CliRunner().invoke(db, ["backup", "--database", f"sqlite:///{host.path}", str(file)])
    return result.exit_code, result.output


def test_a_host_that_was_brought_back_plays_on(host: HostUnderTest, tmp_path: Path) -> None:
    game = host.started()
    host.play_on(game, phases=2)
    kept = tmp_path / "kept"
    kept.mkdir()
    file = kept / "host.db"
    assert backup(host, file)[0] == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = host.json(f"/games/{game}/phase")
    host.play_on(game, phases=1)
    host.close()
    host.path.write_bytes(file.read_bytes())
    for left in ("-wal", "-shm"):
        Path(f"{host.path}{left}").unlink(missing_ok=True)
    host.open()
    assert host.json(f"/games/{game}/phase") == before
    host.play_on(game)
    assert host.json(f"/games/{game}")["status"] == "over"


def test_keys_that_were_deleted_are_not_in_a_copy(host: HostUnderTest, tmp_path: Path) -> None:
    game = host.started()
    key = host.rows("select private_key from phases where number = 1")[0][0]
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    backup(host, first)
    host.play_on(game, phases=1)
    backup(host, second)
    assert key[:64] in first.read_bytes()
    assert key[:64] not in second.read_bytes()


def test_nothing_is_written_over(host: HostUnderTest, tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    code, told = backup(host, file)
    assert (code, "exists" in told, file.read_text()) == (1, True, "mine")


@pytest.mark.parametrize("url", ["postgresql+psycopg://localhost/x", "sqlite:///nowhere.db"])
def test_what_cannot_be_copied_is_said(url: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(db, ["backup", "--database", url, str(tmp_path / "copy.db")])
    assert result.exit_code == 1
    assert ("pg_dump" if url.startswith("postgresql") else "There is no database at") in result.output
    assert not (tmp_path / "copy.db").exists()


@pytest.fixture(autouse=True)
def master_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", MASTER_KEY.hex())


def check(path: Path) -> tuple[int, str]:
    """The exit code of `db check` and what it says."""
    done = CliRunner().invoke(db, ["check", "--database", f"sqlite:///{path}"])
    return done.exit_code, done.output


def settled(host: HostUnderTest) -> bytearray:
    """The bytes of a host's database after a game, with no free page and nothing left in its write-ahead log."""
    host.play_on(host.started(), phases=3)
    host.close()
    with closing(sqlite3.connect(host.path)) as connection:
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")
    return bytearray(host.path.read_bytes())


def test_a_sound_host_is_well(host: HostUnderTest) -> None:
    settled(host)
    code, said = check(host.path)
    assert (code, said.startswith("All is well")) == (0, True), said


@pytest.mark.parametrize("harm", ["zeroed", "junk"])
def test_a_damaged_page_is_found(host: HostUnderTest, harm: str) -> None:
    sound = settled(host)
    # the last page of a long value names no next one: zeroed, it looks whole where it holds nothing that is sealed
    pages = [page for page in range(1, len(sound) // 4096) if sound[page * 4096 : page * 4096 + 4] != bytes(4)]
    for page in itertools.islice(pages, 1, None, max(1, len(pages) // 8)):
        damaged = bytearray(sound)
        damaged[page * 4096 : (page + 1) * 4096] = bytes(4096) if harm == "zeroed" else b"\xa5" * 4096
        host.path.write_bytes(damaged)
        assert check(host.path)[0] == 1, f"page {page} of {len(pages)}"


def test_a_flipped_bit_in_a_secret_is_found(host: HostUnderTest) -> None:
    settled(host)
    with closing(sqlite3.connect(host.path)) as connection, connection:
        [(events,)] = connection.execute("select events from resolutions where phase = 2")
        changed = bytes([*events[:100], events[100] ^ 1, *events[101:]])
        connection.execute("update resolutions set events = ? where phase = 2", (changed,))
    code, said = check(host.path)
    assert code == 1
    assert "resolutions.events of game" in said
    assert "phase 2, does not open" in said


def test_a_game_that_cannot_go_on_and_a_mail_that_is_held_are_listed(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started(hours=1)
    host.rows("update mails set status = 'held' where id = (select min(id) from mails)")

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(worker, "advance", fail)
    host.clock.forward(hours=2)
    host.worker.run_once()
    code, said = check(host.path)
    assert code == 1
    assert f"Game {game} cannot go on from phase 1: tried 1 times" in said
    assert "A mail cannot be built and is held: started" in said


def test_a_second_service_on_a_database_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    file = tmp_path / "host.db"
    with sole_file(file):
        taken = sole_file(file)
        with pytest.raises(ConfigurationError, match="another process serves or changes"):
            taken.__enter__()
    with sole_file(file):
        pass


OTHER_KEY = bytes(reversed(range(32)))


class Killed(BaseException):
    """Ends a rotation as a signal would: nothing after it runs."""


def change(host: HostUnderTest, new: Path) -> Result:
    """The command, on the database of a host."""
    return CliRunner().invoke(db, ["rotate-master-key", str(new), "--database", f"sqlite:///{host.path}"])


@pytest.fixture
def played(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> HostUnderTest:
    """A host in the middle of a game, with press."""

    def play() -> None:
        game = host.started()
        host.write_press(game, "red", ["green"], "peace?")
        host.play_on(game, phases=2)

    host.once("two phases and press", play)
    host.close()
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", MASTER_KEY.hex())
    return host


def test_a_game_goes_on_under_the_new_key_and_nothing_is_left_under_the_old(
    played: HostUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new.key"
    done = change(played, new)
    assert done.exit_code == 0, done.output
    assert "Sealed anew: " in done.output
    assert oct(new.stat().st_mode)[-3:] == "600"
    again = change(played, new)
    assert again.exit_code == 0
    assert "Everything is sealed under this key already" in again.output
    options = ["--database", f"sqlite:///{played.path}"]
    assert CliRunner().invoke(db, ["check", *options]).exit_code == 1
    monkeypatch.delenv("OSTRAKA_MASTER_KEY")
    sound = CliRunner().invoke(db, ["check", *options, "--master-key-file", str(new)])
    assert sound.exit_code == 0, sound.output
    replayed = CliRunner().invoke(db, ["replay", *options, "--master-key-file", str(new)])
    assert replayed.exit_code == 0, replayed.output


@pytest.mark.parametrize("after", [0, 1, 5, 13])
def test_killed_in_its_middle_it_has_changed_nothing(
    played: HostUnderTest, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, seal, sealed = Database(f"sqlite:///{played.path}"), Vault.seal, []

    def dying(vault: Vault, place: Place, plain: bytes) -> bytes:
        if len(sealed) == after:
            raise Killed
        sealed.append(place)
        return seal(vault, place, plain)

    monkeypatch.setattr(Vault, "seal", dying)
    with pytest.raises(Killed):
        rotate(database, Vault(MASTER_KEY), Vault(OTHER_KEY))
    monkeypatch.setattr(Vault, "seal", seal)
    database.dispose()
    assert CliRunner().invoke(db, ["check", "--database", f"sqlite:///{played.path}"]).exit_code == 0


def test_what_does_not_open_stops_it_before_anything_is_changed(played: HostUnderTest, tmp_path: Path) -> None:
    played.rows("update resolutions set counted = zeroblob(5000) where phase = 1")
    done = change(played, tmp_path / "new.key")
    assert done.exit_code == 1
    assert "nothing was changed: resolutions.counted of game" in done.output
