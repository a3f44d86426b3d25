"""The map of the house shows every module of the service, the client and the wire."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "docs/architecture.md").read_text()


@pytest.mark.parametrize("package", ["api", "cli", "schemas"])
def test_every_module_is_on_the_map(package):
    section = MAP.partition(f"### `{package}/`\n")[2].partition("\n### ")[0]
    named = re.findall(r"`([a-z_]+)/?`", section)
    packages = [path.parent for path in (ROOT / package).glob("*/__init__.py")]
    listed = [path for path in packages if path.name not in ("migrations", "templates", "views", "vectors")]
    modules = [path for folder in (ROOT / package, *listed) for path in folder.glob("*.py")]
    there = {path.stem for path in (*modules, *packages)} - {"__init__"}
    assert sorted(there - set(named)) == []
