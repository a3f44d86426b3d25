"""The chapters by which a game is told: the parts of each round."""

from __future__ import annotations

from typing import Literal

from adjudicator.kernel import ChapterBegins, Resolution
from adjudicator.polis.state.position import Polis

Part = Literal["start", "turns", "end"]
_PARTS: dict[Part, str] = {"start": "projects and event", "turns": "turns", "end": "end of the round"}


def round_said(name: str | None) -> str:
    """5-A: `round 5α`, as it is printed."""
    return f"round {(name or '-').replace('a', 'α').replace('b', 'β')}"


def tell_chapter(running: Resolution[Polis], part: Part) -> None:
    """A part of the round begins."""
    name = running.position.round
    number = [*_PARTS].index(part) + 1
    running.emit(ChapterBegins(chapter=f"{name}.{number}", name=f"R{round_said(name)[1:]}: {_PARTS[part]}"))
