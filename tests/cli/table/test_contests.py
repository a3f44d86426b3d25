"""Contests at the table: all that `ostraka contest` does is there, or it is said why not."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from cli.contests.acts import KINDS
from cli.contests.contest import contest

GUIDE = (Path(__file__).parents[3] / "docs" / "cli.md").read_text().partition("### By clicks")[2].partition("\n## ")[0]
ROWS = [line for line in GUIDE.splitlines() if line.startswith("| `contest ")]
TEMPLATES = "".join(
    path.read_text()
    for folder in ("templates", "templates/contests")
    for path in files("cli.table").joinpath(*folder.split("/")).iterdir()
    if path.is_file()
)


def options():
    """Every option of a command about contests, but for those that all commands have."""
    common = {"--json", "--url", "--home", "--key", "--help", "--yes", "--reason"}
    for name, command in contest.commands.items():
        for option in (one for parameter in command.params for one in parameter.opts if one.startswith("--")):
            if option not in common:
                yield f"{name} {option}"


@pytest.mark.parametrize("command", sorted(contest.commands))
def test_every_command_about_contests_is_in_the_table_of_what_is_done_by_clicks(command):
    assert any(f"`contest {command}" in row for row in ROWS)


def test_so_is_every_act_and_every_option():
    commands = "\n".join(row.split(" | ")[0] for row in ROWS)
    assert [act for act in KINDS if f"`{act}`" not in commands] == []
    elsewhere = {
        "list --status",
        "list --title",
        "list --organiser",
        "list --mine",
        "standings --after",
        "export --output",
    }
    lacking = {one for one in options() if one.partition(" ")[2] not in commands}
    assert lacking == elsewhere  # of lists, and where a file goes


def test_what_the_table_names_is_on_the_pages():
    named = {one for row in ROWS for one in re.findall(r"\*([^*]+)\*", row)}
    assert len(named) > 15
    assert {one for one in named if one not in TEMPLATES} == set()
