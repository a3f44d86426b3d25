"""Votes: what the players decide themselves. A vote stands until its seat votes again, or until it has carried."""

from __future__ import annotations

from collections.abc import Sequence

from api.access.signing_keys import card_in
from api.acts import clock, ending
from api.acts.context import ActContext
from api.store.lookups import load_player, load_seats, terms_of
from schemas.documents.key_successions import newest, successions
from schemas.log import entries
from schemas.record.ending import VOTED
from schemas.statements.payloads import SeatAct, Vote
from schemas.statements.statements import Statement

CARRIED = {
    "pause": "The players voted to pause the game.",
    "resume": "The players voted to resume the game.",
    "extend": "The players voted for a later deadline.",
    "end": "The players voted to end the game.",
}


def vote(context: ActContext, act: Vote) -> None:
    """Count a vote that stands in the log already; carry it out when there are enough."""
    if act.on == "end" or act.on == "extend":
        context.phase()
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
    said: dict[str, bool] = {}
    holders, log = held_by(context), context.log.entries()
    after = successions(entry.body for entry in log)
    for entry in log:
        body = entry.body
        if isinstance(body, entries.Notice) and body.vote == on:
            said.clear()
        elif isinstance(body, entries.Acted):
            statement = Statement.from_form(body.statement)
            if statement.kind == SeatAct.document:
                word = statement.read(SeatAct)
                if (
                    isinstance(word.act, Vote)
                    and word.act.on == on
                    and holders.get(word.seat) == newest(word.player, after)
                ):
                    said[word.seat] = word.act.yes
    return [seat for seat in holders if said.get(seat)]


def held_by(context: ActContext) -> dict[str, str]:
    """The key of each held seat's player, in the order of the seats."""
    seats = {seat.name: seat.player for seat in load_seats(context.session, context.game.id)}
    keys = {
        handle: card_in(context.session, context.game.id, load_player(context.session, handle)).key_id
        for handle in {handle for handle in seats.values() if handle is not None}
    }
    return {name: keys[handle] for name, handle in seats.items() if handle is not None}


def carry_out(context: ActContext, act: Vote) -> None:
    """Write down that a vote has carried, tell all, and do it."""
    phase = context.phase().row.number
    seats = list(in_favour(context, act.on))
    context.log.append(entries.Notice(what="voted", phase=phase, seats=seats, vote=act.on))
    ActContext(context.host, context.session, context.game, f"{context.mark}.carried").tell(CARRIED[act.on])
    if act.on == "pause":
        clock.pause(context)
    elif act.on == "resume":
        clock.resume(context)
    elif act.on == "extend":
        clock.extend(context, terms_of(context.game).phase_seconds)
    else:
        ending.end(context, VOTED)
