"""`ostraka db backup`: a house that is brought back from it plays on."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.commands.serve_and_db import db
from tests.api.houses import HouseUnderTest


def backup(house: HouseUnderTest, file: Path) -> tuple[int, str]:
    result = CliRunner().invoke(db, ["backup", "--database", f"sqlite:///{house.path}", str(file)])
    return result.exit_code, result.output


def test_a_house_that_was_brought_back_plays_on(house: HouseUnderTest, tmp_path: Path) -> None:
    game = house.started()
    house.play_on(game, phases=2)
    kept = tmp_path / "kept"
    kept.mkdir()
    file = kept / "house.db"
    assert backup(house, file)[0] == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = house.json(f"/games/{game}/phase")
    house.play_on(game, phases=1)
    house.close()
    house.path.write_bytes(file.read_bytes())
    for left in ("-wal", "-shm"):
        Path(f"{house.path}{left}").unlink(missing_ok=True)
    house.open()
    assert house.json(f"/games/{game}/phase") == before
    house.play_on(game)
    assert house.json(f"/games/{game}")["status"] == "over"


def test_keys_that_were_deleted_are_not_in_a_copy(house: HouseUnderTest, tmp_path: Path) -> None:
    game = house.started()
    key = house.rows("select private_key from phases where number = 1")[0][0]
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    backup(house, first)
    house.play_on(game, phases=1)
    backup(house, second)
    assert key[:64] in first.read_bytes()
    assert key[:64] not in second.read_bytes()


def test_nothing_is_written_over(house: HouseUnderTest, tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    code, told = backup(house, file)
    assert (code, "exists" in told, file.read_text()) == (1, True, "mine")


@pytest.mark.parametrize("url", ["postgresql://localhost/x", "sqlite:///nowhere.db"])
def test_what_cannot_be_copied_is_said(url: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(db, ["backup", "--database", url, str(tmp_path / "copy.db")])
    assert result.exit_code == 1
    assert "There is no SQLite database at" in result.output
    assert not (tmp_path / "copy.db").exists()
