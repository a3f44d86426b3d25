"""Boards as pictures: drawn from a view; the one that everybody may see is drawn once a phase and kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Final

from api.models import ResolutionRow
from api.pages.kept import Kept
from api.pages.sight import Sight

MOST_KEPT: Final = 256
_SIZE: Final = re.compile(r' width="(\d+)" height="(\d+)"')
_TEXTS: Final = {name: re.compile(rf'<{tag} id="[a-z-]+">(.*?)</{tag}>', re.DOTALL) for name, tag in
                 (("title", "title"), ("description", "desc"))}  # fmt: skip


@dataclass(frozen=True)
class Board:
    """A drawn board with what is said of it in words."""

    svg: bytes
    width: int
    height: int
    title: str
    description: str
    text: str


_KEPT: Final[Kept[Board]] = Kept(MOST_KEPT)


def board(sight: Sight, row: ResolutionRow) -> Board:
    """The board after a phase, as the viewer may know it. A seat's own is never kept."""
    if sight.seat is not None:
        return drawn(sight, row)
    return _KEPT.of(row.position, lambda: drawn(sight, row))


def drawn(sight: Sight, row: ResolutionRow) -> Board:
    """The board, drawn."""
    view = sight.view(row)
    svg = sight.title.draw(view, sight.seat, False)
    size = _SIZE.search(svg)
    said = {name: unescape(found[1]) for name, form in _TEXTS.items() if (found := form.search(svg))}
    if size is None or len(said) != len(_TEXTS):
        raise ValueError(f"the picture of {sight.title.id} has no size, title or description")
    return Board(svg.encode(), int(size[1]), int(size[2]), **said, text=sight.title.show(view))
