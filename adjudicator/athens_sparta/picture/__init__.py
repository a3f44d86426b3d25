"""The board of Athens & Sparta as a picture (SVG), drawn from a view: what the viewer may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.athens_sparta.picture.layout import COLOURS, DARK, LIGHT, SCALES, regions
from adjudicator.athens_sparta.picture.map import board_map
from adjudicator.athens_sparta.picture.panels import battle, game_said, heading, rosters, sides
from adjudicator.athens_sparta.state.position import AthensSparta, turn_said
from adjudicator.kernel import Shape
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.measures import SIZES
from adjudicator.pictures.shapes import MARGIN, Card, Section
from adjudicator.pictures.templates import Picture, stacked
from adjudicator.pictures.told import told

KINDS = ("title", "lead", "line", "weak", "firm", "owner", "mini", "letter", "city", "town")


def show(view: AthensSparta) -> str:
    """The view as text: what the picture says, the map region by region."""
    parts = [[*_by_region(view, part)] if part.title == "Map" else [part] for part in scene(view, None)[1:]]
    return told(game_said(view), [one for part in parts for one in part])


def _by_region(view: AthensSparta, ground: Section) -> Iterator[Section]:
    """The hexes where blocks stand, then in a line the cities without any."""
    cards = {card.subject: card for card in ground.cards if card.subject}
    for region, hexes in regions(str(view.options.get("components", ""))).items():
        held = [cards[subject("place", hex)] for hex in hexes if view.at(hex)]
        empty = [cards[subject("place", hex)].label for hex in hexes if hex in view.box.cities and not view.at(hex)]
        without = [Card(f"Without blocks: {'; '.join(empty)}", 0)] if empty else []
        yield Section(region, 0, [*held, *without], 0)


def scene(view: AthensSparta, seat: str | None, shape: Shape = "wide") -> list[Section]:
    """The sections of the picture, the heading first."""
    return stacked(heading(view, seat, shape, MARGIN), _sections(view, seat, shape) if view.control else {})


def _sections(view: AthensSparta, seat: str | None, shape: Shape) -> dict[str, Callable[[int], list[Card]]]:
    scale = SCALES[shape]
    return {
        "Battle": lambda top: battle(view, scale, top),
        "Map": lambda top: board_map(view, seat, shape, top),
        "Sides": lambda top: sides(view, scale, top),
        "Blocks known": lambda top: rosters(view, scale, top),
    }


def _own(shape: Shape) -> dict[str, object]:
    """On a phone the tall one scrolls."""
    scale = SCALES[shape]
    return {
        "sizes": {kind: SIZES[kind] for kind in KINDS},
        "width": scale.width,
        "colours": COLOURS,
        "hexagon": " ".join(f"{x} {y}" for x, y in scale.corners),
        "rings": scale.rings,
        "bar": scale.sicily // 2 - 15,
    }


draw = Picture(__name__, "Athens & Sparta", turn_said, game_said, scene, LIGHT, DARK, _own, str.capitalize).draw
