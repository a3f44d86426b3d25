"""The board of Pericles as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Shape, Unknown
from adjudicator.pericles.names import name_of
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
from adjudicator.pictures.templates import Drawn, Picture, stacked
from adjudicator.pictures.told import told


def show(view: Pericles) -> str:
    """The view as text: what the picture says, and of every Faction the cards that the viewer knows."""
    frame, parts = FRAMES["wide"], scene(view, None)[1:]
    for faction in view.factions:
        cards = _own(view, faction, frame)
        if any(isinstance(card, Unknown) for card in view.hands[faction]):
            cards.pop(f"Hand of {name_of(faction)}")
        parts += stacked(Card("", 0), cards)[1:]
    return told(game_said(view), parts)


def scene(view: Pericles, seat: str | None, shape: Shape = "wide") -> list[Section]:
    """The sections of the picture: the heading with the strip of the Factions, the map, what lies beside it."""
    frame = FRAMES[shape]
    return stacked(heading(view, seat, frame), _beside(view, seat, frame), _board(view, seat, frame))


def _board(view: Pericles, seat: str | None, frame: Frame) -> Drawn:
    """The strip, the map; above it the tracks while issues are debated, and in a political scenario these alone."""
    return {
        "Factions in short": lambda top: strip(view, seat, frame, top - 2),
        "Issue tracks": lambda top: tracks(view, frame, top) if _debated(view) else [],
        "Map": lambda top: theater_map(view, frame, top),
    }


def _debated(view: Pericles) -> bool:
    return view.debate is not None or view.facts.kind == "political"


def _beside(view: Pericles, seat: str | None, frame: Frame) -> Drawn:
    drawn: dict[str, Callable[[int], list[Card]]] = {
        "Military issue": lambda top: expedition(view, frame, top),
        "Issue tracks": lambda top: [] if _debated(view) else tracks(view, frame, top),
        "Aristophanes": lambda top: play(view, frame, top),
        "Queues": lambda top: queues(view, frame, top) if view.facts.kind != "political" else [],
        "Sides": lambda top: sides(view, seat, frame, top),
    }
    own = next((faction for faction in FACTIONS if faction == seat), None)
    drawn |= {} if own is None else _own(view, own, frame)
    return {**drawn, "Signs": lambda top: key(view, frame, top)}


def _own(view: Pericles, seat: FactionName, frame: Frame) -> dict[str, Callable[[int], list[Card]]]:
    return {
        f"Hand of {name_of(seat)}": lambda top: hand(view, seat, frame, top),
        f"Entourage of {name_of(seat)}": lambda top: entourage(view, seat, frame, top),
    }


_OWN = {"pieces": COLOURS, "sides": SIDES}
draw = Picture(__name__, "Pericles", stage, game_said, scene, LIGHT, DARK, lambda _shape: _OWN, name_of).draw
