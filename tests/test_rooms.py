"""Nobody finds a room with fifty doors: no folder of a package has more than twelve modules."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 12


@pytest.mark.parametrize("package", ["adjudicator", "schemas", "api", "cli", "tools"])
def test_no_folder_has_more_than_twelve_modules(package):
    folders = {path.parent for path in (ROOT / package).rglob("*.py")}
    modules = {folder: [path.name for path in folder.glob("*.py") if path.name != "__init__.py"] for folder in folders}
    assert {str(folder): names for folder, names in modules.items() if len(names) > MOST} == {}
