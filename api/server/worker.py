"""The worker: a thread that cuts, resolves and mails when the time comes or somebody rings for it.

There is no table of jobs. A phase that is open knows its deadline, a phase that is cut wants resolving, a mail that is
due knows its next try: these rows are themselves the queue, committed with what they belong to. A job table would be a
second copy of that truth, to be kept in step at every cut, resolution and mail. What may make a phase due sets the time
of its next look in its own transaction (`api.host.awaited_seats`). So a crash loses nothing, and neither a start nor a
round touches a game whose time has not come.

A game that fails waits ever longer before it is tried again, whatever happens in it, and keeps no other from going on.
The pause rests in its phase, where `ostraka db check` finds it.

Mail has threads of its own, so that a slow mail server never delays a cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlmodel import col, select

from api.host.host import Host
from api.host.loops import AFTER_FAULT
from api.http.problems import fault
from api.mail_out.timed_mails import write_due
from api.referee.resolution import advance, tell_stopped
from api.store.lookups import IS_UNRESOLVED, unresolved_phase
from api.store.models import STOPPED_AFTER, PhaseRow

LONGEST_PAUSE = timedelta(hours=1)
AFTER_ANOTHER = timedelta(milliseconds=250)
"""So soon a game that another process is at is looked at again: that process may have been killed."""
MOST_AT_ONCE = 100
DONE, STUCK, ANOTHERS = "done", "stuck", "another's"
LOG = structlog.get_logger("ostraka.worker")


def pause_after(faults: int) -> timedelta:
    """How long a game that failed so many times waits: ten seconds, then twice as long each time, an hour at most."""
    return min(AFTER_FAULT * (1 << min(faults - 1, 20)), LONGEST_PAUSE)


@dataclass(frozen=True)
class Worker:
    """Looks at the games whose time has come."""

    host: Host

    def run_once(self) -> datetime | None:
        """Cut and resolve whatever is due, see to who is missing; answers when there is something to look at next."""
        came_of_it = [self._take(game) for game in self._due()]
        times = [write_due(self.host), self._next_look()]
        if STUCK in came_of_it:
            return self.host.now() + AFTER_FAULT
        if ANOTHERS in came_of_it and len(came_of_it) < MOST_AT_ONCE:
            return self.host.now() + AFTER_ANOTHER
        return min((moment for moment in times if moment is not None), default=None)

    def _take(self, game: str) -> str:
        """Bring a game on, unless another process is at it, or has been meanwhile."""
        with self.host.database.claim(f"game|{game}") as mine:
            if not mine:
                return ANOTHERS
            if self.host.database.kind.shared and not self._due(game):
                return DONE
            return DONE if self._advance(game) else STUCK

    def _advance(self, game: str) -> bool:
        """Bring one game on, or put it off where it fails. False: it could be neither."""
        try:
            advance(self.host, game)
        except Exception as error:
            LOG.error("fault", game=game, phase=self._phase(game), **fault(error))
            return self._postpone(game)
        return True

    def _phase(self, game: str) -> int | None:
        with suppress(Exception), self.host.database.read() as session:
            row = unresolved_phase(session, game)
            return row.number if row is not None else None
        return None

    def _postpone(self, game: str) -> bool:
        try:
            with self.host.database.write(game) as session:
                row = unresolved_phase(session, game)
                if row is None:
                    return True
                row.faults += 1
                row.look_at = self.host.now() + pause_after(row.faults)
                session.add(row)
                stopped = row.faults == STOPPED_AFTER
        except Exception as error:
            LOG.error("fault", game=game, **fault(error))
            return False
        if stopped:
            tell_stopped(self.host, game)
        return True

    def _due(self, game: str | None = None) -> Sequence[str]:
        """The games whose time has come, those first that wait for longest; or one of them."""
        due = select(PhaseRow.game).where(IS_UNRESOLVED, col(PhaseRow.look_at) <= self.host.now())
        if game is not None:
            due = due.where(PhaseRow.game == game)
        with self.host.database.read() as session:
            return session.exec(due.order_by(col(PhaseRow.look_at)).limit(MOST_AT_ONCE)).all()

    def _next_look(self) -> datetime | None:
        timed = select(PhaseRow.look_at).where(IS_UNRESOLVED, col(PhaseRow.look_at).is_not(None))
        with self.host.database.read() as session:
            return session.exec(timed.order_by(col(PhaseRow.look_at)).limit(1)).first()
