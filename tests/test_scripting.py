"""docs/scripting.md is true: its commands run, in their order, and end in a proved game; its bot plays every title."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.registry import titles
from cli.stage import free_port
from tests.readers import ROOT, commands

PAGE = (ROOT / "docs/scripting.md").read_text()
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
BOT = ROOT / "docs/examples/bot.py"
PATIENCE = 240
OPENINGS = {"perikles": "perikles --scenario opening --seats 3", "pericles": "pericles --scenario 14.1.01B --seats 2"}
GET = f"""#!{sys.executable}
import sys, urllib.request
from itertools import pairwise
headers = dict(value.split(": ", 1) for name, value in pairwise(sys.argv) if name == "-H")
print(urllib.request.urlopen(urllib.request.Request(sys.argv[-1], headers=headers)).read().decode())
"""


def session(folder: Path, lines: list[str]) -> str:
    """What a shell prints that is given these lines one after another; whatever they start ends with it."""
    port = free_port()
    tools = folder / "bin"
    tools.mkdir()
    if shutil.which("curl") is None:
        (tools / "curl").write_text(GET)
        (tools / "curl").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    path = os.pathsep.join((str(Path(sys.executable).parent), str(tools), kept["PATH"]))
    script = "\n".join(["set -e", *lines]).replace("8000", str(port)).replace("docs/examples/bot.py", str(BOT))
    shell = subprocess.Popen(
        ["bash", "-c", script],
        cwd=folder,
        env={**kept, "HOME": str(folder), "PATH": path, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        told = ""
        assert shell.stdout is not None
        for line in shell.stdout:
            told += line
            if line == "THE END\n":
                break
        return told
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait(timeout=PATIENCE)


def served(lines: list[str]) -> list[str]:
    """The same lines, with a pause until the service answers."""
    wait = "until curl -sf http://127.0.0.1:8000/api/v1/ > /dev/null; do sleep 0.2; done"
    return [part for line in lines for part in ([line, wait] if line.startswith("ostraka serve") else [line])]


def test_every_command_of_the_page_runs_and_the_game_is_proved(tmp_path: Path) -> None:
    lines = [command for language, block in BLOCK.findall(PAGE) if language == "console" for command in commands(block)]
    assert len(lines) > 14
    told = session(tmp_path, [*served(lines), "echo THE END"])
    assert told.endswith("THE END\n"), told
    assert "verified" in told or "same bytes" in told, told


@pytest.mark.parametrize("block", [block for language, block in BLOCK.findall(PAGE) if language == "console"])
def test_every_line_of_a_block_is_a_command(block: str) -> None:
    assert all(line.startswith("$ ") for line in block.splitlines())


def test_the_bot_is_as_short_as_the_page_says() -> None:
    length = len(BOT.read_text().splitlines())
    assert f"has {length} lines" in PAGE
    assert length < 60


@pytest.mark.parametrize("title", ["pericles"])
def test_the_bot_plays_other_titles_too(title: str, tmp_path: Path) -> None:
    seats = int(OPENINGS[title].rpartition(" ")[2])
    lines = [
        "ostraka db init",
        "ostraka serve --port 8000 &",
        "export OSTRAKA_URL=http://127.0.0.1:8000",
        "ostraka key new sophia --no-password",
        "ostraka key register",
        f"GAME=$(ostraka game create {OPENINGS[title]} --name Trial)",
        *(f"python {BOT} $OSTRAKA_URL bot-{number} &" for number in range(seats)),
        "until ostraka game start $GAME 2> /dev/null; do sleep 1; done",
        "until ostraka replay $GAME 2> /dev/null; do sleep 1; done",
        "echo THE END",
    ]
    told = session(tmp_path, served(lines))
    assert told.endswith("THE END\n"), told
    assert title in titles()
