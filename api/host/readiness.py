"""Whether a process can serve at the moment: asked by proxies, and by whoever starts and stops processes.

The answers say this and nothing else.
"""

from __future__ import annotations

import threading
import time
from typing import Final

import structlog
from sqlalchemy.exc import SQLAlchemyError

from api.host.figures import can_write
from api.host.long_polls import LongPolls
from api.http.problems import ConfigurationError, Problem, fault
from api.store.database import Database, require_newest

KEPT_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 1
LOG = structlog.get_logger("ostraka.server")


class Readiness:
    """Asks the database once a second at most, however often it is asked."""

    def __init__(self, database: Database, long_polls: LongPolls) -> None:
        self._database = database
        self._long_polls = long_polls
        self._lock = threading.Lock()
        self._asked = float("-inf")
        self._answered = False

    def require(self) -> None:
        """Refuse while the process is about to end, the database cannot be reached or has another schema, or nothing
        can be stored: the disk is full, or the folder of the keys of open phases is not there."""
        if self._long_polls.is_closed or not self._answers():
            raise not_ready()

    def _answers(self) -> bool:
        with self._lock:
            if time.monotonic() - self._asked > KEPT_SECONDS:
                self._answered = answers(self._database)
                self._asked = time.monotonic()
            return self._answered


def not_ready() -> Problem:
    """The refusal of a process that is about to end, or whose database does not answer."""
    detail = "The host takes no requests at the moment; send the same again: what it has taken it does not take twice."
    return Problem(503, "not-ready", detail, headers={"Retry-After": str(AGAIN_SECONDS)})


def answers(database: Database) -> bool:
    """Does the database answer, with the schema of this release, and can it store?"""
    try:
        require_newest(database)
        return can_write(database)
    except (SQLAlchemyError, ConfigurationError, OSError) as error:
        LOG.error("fault", **fault(error))
        return False
