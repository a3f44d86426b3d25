"""YAML as people mean it: `5.20` is a text, `no` and `on` are words, and a key stands once.

PyYAML's safe loader, the one in C where it is there, with only whole numbers, true, false and null resolved. There
are no floats in the rules, and a clause number must not lose its last nought.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml

from adjudicator.kernel.errors import Malformed


class _Strict(yaml.constructor.SafeConstructor):
    """A constructor that refuses repeated keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping; Malformed where a key stands twice."""
        seen: set[Hashable] = set()  # what cannot be a key is refused below
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in (key for key in keys if isinstance(key, Hashable)):
            if key in seen:
                raise Malformed(f"line {node.start_mark.line + 1}: the key {key!r} stands more than once")
            seen.add(key)
        return super().construct_mapping(node, deep)


class _Loader(_Strict, yaml.SafeLoader):
    """In Python; its errors show the line."""


class _FastLoader(_Strict, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """In C, eight times as fast."""


for _loader in (_Loader, _FastLoader):
    _loader.yaml_implicit_resolvers = {}
    for _tag, _pattern, _first in (
        ("tag:yaml.org,2002:null", r"^(?:null|~|)$", ["n", "~", ""]),
        ("tag:yaml.org,2002:bool", r"^(?:true|false)$", ["t", "f"]),
        ("tag:yaml.org,2002:int", r"^(?:0|-?[1-9][0-9]*)$", list("-0123456789")),
    ):
        _loader.add_implicit_resolver(_tag, re.compile(_pattern), _first)


def load_all(text: str) -> list[Any]:
    """All YAML documents of a text as plain data. Malformed names the line."""
    try:
        return list(yaml.load_all(text, _FastLoader))
    except yaml.YAMLError:
        return _load_slowly(text)


def _load_slowly(text: str) -> list[Any]:
    """The same, or the error as everybody is told it, whether the loader in C is there or not."""
    try:
        return list(yaml.load_all(text, _Loader))
    except yaml.YAMLError as error:
        raise Malformed(f"not YAML: {error}") from None


def load(text: str) -> Any:
    """The one YAML document of a text as plain data. Malformed names the line, or says that there are several."""
    documents = load_all(text)
    if len(documents) != 1:
        raise Malformed(f"one YAML document is wanted, not {len(documents)}")
    return documents[0]
