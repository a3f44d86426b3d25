"""The board of Perikles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from adjudicator.kernel import Shape
from adjudicator.perikles.picture.cities import display, phone_map, plates, signs, wide_map
from adjudicator.perikles.picture.layout import DARK, LIGHT, MAP, SEATS, SMALL, SMALL_LEFT
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
    drawn: Drawn = {
        "Seats in short": lambda top: strip(view, seat, frame, top - 2),
        "Board": lambda top: _board(view, frame, top),
    }
    return stacked(heading(view, seat, frame), _beside(view, seat, frame), drawn)


def _board(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """What lies in places of fixed size: the map with its Locations, the cities, the Influence tiles."""
    if frame.shape == "wide":
        drawn = wide_map(view, top)
        return [*drawn, *display(view, frame, top + MAP + 4)]
    cards = phone_map(view, top)
    for below in (locations, plates, display):
        cards += below(view, frame, max(card.bottom for card in cards) + 6)
    return cards


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
