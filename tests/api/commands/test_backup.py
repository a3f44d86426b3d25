"""`ostraka db backup`: a host that is brought back from it plays on."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.commands.db import db
from tests.api.hosts import HostUnderTest


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
