"""What is done to a game's time: paused, resumed, extended; and a reminder out of turn."""

from __future__ import annotations

from api.acts.context import ActContext
from api.games.open_phase import schedule
from api.http.problems import refuse
from api.referee.pauses import go_on, lengthen


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
    go_on(context.phase())


def extend(context: ActContext, seconds: int) -> None:
    """The open phase's deadline is so much later; grace ends where the deadline lies ahead again."""
    phase = context.phase()
    lengthen(phase, seconds)
    if phase.row.deadline is not None and phase.row.deadline > context.host.now():
        phase.row.grace_until = None
        schedule(phase)


def remind(context: ActContext) -> None:
    """Mail the players who have sent nothing (in a veiled phase: all)."""
    phase = context.phase()
    missing = [seat.name for seat in phase.missing]
    context.outbox.reminder(phase.row, phase.position, missing, context.mark)
