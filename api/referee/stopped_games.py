"""Games that have stopped: a phase that cannot be resolved, or rules of a new release that cannot take the game up.

The host goes on without them. Their people are told, and the host tries again: a resolution ever more seldom, newer
rules at its next start, and both when its operator says so (`ostraka db retry`).
"""

from __future__ import annotations

import structlog

from adjudicator.registry import title as registered_title
from api.host.host import Host
from api.http.problems import fault
from api.mail_out.outbox import Outbox
from api.store.lookups import laid, load_game, unresolved_phase
from api.store.models import STOPPED_AFTER

LOG = structlog.get_logger("ostraka.play")


def tell_stopped(host: Host, game: str) -> None:
    """Write to the organiser of a game that has stopped; where even that fails, the log says so."""
    try:
        with host.database.write(game) as session:
            row, found = unresolved_phase(session, game), load_game(session, game)
            if row is not None:
                Outbox(host, session, found, laid(session, found, registered_title(found.title))).stopped(row.number)
    except Exception as error:
        LOG.error("fault", game=game, mail="stopped", **fault(error))


def set_aside(host: Host, game: str) -> None:
    """Have the worker leave a game alone until it is tried again, and tell its organiser, the first time."""
    with host.database.write(game) as session:
        row = unresolved_phase(session, game)
        if row is None:
            return
        first = not row.is_stopped
        row.faults, row.look_at = max(row.faults + 1, STOPPED_AFTER), None
        session.add(row)
    if first:
        tell_stopped(host, game)
