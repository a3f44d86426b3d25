"""What there is to see and read of each game before its table stands: its map at the start, and how it goes."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Final

from adjudicator.kernel import strict_yaml
from adjudicator.kernel.contract.playing import begin
from adjudicator.registry import title as find_title
from adjudicator.registry import titles

SECTION: Final = re.compile(r'(?=<g role="group" aria-label="[^"]*" data-part=)')
MAP: Final = re.compile(r'<g [^>]*data-part="map" data-box="((?:[\d.]+ ){2}([\d.]+) ([\d.]+))">')
SIZE: Final = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
TOLD: Final[dict[str, list[str]]] = strict_yaml.load(Path(__file__).with_name("games.yaml").read_text(encoding="utf-8"))


def pictures() -> dict[str, bytes]:
    """The map of each title as its first game with one begins, by the name of its file."""
    return {f"{name}.svg": map_of(name).encode() for name in titles()}


def map_of(name: str) -> str:
    """The map alone, cut out of the board that everybody sees."""
    rules = find_title(name)
    for scenario in rules.scenarios.values():
        position = begin(rules, min(scenario.seat_counts), "site", scenario.id).position
        head, *sections = SECTION.split(rules.draw(rules.view(position, None), None, False, "wide"))
        for section in sections:
            if found := MAP.match(section):
                size = 'viewBox="{}" width="{}" height="{}"'.format(*found.groups())
                return f"{SIZE.sub(size, head, count=1)}{section.removesuffix('</svg>')}</svg>"
    raise LookupError(f"No scenario of {name} begins with a map.")


def to_read(bundle: str) -> str:
    """A template for each title, which the page around the table shows until that is there."""
    return "\n".join(
        f'<template id="about-{name}"><h2>{escape(find_title(name).name)}</h2>'
        f'<img src="{bundle}/{name}.svg" alt="Its map at the start">'
        + "".join(f"<p>{escape(one)}</p>" for one in TOLD[name])
        + "</template>"
        for name in titles()
    )
