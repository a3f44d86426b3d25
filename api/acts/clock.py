"""What is done to a game's time: paused, resumed, extended; and a reminder out of turn."""

from __future__ import annotations

from api.acts.context import Doing
from api.games.open_phase import OpenPhase, schedule
from api.games.working_time import after, between
from api.http.problems import refuse


def require_pausable(doing: Doing) -> None:
    """Refuse to pause what stands."""
    if doing.game.paused_at is not None:
        refuse(409, "already-paused", "The game is already paused; it can be resumed.")


def require_paused(doing: Doing) -> None:
    """Refuse to resume what runs."""
    if doing.game.paused_at is None:
        refuse(409, "not-paused", "The game is not paused.")


def pause(doing: Doing) -> None:
    """Nothing is cut, and no deadline runs, until the game is resumed."""
    require_pausable(doing)
    doing.game.paused_at = doing.host.now()
    doing.session.add(doing.game)
    schedule(doing.phase())


def resume(doing: Doing) -> None:
    """Deadline and grace are later by the working time that the pause took of this phase."""
    require_paused(doing)
    phase = doing.phase()
    begun = max(doing.game.paused_at or phase.row.opened_at, phase.row.opened_at)
    lost = between(begun, doing.host.now(), phase.terms)
    doing.game.paused_at = None
    doing.session.add(doing.game)
    if phase.row.grace_until is not None:
        phase.row.grace_until = after(phase.row.grace_until, lost, phase.terms)
    lengthen(phase, lost)


def extend(doing: Doing, seconds: int) -> None:
    """The open phase's deadline is so much later; grace ends where the deadline lies ahead again."""
    phase = doing.phase()
    lengthen(phase, seconds)
    if phase.row.deadline is not None and phase.row.deadline > doing.host.now():
        phase.row.grace_until = None
        schedule(phase)


def lengthen(phase: OpenPhase, seconds: int) -> None:
    """Give a phase more working time; reminders that lie ahead again are sent again."""
    phase.row.extended_seconds += seconds
    schedule(phase)
    now = phase.host.now()
    phase.row.reminded = min(phase.row.reminded, sum(moment <= now for moment in phase.reminders))
    phase.session.add(phase.row)


def remind(doing: Doing) -> None:
    """Mail the players who have sent nothing (in a veiled phase: all)."""
    phase = doing.phase()
    missing = [seat.name for seat in phase.missing]
    doing.outbox.reminder(phase.row, phase.position, missing, doing.mark)
