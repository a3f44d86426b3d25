"""The words of a host are for people: no code of the program looks into them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cli

WORDS = {"detail", "message", "sentence", "prompt"}
LOOKS = {"startswith", "endswith", "partition", "rpartition", "match", "search", "fullmatch"}
FILES = sorted(Path(cli.__file__).parent.rglob("*.py"))


def is_words(node: ast.AST) -> bool:
    """Is it a field of words, as in `problem["detail"]`, `problem.get("detail")` or `refused.message`?"""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value in WORDS
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return any(isinstance(one, ast.Constant) and one.value in WORDS for one in node.args[:1])
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
        return any(isinstance(one, ast.Name) and one.id in ("error", "refusal", "refused") for one in node.args)
    return isinstance(node, ast.Attribute) and node.attr in WORDS


def looks_into_words(tree: ast.AST) -> list[int]:
    """The lines in which words decide something."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(is_words(side) for side in (node.left, *node.comparators)):
            found.append(node.lineno)
        looks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKS
        if looks and any(is_words(one) for one in (node.func.value, *node.args)):
            found.append(node.lineno)
    return found


def test_a_look_into_words_is_found() -> None:
    bad = 'if "taken" in problem["detail"]: pass\nerror.message.startswith("No")\n"x" in str(error)'
    assert looks_into_words(ast.parse(bad)) == [1, 2, 3]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FILES[0].parent)))
def test_no_code_looks_into_words(file: Path) -> None:
    assert looks_into_words(ast.parse(file.read_text())) == []
