"""`ostraka db check` and the lock of a host: what is damaged, halted or held is said, and nothing is served twice."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.commands.db import db
from api.http.errors import ConfigurationError
from api.server import worker
from api.store.sole_host import sole_file
from tests.api.hosts import MASTER_KEY, HostUnderTest


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
