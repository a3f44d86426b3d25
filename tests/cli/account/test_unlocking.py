"""`ostraka key unlock`, `key lock`: a password is asked for once in a while."""

import json

import pytest

from cli.client.contests import ContestClient
from cli.contests.showing import own_invited
from cli.home.agent import end_agent, kept_key
from cli.terminal.options import Connection
from schemas.keys.identities import KeyFile
from tests.patience import wait_until

pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
def aspasia(alone, tmp_path):
    """A locked key, and its program; whatever keeps the key open is ended."""
    alone("key", "new", "aspasia", OSTRAKA_PASSWORD="open sesame")
    yield alone
    end_agent(tmp_path / "home")


def test_an_unlocked_key_needs_no_password_until_it_is_locked(aspasia, tmp_path):
    file = KeyFile.read(tmp_path / "home" / "keys" / "aspasia.age")
    told = aspasia("key", "unlock", "--for", "8h", stdin="open sesame\n").stdout
    assert told == "aspasia stays unlocked until it is not used for 8 hours.\n"
    wait_until("the key is kept", lambda: kept_key(tmp_path / "home", file.digest))
    assert aspasia("key", "show").stdout.startswith("handle: aspasia\n")
    assert json.loads(aspasia("key", "lock", "--json").stdout) == {"was_unlocked": True}
    assert "is locked, and there is no terminal to ask" in aspasia("key", "show", expect=2).stderr
    assert aspasia("key", "lock").stdout == "No key was unlocked.\n"


@pytest.mark.usefixtures("aspasia")
def test_an_organiser_who_only_reads_their_contest_is_asked_for_no_password(tmp_path, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(ContestClient, "contest_invitations", lambda _, contest: asked.append(contest) or [])
    for password, shown in (None, None), ("open sesame", []):
        connection = Connection(tmp_path / "home", "http://host.example", None, password)
        assert own_invited(connection, "lusab-babad-gutih", ["aspasia"]) == shown
    assert asked == ["lusab-babad-gutih"]
    assert "ostraka contest invite lusab-babad-gutih --list" in capsys.readouterr().err


def test_a_password_of_a_script_is_kept_by_nobody(aspasia, tmp_path):
    aspasia("key", "show", OSTRAKA_PASSWORD="open sesame")
    aspasia("key", "show", stdin="open sesame\n")
    assert not (tmp_path / "home" / "agent.json").exists()


def test_how_long_keys_stay_open_is_settled_once_and_holds_for_those_that_are_open(aspasia, tmp_path, monkeypatch):
    home = tmp_path / "home"
    aspasia("key", "unlock", "--for", "8h", stdin="open sesame\n")
    wait_until("the key is kept", lambda: kept_key(home, KeyFile.read(home / "keys" / "aspasia.age").digest))
    assert aspasia("key", "lock", "--after", "2h").stdout == "From now on keys lock 2 hours after their last use.\n"
    assert json.loads(aspasia("key", "unlock", "--json", OSTRAKA_PASSWORD="open sesame").stdout) == {
        "handle": "aspasia",
        "seconds": 7_200,
    }
    assert "more than a week" in aspasia("key", "lock", "--after", "8d", expect=2).stderr
    told = aspasia("key", "lock", "--after", "0").stdout
    assert told == "From now on every command asks for the password.\n"
    wait_until("the key is locked", lambda: not (home / "agent.json").exists())
    kept = []
    monkeypatch.setattr("cli.home.agent.keep_key", lambda *given: kept.append(given))
    monkeypatch.setattr("cli.terminal.passwords.at_terminal", lambda: True)
    aspasia("key", "show", stdin="open sesame\n")
    assert kept == []


def test_a_password_typed_at_a_terminal_keeps_the_key_open(aspasia, tmp_path, monkeypatch):
    digest = KeyFile.read(tmp_path / "home" / "keys" / "aspasia.age").digest
    kept = []
    monkeypatch.setattr("cli.home.agent.keep_key", lambda *given: kept.append(given))
    monkeypatch.setattr("cli.terminal.passwords.at_terminal", lambda: True)
    aspasia("key", "show", stdin="open sesame\n")
    aspasia("key", "show", stdin="open sesame\n", OSTRAKA_UNLOCK_FOR="2h")
    aspasia("key", "show", stdin="open sesame\n", OSTRAKA_UNLOCK_FOR="0")
    aspasia("key", "new", "perikles", stdin="open sesame\nopen sesame\n")
    assert [seconds for _, _, _, seconds in kept] == [1_800, 7_200, 1_800]
    assert [one for _, one, _, _ in kept[:2]] == [digest, digest]
