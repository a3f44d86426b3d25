"""What one reader was told of a game, phase by phase, from where a chapter began: what scenes are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy.orm import load_only
from sqlmodel import Session, col, select

from adjudicator.kernel.run.events import ChapterBegins, Event
from api.store.models import ResolutionRow
from api.store.sealed_rows import Archive

AT_ONCE: Final = 16
"""So many phases are read at once on the way back to the beginning of a chapter."""
_PHASE: Final[Any] = col(ResolutionRow.phase)


@dataclass(frozen=True)
class ToldPhases:
    """The phases of a game as a seat, or everybody (None), was told of them."""

    session: Session
    game: str
    archive: Archive
    seat: str | None
    _read: dict[int, list[Event]] = field(default_factory=dict)

    def events(self, row: ResolutionRow) -> list[Event]:
        """What the reader was told of a phase."""
        if row.phase not in self._read:
            self._read[row.phase] = self.archive.title.events_for(self.archive.events(row), self.seat)
        return self._read[row.phase]

    def after(self, phase: int, most: int | None = None) -> Sequence[ResolutionRow]:
        """The phases after one, in order."""
        return self._rows(col(ResolutionRow.phase) > phase, _PHASE, most)

    def earlier(self, phase: int) -> list[ResolutionRow]:
        """The phases before one, from the last on in which a chapter began."""
        found: list[ResolutionRow] = []
        for row in self._backwards(phase):
            found.append(row)
            if any(isinstance(event, ChapterBegins) for event in self.events(row)):
                break
        return found[::-1]

    def before(self, phase: int) -> list[Event]:
        """What the reader was told before a phase, from the beginning of its chapter or sooner."""
        return [event for row in self.earlier(phase) for event in self.events(row)]

    def _backwards(self, phase: int) -> Iterator[ResolutionRow]:
        while rows := self._rows(col(ResolutionRow.phase) < phase, _PHASE.desc(), AT_ONCE):
            yield from rows
            phase = rows[-1].phase

    def _rows(self, which: Any, order: Any, most: int | None) -> Sequence[ResolutionRow]:
        """Of each phase what happened in it; the rest of a row is read when it is wanted."""
        columns = load_only(ResolutionRow.phase, ResolutionRow.game, ResolutionRow.events)  # type: ignore[arg-type]
        of_game = select(ResolutionRow).where(ResolutionRow.game == self.game, which)
        return self.session.exec(of_game.order_by(order).limit(most).options(columns)).all()
