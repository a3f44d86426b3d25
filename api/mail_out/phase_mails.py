"""The mails that tell where a game stands: what happened and what is wanted now, or how it ended.

A resolution only marks its game; these mails are written in a transaction of their own, so that nobody waits for them
who wants to read the report. They say what is so when they are written. Whatever else is mailed of a game finds them
written: mails come in the order of what they tell.
"""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from api.games.open_phase import OpenPhase, find_open_phase, required
from api.games.presence import held_until, players_there
from api.host.host import Host
from api.mail_out.outbox import Outbox
from api.store.lookups import title_of
from api.store.models import OVER, Game
from api.store.sealed_rows import latest


def await_mails(host: Host, session: Session, game: Game, phase: OpenPhase | None = None) -> None:
    """Have these mails of a game written soon; or in a while, where all who would be asked are there."""
    when = host.now() if phase is None else when_to_ask(phase)
    if game.mail_at is None or game.mail_at > host.now():
        game.mail_at = when
    session.add(game)


def when_to_ask(phase: OpenPhase) -> datetime:
    """When the players for whom a phase that just opened waits are written to: later, if each of them is there.

    Of a veiled phase at once: how long a mail takes tells nothing but what all see.
    """
    now, asked = phase.host.now(), {seat.player for seat in phase.awaited} - {None}
    if phase.veiled or not asked or asked - players_there(phase.session, phase.game.id, phase.seats, now):
        return now
    return held_until(now, required(phase.row.deadline))


def write_phase_mails(host: Host, session: Session, game: Game) -> None:
    """Write these mails of a game if it is marked; none where it goes on without waiting, and is marked again then."""
    if game.mail_at is None:
        return
    game.mail_at = None
    session.add(game)
    outbox = Outbox(host, session, game, title_of(session, game))
    if game.status == OVER:
        outbox.over(latest(session, game.id).phase)
    elif (phase := find_open_phase(host, session, game)) is not None and phase.is_awaiting:
        outbox.orders_wanted(phase)


def outbox_of(host: Host, session: Session, game: Game) -> Outbox:
    """Writes the mails of a game, after those that its last resolution left."""
    write_phase_mails(host, session, game)
    return Outbox(host, session, game, title_of(session, game))
