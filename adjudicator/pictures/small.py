"""A board as small as a thumb, for lists of games: its map as everybody sees it, without words too small to be read."""

from __future__ import annotations

import re
from typing import Any, Final

from adjudicator.kernel import Shape, Title
from adjudicator.pictures.opening import map_alone, openings

FRAME: Final = (104, 90)
"""How wide and high it is shown, in points."""
SHAPES: Final[tuple[Shape, Shape]] = ("wide", "tall")
SIZE: Final = re.compile(r'viewBox="[^"]*" width="(\d+)[\d.]*" height="(\d+)[\d.]*"')
LAND: Final = 'class="land"'
"""In every drawing that shows land and sea, as a table of places does not."""
WORDS: Final = re.compile(r"<(text|title|desc)\b[^>]*>.*?</\1>", re.DOTALL)
NAMES: Final = re.compile(r' (?:data-[\w-]+|role|lang|aria-[\w-]+)="[^"]*"')
EMPTY: Final = re.compile(r"<g(?: [^>]*)?/>|<g(?: [^>]*)?>\s*</g>")


def small_board(rules: Title[Any], position: Any) -> str | None:
    """A position as spectators see it, in the shape whose land fills the frame best; None where it has no map."""
    view = rules.view(position, None)
    maps = [map_alone(rules.draw(view, None, False, shape)) for shape in SHAPES]
    return min((wordless(one) for one in maps if one), key=lambda one: (LAND not in one, misfit(one)), default=None)


def small_opening(rules: Title[Any]) -> str | None:
    """The same of the first scenario of a title that begins with a map; None where none does."""
    return next(filter(None, (small_board(rules, position) for position in openings(rules))), None)


def wordless(svg: str) -> str:
    """A drawing without its texts, and without what names its things."""
    bare, before = NAMES.sub("", WORDS.sub("", svg)), ""
    while bare != before:
        bare, before = EMPTY.sub("", bare), bare
    return bare


def misfit(svg: str) -> int:
    """How many times as wide, or as high, as the frame a drawing is that covers as much, in thousandths."""
    size = SIZE.search(svg)
    width, height = (int(size[1]), int(size[2])) if size else FRAME
    wide, high = width * FRAME[1], height * FRAME[0]
    return 1000 * max(wide, high) // max(1, min(wide, high))
