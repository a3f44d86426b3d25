"""The home directory: names, permissions, and changes by several processes at once."""

import json
import stat
import subprocess
import sys

import pytest

from cli.errors import ClientError, Misuse
from cli.home.home import Home
from tests.patience import PATIENCE

ADD = """
import sys
from pathlib import Path
from cli.home.home import Home
home = Home(Path(sys.argv[1]))
for number in range(25):
    with home.changing_hosts() as hosts:
        hosts[f"{sys.argv[2]}-{number}"] = number
"""


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "deep" / "home")


def test_the_home_is_that_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("OSTRAKA_HOME", str(tmp_path))
    assert Home.default().root == tmp_path


def test_without_the_environment_the_home_is_under_config(monkeypatch, tmp_path):
    monkeypatch.delenv("OSTRAKA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home.default().root == tmp_path / ".config" / "ostraka"


@pytest.mark.parametrize("name", ["", "a", "../x", "A", "a_b", "-ab", "a" * 33, "a.b", "ab\n"])
def test_a_key_that_could_be_no_handle_or_file_is_refused(home, name):
    with pytest.raises(Misuse, match="cannot be the name of a key"):
        home.key_path(name)


def test_the_only_key_need_not_be_named(home):
    home.key_path("aspasia").parent.mkdir(parents=True)
    home.key_path("aspasia").touch()
    assert home.choose_key(None) == "aspasia"


@pytest.mark.parametrize(
    ("names", "asked", "sentence"),
    [
        ([], None, "There is no key in .*/keys yet. Make one with: ostraka key new NAME"),
        (["kleon", "aspasia"], None, "Which key\\? .* has aspasia and kleon: add --key NAME"),
        (
            ["kleon"],
            "aspasia",
            "There is no key 'aspasia' in .*/keys, only kleon. Make one with: .* ostraka key lost aspasia",
        ),
        ([], "aspasia", "There is no key 'aspasia' in .*/keys. Make one"),
    ],
)
def test_which_key_is_asked_for_by_naming_those_that_are_there(home, names, asked, sentence):
    (home.root / "keys").mkdir(parents=True)
    for name in names:
        home.key_path(name).touch()
    with pytest.raises(Misuse, match=sentence):
        home.choose_key(asked)


@pytest.mark.parametrize("word", ["../../etc", "a/b", "", ".hidden", "a b", "red\n"])
def test_a_game_or_seat_that_could_leave_the_folder_is_refused(home, word):
    with pytest.raises(Misuse, match="cannot be a game or seat"):
        home.receipt_path(word, "red", 1, 1)
    with pytest.raises(Misuse, match="cannot be a game or seat"):
        home.receipt_path("game", word, 1, 1)


def test_what_is_written_is_for_its_owner_alone(home):
    with home.changing_hosts() as hosts:
        hosts["http://host"] = {"key": "k"}
    path = home.receipt_path("game", "red", 1, 1)
    home.keep_receipt(path, {"a": 1}, {"b": 2})
    assert json.loads(path.read_text()) == {"receipt": {"a": 1}, "envelope": {"b": 2}}
    for file in (home.root / "hosts.json", path):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for folder in (home.root, path.parent):
        assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0


def test_a_change_that_fails_changes_nothing(home):
    with home.changing_hosts() as hosts:
        hosts["a"] = 1

    def fail():
        with home.changing_hosts() as hosts:
            hosts["a"] = 2
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert home.hosts() == {"a": 1}
    assert sorted(path.name for path in home.root.iterdir()) == ["hosts.json", "hosts.lock"]


def test_processes_that_change_hosts_at_once_lose_nothing(home):
    processes = [subprocess.Popen([sys.executable, "-c", ADD, str(home.root), name]) for name in ("a", "b", "c")]
    assert [process.wait(timeout=PATIENCE) for process in processes] == [0, 0, 0]
    assert len(home.hosts()) == 75


def test_pins_that_are_not_json_are_never_taken_for_empty(home):
    home.root.mkdir(parents=True)
    (home.root / "hosts.json").write_text("{")
    with pytest.raises(ClientError, match=r"is not JSON .*Restore a backup: it holds the pinned keys"):
        home.hosts()


def test_what_changes_nothing_writes_nothing(home):
    with home.changing_hosts() as hosts:
        hosts["a"] = 1
    written = (home.root / "hosts.json").stat()
    with home.changing_hosts() as hosts:
        hosts["a"] = 1
    assert (home.root / "hosts.json").stat() == written
