"""`ostraka db export`, `db import`: what the keeper of a host types."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.commands.db import db
from cli.home.home import Home
from cli.trust.record_proof import prove_record
from schemas.statements.canonical import to_base64url
from tests.api.hosts import MASTER_KEY, HostUnderTest

SEATS = ("alpha", "beta", "gamma")


def run(database: Path, *words: str, key: bytes = MASTER_KEY, code: int = 0) -> Result:
    told = {"OSTRAKA_MASTER_KEY": to_base64url(key), "OSTRAKA_DATABASE": f"sqlite:///{database}"}
    result = CliRunner().invoke(db, words, env=told)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def game(host: HostUnderTest, ballot: str) -> str:
    return host.started(SEATS, title=ballot, scenario="assembly")


def test_an_archive_is_restored_into_a_place_where_nothing_is(host: HostUnderTest, game: str, tmp_path: Path) -> None:
    file, again = tmp_path / "game.archive", tmp_path / "new" / "host.db"
    told: dict[str, Any] = json.loads(run(host.path, "export", game, "--out", str(file), "--json").output)
    assert told == {"game": game, "file": str(file)}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "log entries verified and replayed" in run(again, "import", str(file)).output
    assert game in run(again, "replay").output
    refused = run(again, "import", str(file), code=1)
    assert "in this database already" in refused.output


def test_an_archive_is_no_use_without_the_master_key(host: HostUnderTest, game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.archive"
    run(host.path, "export", game, "--out", str(file))
    refused = run(tmp_path / "thief" / "host.db", "import", str(file), key=bytes(32), code=1)
    assert "not sealed with this master key" in refused.output


def test_no_export_is_written_over_another_file(host: HostUnderTest, game: str, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("precious")
    assert "already exists" in run(host.path, "export", game, "--out", str(file), code=1).output
    assert file.read_text() == "precious"


def test_the_export_of_a_finished_game_is_proved_without_any_service(
    host: HostUnderTest, game: str, tmp_path: Path
) -> None:
    host.play_on(game)
    file = tmp_path / "game.json"
    run(host.path, "export", game, "--out", str(file))
    proved = prove_record(file.read_bytes(), Home(tmp_path / "home"), None)
    assert (proved["game"], proved["pinned_for"]) == (game, None)
    assert "to check a record: ostraka replay" in run(host.path, "import", str(file), code=1).output
