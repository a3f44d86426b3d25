"""Paths into a position: `cities.athens.temple.red`, `locations.0`; `*` stands for every key or index.

In a list of things that have an `id`, kept in that order, an id stands for its thing: `blocks.S09.place`;
set to null it is taken out.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.position.position import Position
from adjudicator.kernel.title.codec import Codec


def read(position: Position, path: str) -> Any:
    """The plain value at a path. Malformed names the part of the path that is not there, and what is."""
    node: Any = msgspec.to_builtins(position)
    for part in path.split("."):
        node = _child(node, part, path)
    return node


def every(position: Position, path: str) -> list[Any]:
    """The plain values at a path, where `*` stands for every key or index. Malformed where it leads nowhere."""
    nodes: list[Any] = [msgspec.to_builtins(position)]
    for part in path.split("."):
        nodes = [child for node in nodes for child in _children(node, part, path)]
    return nodes


def changed(title: Codec[Any], position: Any, changes: Mapping[str, Any]) -> Any:
    """A copy of a position with values set by path. Malformed where a path leads nowhere or a value does not fit."""
    tree = msgspec.to_builtins(position)
    for path, value in changes.items():
        *parents, last = path.split(".")
        nodes = [tree]
        for part in parents:
            nodes = [child for node in nodes for child in _children(node, part, path)]
        for node in nodes:
            _set(node, last, deepcopy(value), path)  # a later path may lead into it
    return title.convert(tree)


def _children(node: Any, part: str, path: str) -> list[Any]:
    if part == "*" and isinstance(node, (dict, list)):
        return list(node.values() if isinstance(node, dict) else node)
    return [_child(node, part, path)]


def _child(node: Any, part: str, path: str) -> Any:
    if isinstance(node, dict) and part in node:
        return node[part]
    if isinstance(node, list) and part.isdigit() and int(part) < len(node):
        return node[int(part)]
    if isinstance(node, list) and (number := _number(node, part)) is not None:
        return node[number]
    raise Malformed(f"path {path!r}: there is no {part!r} here; there is {_keys(node)}")


def _set(node: Any, last: str, value: Any, path: str) -> None:
    if last == "*":
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            node[key] = value
    elif isinstance(node, dict):
        node[last] = value
    elif isinstance(node, list) and last.isdigit() and int(last) <= len(node):
        node[int(last) : int(last) + 1] = [value]
    elif isinstance(node, list) and isinstance(value, dict) and value.get("id") == last:
        node[:] = sorted([*_but(node, last), value], key=lambda one: str(one["id"]))
    elif isinstance(node, list) and value is None and _number(node, last) is not None:
        node[:] = _but(node, last)
    else:
        raise Malformed(f"path {path!r}: nothing can be set at {last!r} here; there is {_keys(node)}")


def _number(node: list[Any], id: str) -> int | None:
    """The number of the thing of a list that has an id."""
    return next((number for number, one in enumerate(node) if isinstance(one, dict) and one.get("id") == id), None)


def _but(node: list[Any], id: str) -> list[Any]:
    return [one for one in node if one.get("id") != id]


def _keys(node: Any) -> str:
    if isinstance(node, dict):
        return ", ".join(map(str, node)) or "an empty object"
    return f"a list of {len(node)}" if isinstance(node, list) else f"the value {node!r}"
