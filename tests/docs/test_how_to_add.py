"""docs/how-to-add.md names files that exist, and commits of this repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/how-to-add.md").read_text()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:\w+/)+[\w.-]+|[A-Z]+\.md)`", PAGE))))
def test_what_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def lacks_history() -> bool:
    asked = ["git", "rev-parse", "--is-shallow-repository"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip() != "false"


@pytest.mark.skipif(lacks_history(), reason="the sources came without their history")
def test_its_examples_are_commits() -> None:
    found = re.findall(r"^Example: ([0-9a-f]{8}),", PAGE, re.MULTILINE)
    assert len(found) == PAGE.count("\n## ")
    for commit in found:
        known = subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, check=False)
        assert known.returncode == 0, commit
