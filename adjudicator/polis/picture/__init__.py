"""The board of Polis as a picture (SVG)."""

from __future__ import annotations

from adjudicator.polis.state.position import Polis


def draw(view: Polis, seat: str | None = None, dark: bool = False) -> str:
    """The view as SVG."""
    return '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
