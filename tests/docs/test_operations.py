"""docs/operations.md is true: its commands run, a host that is handed over is the same, and its limits are a host's."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

from api.http.rate_limits import Limits
from tests.docs.readers import EXAMPLE, ROOT, commands
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


def test_the_limits_of_the_page_are_those_of_a_host() -> None:
    shown = re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.MULTILINE)
    assert shown == [(field.name, str(field.default)) for field in fields(Limits)]
