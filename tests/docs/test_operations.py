"""docs/operations.md is true: its commands run, and its limits are those of the host."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from api.http.rate_limits import Limits
from tests.docs.readers import ROOT, commands
from tests.shells import served, session

PAGE = (ROOT / "docs/operations.md").read_text()
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def test_every_command_of_the_page_runs(tmp_path: Path) -> None:
    lines = [command for block in BLOCK.findall(PAGE) for command in commands(block)]
    lines = [f"{line} --port 8000 &" if line.startswith("ostraka serve") else line for line in lines]
    told = session(tmp_path, [*served(lines), "echo THE END"])
    assert told.endswith("THE END\n"), told
    assert (tmp_path / "ostraka-monday.db").stat().st_size > 0


def test_the_limits_of_the_page_are_those_of_a_host() -> None:
    shown = re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.MULTILINE)
    assert shown == [(field.name, str(field.default)) for field in fields(Limits)]
