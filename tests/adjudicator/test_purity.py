"""The rules are pure: no clock, no randomness but chance, no floats, nothing that follows the order of a set."""

import ast
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parents[2] / "adjudicator").rglob("*.py"))
FORBIDDEN = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "socket",
    "subprocess",
    "requests",
    "flask",
    "sqlmodel",
    "click",
}


def nodes(path):
    return list(ast.walk(ast.parse(path.read_text())))


def imported(node):
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    return {(node.module or "").partition(".")[0]} if isinstance(node, ast.ImportFrom) else set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_import_nothing_of_the_outside_world(path):
    found = {name for node in nodes(path) for name in imported(node)}
    assert not found & (FORBIDDEN | {"schemas", "api", "cli"})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_have_no_floats(path):
    for node in nodes(path):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_walk_over_no_set(path):
    for node in nodes(path):
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            made = (
                isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in ("set", "frozenset")
            )
            assert not isinstance(over, ast.Set | ast.SetComp), ast.unparse(over)
            assert not made, ast.unparse(over)
