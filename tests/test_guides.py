"""docs/players.md and docs/organisers.md are true: a reader types their commands, in their order (`tests.readers`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.readers import ROOT, Reader, commands, reading

PLAYERS, ORGANISERS = ((ROOT / "docs" / f"{page}.md").read_text() for page in ("players", "organisers"))
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
        for command in commands(block):
            reader.types(command)
            typed += 1
    return typed


def test_every_command_of_the_players_page_runs(reader: Reader) -> None:
    assert follow(reader, PLAYERS) > 20


def test_every_command_of_the_organisers_page_runs(reader: Reader) -> None:
    for command in commands(PLAYERS.partition("```\n")[0]):
        reader.types(command)
    assert follow(reader, ORGANISERS) > 12


@pytest.mark.parametrize("page", [PLAYERS, ORGANISERS])
def test_every_block_is_one_that_is_typed_or_saved(page: str) -> None:
    for language, block in BLOCK.findall(page):
        assert language == "yaml" or all(line.startswith("$ ") for line in block.splitlines())


@pytest.mark.parametrize("page", ["players", "organisers"])
def test_every_page_that_is_pointed_to_exists(page: str) -> None:
    found = re.findall(r"\]\(([^)#]+)\)", (ROOT / "docs" / f"{page}.md").read_text())
    assert found
    for target in found:
        assert (ROOT / "docs" / target).exists(), target
