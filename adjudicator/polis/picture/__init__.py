"""The board of Polis as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape
from adjudicator.pictures.shapes import FRAMES, Card, Frame, Section
from adjudicator.pictures.templates import Drawn, Picture, stacked
from adjudicator.polis.picture.layout import DARK, LIGHT, PHONE, SIDES
from adjudicator.polis.picture.map import board_map, key, phone_map, phone_markets, phone_poleis
from adjudicator.polis.picture.panels import battle, game_said, heading, projects, sides, strip
from adjudicator.polis.state.position import Polis, round_said


def scene(view: Polis, seat: str | None, shape: Shape = "wide") -> list[Section]:
    """The sections of the picture: the heading with the strip of the sides, the map, what lies beside it."""
    frame = FRAMES[shape]
    head = heading(view, seat, frame)
    return stacked(head, _beside(view, frame), _board(view, frame)) if view.sides else stacked(head, {})


def _board(view: Polis, frame: Frame) -> Drawn:
    """The wide map has the poleis and markets on it; on a phone they stand below it."""
    drawn: dict[str, Callable[[int], list[Card]]] = {"Sides in short": lambda top: strip(view, frame, top)}
    if frame.shape == "wide":
        return {**drawn, "Map": lambda top: board_map(view, top)}
    return {
        **drawn,
        "Map": lambda top: phone_map(view, frame, top),
        "Poleis": lambda top: phone_poleis(view, frame, top),
        "Markets": lambda top: phone_markets(view, frame, top),
    }


def _beside(view: Polis, frame: Frame) -> Drawn:
    return {
        "Battle": lambda top: battle(view, frame, top),
        "Projects": lambda top: projects(view, frame, top),
        "Sides": lambda top: sides(view, frame, top),
        "Signs": lambda top: key(frame, top),
    }


def _stage(view: Polis) -> str:
    return round_said(view.round)


_OWN = {"phone": PHONE, "sides": SIDES}
_PICTURE = Picture(__name__, "Polis", _stage, game_said, scene, LIGHT, DARK, lambda _shape: _OWN, str.capitalize)
draw, show = _PICTURE.draw, _PICTURE.show
