"""Boards as SVG: sections one below the other, in the template of a title: `board.svg.j2` beside its picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from adjudicator.pictures.measures import BOLD, SIZES
from adjudicator.pictures.shapes import FRAMES, MARGIN, Card, Section
from adjudicator.pictures.told import told, whose

if TYPE_CHECKING:
    from jinja2 import Template

PARTS = "parts.svg.j2"
Shape = Literal["wide", "tall"]
_TITLE, _HEADING, _BETWEEN, _CLOSE = 26, 36, 8, 4


Drawn = Mapping[str, Callable[[int], list[Card]]]


def stacked(heading: Card, beside: Drawn, board: Drawn = MappingProxyType({})) -> list[Section]:
    """The sections of a picture from top to bottom, each drawn from its height on; those with nothing are left out.

    Those of the board itself stand close below the heading of the picture, those beside it under their titles.
    """
    sections = [Section("The game", heading.top, [heading], 0)]
    for title, cards_from in board.items():
        top = sections[-1].bottom + _CLOSE
        if cards := cards_from(top):
            sections.append(Section(title, top, cards, 0))
    for title, cards_from in beside.items():
        top = sections[-1].bottom + _BETWEEN
        if cards := cards_from(top + _HEADING):
            sections.append(Section(title, top, cards, top + _TITLE))
    return sections


class Picture(NamedTuple):
    """What a title draws a view by. `package` has its template, which reads `own` besides, by the shape."""

    package: str
    name: str
    stage: Callable[[Any], str]
    game_said: Callable[[Any], str]
    scene: Callable[..., list[Section]]
    light: Mapping[str, str]
    dark: Mapping[str, str]
    own: Callable[[Shape], Mapping[str, Any]]
    seat_said: Callable[[str], str] = str

    def draw(self, view: Any, seat: str | None = None, dark: bool = False, shape: Shape = "wide") -> str:
        """The view as SVG: of `seat`, or as everybody may see it; light or dark as the reader's device has it."""
        sections = self.scene(view, seat, shape)
        names = {"width": FRAMES[shape].width, "sizes": SIZES, **self.own(shape)}
        drawn = _template(self.package).render(
            title=f"{self.name}: {self.stage(view)}, {whose(seat and self.seat_said(seat))}",
            description=sections[0].cards[0].label,
            sections=sections,
            height=sections[-1].bottom + MARGIN,
            bold=BOLD,
            light=self.dark if dark else self.light,
            dark=None if dark else self.dark,
            shape=shape,
            **names,
        )
        return drawn if shape == "wide" else _renamed(drawn, shape)

    def show(self, view: Any) -> str:
        """The view as text: what the picture says."""
        return told(self.game_said(view), self.scene(view, None)[1:])


def _renamed(svg: str, shape: str) -> str:
    """Ids of its own for what a picture refers to within itself: both shapes may stand in one page."""
    return re.sub(r'( id="| href="#|url\(#|aria-labelledby="|(?<=title) (?=picture-desc))', rf"\1{shape}-", svg)


@cache
def _template(package: str) -> Template:
    """The template of a picture. Loaded when the first one is drawn: most who import the rules draw none."""
    from importlib.resources import files

    from jinja2 import DictLoader, Environment, StrictUndefined

    where = {PARTS: "adjudicator.pictures", "board.svg.j2": package}
    texts = {name: files(of).joinpath(name).read_text(encoding="utf-8") for name, of in where.items()}
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, loader=DictLoader(texts), auto_reload=False
    )
    return environment.get_template("board.svg.j2")
