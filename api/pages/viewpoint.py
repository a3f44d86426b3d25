"""Who looks at a game: everybody, or the holder of one seat. All that a page shows of a position goes through here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select
from werkzeug.utils import cached_property

from adjudicator.kernel import Event, Title
from api.host.host import Host
from api.http.problems import refuse
from api.store.lookups import title_of
from api.store.models import Game, ResolutionRow
from api.store.sealed_rows import Archive


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
        """The rules of the game."""
        return title_of(self.session, self.game)

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
