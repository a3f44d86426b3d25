"""What there is to see and read of each game before its table stands: its map at the start, and how it goes."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from adjudicator.kernel import strict_yaml
from adjudicator.pictures.opening import map_of
from adjudicator.registry import title as find_title
from adjudicator.registry import titles

TOLD: Final[dict[str, list[str]]] = strict_yaml.load(Path(__file__).with_name("games.yaml").read_text(encoding="utf-8"))


def pictures() -> dict[str, bytes]:
    """The map of each title as its first game with one begins, by the name of its file."""
    return {f"{name}.svg": map_of(find_title(name)).encode() for name in titles()}


def to_read(bundle: str) -> str:
    """A template for each title, which the page around the table shows until that is there."""
    return "\n".join(
        f'<template id="about-{name}"><h2>{escape(find_title(name).name)}</h2>'
        f'<img src="{bundle}/{name}.svg" alt="Its map at the start">'
        + "".join(f"<p>{escape(one)}</p>" for one in TOLD[name])
        + "</template>"
        for name in titles()
    )
