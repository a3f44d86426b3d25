"""The board of Polis as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape
from adjudicator.pictures.measures import WIDE
from adjudicator.pictures.shapes import MARGIN, Card, Section
from adjudicator.pictures.templates import board, stacked
from adjudicator.pictures.wording import whose
from adjudicator.polis.picture.battle import battle
from adjudicator.polis.picture.heading import heading, stage
from adjudicator.polis.picture.layout import WIDTH
from adjudicator.polis.picture.map import board_map
from adjudicator.polis.picture.palette import DARK, LIGHT, SIDES
from adjudicator.polis.picture.projects import projects
from adjudicator.polis.picture.sides import sides
from adjudicator.polis.state.position import Polis


def draw(view: Polis, seat: str | None = None, dark: bool = False, shape: Shape = "wide") -> str:
    """The view as SVG: of `seat`, or as everybody may see it."""
    return board(
        __name__,
        f"Polis: {stage(view)}, {whose(seat)}",
        scene(view, seat),
        light=LIGHT,
        dark=DARK,
        always_dark=dark,
        width=WIDTH,
        sizes=WIDE,
        sides=SIDES,
    )


def scene(view: Polis, seat: str | None) -> list[Section]:
    """The sections of the picture, the heading first."""
    return stacked(heading(view, seat, MARGIN), _sections(view) if view.sides else {})


def _sections(view: Polis) -> dict[str, Callable[[int], list[Card]]]:
    return {
        "Battle": lambda top: battle(view, top),
        "Map": lambda top: board_map(view, top),
        "Sides": lambda top: sides(view, top),
        "Projects": lambda top: projects(view, top),
    }
