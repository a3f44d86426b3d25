"""A machine without `fcntl`, as Windows is: the client imports, makes keys, meets a host, and locks by `msvcrt`.

The stand-in for `msvcrt` locks through `os.lockf`, which waits for other processes as the real one does.
"""

import os
import subprocess
import sys

import pytest

from cli.home.home import Home
from tests.cli.home.test_home import ADD
from tests.patience import PATIENCE

WINDOWS = """
import os, sys
from types import ModuleType
for name in ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource"):
    sys.modules[name] = None
msvcrt = ModuleType("msvcrt")
msvcrt.LK_NBLCK, msvcrt.LK_UNLCK = 2, 0
msvcrt.locking = lambda file, mode, size: os.lockf(file, os.F_TLOCK if mode else os.F_ULOCK, size)
sys.modules["msvcrt"] = msvcrt
"""


@pytest.fixture
def run(tmp_path):
    def started(script, *words):
        env = {**os.environ, "OSTRAKA_HOME": str(tmp_path / "home")}
        return subprocess.Popen(
            [sys.executable, "-c", WINDOWS + script, *words],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return started


def ended(process):
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, out
    return out


COMMAND = "from cli.main import main; main()"


def test_the_library_imports_without_fcntl(run):
    ended(run("import cli.client"))


def test_keys_are_made_and_games_listed_without_fcntl(run, stage):
    assert "xanthippe" in ended(run(COMMAND, "key", "new", "xanthippe", "--no-password"))
    ended(run(COMMAND, "key", "register", "--url", stage.url))
    ended(run(COMMAND, "game", "list", "--url", stage.url))


def test_processes_without_fcntl_that_change_hosts_at_once_lose_nothing(run, tmp_path):
    home = Home(tmp_path / "home")
    for process in [run(ADD, str(home.root), name) for name in ("a", "b", "c")]:
        ended(process)
    assert len(home.hosts()) == 75
