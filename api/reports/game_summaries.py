"""A game at a glance, and its open phase as everybody may know it."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from api.games.open_phase import Open, stand
from api.host.host import Host
from api.http.json_answers import shown
from api.http.problems import refuse
from api.mail_out.outbox import required
from api.store.lookups import load_seats, require_here, unresolved_phase
from api.store.models import Game, Seat
from schemas.statements.payloads import instant


def summary(session: Session, game: Game) -> dict[str, Any]:
    """A game at a glance."""
    phase = unresolved_phase(session, game.id)
    return {
        "game": game.id,
        "name": game.name,
        "title": game.title,
        "scenario": game.scenario,
        "version": game.version,
        "status": game.status,
        "organiser": game.organiser,
        "commitment": game.commitment,
        "terms": game.terms,
        "options": game.options,
        "paused_at": instant(game.paused_at) if game.paused_at else None,
        "created_at": instant(game.created_at),
        "seats": [told_seat(seat) for seat in load_seats(session, game.id)],
        "phase": phase.number if phase else None,
        "places": game.places,
        "scores": game.scores,
        "reason": game.reason,
        "moved_to": game.moved_to,
    }


def told_seat(seat: Seat) -> dict[str, Any]:
    """A seat, who plays from it, and what everybody may know of his time."""
    return {
        "seat": seat.name,
        "player": seat.player,
        "unmanned": seat.unmanned,
        "vacant_since": instant(seat.vacant_since) if seat.vacant_since else None,
        "kept_for": seat.kept_for,
        "excused": seat.excused,
        "bank_seconds": seat.bank_seconds,
    }


def load_open(host: Host, session: Session, game: Game) -> Open:
    """The unresolved phase of a game that has begun."""
    row = unresolved_phase(session, game.id)
    require_here(game)
    if row is None:
        refuse(404, "no-open-phase", "The game is over; no phase is open.")
    return stand(host, session, game, row)


def told_phase(phase: Open) -> dict[str, Any]:
    """The open phase from a spectator's view: of a veiled one neither who is asked nor who is in."""
    spectator = phase.title.view(phase.position, None)
    standings = {standing.seat.name: standing for standing in phase.standings}
    asked = [
        {
            "seat": ask.seat,
            "question": ask.name,
            "in": standings[ask.seat].is_in,
            "final": standings[ask.seat].final,
        }
        for ask in spectator.phase.asks
        if ask.seat not in phase.bots
    ]
    return {
        "game": phase.row.game,
        "phase": phase.row.number,
        "status": phase.row.status,
        "version": phase.row.version,
        "key": shown(phase.row.statement),
        "opened_at": instant(phase.row.opened_at),
        "deadline": instant(required(phase.row.deadline)),
        "veiled": spectator.phase.veiled,
        "asked": asked,
        "bots": list(phase.bots),
        "waiting": phase.title.waiting(spectator),
    }
