"""The board of Perikles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.perikles.picture.cities import cities
from adjudicator.perikles.picture.forces import dead_pile, out_of_the_game, pools, relations
from adjudicator.perikles.picture.heading import heading, stage, whose
from adjudicator.perikles.picture.locations import locations
from adjudicator.perikles.picture.palette import DARK, LIGHT, SEATS
from adjudicator.perikles.picture.seats import seats
from adjudicator.perikles.picture.tiles import display
from adjudicator.perikles.state.position import Perikles
from adjudicator.pictures.measures import BOLD, SIZES
from adjudicator.pictures.shapes import MARGIN, WIDTH, Card, Section
from adjudicator.pictures.templates import template

_HEADING = 54
_BETWEEN = 14


def draw(view: Perikles, seat: str | None = None, dark: bool = False) -> str:
    """The view as SVG: of `seat`, or as everybody may see it.

    It is light or dark as the reader's device has it; with `dark` it is dark everywhere.
    """
    sections = scene(view, seat)
    return template(__name__).render(
        title=f"Perikles: {stage(view)}, {whose(seat)}",
        description=sections[0].cards[0].label,
        sections=sections,
        width=WIDTH,
        height=sections[-1].bottom + MARGIN,
        sizes=SIZES,
        bold=BOLD,
        seats=SEATS,
        light=DARK if dark else LIGHT,
        dark=None if dark else DARK,
    )


def scene(view: Perikles, seat: str | None) -> list[Section]:
    """The sections of the picture from top to bottom; those with nothing in them are left out."""
    top = MARGIN
    head = heading(view, seat, top)
    sections = [Section("The game", top, [head], 0)]
    for title, drawn in _sections(view, seat).items():
        top = sections[-1].bottom + _BETWEEN
        cards = drawn(top + _HEADING)
        if cards:
            sections.append(Section(title, top, cards, top + 38))
    return sections


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
