"""A game at a glance, and its open phase as everybody may know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlmodel import Session, col, select

from api.games.open_phase import OpenPhase, load_open_phase, required
from api.games.people import organisers_of, revealed_holders
from api.host.host import Host
from api.http.answers import statement_form
from api.http.problems import refuse
from api.openapi.game_answers import AskedSeat, GameSummary, MissedPhase, PhaseAnswer, SeatHolder
from api.store.lookups import IS_UNRESOLVED, unresolved_phase
from api.store.models import OVER, STOPPED_AFTER, Game, PhaseRow, Seat
from schemas.statements.payloads import BOOK, instant


def summarize_game(session: Session, game: Game) -> GameSummary:
    """What everybody may know of a game: title, terms, seats, status."""
    return summarize_games(session, [game])[0]


def summarize_games(session: Session, games: Sequence[Game]) -> list[GameSummary]:
    """What everybody may know of some games."""
    ids = [game.id for game in games]
    if not ids:
        return []
    unresolved = select(PhaseRow.game, PhaseRow.number, PhaseRow.faults).where(IS_UNRESOLVED, PhaseRow.number != BOOK)
    phases = {
        game: (number, faults >= STOPPED_AFTER)
        for game, number, faults in session.exec(unresolved.where(col(PhaseRow.game).in_(ids))).all()
    }
    seats: dict[str, list[Seat]] = {game: [] for game in ids}
    for seat in session.exec(select(Seat).where(col(Seat.game).in_(ids)).order_by(col(Seat.ordinal))).all():
        seats[seat.game].append(seat)
    holders = revealed_holders(session, [game for game in games if game.opened.anonymous and game.status == OVER])
    organisers = organisers_of(session, games)
    return [
        summary_of(game, seats[game.id], organisers[game.id], phases.get(game.id, (None, False)), holders)
        for game in games
    ]


def summary_of(
    game: Game,
    seats: Sequence[Seat],
    organisers: list[str],
    unresolved: tuple[int | None, bool],
    holders: Mapping[str, str],
) -> GameSummary:
    """A game with its seats, and its unresolved phase with whether it has stopped, as everybody may know them."""
    phase, stopped = unresolved
    return GameSummary(
        game=game.id,
        name=game.opened.name,
        title=game.title,
        scenario=game.opened.scenario,
        version=game.version,
        status=game.status,
        organiser=game.organiser,
        organisers=organisers,
        commitment=game.commitment,
        terms=msgspec.to_builtins(game.opened.terms),
        options=game.opened.options,
        paused_at=instant(game.paused_at) if game.paused_at else None,
        created_at=instant(game.created_at),
        seats=[summarize_seat(seat, holders) for seat in seats],
        phase=phase,
        stopped=stopped,
        places=game.places,
        scores=game.scores,
        reason=game.reason,
        seats_a_player=game.opened.seats_a_player or None,
        start=game.opened.start,
        private=game.private,
        tags=game.opened.tags,
        anonymous=game.opened.anonymous,
        started_at=instant(game.started_at) if game.started_at else None,
        over_at=instant(game.over_at) if game.over_at else None,
        missed=[MissedPhase(**miss) for miss in game.missed],
        contest=game.contest,
    )


def summarize_seat(seat: Seat, holders: Mapping[str, str]) -> SeatHolder:
    """A seat, who plays it, and what everybody may know of its time."""
    return SeatHolder(
        seat=seat.name,
        player=seat.player,
        holder=holders.get(seat.player or ""),
        unmanned=seat.unmanned,
        vacant_since=instant(seat.vacant_since) if seat.vacant_since else None,
        kept_for=seat.kept_for,
        excused=seat.excused,
        bank_seconds=seat.bank_seconds,
    )


def load_unresolved_phase(host: Host, session: Session, game: Game) -> OpenPhase:
    """The unresolved phase of a game that has begun; 409 after its end."""
    row = unresolved_phase(session, game.id)
    if row is None:
        refuse(409, "no-open-phase", "The game is over; no phase is open.")
    return load_open_phase(host, session, game, row)


def describe_phase(phase: OpenPhase) -> PhaseAnswer:
    """The open phase from a spectator's view: of a veiled one, neither who is asked nor whose orders are in."""
    return PhaseAnswer(**phase_fields(phase))


def phase_fields(phase: OpenPhase) -> dict[str, Any]:
    """The fields that the public answer and a seat's own share."""
    spectator = phase.title.view(phase.position, None)
    standings = {standing.seat.name: standing for standing in phase.standings}
    asked = [
        AskedSeat(
            seat=ask.seat,
            question=ask.name,
            is_in=standings[ask.seat].is_in,
            final=standings[ask.seat].final,
        )
        for ask in spectator.phase.asks
        if ask.seat not in phase.bots
    ]
    return {
        "game": phase.row.game,
        "phase": phase.row.number,
        "status": phase.row.status,
        "version": phase.row.notice.version,
        "key": statement_form(phase.row.statement),
        "opened_at": instant(phase.row.opened_at),
        "deadline": instant(required(phase.row.deadline)),
        "veiled": spectator.phase.veiled,
        "asked": asked,
        "bots": phase.bots,
        "waiting": phase.title.waiting(spectator),
    }
