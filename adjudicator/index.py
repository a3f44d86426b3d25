"""The titles that are installed, and what can be said of them without loading their rules (`index.json`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

GROUP: Final = "ostraka.titles"
CHECKOUT: Final = Path(__file__).parents[1].joinpath("pyproject.toml")
FILE: Final = Path(__file__).with_name("index.json")
"""Of the titles of this distribution, by entry point: written by `make schemas`."""


def own() -> dict[str, str]:
    """Where the titles of this distribution are, by id."""
    return {str(known["title"]): place for place, known in _written().items()}


def installed() -> Iterator[tuple[str, str]]:
    """The entry points of titles: name and place; those of a checkout that was not installed are in its project file.

    Looking for them takes 20 ms.
    """
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        yield entry.name, entry.value
    if CHECKOUT.is_file():
        import tomllib

        declared = tomllib.loads(CHECKOUT.read_text(encoding="utf-8"))["project"]
        yield from declared.get("entry-points", {}).get(GROUP, {}).items()


def summaries() -> dict[str, Mapping[str, Any] | None]:
    """Of every title its line in a list, by id; None where the rules have to be loaded for it."""
    return {
        name: known and {**known, "scenarios": [one["id"] for one in known["scenarios"]]} for name, known in _known()
    }


def kinds() -> dict[str, Mapping[str, Any] | None]:
    """Of every title its name, and its scenarios with the numbers of seats; None where the rules have to be loaded."""
    return dict(_known())


def scenarios_of(rules: Any) -> list[dict[str, Any]]:
    """The scenarios of a title as the index has them: what a new game may be, and for how many seats."""
    return [{"id": one.id, "name": one.name, "seats": [*one.seat_counts]} for one in rules.scenarios.values()]


def _known() -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    written = _written()
    places: dict[str, set[str]] = {}
    for name, place in installed():
        places.setdefault(name.partition(".")[0], set()).add(place)
    for name, found in sorted(places.items()):
        yield name, written.get(found.pop()) if len(found) == 1 else None


def _written() -> dict[str, Mapping[str, Any]]:
    written: dict[str, Mapping[str, Any]] = json.loads(FILE.read_bytes())
    return written
