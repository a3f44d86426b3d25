"""What is done to a game's time: paused, resumed, extended; and a reminder out of turn."""

from __future__ import annotations

from api.acts.context import ActContext
from api.games.open_phase import OpenPhase, schedule
from api.http.problems import refuse
from schemas.statements.working_time import LONGEST, after, between, furthest


def require_pausable(context: ActContext) -> None:
    """Refuse to pause a game that is paused."""
    if context.game.paused_at is not None:
        refuse(409, "already-paused", "The game is already paused; it can be resumed.")


def require_paused(context: ActContext) -> None:
    """Refuse to resume a game that is not paused."""
    if context.game.paused_at is None:
        refuse(409, "not-paused", "The game is not paused.")


def pause(context: ActContext) -> None:
    """Nothing is cut, and no deadline runs, until the game is resumed."""
    require_pausable(context)
    context.game.paused_at = context.host.now()
    context.session.add(context.game)
    schedule(context.phase())


def resume(context: ActContext) -> None:
    """Deadline and grace are later by the working time that the pause took of this phase."""
    require_paused(context)
    phase = context.phase()
    begun = max(context.game.paused_at or phase.row.opened_at, phase.row.opened_at)
    lost = between(begun, context.host.now(), phase.terms)
    context.game.paused_at = None
    context.session.add(context.game)
    if phase.row.grace_until is not None:
        phase.row.grace_until = after(phase.row.grace_until, lost, phase.terms)
    lengthen(phase, lost)


def extend(context: ActContext, seconds: int) -> None:
    """The open phase's deadline is so much later; grace ends where the deadline lies ahead again."""
    phase = context.phase()
    lengthen(phase, seconds)
    if phase.row.deadline is not None and phase.row.deadline > context.host.now():
        phase.row.grace_until = None
        schedule(phase)


def lengthen(phase: OpenPhase, seconds: int) -> None:
    """Give a phase more working time; reminders that lie ahead again are sent again."""
    phase.row.extended_seconds += seconds
    schedule(phase)
    if phase.row.deadline is not None and phase.row.deadline >= furthest(phase.row.opened_at):
        refuse(422, "wrong-deadline", f"No phase may last longer than {LONGEST} days.")
    now = phase.host.now()
    phase.row.reminded = min(phase.row.reminded, sum(moment <= now for moment in phase.reminders))
    phase.session.add(phase.row)


def remind(context: ActContext) -> None:
    """Mail the players who have sent nothing (in a veiled phase: all)."""
    phase = context.phase()
    missing = [seat.name for seat in phase.missing]
    context.outbox.reminder(phase.row, phase.position, missing, context.mark)
