"""The titles that are installed, and what can be said of them without loading their rules (`index.json`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

GROUP: Final = "ostraka.titles"
CHECKOUT: Final = Path(__file__).parents[1].joinpath("pyproject.toml")
SECONDS_AN_ANSWER: Final = 45
"""Of somebody who plays for the first time, and reads."""
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
        name: known
        and {field: known[field] for field in ("title", "name", "version")}
        | {"scenarios": [one["id"] for one in known["scenarios"]]}
        for name, known in _known()
    }


def kinds() -> dict[str, Mapping[str, Any] | None]:
    """Of every title its name, and its scenarios with the numbers of seats; None where the rules have to be loaded."""
    return dict(_known())


def scenarios_of(rules: Any) -> list[dict[str, Any]]:
    """The scenarios of a title as the index has them: what a new game may be, for how many seats, and how long."""
    return [
        {"id": one.id, "name": one.name, "seats": [*one.seat_counts], "answers": one.answers}
        for one in rules.scenarios.values()
    ]


def seats_in_words(scenarios: Sequence[Mapping[str, Any]]) -> str:
    """`3 to 5 players`."""
    counts = sorted({count for one in scenarios for count in one["seats"]})
    return f"{_from_to(counts)} player{'s' if counts != [1] else ''}"


def length_in_words(scenarios: Sequence[Mapping[str, Any]]) -> str:
    """How often one answers in a game: `43 answers`, `9 to 30 answers`; nothing where nobody has counted."""
    counts = sorted({one["answers"] for one in scenarios if one["answers"]})
    return f"{_from_to(counts)} answer{'s' if counts != [1] else ''}" if counts else ""


def told_of(rules: Any) -> dict[str, Any]:
    """What lists say of a title, from its rules; `first`: the scenario of its guided first game, if it has one."""
    first = rules.first_game()
    return {
        "name": rules.name,
        "pitch": rules.pitch,
        "first": first.scenario if first else "",
        "scenarios": scenarios_of(rules),
    }


def minutes_in_words(answers: int) -> str:
    """How long so many answers take whoever reads as they play: `about 10 minutes`."""
    return f"about {5 * -(-answers * SECONDS_AN_ANSWER // 300)} minutes" if answers else ""


def first_door(doors: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The title whose first game is the shortest, among those of which that is known."""
    return min((one for one in doors if one["first"]), key=lambda one: one["first"]["answers"], default=None)


def door(name: str, known: Mapping[str, Any], summaries: Mapping[str, str] = {}) -> dict[str, Any]:
    """What pages say of a title before one plays it: its scenarios the shortest first, with these words of them.

    `first`: how often one answers in its guided first game, and how long that takes; None where nobody has counted.
    """
    scenarios = by_length(known["scenarios"])
    first = next((one["answers"] for one in scenarios if one["id"] == known["first"]), 0)
    return {
        "first": {"answers": first, "takes": minutes_in_words(first)} if first else None,
        "id": name,
        "name": known["name"],
        "pitch": known["pitch"],
        "players": seats_in_words(scenarios),
        "length": length_in_words(scenarios),
        "scenarios": [
            {
                "id": one["id"],
                "name": one["name"],
                "players": seats_in_words([one]),
                "answers": one["answers"],
                "length": length_in_words([one]),
                "summary": summaries.get(one["id"], ""),
            }
            for one in scenarios
        ],
    }


def door_of(rules: Any) -> dict[str, Any]:
    """The same from its rules, with the summaries of its scenarios."""
    return door(rules.id, told_of(rules), {one.id: one.summary for one in rules.scenarios.values()})


def doors(known: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Titles by what lists say of them, those first whose longest game is the shortest."""
    return dict(sorted(known.items(), key=lambda one: max(scenario["answers"] for scenario in one[1]["scenarios"])))


def by_length(scenarios: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The shortest first; those that nobody has counted last."""
    return sorted(scenarios, key=lambda one: (not one["answers"], one["answers"]))


def _from_to(counts: Sequence[int]) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])


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
