"""Invitations that come with a word: links that an organiser hands on, what is mailed to people who are not registered
here, and the operator's own. Whoever has the word registers where only who is invited may, sees the game, and finds the
reserved seat kept for them.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlmodel import Session, col, select, update

from api.access.invited import load_invitation, refuse_word
from api.access.privacy import let_in
from api.access.signing_keys import require_unblocked
from api.games.statements import is_known, is_new, require_newer, require_organiser, store
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outdated import withdraw
from api.openapi.game_answers import SentInvitation
from api.referee.invitations import KINDS, note_invited, require_seat
from api.store.lookups import load_seat
from api.store.models import (
    BY_LINK,
    DUE,
    INVITATION,
    ActRow,
    ContestRow,
    Game,
    InvitationRow,
    InvitedRow,
    MailRow,
    Player,
    Seat,
)
from schemas.contests.story import moment
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Invitation, InvitationLink, Withdrawal, instant
from schemas.statements.statements import Statement

ADMITS: Final = 20
"""So many new players one link admits: more than any game seats, and too few to fill a host with."""
LONGEST: Final = timedelta(days=366)


def make_link(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Make a link, to any seat or to one that is reserved; False when the same was taken before."""
    wanted = statement.read(InvitationLink)
    if not is_new(session, game, statement, wanted, inviting=True):
        return False
    until = moment(wanted.until)
    if not host.now() < until <= host.now() + LONGEST:
        refuse(422, "wrong-invitation", f"The link ends at {wanted.until}; it has to end within a year from now.")
    require_seat(session, game, wanted.seat)
    if session.exec(select(InvitationRow.id).where(InvitationRow.digest == wanted.word)).first() is not None:
        refuse(409, "try-again", "There is a link with this word already: make one with another.")
    store(host, session, statement, game=game.id, number=wanted.number, act=wanted.document, seat=wanted.seat)
    session.add(
        InvitationRow(
            digest=wanted.word,
            place=game.id,
            statement=statement.digest.hex(),
            seat=wanted.seat,
            left=ADMITS,
            until=until,
        )
    )
    if wanted.seat is not None:
        reserve(session, game, wanted.seat)
    return True


def reserve(session: Session, game: Game, name: str) -> None:
    """Reserve a seat for whoever comes with the word."""
    seat = load_seat(session, game.id, name)
    if seat.kept_for is not None:
        refuse(409, "seat-kept", f"Seat {name} is reserved for {seat.kept_for}: take that invitation back first.")
    seat.kept_for = BY_LINK
    session.add(seat)
    session.flush()


def withdraw_invitation(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Take an invitation back, with the seat that is reserved by it and the mail that has not gone.

    Whoever has joined stays. False when the same was taken before.
    """
    wanted = statement.read(Withdrawal)
    require_organiser(session, game, statement, wanted)
    if is_known(session, statement):
        return False
    require_newer(session, game.id, statement.key_id, wanted.number)
    digest = from_base64url(wanted.invitation, "invitation", 32).hex()
    sent = select(ActRow).where(
        ActRow.game == game.id, ActRow.digest == digest, col(ActRow.kind).in_((Invitation.document, LINK))
    )
    act = session.exec(sent).first()
    if act is None:
        refuse(404, "unknown-invitation", "The game has sent no such invitation; its organiser can list those it has.")
    store(host, session, statement, game=game.id, number=wanted.number, act=wanted.document, seat=act.seat)
    row = session.exec(select(InvitationRow).where(InvitationRow.statement == digest)).first()
    if row is not None:
        row.withdrawn = True
        session.add(row)
    said = Statement.parse(act.statement, len(act.statement))
    invited = said.read(Invitation) if act.kind == Invitation.document else None
    take_back(host, session, game, act.seat, invited, row)
    return True


LINK: Final = InvitationLink.document


def take_back(
    host: Host, session: Session, game: Game, seat: str | None, said: Invitation | None, row: InvitationRow | None
) -> None:
    """Free the seat that an invitation reserves, hide a private game again, and let its mail go unsent."""
    player = said.player if said is not None else row.player if row is not None else None
    kept = (col(Seat.game) == game.id, col(Seat.name) == seat, col(Seat.kept_for) == (player or BY_LINK))
    session.exec(update(Seat).where(*kept).values(kept_for=None))
    session.flush()
    if said is None:
        return
    shown = (InvitedRow.game == game.id, InvitedRow.player == player)
    for invited in session.exec(select(InvitedRow).where(*shown)).all():
        session.delete(invited)
    waiting = (MailRow.game == game.id, MailRow.status == DUE, MailRow.true_while == INVITATION)
    to = MailRow.player == said.player if said.player else MailRow.address == said.address
    for mail in session.exec(select(MailRow).where(*waiting, to)).all():
        withdraw(host, session, mail)


def sent_invitations(session: Session, game: Game) -> list[SentInvitation]:
    """What the organiser has sent, in order, and what became of it."""
    acts = select(ActRow).where(ActRow.game == game.id, col(ActRow.kind).in_((*KINDS, Withdrawal.document)))
    taken_back, sent = set[str](), list[ActRow]()
    for act in session.exec(acts.order_by(col(ActRow.id))).all():
        if act.kind == Withdrawal.document:
            said = Statement.parse(act.statement, len(act.statement)).read(Withdrawal)
            taken_back.add(from_base64url(said.invitation, "invitation", 32).hex())
        else:
            sent.append(act)
    rows = {row.statement: row for row in session.exec(select(InvitationRow).where(InvitationRow.place == game.id))}
    return [describe_sent(act, rows.get(act.digest), act.digest in taken_back) for act in sent]


def describe_sent(act: ActRow, row: InvitationRow | None, withdrawn: bool) -> SentInvitation:
    """One invitation, for its organiser."""
    statement = Statement.parse(act.statement, len(act.statement))
    said = statement.read(Invitation) if act.kind == Invitation.document else None
    admitted = 0 if row is None else (ADMITS if said is None else 1) - row.left
    return SentInvitation(
        player=said.player if said is not None else None,
        address=said.address if said is not None else None,
        seat=act.seat,
        invitation=to_base64url(bytes.fromhex(act.digest)),
        link=said is None,
        until=instant(row.until) if row is not None else None,
        admitted=admitted,
        taken_by=row.player if row is not None else None,
        withdrawn=withdrawn,
    )


def require_admitted(host: Host, session: Session, word: str | None) -> None:
    """Refuse a new player where only who is invited is taken; a word that is brought has to hold in any case."""
    if word is None:
        if host.config.register == "invited":
            refuse(
                403,
                "invited-only",
                "This host takes new players by invitation only. Open the link of your invitation; without one, ask "
                "an organiser who plays here, or whoever runs the host.",
            )
        return
    row = load_invitation(session, word, host.now())
    spent = update(InvitationRow).where(col(InvitationRow.id) == row.id, col(InvitationRow.left) > 0)
    if session.exec(spent.values(left=InvitationRow.left - 1)).rowcount == 0:
        refuse_word()


def take_invitation(host: Host, session: Session, word: str, player: Player) -> None:
    """Show a registered player what a word invites to, and keep the reserved seat for them; again changes nothing."""
    require_unblocked(player)
    row = load_invitation(session, word, host.now())
    if row.place is None:
        return
    if (game := session.get(Game, row.place)) is not None:
        note_invited(session, game, player.handle)
        take_seat(session, row, player)
    elif (contest := session.get(ContestRow, row.place)) is not None:
        let_in(session, contest, player.handle)


def take_seat(session: Session, row: InvitationRow, player: Player) -> None:
    """Keep the seat of a link for the first who takes it; others are refused."""
    if row.seat is None:
        return
    free = (col(InvitationRow.id) == row.id, col(InvitationRow.player).is_(None))
    first = session.exec(update(InvitationRow).where(*free).values(player=player.handle)).rowcount
    if not first and row.player != player.handle:
        refuse_word()
    if first:
        kept = (col(Seat.game) == row.place, col(Seat.name) == row.seat, col(Seat.kept_for) == BY_LINK)
        session.exec(update(Seat).where(*kept).values(kept_for=player.handle))
    session.flush()
