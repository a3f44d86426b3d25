"""What docs/cli.md says that `--json` prints, so that every test that uses it holds the program to it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GUIDE = (Path(__file__).parents[3] / "docs" / "cli.md").read_text()
ROW = re.compile(r"^\| (`[a-z].*?`) \| (.*`[\[{].*) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Shape:
    """The fields of an object, or of each object of a list; with `more` there may be others."""

    fields: frozenset[str]
    more: bool
    many: bool

    def fits(self, content: Any) -> bool:
        objects = content if self.many else [content]
        return isinstance(objects, list) and all(isinstance(one, dict) and self.fits_one(one) for one in objects)

    def fits_one(self, content: dict[str, Any]) -> bool:
        return self.fields <= set(content) if self.more else self.fields == set(content)


def shape(text: str) -> Shape:
    fields = text.strip("[{}]").split(", ")
    return Shape(frozenset(fields) - {"…"}, "…" in fields, text.startswith("["))


def table() -> dict[tuple[str, ...], list[Shape]]:
    """The shapes of each command."""
    return {
        tuple(command.split()): [shape(text) for text in re.findall(r"`([\[{]+[a-z_, …]+[\]}]+)`", cells)]
        for commands, cells in ROW.findall(GUIDE)
        for command in re.findall(r"`(.*?)`", commands)
    }


SHAPES = table()


def require_documented(words: tuple[str, ...], printed: str) -> None:
    """What a command printed is what the guide says."""
    shapes = SHAPES.get(words[:2]) or SHAPES[words[:1]]
    contents = [json.loads(line) for line in printed.splitlines()] if words[0] == "bot" else [json.loads(printed)]
    for content in contents:
        assert any(shape.fits(content) for shape in shapes), f"{' '.join(words)} prints {content}, guide: {shapes}"
