"""docs/operations.md is true: its commands run, a host that is handed over is the same, and its limits are a host's."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

from api.http.rate_limits import Limits
from tests.docs.readers import EXAMPLE, ROOT, commands
from tests.forks import ostraka
from tests.shells import served, session

PAGE = (ROOT / "docs/operations.md").read_text()
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
URL = "http://127.0.0.1:8000"
HAND_OVER = "ostraka db backup handover.db"
PLAYS = [
    "export OSTRAKA_HOME=$HOME/leonidas",
    "ostraka key new leonidas --no-password",
    f"ostraka key register --url {URL}",
    "ostraka game create perikles --scenario opening --seats 4 --name Thermopylae",
]
"""What a player does before the host changes hands."""
PLAYS_ON = ["echo PLAYS ON", "ostraka game join Thermopylae", "ostraka log Thermopylae", "ostraka host list --json"]


def test_every_command_of_the_page_runs_and_players_do_not_notice_who_has_the_host(tmp_path: Path) -> None:
    lines = [command for block in BLOCK.findall(PAGE) for command in commands(dedent(block))]
    lines = [f"{line} --port 8000 &" if line.startswith("ostraka serve") else line for line in lines]
    lines = [line.replace(EXAMPLE, URL) for line in lines]
    handed = lines.index(HAND_OVER)
    stop = ["kill $!", "wait $! || true"]
    told = session(
        tmp_path, [*served(lines[:handed]), *PLAYS, *stop, *served(lines[handed:]), *PLAYS_ON, "echo THE END"]
    )
    assert told.endswith("THE END\n"), told
    assert (tmp_path / "ostraka-monday.db").stat().st_size > 0
    assert "2 entries: every signature is the host's, and the chain is unbroken." in told
    assert told.count('"url": ') == 1, told


ELSEWHERE = ("systemctl ", "git ", "pip ")
"""What a test does not do: the service, and other releases of the program."""


def test_the_lines_for_a_timer_an_upgrade_and_the_way_back_do_what_they_say(tmp_path: Path) -> None:
    [line] = re.findall(r"^ExecStart=sh -c '(.*)'$", PAGE, re.MULTILINE)
    upgrade, back = re.findall(r"```sh\n(systemctl stop.*?)```", PAGE, re.DOTALL)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}

    def run(line: str) -> str:
        """Each part of a line: ours forked off, with what a shell makes of its words, and the others by a shell."""
        told = ""
        for part in [part for part in line.split(" && ") if not part.startswith(ELSEWHERE)]:
            ours = part.startswith("ostraka ")
            shell = f"printf '%s\\n' {part}" if ours else part
            printed = subprocess.run(["bash", "-c", shell], cwd=tmp_path, capture_output=True, text=True, check=True)
            done = ostraka(printed.stdout.split()[1:], cwd=tmp_path, env=environment) if ours else printed
            assert done.returncode == 0, (part, done.stdout, done.stderr)
            told += done.stdout
        return told

    run("ostraka db init")
    run(line.replace("%%", "%"))
    assert "Newest backup  less than a minute ago" in run("ostraka status --backups backups")
    for one in upgrade.splitlines():
        run(one)
    run("ostraka db notice Lost")
    for one in back.splitlines():
        run(one)
    assert run("ostraka db notice") == "Players are told nothing.\n", "it was told after the backup"


def test_the_limits_of_the_page_are_those_of_a_host() -> None:
    shown = re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.MULTILINE)
    assert shown == [(field.name, str(field.default)) for field in fields(Limits)]
