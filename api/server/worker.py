"""The worker: a thread that cuts, resolves and mails when the time comes or somebody wakes it.

There is no table of jobs. A phase that is open knows its deadline, a phase that is cut wants resolving, a mail that is
due knows its next try: these rows are themselves the queue, committed with what they belong to. A job table would be a
second copy of that truth, to be kept in step at every cut, resolution and mail. So a crash loses nothing: at the start
everything unresolved is looked at once; later only what was woken or has come to its time.

Mail has a thread of its own, so that a slow mail server never delays a cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

import structlog
from sqlmodel import col, or_, select

from api.host.host import Host
from api.host.loops import AFTER_FAULT, Calls
from api.http.problems import fault
from api.mail_out.daily_digests import write_digests
from api.mail_out.press_mails import write_press
from api.referee.resolution import advance
from api.store.models import CUT, OPEN, PhaseRow
from schemas.statements.payloads import BOOK

LOG = structlog.get_logger("ostraka.worker")


@dataclass(frozen=True)
class Worker:
    """Looks at the games whose time has come."""

    host: Host
    calls: Calls
    done: list[Callable[[], None]] = field(default_factory=list)
    """Rung after every round, because there may be mails to send."""

    def run_once(self) -> datetime | None:
        """Tend, cut and resolve whatever is due; answers when there is something to look at next."""
        again = False
        for game in sorted(self._due()):
            again = not self._advance(game) or again
        times = [write_digests(self.host), write_press(self.host), self._next_look()]
        times += [self.host.now() + AFTER_FAULT] if again else []
        for ring in self.done:
            ring()
        return min((moment for moment in times if moment is not None), default=None)

    def _advance(self, game: str) -> bool:
        """Bring one game on; a fault in one leaves the others alone and is tried again later."""
        try:
            advance(self.host, game)
        except Exception as error:
            LOG.error("fault", game=game, **fault(error))
            self.calls.games.add(game)
            return False
        return True

    def _due(self) -> set[str]:
        every, called = self.calls.take()
        unresolved = (PhaseRow.number != BOOK, col(PhaseRow.status).in_((OPEN, CUT)))
        timely = (PhaseRow.status == CUT, col(PhaseRow.look_at) <= self.host.now(), col(PhaseRow.game).in_(called))
        with self.host.database.read() as session:
            return set(session.exec(select(PhaseRow.game).where(*unresolved, or_(every, *timely))).all())

    def _next_look(self) -> datetime | None:
        timed = (PhaseRow.status == OPEN, col(PhaseRow.look_at).is_not(None))
        with self.host.database.read() as session:
            return session.exec(select(PhaseRow.look_at).where(*timed).order_by(col(PhaseRow.look_at)).limit(1)).first()
