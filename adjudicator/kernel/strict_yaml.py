"""YAML as people mean it: `5.20` is a text, `no` and `on` are words, and a key stands once.

PyYAML's safe loader, the one in C where it is there, with only whole numbers, true, false and null resolved. There
are no floats in the rules, and a clause number must not lose its last nought.

What is loaded may come from anybody, so it is looked through first, event by event, without recursion: nothing that
is nested too deep, no anchors and aliases (by which a line becomes a billion), no tags, no number beyond any use.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable
from typing import Any, Final

import yaml

from adjudicator.kernel.errors import Malformed

MOST_DEPTH: Final = 32
MOST_DIGITS: Final = 16
MOST_LOADED_SLOWLY: Final = 10_000
"""Characters of a text that is loaded in Python for the sake of a better error: it takes a second for so many."""
NO_ALIASES: Final = "anchors and aliases (& and *) are not taken; write it out"
TAGS: Final = (None, "!", "tag:yaml.org,2002:str")
UNSEEN: Final = ("Cc", "Cf", "Co", "Cn", "Zl", "Zp")
"""Categories of Unicode: control, format (of them those that turn the direction of writing), and no characters."""
SURROGATES: Final = re.compile(r"\\ud[89a-f][0-9a-f]{2}")
WHOLE: Final = re.compile(r"-?[0-9]+")


class _Strict(yaml.constructor.SafeConstructor):
    """A constructor that refuses repeated keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping; Malformed where a key comes twice."""
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
        look_through(text)
        return list(yaml.load_all(text, _FastLoader))
    except yaml.YAMLError as error:
        if len(text) > MOST_LOADED_SLOWLY:
            raise Malformed(f"not YAML: {error}") from None
        return _load_slowly(text)


def look_through(text: str, loader: Any = _FastLoader) -> None:
    """Refuse what is YAML but would cost too much, or means what no author here can want. Malformed names the line."""
    depth = 0
    for event in yaml.parse(text, loader):
        if isinstance(event, yaml.ScalarEvent):
            _require_plain(event)
            _require_visible(event)
            if len(event.value) > MOST_DIGITS and event.implicit[0] and WHOLE.fullmatch(event.value):
                raise Malformed(f"{_line(event)}: a number of more than {MOST_DIGITS} digits")
        elif isinstance(event, yaml.CollectionStartEvent):
            _require_plain(event)
            depth += 1
            if depth > MOST_DEPTH:
                raise Malformed(f"{_line(event)}: nested deeper than {MOST_DEPTH}")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise Malformed(f"{_line(event)}: {NO_ALIASES}")


def _require_plain(event: Any) -> None:
    if event.anchor:
        raise Malformed(f"{_line(event)}: {NO_ALIASES}")
    if event.tag not in TAGS:
        raise Malformed(f"{_line(event)}: tags such as {event.tag[:40]!r} are not taken; leave it out")


def _require_visible(event: Any) -> None:
    """Refuse what cannot be seen, or turns round what stands beside it: it would reach pictures and pages as a name."""
    if event.value.isprintable():
        return
    for one in event.value:
        if one not in "\n\t" and unicodedata.category(one) in UNSEEN:
            raise Malformed(f"{_line(event)}: U+{ord(one):04X} cannot be seen, and is not taken; leave it out")


def _line(event: Any) -> str:
    return f"line {event.start_mark.line + 1}"


def _load_slowly(text: str) -> list[Any]:
    """The same, or the error as everybody is told it, whether the loader in C is there or not."""
    try:
        look_through(text, _Loader)
        documents = list(yaml.load_all(text, _Loader))
    except yaml.YAMLError as error:
        raise Malformed(f"not YAML: {error}") from None
    except RecursionError:
        raise Malformed("not YAML, and nested too deep to say where") from None
    if SURROGATES.search(repr(documents)):
        raise Malformed("not YAML: half of a surrogate pair, which is no character")
    return documents


def compose(text: str) -> yaml.Node | None:
    """The nodes of a text that `load` takes, which know their lines."""
    try:
        return yaml.compose(text, _FastLoader)
    except yaml.YAMLError:
        return yaml.compose(text, _Loader)


def load(text: str) -> Any:
    """The one YAML document of a text as plain data. Malformed names the line, or says that there are several."""
    documents = load_all(text)
    if len(documents) != 1:
        raise Malformed(f"write one YAML document, not {len(documents)}")
    return documents[0]
