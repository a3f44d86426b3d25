"""The acts of the player who holds a seat, taken and carried out: votes, absences, seats given back.

A vote stands until its seat votes again, or until it has carried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from api.access.signing_keys import card_in
from api.acts.context import ActContext, end, extend, pause, require_pausable, require_paused, resume
from api.games.game_log import key_changes, read_entry
from api.games.open_phase import OpenPhase, required, schedule
from api.games.statements import (
    form,
    is_known,
    require_going,
    require_manned,
    require_newer,
    require_signer,
    require_this_game,
    store,
)
from api.host.host import Host
from api.http.problems import refuse
from api.referee import deadlines
from api.referee.deadlines import lengthen, pause_if_deserted
from api.store.lookups import load_player, load_seat, load_seats
from api.store.models import INVITING, ActRow, Game, LogRow, Seat
from schemas.documents.log_in_words import act_sentence
from schemas.documents.successions import newest
from schemas.log import entries
from schemas.log.entries import VOTED
from schemas.statements.payloads import Absence, Leave, Resign, SeatAct, Vote
from schemas.statements.statements import Statement
from schemas.statements.working_time import after, between

CARRIED = {
    "pause": "The players voted to pause the game.",
    "resume": "The players voted to resume the game.",
    "extend": "The players voted for a later deadline.",
    "end": "The players voted to end the game.",
}


def take_seat_act(host: Host, session: Session, game: Game, name: str, statement: Statement) -> bool:
    """Take an act of a seat's holder, log it, tell all, carry it out; False when it was taken before."""
    wanted = statement.read(SeatAct)
    player = require_signer(session, statement, wanted.player, game)
    require_this_game(game, wanted.game)
    seat = load_seat(session, game.id, name)
    if wanted.seat != seat.name:
        refuse(422, "wrong-seat", f"The statement is for seat {wanted.seat}, but was sent to {seat.name}.")
    if is_known(session, statement):
        return False
    if player.handle != seat.player:
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'no one'}, not by you.")
    leaving = isinstance(wanted.act, Leave)
    require_going(game, inviting=leaving)
    if leaving and game.status != INVITING:
        refuse(409, "already-started", f"The game has begun; {seat.name} can be given up now: ostraka resign")
    require_newer(session, game.id, statement.key_id, wanted.number)
    act = type(wanted.act).__name__.lower()
    store(host, session, statement, game=game.id, number=wanted.number, act=act, seat=seat.name)
    context = ActContext(host, session, game, statement.digest.hex()[:16])
    context.log.append(entries.Acted(statement=form(statement)))
    context.tell(act_sentence(statement.body), wanted.act.reason)
    carry_out(context, seat, wanted)
    return True


def carry_out(context: ActContext, seat: Seat, wanted: SeatAct) -> None:
    """Carry out an act of a seat's holder."""
    if isinstance(wanted.act, Vote):
        vote(context, wanted.act)
    elif isinstance(wanted.act, Absence):
        announce(context, seat, wanted.act, wanted.player)
    else:
        if isinstance(wanted.act, Resign):
            context.outbox.resigned(context.phase().row.number, seat.name)
        vacate(context, seat.name)


def vote(context: ActContext, act: Vote) -> None:
    """Count a vote that is in the log already; carry it out when there are enough."""
    if act.on == "end" or act.on == "extend":
        context.phase(stopped=act.on == "end")
    elif act.yes:
        (require_pausable if act.on == "pause" else require_paused)(context)
    if act.yes and has_carried(context, act.on):
        carry_out_vote(context, act)


def has_carried(context: ActContext, on: str) -> bool:
    """More than half of the held seats carry a vote, or all of them one to end the game."""
    held = [seat for seat in load_seats(context.session, context.game.id) if seat.player is not None]
    yes = len(in_favour(context, on))
    return yes == len(held) if on == "end" else 2 * yes > len(held)


def in_favour(context: ActContext, on: str) -> Sequence[str]:
    """The seats whose present holders are in favour, in the order of the seats."""
    said = votes(context.session, context.game.id).get(on, {})
    return [seat.name for seat in load_seats(context.session, context.game.id) if said.get(seat.name)]


def carry_out_vote(context: ActContext, act: Vote) -> None:
    """Write down that a vote has carried, tell all, and do it."""
    phase = context.phase(stopped=act.on == "end").row.number
    seats = list(in_favour(context, act.on))
    context.log.append(entries.Notice(what="voted", phase=phase, seats=seats, vote=act.on))
    ActContext(context.host, context.session, context.game, f"{context.mark}.carried").tell(CARRIED[act.on])
    if act.on == "pause":
        pause(context)
    elif act.on == "resume":
        resume(context)
    elif act.on == "extend":
        extend(context, context.game.opened.terms.phase_seconds)
    else:
        end(context, VOTED)


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
    deadlines.vacate(context.session, seat, phase, kept_for)
    seat.vacant_since = since or seat.vacant_since
    context.session.flush()
    schedule(phase)
    leave_time(phase, deadline)
    pause_if_deserted(phase, tell=True)
    schedule(phase)


def leave_time(phase: OpenPhase, before: datetime) -> None:
    """The absences of who left count no more; a substitute still has the time of a phase, or what there was before."""
    deadline = required(phase.row.deadline)
    least = min(before, after(phase.host.now(), phase.terms.phase_seconds, phase.terms))
    if deadline < least:
        lengthen(phase, between(deadline, least, phase.terms))


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


def votes(session: Session, game: str) -> dict[str, dict[str, bool]]:
    """By what they are on, the seats that voted with what they said."""
    if session.exec(select(ActRow.game).where(ActRow.game == game, col(ActRow.act) == "vote")).first() is None:
        return {}
    holders, after = held_by(session, game), key_changes(session, game)
    said: dict[str, dict[str, bool]] = {}
    kinds = col(LogRow.kind).in_((entries.Notice.kind, entries.Acted.kind))
    rows = session.exec(select(LogRow.statement).where(LogRow.game == game, kinds).order_by(col(LogRow.index))).all()
    for row in rows:
        body = read_entry(row).body
        if isinstance(body, entries.Notice) and body.vote:
            said.pop(body.vote, None)
        elif isinstance(body, entries.Acted):
            statement = Statement.from_form(body.statement)
            word = statement.read(SeatAct) if statement.kind == SeatAct.document else None
            if word and isinstance(word.act, Vote) and holders.get(word.seat) == newest(word.player, after):
                said.setdefault(word.act.on, {})[word.seat] = word.act.yes
    return said


def under_way(session: Session, game: str) -> list[dict[str, Any]]:
    """The votes that somebody is for, with the seats for and against."""
    return [
        {"on": on, "for": _seats(said, True), "against": _seats(said, False)}
        for on, said in votes(session, game).items()
        if any(said.values())
    ]


def held_by(session: Session, game: str) -> dict[str, str]:
    """The key of each held seat's player, in the order of the seats."""
    seats = {seat.name: seat.player for seat in load_seats(session, game)}
    handles = {handle for handle in seats.values() if handle is not None}
    keys = {handle: card_in(session, game, load_player(session, handle)).key_id for handle in handles}
    return {name: keys[handle] for name, handle in seats.items() if handle is not None}


def _seats(said: Mapping[str, bool], yes: bool) -> list[str]:
    return [seat for seat, word in said.items() if word is yes]
