"""The board of Pericles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.pericles.picture.cards import entourage, hand, play
from adjudicator.pericles.picture.heading import expedition, heading, stage, whose
from adjudicator.pericles.picture.key import key
from adjudicator.pericles.picture.map import theater_map
from adjudicator.pericles.picture.palette import COLOURS, DARK, LIGHT, SIDES
from adjudicator.pericles.picture.sides import sides
from adjudicator.pericles.picture.tracks import tracks
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS, FactionName
from adjudicator.pictures.measures import BOLD, SIZES, SMALL
from adjudicator.pictures.shapes import MARGIN, WIDTH, Card, Section
from adjudicator.pictures.templates import template

_HEADING = 54
_BETWEEN = 14


def draw(view: Pericles, seat: str | None = None, dark: bool = False) -> str:
    """The view as SVG: of `seat`, or as everybody may see it.

    It is light or dark as the reader's device has it; with `dark` it is dark everywhere.
    """
    sections = scene(view, seat)
    return template(__name__).render(
        title=f"Pericles: {stage(view)}, {whose(seat)}",
        description=sections[0].cards[0].label,
        sections=sections,
        width=WIDTH,
        height=sections[-1].bottom + MARGIN,
        sizes={**SIZES, **SMALL},
        bold=BOLD,
        pieces=COLOURS,
        sides=SIDES,
        light=DARK if dark else LIGHT,
        dark=None if dark else DARK,
    )


def scene(view: Pericles, seat: str | None) -> list[Section]:
    """The sections of the picture from top to bottom; those with nothing in them are left out."""
    sections = [Section("The game", MARGIN, [heading(view, seat, MARGIN)], 0)]
    for title, drawn in _sections(view, seat).items():
        top = sections[-1].bottom + _BETWEEN
        cards = drawn(top + _HEADING)
        if cards:
            sections.append(Section(title, top, cards, top + 38))
    return sections


def _sections(view: Pericles, seat: str | None) -> dict[str, Callable[[int], list[Card]]]:
    drawn: dict[str, Callable[[int], list[Card]]] = {
        "Map": lambda top: theater_map(view, top),
        "Signs": lambda top: key(view, top),
        "Military issue": lambda top: expedition(view, top),
        "Issue tracks": lambda top: tracks(view, top),
        "Aristophanes": lambda top: play(view, top),
        "Sides": lambda top: sides(view, seat, top),
    }
    own = next((faction for faction in FACTIONS if faction == seat), None)
    return drawn if own is None else {**drawn, **_own(view, own)}


def _own(view: Pericles, seat: FactionName) -> dict[str, Callable[[int], list[Card]]]:
    return {
        f"Hand of {seat}": lambda top: hand(view, seat, top),
        f"Entourage of {seat}": lambda top: entourage(view, seat, top),
    }
