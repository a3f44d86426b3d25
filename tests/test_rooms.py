"""Nobody finds a room with fifty doors: no folder of a package has more than twelve modules; few doors lead outside."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 12


@pytest.mark.parametrize("package", ["adjudicator", "schemas", "api", "cli", "tools"])
def test_no_folder_has_more_than_twelve_modules(package):
    folders = {path.parent for path in (ROOT / package).rglob("*.py")}
    modules = {folder: [path.name for path in folder.glob("*.py") if path.name != "__init__.py"] for folder in folders}
    assert {str(folder): names for folder, names in modules.items() if len(names) > MOST} == {}


SEAM = {
    "cryptography": {"adjudicator/kernel/keystream.py", "schemas/primitives/computer.py"},
    "http_message_signatures": {"schemas/documents/webhook_deliveries.py"},
    "page_crypto": {"adjudicator/kernel/keystream.py", "schemas/primitives/page.py"},
}
"""Who may import what. `http_message_signatures`, which imports `cryptography` itself, reads deliveries of webhooks."""


@cache
def imports(path):
    """The libraries that a module imports, wherever in it."""
    return {*imported(path)}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("library", SEAM)
def test_outside_the_host_a_crypto_library_is_imported_at_the_seam_only(library):
    packages = ("adjudicator", "schemas", "cli", "ostraka")
    modules = {str(path.relative_to(ROOT)): path for package in packages for path in (ROOT / package).rglob("*.py")}
    assert {name for name, path in modules.items() if library in imports(path)} == SEAM[library]
