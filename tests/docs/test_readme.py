"""README.md is true: a reader types its commands, in their order (`tests.docs.readers` says how)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.readers import EXAMPLE, ROOT, Reader, commands, reading

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(console|python)\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    with reading(tmp_path) as reader:
        yield reader


def test_every_command_of_the_readme_runs(reader: Reader) -> None:
    typed = 0
    for language, block in BLOCKS:
        if language == "python":
            (reader.folder / "script.py").write_text(block.replace(EXAMPLE, reader.url))
            assert reader.game in reader.runs("python script.py")
            continue
        for command in commands(block):
            reader.types(command)
            typed += 1
    assert typed > 20


def test_every_block_of_the_readme_is_one_that_is_run() -> None:
    assert len(BLOCKS) == len(re.findall(r"^```\w+", README, re.MULTILINE))
    for language, block in BLOCKS:
        assert language == "python" or all(line.startswith("$ ") for line in block.splitlines())


def test_every_page_that_the_readme_points_to_exists() -> None:
    pages = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(pages) > 5
    for page in pages:
        assert (ROOT / page).exists(), page


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 200
