"""The mails that tell where a game stands: what happened and what is wanted now, or how it ended.

A resolution only marks its game; these mails are written in a transaction of their own, so that nobody waits for them
who wants to read the report. They say what is so when they are written. Whatever else is mailed of a game finds them
written: mails come in the order of what they tell.
"""

from __future__ import annotations

from sqlmodel import Session

from api.games.open_phase import find_open_phase
from api.host.host import Host
from api.mail_out.outbox import Outbox
from api.store.lookups import title_of
from api.store.models import OVER, Game
from api.store.sealed_rows import latest


def await_mails(host: Host, session: Session, game: Game) -> None:
    """Have these mails of a game written soon."""
    game.mail_at = game.mail_at or host.now()
    session.add(game)


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
