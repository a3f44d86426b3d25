"""Mails that are true no longer when they could be sent: which they are, and how nothing is lost with them.

What tells what has happened stays true. A question, an invitation and an offer are true for a time, and nobody wants
them later, be it because the mail server was away for a day. So a mail that asks keeps how far its seats had been told
before it: one that is not sent gives its news back, and the next begins where it would have begun. Whoever writes the
next withdraws it beforehand (`withdraw_unsent`), so that one mail tells all.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlmodel import Session, col, func, or_, select

from api.host.host import Host
from api.store.lookups import load_phase, load_seats, newest_envelopes
from api.store.models import (
    ASKING,
    DUE,
    ENTERING,
    ENTRY,
    FINISHED,
    INVITATION,
    OFFER,
    OPEN,
    OUTDATED,
    OVER,
    RUNNING,
    ContestRow,
    Game,
    MailRow,
    Player,
    PushRow,
    Seat,
)
from schemas.contests.story import takes_late

AFTER: Final = timedelta(hours=24)
"""So long after a resolution a seat hears of it that no other mail has told of it."""
DIGEST: Final = "digest"


def await_digests(host: Host, session: Session, seats: Sequence[Seat]) -> None:
    """Have the players of these seats hear of a resolution within a day, whatever tells them of it.

    When follows from public facts: when phases were resolved, and when mails told of them.
    """
    for seat in (seat for seat in seats if seat.player is not None and seat.digest_at is None):
        seat.digest_at = host.now() + AFTER
        session.add(seat)


def is_outdated(session: Session, mail: MailRow | PushRow) -> bool:
    """Is a mail or a notice true no longer?"""
    holds = {ASKING: still_asks, INVITATION: still_invites, OFFER: still_offers, ENTRY: still_admits}.get(
        mail.true_while or ""
    )
    return holds is not None and not holds(session, mail)


def still_asks(session: Session, mail: MailRow | PushRow) -> bool:
    """Is the phase of a mail open, and does its player hold a seat from which it wants an answer?

    Of a veiled phase the mail names no seats: then nothing counts but what everybody knows.
    """
    game, phase = str(mail.game), mail.phase or 0
    held = {seat.name for seat in load_seats(session, game) if seat.player == mail.player}
    asked = held & set(mail.asks) if mail.asks else held
    if load_phase(session, game, phase).status != OPEN or not asked:
        return False
    sent = newest_envelopes(session, game, phase) if mail.asks else {}
    return any(seat not in sent or sent[seat].word != "final" for seat in asked)


def still_invites(session: Session, mail: MailRow | PushRow) -> bool:
    """Has a game a seat for whoever is invited, be it one that fell vacant, and have they not joined?"""
    address = select(Player.handle).where(func.lower(Player.email) == str(mail.address).lower())
    invited = {mail.player} if mail.player else set(session.exec(address).all())
    seats = load_seats(session, str(mail.game))
    free = [one for one in seats if one.player is None and not one.unmanned and one.kept_for in (None, mail.player)]
    if session.get_one(Game, mail.game).status == OVER or any(one.player in invited for one in seats):
        return False
    return any(one.name == (mail.seat or one.name) for one in free)


def still_offers(session: Session, mail: MailRow | PushRow) -> bool:
    """Is the vacant seat of a mail still offered to its player? Whom the organiser has named since got another mail."""
    of_seat = (Seat.game == mail.game, Seat.name == mail.seat, col(Seat.player).is_(None))
    kept = (Seat.kept_for == mail.player, col(Seat.offer_at).is_not(None))
    running = session.get_one(Game, mail.game).status == RUNNING
    return running and session.exec(select(Seat.id).where(*of_seat, *kept)).first() is not None


def still_admits(session: Session, mail: MailRow | PushRow) -> bool:
    """Can a contest still be entered? When its player does, the invitation is withdrawn (`api.contests.mails`)."""
    contest = session.get_one(ContestRow, mail.contest)
    is_open = contest.status == ENTERING or takes_late(contest.plan) or contest.plan.substitutes
    return is_open and contest.status != FINISHED


def unsent(host: Host, session: Session, game: str, player: str | None) -> Sequence[MailRow]:
    """The mails to a player that tell where a game stood, or ask, and that no sender has taken yet.

    A sender that is just taking one keeps it.
    """
    free = or_(col(MailRow.taken_until).is_(None), col(MailRow.taken_until) <= host.now())
    of_player = (MailRow.game == game, MailRow.player == player, MailRow.status == DUE, free)
    told = or_(MailRow.true_while == ASKING, MailRow.kind == DIGEST)
    rows = select(MailRow).where(*of_player, told).order_by(col(MailRow.id))
    return session.exec(rows.with_for_update(skip_locked=True)).all()


def withdraw_unsent(host: Host, session: Session, game: str, player: str | None) -> None:
    """Withdraw what the mail to a player that is written now makes needless; it begins where the oldest did."""
    for mail in unsent(host, session, game, player):
        withdraw(host, session, mail)


def withdraw(host: Host, session: Session, mail: MailRow) -> None:
    """Let a mail go unsent: its seats are told its news by the next, within a day."""
    mail.status, mail.taken_until = OUTDATED, None
    mail.text, mail.html, mail.letter, mail.letters = "", None, None, {}
    session.add(mail)
    seats = [seat for seat in load_seats(session, str(mail.game)) if seat.name in mail.since]
    for seat in seats:
        seat.told = min(seat.told, mail.since[seat.name])
        session.add(seat)
    await_digests(host, session, seats)
