"""`ostraka status`: what an operator has to watch is counted, judged and said, and ends with an exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.commands.status import status
from api.health import verdict
from api.host import figures
from api.mail_out.postman import Postman
from api.mail_out.transports import MailFailed
from api.store.models import STOPPED_AFTER
from tests.api.hosts import HostUnderTest


def look(*words: str) -> tuple[int, dict[str, Any]]:
    """The exit code, and what `--json` says."""
    done = CliRunner().invoke(status, ["--json", *words])
    return done.exit_code, json.loads(done.output)


def codes(found: dict[str, Any]) -> list[str]:
    return [one["code"] for one in found["wrong"]]


def no_server(_mail: Any) -> None:
    raise MailFailed("421 not now")


def test_of_a_host_that_keeps_up_nothing_is_wrong(served: HostUnderTest) -> None:
    served.started()
    Postman(served.host, lambda _: None).run_once()
    code, found = look()
    assert (code, found["wrong"], found["at"]) == (0, [], "2026-05-01T12:00:00Z")
    assert found["games"] == {"inviting": 0, "running": 1}
    assert found["phases"] == {"unresolved": 1, "due": 0, "oldest_due": None, "past_their_time": 0}
    assert found["mails"] == {"due": 0, "oldest_due": None, "tried": 0, "held": 0}
    assert found["room"]["database"] > 0
    assert found["versions"]["database"] == found["versions"]["needed"]
    assert found["versions"]["rules"]["perikles"].startswith("perikles/")
    said = CliRunner().invoke(status)
    assert said.exit_code == 0
    assert "Nothing is wrong." in said.output
    assert "1 running" in said.output


def test_phases_and_mails_that_wait_are_named_with_the_age_of_the_oldest(served: HostUnderTest) -> None:
    served.started(hours=24)
    served.clock.forward(hours=24, minutes=6)
    code, found = look()
    assert found["phases"] == {"unresolved": 1, "due": 1, "oldest_due": "2026-05-02T12:00:00Z", "past_their_time": 1}
    assert found["mails"]["oldest_due"] == "2026-05-01T12:00:00Z"
    assert (code, codes(found)) == (1, ["phases-late", "mails-late"])
    said = CliRunner().invoke(status).output
    assert "WRONG (mails-late): Of 5 mails that should be gone, the oldest waits for 1 day; see to `--limits" in said


def test_a_mail_that_is_tried_in_vain_is_late_since_it_was_first_due_and_one_that_waits_on_purpose_is_not(
    served: HostUnderTest,
) -> None:
    served.started()
    for _ in range(3):
        Postman(served.host, no_server).run_once()
        served.clock.forward(minutes=21)
    code, found = look()
    assert found["mails"] == {"due": 5, "oldest_due": "2026-05-01T12:00:00Z", "tried": 5, "held": 0}
    assert (code, codes(found)) == (1, ["mails-late"])
    with served.host.database.write() as session:
        session.connection().exec_driver_sql("UPDATE mails SET next_try = '2026-05-01 18:00:00', due_since = NULL")
    assert look()[1]["mails"]["due"] == 0


def test_what_was_held_came_back_or_stopped_is_listed(served: HostUnderTest) -> None:
    game = served.started()
    Postman(served.host, lambda _: None).run_once()
    with served.host.database.write() as session:
        run = session.connection().exec_driver_sql
        run("UPDATE mails SET status = 'bounced' WHERE player = 'p-red'")
        run("UPDATE mails SET status = 'bounced' WHERE player = 'p-green'")  # who gave another address since
        run("UPDATE players SET bounces = 1 WHERE handle = 'p-red'")
        run("UPDATE mails SET status = 'held' WHERE player = 'p-black'")
        run(f"UPDATE phases SET faults = {STOPPED_AFTER} WHERE number = 1")
    code, found = look()
    assert code == 1
    assert codes(found) == ["games-stopped", "mails-held"]
    assert found["stopped"] == [game]
    assert [(one["player"], one["address"]) for one in found["bounced"]] == [("p-red", "red@players.test")]
    said = CliRunner().invoke(status).output
    assert "p-red, red@players.test: 1 mail" in said or "p-red, red@players.test: 2 mails" in said


def test_room_is_held_against_the_limits(served: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert look("--limits", "database=1,free=0")[0] == (1 if look()[1]["room"]["database"] > 1 << 20 else 0)
    code, found = look("--limits", "free=900000000")
    assert (code, set(codes(found))) == (1, {"disk-full"})


def test_backups_are_looked_for_in_their_folder(host: HostUnderTest, served: HostUnderTest, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    assert codes(look("--backups", str(folder))[1]) == ["no-backup"]
    folder.mkdir()
    (folder / ".new.dump").write_bytes(b"half a copy")
    (folder / "begun.db").touch()
    assert codes(look("--backups", str(folder))[1]) == ["no-backup"]
    (folder / "monday.db").write_bytes(b"copy")
    for days, wrong in ((1, []), (3, ["backup-old"])):
        moment = served.clock().timestamp() - days * 86_400
        os.utime(folder / "monday.db", (moment, moment))
        assert codes(look("--backups", str(folder))[1]) == wrong


def test_a_schema_of_another_release_is_said_and_nothing_is_counted(
    served: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "newest", lambda: "9999")
    code, found = look()
    assert (code, codes(found)) == (1, ["schema"])
    assert "`ostraka db upgrade`" in found["wrong"][0]["says"]
    assert "mails" not in found


def test_a_database_that_does_not_answer_or_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    none = CliRunner().invoke(status, ["--database", f"sqlite:///{tmp_path / 'none.db'}"])
    assert (none.exit_code, "There is no database at" in none.output, list(tmp_path.iterdir())) == (1, True, [])
    done = CliRunner().invoke(status, ["--database", "postgresql+psycopg://somebody:hush@127.0.0.1:1/nowhere"])
    assert done.exit_code == 1
    assert "cannot be opened" in done.output
    assert "hush" not in done.output


@pytest.mark.parametrize(
    ("words", "warned"),
    [
        (("smtp://relay", "https://ostraka.example", True), []),
        (("file:///mails", "https://ostraka.example", True), ["mail-to-files"]),
        (("smtp://relay", "http://192.168.1.7", True), ["no-https"]),
        (("smtp://relay", "http://localhost:8000", False), ["no-backups-named"]),
    ],
)
def test_settings_that_lack_something_are_warned_of(words: tuple[str, str, bool], warned: list[str]) -> None:
    mail, url, backups = words
    assert [one.code for one in verdict.warnings(mail, url, Path("backups") if backups else None)] == warned
