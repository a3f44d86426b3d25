"""The titles that are installed, and what can be said of them without loading their rules (`index.json`)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

GROUP: Final = "ostraka.titles"
CHECKOUT: Final = Path(__file__).parents[1].joinpath("pyproject.toml")
FILE: Final = Path(__file__).with_name("index.json")
"""Of the titles of this distribution, by entry point: written by `make schemas`."""


def installed() -> list[EntryPoint]:
    """The entry points of titles; those of a checkout that was not installed are read from its project file."""
    return [*entry_points(group=GROUP), *_of_checkout()]


def summaries() -> dict[str, Mapping[str, Any] | None]:
    """Of every title its line in a list, by id; None where the rules have to be loaded for it."""
    written: dict[str, Mapping[str, Any]] = json.loads(FILE.read_bytes())
    values: dict[str, set[str]] = {}
    for entry in installed():
        values.setdefault(entry.name.partition(".")[0], set()).add(entry.value)
    return {name: written.get(found.pop()) if len(found) == 1 else None for name, found in sorted(values.items())}


def _of_checkout() -> list[EntryPoint]:
    if not CHECKOUT.is_file():
        return []
    declared = tomllib.loads(CHECKOUT.read_text(encoding="utf-8"))["project"].get("entry-points", {}).get(GROUP, {})
    return [EntryPoint(name, value, GROUP) for name, value in declared.items()]
