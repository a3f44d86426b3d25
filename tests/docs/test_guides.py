"""docs/players.md and docs/organisers.md are true: a reader types their commands, in their order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.readers import ROOT, Reader, commands, reading
from tests.docs.test_mailed_commands import require_typable

PLAYERS, ORGANISERS = ((ROOT / "docs" / f"{page}.md").read_text() for page in ("players", "organisers"))
HOSTS = re.compile(r"^\$ +(ostraka db .*)$", re.MULTILINE)
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    with reading(tmp_path, "standard") as reader:
        yield reader


def follow(reader: Reader, page: str) -> int:
    """Type what a page shows, and save its book; gives how many commands there were."""
    typed = 0
    for language, block in BLOCK.findall(page):
        if language == "yaml":
            (reader.folder / "book.yaml").write_text(block)
        for command in commands(block) if not HOSTS.search(block) else ():
            reader.types(command)
            typed += 1
    return typed


def test_every_command_of_the_players_page_runs(reader: Reader) -> None:
    assert follow(reader, PLAYERS) > 20


def test_every_command_of_the_organisers_page_runs(reader: Reader) -> None:
    keys = next(block for _, block in BLOCK.findall(PLAYERS) if "key new" in block)
    for command in commands(keys):
        reader.types(command)
    assert follow(reader, ORGANISERS) > 12


@pytest.mark.parametrize("page", [PLAYERS, ORGANISERS])
def test_every_block_is_one_that_is_typed_or_saved(page: str) -> None:
    for language, block in BLOCK.findall(page):
        shown = [line for line in block.splitlines() if not HOSTS.match(line)]
        assert language == "yaml" or all(line.startswith("$ ") for line in shown)


def test_commands_for_hosts_can_be_typed() -> None:
    """They are not run here: they need a host of one's own (tests/api/commands/test_transfer.py has one)."""
    for command in HOSTS.findall(ORGANISERS):
        require_typable(shlex.split(command.partition(" > ")[0])[1:])


@pytest.mark.parametrize("page", ["players", "organisers"])
def test_every_page_that_is_pointed_to_exists(page: str) -> None:
    found = re.findall(r"\]\(([^)#]+)\)", (ROOT / "docs" / f"{page}.md").read_text())
    assert found
    for target in found:
        assert (ROOT / "docs" / target).exists(), target
