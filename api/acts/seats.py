"""What is done to seats: taken from a player, kept for another, given back; and absences announced."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlmodel import col, delete, select

from api.acts.context import ActContext
from api.games.game_log import key_changes
from api.games.open_phase import OpenPhase, schedule
from api.games.statements import require_manned, require_named
from api.http.problems import refuse
from api.mail_out.outbox import required
from api.referee import missed_deadlines
from api.referee.pauses import lengthen, pause_if_deserted
from api.store.lookups import load_player, load_seat
from api.store.models import INVITING, ActRow, InvitedRow, Seat
from schemas.documents.successions import newest
from schemas.statements.payloads import Absence, SeatAct
from schemas.statements.statements import Statement
from schemas.statements.working_time import after, between


def vacate(context: ActContext, name: str, kept_for: str | None = None) -> None:
    """Take a seat from its player; anyone may join in their place, or only the player for whom it is kept.

    Before the deal nothing else follows; the join stays in the log, and its bytes in the dice.
    """
    seat = load_seat(context.session, context.game.id, name)
    require_manned(seat)
    if context.game.status == INVITING:
        seat.player, seat.statement, seat.kept_for = None, None, kept_for
        context.session.add(seat)
        return
    phase = context.phase()
    since, deadline = seat.vacant_since, required(phase.row.deadline)
    missed_deadlines.vacate(context.session, seat, phase, kept_for)
    seat.vacant_since = since or seat.vacant_since
    context.session.flush()
    schedule(phase)
    leave_time(phase, deadline)
    pause_if_deserted(phase, tell=True)
    schedule(phase)


def remove(context: ActContext, name: str, kept_for: str | None = None) -> None:
    """Take a seat from its player as the organiser: their invitation counts no more, as where the game is private."""
    former = load_seat(context.session, context.game.id, name).player
    vacate(context, name, kept_for)
    invited = (col(InvitedRow.game) == context.game.id, col(InvitedRow.player) == former)
    context.session.exec(delete(InvitedRow).where(*invited))


def leave_time(phase: OpenPhase, before: datetime) -> None:
    """The absences of who left count no more; a substitute still has the time of a phase, or what there was before."""
    deadline = required(phase.row.deadline)
    least = min(before, after(phase.host.now(), phase.terms.phase_seconds, phase.terms))
    if deadline < least:
        lengthen(phase, between(deadline, least, phase.terms))


def replace(context: ActContext, name: str, handle: str) -> None:
    """Take a seat from its player and keep it for another."""
    require_named(context.game)
    seat = load_seat(context.session, context.game.id, name)
    if load_player(context.session, handle).handle == seat.player:
        refuse(409, "already-holds", f"{handle} already holds seat {name}; name another player.")
    remove(context, name, handle)


def announce(context: ActContext, seat: Seat, act: Absence, signer: str) -> None:
    """Have days count for nothing in a seat's deadlines, as far as the terms allow; it is already stored."""
    phase = context.phase()
    first, last = read_days(act)
    today = context.host.now().astimezone(ZoneInfo(phase.terms.time_zone)).date()
    if not today < first <= last:
        refuse(422, "wrong-absence", f"An absence must begin after today ({today}) and must not end before it begins.")
    require_days(context, seat, signer)
    schedule(phase)


def read_days(act: Absence) -> tuple[date, date]:
    """The first and the last day of an absence."""
    return date.fromisoformat(act.first), date.fromisoformat(act.last)


def require_days(context: ActContext, seat: Seat, signer: str) -> None:
    """Refuse more days than the terms allow the holder of a seat in all."""
    of_seat = (ActRow.game == context.game.id, ActRow.seat == seat.name, ActRow.act == "absence")
    after = key_changes(context.session, context.game.id)
    every = context.session.exec(select(ActRow).where(*of_seat)).all()
    rows = [row for row in every if newest(row.signer, after) == signer]
    said = [Statement.parse(row.statement, len(row.statement)).read(SeatAct).act for row in rows]
    spans = [read_days(act) for act in said if isinstance(act, Absence)]
    days, allowed = sum((last - first).days + 1 for first, last in spans), context.game.opened.terms.absence_days
    if days > allowed:
        refuse(
            409, "too-long-absent", f"With this absence you would be away for {days} days; the terms allow {allowed}."
        )
