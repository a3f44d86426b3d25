"""The board of Perikles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape
from adjudicator.perikles.picture.cities import display, phone_map, plates, signs, wide_map
from adjudicator.perikles.picture.layout import DARK, LIGHT, SEATS, SMALL, SMALL_LEFT
from adjudicator.perikles.picture.locations import battle, locations
from adjudicator.perikles.picture.panels import (
    dead_pile,
    game_said,
    heading,
    out_of_the_game,
    permissions,
    pools,
    seats,
    stage,
    strip,
)
from adjudicator.perikles.state.position import Perikles
from adjudicator.pictures.shapes import FRAMES, Card, Frame, Section
from adjudicator.pictures.templates import Drawn, Picture, stacked


def scene(view: Perikles, seat: str | None, shape: Shape = "wide") -> list[Section]:
    """The sections of the picture: the heading with the strip of the seats, the board, what lies beside it."""
    frame = FRAMES[shape]
    return stacked(heading(view, seat, frame), _beside(view, seat, frame), _board(view, seat, frame))


def _board(view: Perikles, seat: str | None, frame: Frame) -> Drawn:
    """What lies in places of fixed size. On the wide map are the Locations and the cities, on a phone below it."""
    drawn: dict[str, Callable[[int], list[Card]]] = {"Seats in short": lambda top: strip(view, seat, frame, top - 2)}
    if frame.shape == "wide":
        drawn["Map"] = lambda top: wide_map(view, top)
    else:
        drawn["Map"] = lambda top: phone_map(view, top)
        drawn["Locations"] = lambda top: locations(view, frame, top)
        drawn["Cities"] = lambda top: plates(view, frame, top)
    return {**drawn, "Influence tiles": lambda top: display(view, frame, top)}


def _beside(view: Perikles, seat: str | None, frame: Frame) -> Drawn:
    return {
        "Battle": lambda top: battle(view, frame, top),
        "Seats": lambda top: seats(view, seat, frame, top),
        "Pools": lambda top: pools(view, frame, top),
        "Permissions": lambda top: permissions(view, frame, top),
        "Dead pile": lambda top: dead_pile(view, frame, top),
        "Out of the game": lambda top: out_of_the_game(view, frame, top),
        "Signs": lambda top: signs(view, frame, top),
    }


_OWN = {"seats": SEATS, "small": (SMALL, SMALL_LEFT)}
_PICTURE = Picture(__name__, "Perikles", stage, game_said, scene, LIGHT, DARK, lambda _shape: _OWN)
draw, show = _PICTURE.draw, _PICTURE.show
