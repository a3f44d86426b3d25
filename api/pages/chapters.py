"""The story of a game by the chapters of its rules: what happened in a phase, and in which chapter that was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from sqlalchemy.orm import load_only
from sqlmodel import col, func, select

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import ChapterBegins
from adjudicator.pictures.people import marked
from api.host.kept import Kept
from api.pages.boards import Viewpoint
from api.reports.seat_questions import describe_cut
from api.store.models import ResolutionRow

MOST_KEPT: Final = 8192
ENOUGH: Final = 64
"""Bytes from the beginning of what is sealed, by which it is known again."""
_KEPT: Final[Kept[tuple[tuple[str, str], ...]]] = Kept(MOST_KEPT)
_TOLD: Final[Kept[Sequence[dict[str, Any]]]] = Kept(MOST_KEPT)


@dataclass(frozen=True)
class Chapter:
    """A chapter that began in a phase."""

    phase: int
    number: str
    name: str


def chapters(viewpoint: Viewpoint) -> list[Chapter]:
    """The chapters that have begun, in their order; that they began, everybody knows."""
    beginning: Any = func.substr(ResolutionRow.events, 1, ENOUGH)
    of_game = select(ResolutionRow.phase, beginning).where(ResolutionRow.game == viewpoint.game.id)
    rows = cache(partial(rows_of, viewpoint))
    found: list[Chapter] = []
    for phase, sealed in viewpoint.session.exec(of_game.order_by(col(ResolutionRow.phase))).all():
        kept = _KEPT.of(sealed, lambda phase=phase: begun(viewpoint, rows()[phase]))  # type: ignore[misc]
        found += [Chapter(phase, *one) for one in kept]
    return found


def rows_of(viewpoint: Viewpoint, phases: Sequence[int] | None = None) -> dict[int, ResolutionRow]:
    """What happened in these phases (None: in all), sealed."""
    columns = load_only(ResolutionRow.phase, ResolutionRow.game, ResolutionRow.events)  # type: ignore[arg-type]
    of_game = select(ResolutionRow).where(ResolutionRow.game == viewpoint.game.id)
    if phases is not None:
        of_game = of_game.where(col(ResolutionRow.phase).in_(phases))
    return {row.phase: row for row in viewpoint.session.exec(of_game.options(columns)).all()}


def begun(viewpoint: Viewpoint, row: ResolutionRow) -> tuple[tuple[str, str], ...]:
    """The chapters that began in one phase."""
    events = viewpoint.title.events_for(viewpoint.archive.events(row), None)
    return tuple((event.chapter, event.name) for event in events if isinstance(event, ChapterBegins))


@dataclass(frozen=True)
class Place:
    """The place of a phase in the history: its chapter, and the phases beside it. None: it has none."""

    phase: int
    last: int
    chapter: Chapter | None
    before: int | None
    after: int | None


def place(every: Sequence[Chapter], phase: int, last: int) -> Place:
    """The chapter of a phase, and the phases before and after it."""
    begun = [one for one in every if one.phase <= phase]
    chapter = begun[-1] if begun else None
    return Place(
        phase=phase,
        last=last,
        chapter=chapter,
        before=phase - 1 if phase > 0 else None,
        after=phase + 1 if phase < last else None,
    )


def phase_lines(viewpoint: Viewpoint, row: ResolutionRow) -> dict[str, Any]:
    """A phase for a page: its sentences, and for a seat also its orders that fell and its own leaf in the cut."""
    own: dict[str, Any] = {"fallen": [], "cut": None}
    if viewpoint.seat is not None:
        cut = describe_cut(viewpoint.host, viewpoint.session, viewpoint.game, row.phase, viewpoint.seat)
        own = {"fallen": viewpoint.archive.fallen(row, viewpoint.seat), "cut": cut}
    return {"phase": row.phase, "lines": lines_of(viewpoint, row), **own}


def line(viewpoint: Viewpoint, event: Event) -> dict[str, Any]:
    """An event as a line: a heading where a chapter begins, and whether everybody knows it."""
    text = marked(viewpoint.title, viewpoint.title.sentence(event, viewpoint.last_view))
    return {"heading": isinstance(event, ChapterBegins), "own": event.only is not None, "text": text}


def story(viewpoint: Viewpoint, phases: Sequence[int]) -> list[dict[str, Any]]:
    """What happened in these phases, the newest first; phases of which this viewer knows nothing are left out."""
    rows = rows_of(viewpoint, phases)
    told = ((phase, told_of(viewpoint, rows[phase])) for phase in reversed(phases))
    return [{"phase": phase, "lines": lines} for phase, lines in told if lines]


def told_of(viewpoint: Viewpoint, row: ResolutionRow) -> Sequence[dict[str, Any]]:
    """A phase of the story. What everybody may know is put into words once, while the same people play."""
    if viewpoint.seat is not None:
        return lines_of(viewpoint, row)
    people = repr(sorted(viewpoint.title.naming.people.items())).encode()
    return _TOLD.of(row.events + people, lambda: lines_of(viewpoint, row))


def lines_of(viewpoint: Viewpoint, row: ResolutionRow) -> Sequence[dict[str, Any]]:
    """The events of a phase as lines."""
    return [line(viewpoint, event) for event in viewpoint.events(row)]
