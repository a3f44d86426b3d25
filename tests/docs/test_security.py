"""docs/security.md claims nothing that no test backs: every test it names exists, and every claim names one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text()
NAMED = re.findall(r"`((?:tests|adjudicator)/[\w/]+\.py)::(\w+)`", PAGE)
CLAIMS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| claim")]


def names_of_tests(path: str) -> set[str]:
    """The names of a file's tests, those of the battery of every title among them."""
    tree = ast.parse((ROOT / path).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_test_that_backs_a_claim_exists(path: str, name: str) -> None:
    assert (ROOT / path).is_file(), path
    assert name in names_of_tests(path)


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_names_its_mechanism_and_its_test(claim: str) -> None:
    said, mechanism, backed_by = (cell.strip() for cell in claim.strip("|").split("|"))
    assert said
    assert mechanism
    test = r"`(tests|adjudicator)/[\w/]+\.py::test_\w+`"
    assert re.fullmatch(rf"{test}(, {test})*", backed_by)


def test_the_page_has_its_claims() -> None:
    assert len(CLAIMS) > 40
    assert len(NAMED) >= len(CLAIMS)
