"""The rules are pure: no clock, no randomness but chance, no floats, nothing that follows the order of a set."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
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


@cache
def nodes():
    """(where, node) of every file of the rules."""
    files = sorted((ROOT / "adjudicator").rglob("*.py"))
    return [(path.relative_to(ROOT), node) for path in files for node in ast.walk(ast.parse(path.read_text()))]


def found(wrong):
    """Where a node is wrong, as an editor opens it."""
    return [f"{path}:{getattr(node, 'lineno', '')}" for path, node in nodes() if wrong(node)]


def imported(node):
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    return {(node.module or "").partition(".")[0]} if isinstance(node, ast.ImportFrom) else set()


def test_the_rules_import_nothing_of_the_outside_world():
    assert found(lambda node: imported(node) & (FORBIDDEN | {"schemas", "api", "cli"})) == []


def test_the_rules_have_no_floats():
    assert found(lambda node: isinstance(node, ast.Constant) and isinstance(node.value, float)) == []
    assert found(lambda node: isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)) == []
    assert found(lambda node: isinstance(node, ast.Name) and node.id == "float") == []


def is_set(over):
    made = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in ("set", "frozenset")
    return made or isinstance(over, ast.Set | ast.SetComp)


def test_the_rules_walk_over_no_set():
    assert found(lambda node: isinstance(node, ast.For | ast.comprehension) and is_set(node.iter)) == []
