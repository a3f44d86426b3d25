"""The board of Athens & Sparta as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta


def draw(view: AthensSparta, seat: str | None = None, dark: bool = False) -> str:
    """The view as SVG: of `seat`, or as everybody may see it."""
    return '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
