"""A game that stands still: how it goes on, and the pause that the host makes when nobody holds a seat any more."""

from __future__ import annotations

from sqlmodel import Session

from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase, schedule
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.phase_mails import outbox_of
from api.store.lookups import load_seats
from schemas.log import entries
from schemas.statements.payloads import Act, Pause
from schemas.statements.statements import Statement
from schemas.statements.working_time import LONGEST, after, between, furthest


def go_on(phase: OpenPhase) -> None:
    """End a pause: deadline and grace are later by the working time that it took of this phase."""
    begun = max(phase.game.paused_at or phase.row.opened_at, phase.row.opened_at)
    lost = between(begun, phase.host.now(), phase.terms)
    phase.game.paused_at = None
    phase.session.add(phase.game)
    if phase.row.grace_until is not None:
        phase.row.grace_until = after(phase.row.grace_until, lost, phase.terms)
    lengthen(phase, lost)


def lengthen(phase: OpenPhase, seconds: int) -> None:
    """Give a phase more working time; reminders that lie ahead again are sent again."""
    phase.row.extended_seconds += seconds
    schedule(phase)
    if phase.row.deadline is not None and phase.row.deadline >= furthest(phase.row.opened_at):
        refuse(422, "wrong-deadline", f"No phase may last longer than {LONGEST} days.")
    now = phase.host.now()
    phase.row.reminded = min(phase.row.reminded, sum(moment <= now for moment in phase.reminders))
    phase.session.add(phase.row)


def pause_if_deserted(phase: OpenPhase, *, tell: bool) -> None:
    """Pause a game in which nobody holds a seat any more, so that defaults do not play it to its end.

    A substitute or the organiser's `resume` lets it go on. `tell`: the organiser, who has not heard of it otherwise.
    """
    game, session = phase.game, phase.session
    session.flush()
    if game.paused_at is not None or any(seat.player for seat in load_seats(session, game.id)):
        return
    game.paused_at = phase.host.now()
    session.add(game)
    GameLog(phase.host, session, game.id).append(entries.Notice(what="paused", phase=phase.row.number, seats=[]))
    if tell:
        outbox_of(phase.host, session, game).deserted(phase.row.number)


def go_on_with_substitute(host: Host, session: Session, phase: OpenPhase) -> None:
    """End the host's own pause: somebody holds a seat again. A pause of the organiser or by vote stays."""
    if phase.game.paused_at is not None and paused_by_host(GameLog(host, session, phase.game.id)):
        go_on(phase)


def paused_by_host(log: GameLog) -> bool:
    """Is the newest pause in a log the host's own?"""
    for entry in reversed(log.entries()):
        body = entry.body
        if isinstance(body, entries.Notice) and (body.what == "paused" or body.vote == "pause"):
            return body.what == "paused"
        if isinstance(body, entries.Acted):
            statement = Statement.from_form(body.statement)
            if statement.kind == Act.document and isinstance(statement.read(Act).act, Pause):
                return False
    return False
