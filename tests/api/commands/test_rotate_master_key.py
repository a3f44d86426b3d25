"""`ostraka db rotate-master-key`: killed at any moment, the host opens with the old key or with the new one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.commands.db import db
from api.store.database import Database
from api.store.seals import rotate
from api.store.vault import Place, Vault
from tests.api.hosts import MASTER_KEY, HostUnderTest

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
    played.rows("update resolutions set fallen = zeroblob(5000) where phase = 1")
    done = change(played, tmp_path / "new.key")
    assert done.exit_code == 1
    assert "nothing was changed: resolutions.fallen of game" in done.output
