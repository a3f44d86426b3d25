"""A game that has stopped: what a seat sent ahead is set aside, and the phase is tried without it."""

from __future__ import annotations

from api.acts.context import ActContext
from api.http.problems import refuse
from api.store.database import ring
from api.store.lookups import load_seat
from api.store.models import CUT
from schemas.statements.payloads import SetAside


def set_aside(context: ActContext, act: SetAside) -> None:
    """Have the phase that could not be resolved tried at once with the default answers of a seat."""
    row = context.phase(stopped=True).row
    load_seat(context.session, context.game.id, act.seat)
    if row.status != CUT or row.number != act.phase:
        refuse(409, "not-stopped", "Only for a phase that is cut and could not be resolved can something be set aside.")
    row.look_at = context.host.now()
    context.session.add(row)
    ring(context.session)
