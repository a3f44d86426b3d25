"""The board of Pericles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape, Unknown
from adjudicator.pericles.picture.layout import COLOURS, DARK, LIGHT, SIDES
from adjudicator.pericles.picture.map import key, queues, theater_map
from adjudicator.pericles.picture.panels import (
    entourage,
    expedition,
    game_said,
    hand,
    heading,
    play,
    sides,
    stage,
    strip,
)
from adjudicator.pericles.picture.tracks import tracks
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS, FactionName
from adjudicator.pictures.shapes import FRAMES, Card, Frame, Section
from adjudicator.pictures.templates import board, stacked
from adjudicator.pictures.told import told
from adjudicator.pictures.wording import whose


def draw(view: Pericles, seat: str | None = None, dark: bool = False, shape: Shape = "wide") -> str:
    """The view as SVG: of `seat`, or as everybody may see it."""
    return board(
        __name__,
        f"Pericles: {stage(view)}, {whose(seat)}",
        scene(view, seat, shape),
        light=LIGHT,
        dark=DARK,
        always_dark=dark,
        shape=shape,
        pieces=COLOURS,
        sides=SIDES,
    )


def show(view: Pericles) -> str:
    """The view as text: what the picture says, and of every Faction the cards that the viewer knows."""
    frame, parts = FRAMES["wide"], scene(view, None)[1:]
    for faction in view.factions:
        cards = _own(view, faction, frame)
        if any(isinstance(card, Unknown) for card in view.hands[faction]):
            cards.pop(f"Hand of {faction}")
        parts += stacked(Card("", 0), cards)[1:]
    return told(game_said(view), parts)


def scene(view: Pericles, seat: str | None, shape: Shape = "wide") -> list[Section]:
    """The sections of the picture: the heading with the strip of the Factions, the map, what lies beside it."""
    frame = FRAMES[shape]
    head = heading(view, seat, frame)
    sections = [
        Section("The game", head.top, [head], 0),
        Section("Factions in short", head.bottom, strip(view, seat, frame, head.bottom + 2), 0),
    ]
    for title, draw_section in _boards(view).items():
        top = sections[-1].bottom + 4
        if drawn := draw_section(view, frame, top):
            sections.append(Section(title, top, drawn, 0))
    return [*sections, *stacked(Card("", sections[-1].bottom), _beside(view, seat, frame))[1:]]


def _boards(view: Pericles) -> dict[str, Callable[[Pericles, Frame, int], list[Card]]]:
    """The map; above it the tracks while issues are debated, and in a political scenario these alone."""
    if view.debate is not None or view.facts.kind == "political":
        return {"Issue tracks": tracks, "Map": theater_map}
    return {"Map": theater_map}


def _beside(view: Pericles, seat: str | None, frame: Frame) -> dict[str, Callable[[int], list[Card]]]:
    drawn: dict[str, Callable[[int], list[Card]]] = {
        "Military issue": lambda top: expedition(view, frame, top),
        "Issue tracks": lambda top: [] if "Issue tracks" in _boards(view) else tracks(view, frame, top),
        "Aristophanes": lambda top: play(view, frame, top),
        "Queues": lambda top: queues(view, frame, top) if view.facts.kind != "political" else [],
        "Sides": lambda top: sides(view, seat, frame, top),
    }
    own = next((faction for faction in FACTIONS if faction == seat), None)
    drawn |= {} if own is None else _own(view, own, frame)
    return {**drawn, "Signs": lambda top: key(view, frame, top)}


def _own(view: Pericles, seat: FactionName, frame: Frame) -> dict[str, Callable[[int], list[Card]]]:
    return {
        f"Hand of {seat}": lambda top: hand(view, seat, frame, top),
        f"Entourage of {seat}": lambda top: entourage(view, seat, frame, top),
    }
