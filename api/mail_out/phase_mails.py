"""The mails that tell where a game stands: what happened and what is wanted now, or how it ended.

A resolution only marks its game; these mails are written in a transaction of their own, so that nobody waits for them
who wants to read the report. They say what is so when they are written. Whatever else is mailed of a game finds them
written: mails come in the order of what they tell.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlmodel import Session, col, select

from api.games.open_phase import OpenPhase, find_open_phase
from api.host.host import Host
from api.mail_out.outbox import Outbox
from api.store.lookups import title_of
from api.store.models import OVER, EnvelopeRow, Game, ResolutionRow
from api.store.sealed_rows import Archive, latest
from schemas.statements.payloads import BOOK

HELD: Final = timedelta(minutes=10)
"""For how long a player is not written to whose own answer opened the question: they see it where they answered."""
LEAST_TO_HOLD: Final = 6 * HELD
"""In games whose phases are shorter nobody is kept waiting."""


def await_mails(host: Host, session: Session, game: Game, phase: OpenPhase | None = None) -> None:
    """Have these mails of a game written soon; or in a while, where who would be written to is still at it."""
    now = host.now()
    held = phase is not None and opened_by_own_answer(phase)
    if game.mail_at is None or game.mail_at > now:
        game.mail_at = now + HELD if held else now
    session.add(game)


def opened_by_own_answer(phase: OpenPhase) -> bool:
    """Does a phase wait for one player only, who has just answered an earlier one, and nobody else since?

    Neither of the two may be veiled: how long a mail takes tells nothing but what all see.
    """
    players = {seat.player for seat in phase.awaited}
    if phase.veiled or len(players) != 1 or phase.terms.phase_seconds < LEAST_TO_HOLD.total_seconds():
        return False
    newest = phase.session.exec(
        select(EnvelopeRow)
        .where(EnvelopeRow.game == phase.game.id, EnvelopeRow.phase != BOOK)
        .where(EnvelopeRow.received_at > phase.host.now() - HELD)
        .order_by(col(EnvelopeRow.received_at).desc(), col(EnvelopeRow.id).desc())
        .limit(1)
    ).first()
    if newest is None or {seat.player for seat in phase.seats if seat.name == newest.seat} != players:
        return False
    return was_asked_openly(phase, newest)


def was_asked_openly(phase: OpenPhase, envelope: EnvelopeRow) -> bool:
    """Did an envelope answer what its seat was asked, in a phase that was not veiled?"""
    before = phase.session.exec(
        select(ResolutionRow).where(ResolutionRow.game == phase.game.id, ResolutionRow.phase == envelope.phase - 1)
    ).first()
    if before is None:
        return False
    asked = Archive(phase.host.vault, phase.title).position(before).phase
    return asked is not None and not asked.veiled and bool(asked.asked_of(envelope.seat))


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
