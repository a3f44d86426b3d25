"""Boards on pages: from whose eyes a game is looked at, and the pictures that they see.

All that a page shows of a position goes through a `Viewpoint`. The board that everybody may see is drawn once a phase
and kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

from sqlmodel import Session, col, select
from werkzeug.utils import cached_property

from adjudicator.kernel import Event, Shape, Title
from adjudicator.pictures import standalone
from adjudicator.pictures.changes import marked
from api.games.people import calling_people
from api.host.host import Host
from api.host.kept import Kept
from api.http.problems import refuse
from api.store.lookups import title_of
from api.store.models import Game, ResolutionRow
from api.store.sealed_rows import Archive

MOST_KEPT: Final = 128
SHAPES: Final[tuple[Shape, Shape]] = ("wide", "tall")
_SIZE: Final = re.compile(r"<svg[^>]* width=\"(\d+)\" height=\"(\d+)\"")
_TITLE: Final = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)
_DESCRIPTION: Final = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)


@dataclass(frozen=True)
class Viewpoint:
    """A game as `seat` may know it, or as everybody may (None)."""

    host: Host
    session: Session
    game: Game
    seat: str | None = None

    @property
    def base(self) -> str:
        """Where the pages of this game and this viewer begin."""
        return f"/games/{self.game.id}" + (f"/seats/{self.seat}" if self.seat else "")

    @cached_property
    def title(self) -> Title[Any]:
        """The rules of the game, which call seats by the names of its people."""
        return calling_people(self.session, self.game, title_of(self.session, self.game))

    @cached_property
    def archive(self) -> Archive:
        """What rests sealed of it."""
        return Archive(self.host.vault, self.title)

    @cached_property
    def latest(self) -> int:
        """The last phase that led somewhere; 0 is the deal."""
        return self.phases[-1]

    @cached_property
    def phases(self) -> Sequence[int]:
        """The phases that led somewhere."""
        numbers = select(ResolutionRow.phase).where(ResolutionRow.game == self.game.id)
        return self.session.exec(numbers.order_by(col(ResolutionRow.phase))).all()

    def row(self, phase: int) -> ResolutionRow:
        """What a phase led to; 404 where it led nowhere yet."""
        same = (ResolutionRow.game == self.game.id, ResolutionRow.phase == phase)
        found = self.session.exec(select(ResolutionRow).where(*same)).first()
        if found is None:
            refuse(
                404,
                "unknown-phase",
                f"Phase {phase} is not resolved yet; the history goes from phase 0 to {self.latest}.",
            )
        return found

    def view(self, row: ResolutionRow) -> Any:
        """The position that a phase led to, as this viewer may know it."""
        return self.title.view(self.archive.position(row), self.seat)

    @cached_property
    def last_view(self) -> Any:
        """The newest position, as this viewer may know it."""
        return self.view(self.row(self.latest))

    def events(self, row: ResolutionRow) -> list[Event]:
        """What happened in a phase, as this viewer may know it."""
        return self.title.events_for(self.archive.events(row), self.seat)


@dataclass(frozen=True)
class Drawn:
    """One picture of a board."""

    svg: bytes
    size: tuple[int, int] | None
    """Width and height, where the picture names them."""


@dataclass(frozen=True)
class Board:
    """A drawn board, for a desk and for a phone, with what is said of it in words."""

    wide: Drawn
    tall: Drawn
    title: str
    description: str
    text: str

    def of(self, shape: str) -> bytes:
        """The picture for a phone where it is asked for, else the one for a desk."""
        return (self.tall if shape == "tall" else self.wide).svg


_KEPT: Final[Kept[Board]] = Kept(MOST_KEPT)


def board(viewpoint: Viewpoint, row: ResolutionRow) -> Board:
    """The board after a phase, as the viewer may know it. A seat's own is never kept."""
    if viewpoint.seat is not None:
        return drawn(viewpoint, row)
    return _KEPT.of(row.position, lambda: drawn(viewpoint, row))


_MARKED: Final[Kept[bytes]] = Kept(MOST_KEPT)


def board_marked(viewpoint: Viewpoint, row: ResolutionRow, shape: str) -> bytes:
    """The picture of the board after a phase, in which what the phase changed is marked."""
    shape = "tall" if shape == "tall" else "wide"
    earlier = [phase for phase in viewpoint.phases if phase < row.phase]
    after = board(viewpoint, row).of(shape)
    if not earlier:
        return after

    def make() -> bytes:
        return marked(board(viewpoint, viewpoint.row(earlier[-1])).of(shape).decode(), after.decode()).encode()

    return make() if viewpoint.seat is not None else _MARKED.of(shape.encode() + row.position, make)


def drawn(viewpoint: Viewpoint, row: ResolutionRow) -> Board:
    """The board after a phase, drawn."""
    return drawn_of(viewpoint, viewpoint.view(row))


def drawn_of(viewpoint: Viewpoint, view: Any) -> Board:
    """The board of a position, drawn."""
    svg, tall = (viewpoint.title.draw(view, viewpoint.seat, False, shape) for shape in SHAPES)
    name = said(_TITLE, svg) or f"The board of {viewpoint.title.name}"
    return Board(
        _drawn(svg),
        _drawn(tall),
        title=name,
        description=said(_DESCRIPTION, svg) or name,
        text=viewpoint.title.show(view),
    )


def _drawn(svg: str) -> Drawn:
    size = _SIZE.search(svg)
    return Drawn(standalone(svg).encode(), (int(size[1]), int(size[2])) if size else None)


def said(form: re.Pattern[str], svg: str) -> str | None:
    """What a picture says of itself in words, where it does."""
    found = form.search(svg)
    return unescape(found[1]) if found else None
