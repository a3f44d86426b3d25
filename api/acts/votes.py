"""Votes: what the players decide themselves. A vote stands until its seat votes again, or until it has carried."""

from __future__ import annotations

from collections.abc import Sequence

from api.acts import clock, ending
from api.acts.context import ActContext
from api.games.votes import votes
from api.store.lookups import load_seats
from schemas.log import entries
from schemas.log.entries import VOTED
from schemas.statements.payloads import Vote

CARRIED = {
    "pause": "The players voted to pause the game.",
    "resume": "The players voted to resume the game.",
    "extend": "The players voted for a later deadline.",
    "end": "The players voted to end the game.",
}


def vote(context: ActContext, act: Vote) -> None:
    """Count a vote that stands in the log already; carry it out when there are enough."""
    if act.on == "end" or act.on == "extend":
        context.phase(stopped=act.on == "end")
    elif act.yes:
        (clock.require_pausable if act.on == "pause" else clock.require_paused)(context)
    if act.yes and has_carried(context, act.on):
        carry_out(context, act)


def has_carried(context: ActContext, on: str) -> bool:
    """More than half of the held seats carry a vote, or all of them one to end the game."""
    held = [seat for seat in load_seats(context.session, context.game.id) if seat.player is not None]
    yes = len(in_favour(context, on))
    return yes == len(held) if on == "end" else 2 * yes > len(held)


def in_favour(context: ActContext, on: str) -> Sequence[str]:
    """The seats whose present holders are in favour, in the order of the seats."""
    said = votes(context.session, context.game.id).get(on, {})
    return [seat.name for seat in load_seats(context.session, context.game.id) if said.get(seat.name)]


def carry_out(context: ActContext, act: Vote) -> None:
    """Write down that a vote has carried, tell all, and do it."""
    phase = context.phase(stopped=act.on == "end").row.number
    seats = list(in_favour(context, act.on))
    context.log.append(entries.Notice(what="voted", phase=phase, seats=seats, vote=act.on))
    ActContext(context.host, context.session, context.game, f"{context.mark}.carried").tell(CARRIED[act.on])
    if act.on == "pause":
        clock.pause(context)
    elif act.on == "resume":
        clock.resume(context)
    elif act.on == "extend":
        clock.extend(context, context.game.opened.terms.phase_seconds)
    else:
        ending.end(context, VOTED)
