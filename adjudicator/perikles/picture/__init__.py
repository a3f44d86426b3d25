"""The board of Perikles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape
from adjudicator.perikles.picture.cities import cities
from adjudicator.perikles.picture.forces import dead_pile, out_of_the_game, pools, relations
from adjudicator.perikles.picture.heading import heading, stage
from adjudicator.perikles.picture.locations import locations
from adjudicator.perikles.picture.palette import DARK, LIGHT, SEATS
from adjudicator.perikles.picture.seats import seats
from adjudicator.perikles.picture.tiles import display
from adjudicator.perikles.state.position import Perikles
from adjudicator.pictures.shapes import MARGIN, Card, Section
from adjudicator.pictures.templates import board, stacked
from adjudicator.pictures.wording import whose


def draw(view: Perikles, seat: str | None = None, dark: bool = False, shape: Shape = "wide") -> str:
    """The view as SVG: of `seat`, or as everybody may see it."""
    title = f"Perikles: {stage(view)}, {whose(seat)}"
    return board(__name__, title, scene(view, seat), light=LIGHT, dark=DARK, always_dark=dark, seats=SEATS)


def scene(view: Perikles, seat: str | None) -> list[Section]:
    """The sections of the picture, the heading first."""
    return stacked(heading(view, seat, MARGIN), _sections(view, seat))


def _sections(view: Perikles, seat: str | None) -> dict[str, Callable[[int], list[Card]]]:
    return {
        "Cities": lambda top: cities(view, top),
        "Locations": lambda top: locations(view, top),
        "Pools": lambda top: pools(view, top),
        "Relations": lambda top: relations(view, top),
        "Influence tiles": lambda top: display(view, top),
        "Seats": lambda top: seats(view, seat, top),
        "Dead pile": lambda top: dead_pile(view, top),
        "Out of the game": lambda top: out_of_the_game(view, top),
    }
