"""The board of Pericles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape
from adjudicator.pericles.picture.cards import entourage, hand, play
from adjudicator.pericles.picture.heading import expedition, heading, stage
from adjudicator.pericles.picture.key import key
from adjudicator.pericles.picture.map import theater_map
from adjudicator.pericles.picture.palette import COLOURS, DARK, LIGHT, SIDES
from adjudicator.pericles.picture.sides import sides
from adjudicator.pericles.picture.tracks import tracks
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS, FactionName
from adjudicator.pictures.measures import SIZES, SMALL
from adjudicator.pictures.shapes import MARGIN, Card, Section
from adjudicator.pictures.templates import board, stacked
from adjudicator.pictures.wording import whose


def draw(view: Pericles, seat: str | None = None, dark: bool = False, shape: Shape = "wide") -> str:
    """The view as SVG: of `seat`, or as everybody may see it."""
    title = f"Pericles: {stage(view)}, {whose(seat)}"
    return board(
        __name__,
        title,
        scene(view, seat),
        light=LIGHT,
        dark=DARK,
        always_dark=dark,
        sizes={**SIZES, **SMALL},
        pieces=COLOURS,
        sides=SIDES,
    )


def scene(view: Pericles, seat: str | None) -> list[Section]:
    """The sections of the picture, the heading first."""
    return stacked(heading(view, seat, MARGIN), _sections(view, seat))


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
