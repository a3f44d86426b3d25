"""Invitations: the organiser writes to players by handle, or to people by address; a seat can be kept for a player."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session, col, func, select

from api.access.letterboxes import find_invited
from api.access.privacy import is_private
from api.games.statements import is_new, require_manned, require_named, store
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outbox import Outbox
from api.store.lookups import load_player, load_seat, load_seats, title_of
from api.store.models import ActRow, Game, InvitationRow, InvitedRow
from schemas.statements.invitation_words import digest_of, make_word
from schemas.statements.payloads import Invitation, InvitationLink
from schemas.statements.statements import Statement

MOST = 20
KINDS = (Invitation.document, InvitationLink.document)
DAYS = timedelta(days=30)
"""So long the word in a mailed invitation holds."""


def invite(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Invite somebody; False when the same invitation was taken before."""
    wanted = statement.read(Invitation)
    if not is_new(session, game, statement, wanted, inviting=True):
        return False
    require_invitable(session, game, wanted)
    store(host, session, statement, game=game.id, number=wanted.number, act="invitation", seat=wanted.seat)
    keep_seat(session, game, wanted)
    note_invited(session, game, wanted.player)
    word = invite_stranger(host, session, game.id, wanted.address, statement)
    outbox = Outbox(host, session, game, title_of(session, game))
    outbox.invited(wanted.player, wanted.address, wanted.seat, statement.digest.hex()[:16], word)
    return True


def invite_stranger(host: Host, session: Session, place: str, address: str | None, statement: Statement) -> str | None:
    """The word by which the reader of an address registers; None where they are registered."""
    if address is None or find_invited(session, None, address) is not None:
        return None
    word, until = make_word(), host.now() + DAYS
    digest = statement.digest.hex()
    session.add(InvitationRow(digest=digest_of(word), place=place, statement=digest, left=1, until=until))
    return word


def require_invitable(session: Session, game: Game, wanted: Invitation) -> None:
    """Refuse an invitation to nobody or to two, to no free seat, or one too many."""
    if (wanted.player is None) == (wanted.address is None):
        refuse(422, "wrong-invitation", "Name either a player or an address, not both.")
    if wanted.seat is not None and wanted.player is None:
        refuse(
            422,
            "wrong-invitation",
            "A seat can be reserved for a registered player only: name a handle, or leave the seat out.",
        )
    if wanted.address is not None and is_private(game):
        refuse(
            422,
            "wrong-invitation",
            "Only registered players can be invited to a private game: have them register, then invite them by handle.",
        )
    if wanted.player is not None:
        load_player(session, wanted.player)
    require_seat(session, game, wanted.seat)


def require_seat(session: Session, game: Game, wanted: str | None) -> None:
    """Refuse to invite to no free seat, or once too often."""
    if game.contest is not None:
        refuse(
            409,
            "no-free-seat",
            "Nobody can be invited to a game of a contest; to fill a vacant seat: ostraka game replace.",
        )
    if wanted is not None:
        require_named(game)
    seats = [load_seat(session, game.id, wanted)] if wanted else load_seats(session, game.id)
    if wanted:
        require_manned(seats[0])
    if all(seat.player is not None or seat.unmanned for seat in seats):
        refuse(409, "no-free-seat", "There is no free seat to invite anyone to.")
    sent = session.exec(
        select(func.count()).select_from(ActRow).where(ActRow.game == game.id, col(ActRow.kind).in_(KINDS))
    ).one()
    if sent >= MOST:
        refuse(409, "too-many-invitations", f"This game has sent {MOST} invitations, the most that a game may send.")


def note_invited(session: Session, game: Game, player: str | None) -> None:
    """From now on the player may see the game."""
    known = select(InvitedRow.id).where(InvitedRow.game == game.id, InvitedRow.player == player)
    if player is not None and session.exec(known).first() is None:
        session.add(InvitedRow(game=game.id, player=player))
        session.flush()


def keep_seat(session: Session, game: Game, wanted: Invitation) -> None:
    """Keep the named seat for the player who is invited to it."""
    if wanted.seat is not None:
        seat = load_seat(session, game.id, wanted.seat)
        seat.kept_for = wanted.player
        session.add(seat)
        session.flush()
