"""CHANGELOG.md begins with the version of this tree."""

import re
import tomllib
from pathlib import Path

from adjudicator.registry import title, titles

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()


def test_the_newest_entry_is_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert re.findall(r"^## ([\d.]+)", CHANGELOG, re.MULTILINE)[0] == version


def test_the_versions_of_all_rules_are_named():
    for name in ("perikles", "pericles", "polis", "athens_sparta"):
        assert name in titles()
        assert f"`{title(name).version}`" in CHANGELOG
