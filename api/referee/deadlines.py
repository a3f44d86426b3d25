"""Deadlines: missing players, grace, excused misses, vacant seats, banks, pauses. The log has each step.

In a veiled phase no one is named, no miss is counted and no bank runs: any of these would tell which seats it asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase, schedule
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outbox import Outbox
from api.mail_out.phase_mails import outbox_of
from api.store.database import ring
from api.store.lookups import load_seats, newest_envelope
from api.store.models import Seat
from schemas.log import entries
from schemas.statements.payloads import Act, Pause, instant
from schemas.statements.statements import Statement
from schemas.statements.working_time import LONGEST, after, between, furthest


def handle_missed_deadlines(phase: OpenPhase) -> None:
    """See to an open phase that is not due: begin grace, send reminders, set the time of the next look."""
    if phase.game.paused_at is None:
        begin_grace(phase)
        remind(phase)
    schedule(phase)


def begin_grace(phase: OpenPhase) -> None:
    """Begin grace: the deadline has passed and a seat is missing (a veiled phase does not say whether one is)."""
    row, now = phase.row, phase.host.now()
    if row.deadline is None or now < row.deadline or row.grace_until is not None or not phase.has_grace:
        return
    row.grace_until = after(row.deadline, phase.terms.grace_seconds, phase.terms)
    named = [] if phase.veiled else [seat.name for seat in phase.missing]
    note(phase, "overdue", named, until=instant(row.grace_until))
    outbox(phase).overdue(row, named)


def remind(phase: OpenPhase) -> None:
    """Send the reminders whose time has come, as one."""
    row, now = phase.row, phase.host.now()
    if row.deadline is None or row.deadline <= now:
        return
    past = [time for time in phase.reminders if time <= now]
    if len(past) > row.reminded:
        row.reminded = len(past)
        outbox(phase).reminder(row, phase.position, [seat.name for seat in phase.missing], str(row.reminded))


def settle_time(phase: OpenPhase) -> None:
    """At the cut: who missed, who loses or gains an excused miss, who falls vacant, what each bank has left.

    Where grace was announced and nobody falls vacant no mail tells of the miss: the news in everybody's next mail does.
    """
    if phase.veiled:
        return
    missing = [seat for seat in phase.missing if seat.player is not None]
    if missing:
        note(phase, "missed", [seat.name for seat in missing])
        misses = [{"phase": phase.row.number, "seat": seat.name, "player": seat.player} for seat in missing]
        phase.game.missed = [*phase.game.missed, *misses]
        phase.session.add(phase.game)
    fallen = [seat for seat in missing if seat.excused == 0]
    for seat in missing:
        seat.excused = max(seat.excused - 1, 0)
        seat.in_time = 0
    for standing in (one for one in phase.standings if not one.bot):
        if standing.is_in:
            give_back_miss(phase, standing.seat)
        charge(phase, standing.seat)
        phase.session.add(standing.seat)
    if fallen or (missing and phase.row.grace_until is None):  # before the seats are vacant: their players read it too
        lost = [seat.name for seat in fallen]
        deserted = phase.game.paused_at is None and all(not seat.player or seat.name in lost for seat in phase.seats)
        outbox(phase).missed(phase.row, [seat.name for seat in missing], lost, deserted=deserted)
    for seat in fallen:
        vacate(phase.session, seat, phase)
    if fallen:
        note(phase, "vacated", [seat.name for seat in fallen])
        pause_if_deserted(phase, tell=False)


def give_back_miss(phase: OpenPhase, seat: Seat) -> None:
    """Count an answer in time; so many of them give one excused miss back."""
    if seat.player is None or seat.excused >= phase.terms.excused:
        return
    seat.in_time += 1
    if seat.in_time >= phase.terms.excused_back:
        seat.excused, seat.in_time = seat.excused + 1, 0


def charge(phase: OpenPhase, seat: Seat) -> None:
    """Take from a seat's bank what it needed beyond the time of a phase."""
    if not phase.terms.bank_seconds or seat.player is None:
        return
    used = between(phase.row.opened_at, answered_at(phase, seat), phase.terms, phase.away_of([seat.name]))
    used -= phase.terms.phase_seconds + phase.row.extended_seconds
    seat.bank_seconds = max(seat.bank_seconds - max(used, 0), 0)


def answered_at(phase: OpenPhase, seat: Seat) -> datetime:
    """When a seat had answered finally: by an envelope, else by its book; else it took until the cut."""
    newest = newest_envelope(phase.session, phase.game.id, phase.row.number, seat.name)
    if newest is not None and newest.word == "final":
        return newest.received_at
    if (newest is None or newest.word != "draft") and phase.book_answers(seat.name):
        return phase.books[seat.name].received_at
    return phase.host.now()


def vacate(session: Session, seat: Seat, phase: OpenPhase, kept_for: str | None = None) -> None:
    """Take a seat from its player; what the player sent stands until a substitute replaces it."""
    seat.player, seat.vacant_since, seat.kept_for = None, phase.host.now(), kept_for
    seat.excused, seat.in_time = phase.terms.excused, 0
    if phase.game.contest is not None:
        seat.offer_at, seat.offered = None if kept_for else phase.host.now(), []
        ring(session)
    session.add(seat)


def note(phase: OpenPhase, what: entries.NoticeWord, seats: Sequence[str], until: str | None = None) -> None:
    """Write a step of the host into the log."""
    notice = entries.Notice(what=what, phase=phase.row.number, seats=list(seats), until=until)
    GameLog(phase.host, phase.session, phase.game.id).append(notice)


def outbox(phase: OpenPhase) -> Outbox:
    """The mails of this phase's game."""
    return outbox_of(phase.host, phase.session, phase.game)


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
