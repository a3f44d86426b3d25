"""The worker of contests: brings on those whose time has come, of which a game is over, or a seat is to be offered.

As with games there is no table of jobs: these rows are the queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlmodel import col, select

from api.contests.steps import advance
from api.host.host import Host
from api.host.loops import AFTER_FAULT
from api.http.problems import fault
from api.store.lookups import IS_OFFERED, IS_UNCOUNTED, load_contest
from api.store.models import ContestRow, Game, Seat

LONGEST_PAUSE: Final = timedelta(hours=1)
AFTER_ANOTHER: Final = timedelta(milliseconds=250)
LOG: Final = structlog.get_logger("ostraka.contests")


@dataclass(frozen=True)
class ContestWorker:
    """Looks at the contests whose time has come."""

    host: Host

    def run_once(self) -> datetime | None:
        """Bring on whatever is due; answers when there is something to look at next."""
        went_well = [self._take(contest) for contest in self._due()]
        if not all(went_well):
            return self.host.now() + AFTER_ANOTHER
        return self._next_look()

    def _take(self, contest: str) -> bool:
        """Bring a contest on, unless another process is at it."""
        with self.host.database.claim(f"contest|{contest}") as mine:
            if not mine:
                return False
            try:
                advance(self.host, contest)
            except Exception as error:
                LOG.error("fault", contest=contest, **fault(error))
                self._postpone(contest)
            return True

    def _postpone(self, contest: str) -> None:
        with self.host.database.write(contest) as session:
            row = load_contest(session, contest)
            row.faults += 1
            row.look_at = self.host.now() + min(AFTER_FAULT * (1 << min(row.faults - 1, 20)), LONGEST_PAUSE)
            session.add(row)

    def _due(self) -> Sequence[str]:
        """The contests to look at; one that failed waits for its time, whatever happens in its games."""
        now = self.host.now()
        timed = select(ContestRow.id).where(col(ContestRow.look_at) <= now)
        counted = select(Game.contest).where(IS_UNCOUNTED)
        offered = select(Game.contest).join(Seat, col(Seat.game) == col(Game.id))
        offered = offered.where(IS_OFFERED, col(Seat.offer_at) <= now, col(Seat.player).is_(None))
        with self.host.database.read() as session:
            found = {*session.exec(timed), *session.exec(counted), *session.exec(offered)}
            waiting = (ContestRow.faults > 0, col(ContestRow.look_at) > now)
            failed = set(session.exec(select(ContestRow.id).where(*waiting)))
        return sorted(contest for contest in found - failed if contest is not None)

    def _next_look(self) -> datetime | None:
        timed = select(ContestRow.look_at).where(col(ContestRow.look_at).is_not(None))
        with self.host.database.read() as session:
            return session.exec(timed.order_by(col(ContestRow.look_at)).limit(1)).first()
