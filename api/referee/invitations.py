"""Invitations: the organiser writes to players by handle, or to people by address; a seat can be kept for a player."""

from __future__ import annotations

from sqlmodel import Session, col, func, select

from api.access.privacy import is_private
from api.games.statements import (
    is_known,
    require_going,
    require_manned,
    require_named,
    require_newer,
    require_organiser,
    store,
)
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outbox import Outbox
from api.store.lookups import load_player, load_seat, load_seats, title_of
from api.store.models import ActRow, Game, InvitedRow
from schemas.statements.payloads import Invitation
from schemas.statements.statements import Statement

MOST = 20


def invite(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Invite somebody; False when the same invitation was taken before."""
    wanted = statement.read(Invitation)
    require_organiser(session, game, statement, wanted)
    if is_known(session, statement):
        return False
    require_going(game, inviting=True)
    require_newer(session, game.id, statement.key_id, wanted.number)
    require_invitable(session, game, wanted)
    store(host, session, statement, game=game.id, number=wanted.number, act="invitation", seat=wanted.seat)
    keep_seat(session, game, wanted)
    note_invited(session, game, wanted)
    outbox = Outbox(host, session, game, title_of(session, game))
    outbox.invited(wanted.player, wanted.address, wanted.seat, statement.digest.hex()[:16])
    return True


def require_invitable(session: Session, game: Game, wanted: Invitation) -> None:
    """Refuse an invitation to nobody or to two, to no free seat, or one too many."""
    if game.contest is not None:
        refuse(
            409,
            "no-free-seat",
            "Nobody can be invited to a game of a contest; to fill a vacant seat: ostraka game replace.",
        )
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
    if wanted.seat is not None:
        require_named(game)
    seats = [load_seat(session, game.id, wanted.seat)] if wanted.seat else load_seats(session, game.id)
    if wanted.seat:
        require_manned(seats[0])
    if all(seat.player is not None or seat.unmanned for seat in seats):
        refuse(409, "no-free-seat", "There is no free seat to invite anyone to.")
    sent = session.exec(
        select(func.count()).select_from(ActRow).where(ActRow.game == game.id, ActRow.kind == Invitation.document)
    ).one()
    if sent >= MOST:
        refuse(409, "too-many-invitations", f"This game has sent {MOST} invitations, the most that a game may send.")


def note_invited(session: Session, game: Game, wanted: Invitation) -> None:
    """From now on the player may see the game."""
    known = select(InvitedRow.id).where(InvitedRow.game == game.id, InvitedRow.player == wanted.player)
    if wanted.player is not None and session.exec(known).first() is None:
        session.add(InvitedRow(game=game.id, player=wanted.player))
        session.flush()


def invitations(session: Session, game: Game) -> list[Invitation]:
    """What the organiser has sent, in order."""
    rows = select(ActRow.statement).where(ActRow.game == game.id, ActRow.kind == Invitation.document)
    stored = session.exec(rows.order_by(col(ActRow.id))).all()
    return [Statement.parse(one, len(one)).read(Invitation) for one in stored]


def keep_seat(session: Session, game: Game, wanted: Invitation) -> None:
    """Keep the named seat for the player who is invited to it."""
    if wanted.seat is not None:
        seat = load_seat(session, game.id, wanted.seat)
        seat.kept_for = wanted.player
        session.add(seat)
        session.flush()
