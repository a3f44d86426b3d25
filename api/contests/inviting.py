"""Who is invited to a contest: told so, listed for the organiser, taken back, and told when it is cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlmodel import Session, col, select, update

from api.access.aliases import find_own
from api.access.letterboxes import find_invited, is_wanted
from api.access.privacy import let_in
from api.contests.contest_log import ContestLog
from api.contests.entering import require_going, require_this_contest
from api.contests.mails import cancelled, invited
from api.games.statements import refuse_older, require_signer
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.rendering import message_id
from api.openapi.contest_answers import ContestInvitee
from api.referee.invitations import invite_stranger
from api.store.lookups import load_player, organises_too
from api.store.models import (
    BOUNCED,
    DUE,
    OUTDATED,
    SENT,
    ContestInvitationRow,
    ContestReaderRow,
    ContestRow,
    InvitationRow,
    MailRow,
    Player,
)
from schemas.contests.story import ContestStory
from schemas.log.contest_officers import Officers
from schemas.statements.contests import MOST_ENTRANTS, ContestInvitation, NameAssistant, NameOrganiser
from schemas.statements.statements import Statement

MOST_INVITATIONS: Final = 2 * MOST_ENTRANTS
Named = tuple[str | None, str]


def invite_to_contest(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Invite somebody to enter, or take that back; False, and no second mail, where they were invited before or are in
    the contest."""
    wanted = statement.read(ContestInvitation)
    signer = require_signer(session, statement, wanted.organiser)
    require_organises(session, row, signer)
    require_this_contest(row, wanted.contest)
    before = invitations(session, row)
    if any(one.digest == statement.digest.hex() for one in before):
        return False
    require_going(row)
    signed = [one.number for one in before if one.signer == wanted.organiser]
    refuse_older(wanted.number, max(signed, default=0))
    require_one(session, row, wanted)
    if wanted.withdrawn is True:
        take_back(host, session, row, wanted, statement)
        return True
    story = ContestLog(host, session, row.id).story()
    require_open(story)
    if is_in(story, wanted.player) or named(wanted) in holding(before):
        return False
    if len(before) >= MOST_INVITATIONS:
        refuse(
            409,
            "too-many-invitations",
            f"This contest has sent {MOST_INVITATIONS} invitations, the most that one may send.",
        )
    host.meters.statement(statement.key_id)
    keep(session, row, wanted, statement)
    word = invite_stranger(host, session, row.id, wanted.address, statement)
    invited(host, session, row, wanted, signer.handle, statement.digest.hex()[:16], word)
    return True


def require_organises(session: Session, row: ContestRow, player: Player | None) -> None:
    """Refuse what only the contest's organisers may do or read."""
    if player is None or not organises(session, row, player.handle):
        refuse(403, "not-organiser", f"Only the contest's organiser, {row.organiser}, can do this.")


def organises(session: Session, row: ContestRow, handle: str | None) -> bool:
    """Does a player organise a contest?"""
    return handle is not None and (handle == row.organiser or organises_too(session, row.id, handle))


def require_one(session: Session, row: ContestRow, wanted: ContestInvitation) -> None:
    """Refuse an invitation to nobody, to two, or to a player who is not registered."""
    if (wanted.player is None) == (wanted.address is None):
        refuse(422, "wrong-invitation", "Name either a player or an address, not both.")
    if wanted.address is not None and row.private:
        refuse(
            422,
            "wrong-invitation",
            "Only registered players can be invited to a private contest: have them register, then invite them by "
            "handle.",
        )
    if wanted.player is not None:
        load_player(session, wanted.player)


def require_open(story: ContestStory) -> None:
    """Refuse to invite where nobody can enter any more."""
    if story.rounds and not story.takes_late and not story.plan.substitutes:
        refuse(409, "entering-closed", "Entering is closed: the first round is drawn, and the plan has no substitutes.")


def is_in(story: ContestStory, handle: str | None) -> bool:
    """Has a player entered, and not left?"""
    found = story.entrants.get(handle or "")
    return found is not None and found.is_in


def named(one: ContestInvitation) -> tuple[str | None, str]:
    """Who is invited, as the organiser named them: whose address it is is not the organiser's to know."""
    return one.player, (one.address or "").lower()


def keep(session: Session, row: ContestRow, wanted: ContestInvitation, statement: Statement) -> None:
    """Keep an invitation as it was signed."""
    invitation = ContestInvitationRow(
        contest=row.id,
        signer=statement.key_id,
        number=wanted.number,
        digest=statement.digest.hex(),
        statement=statement.to_json(),
    )
    session.add(invitation)
    session.flush()
    if wanted.player is not None and wanted.withdrawn is not True:
        let_in(session, row, wanted.player)


def invitations(session: Session, row: ContestRow) -> list[ContestInvitationRow]:
    """What the organiser has sent, in order."""
    sent = select(ContestInvitationRow).where(ContestInvitationRow.contest == row.id)
    return list(session.exec(sent.order_by(col(ContestInvitationRow.id))).all())


def holding(sent: Sequence[ContestInvitationRow]) -> dict[Named, ContestInvitationRow]:
    """The invitations that hold, in order, by whom they name: what was taken back is not among them."""
    found: dict[Named, ContestInvitationRow] = {}
    for one in sent:
        said = one.said
        if said.withdrawn is True:
            found.pop(named(said), None)
        else:
            found.setdefault(named(said), one)
    return found


def take_back(host: Host, session: Session, row: ContestRow, wanted: ContestInvitation, statement: Statement) -> None:
    """Let an invitation hold no more: its mail goes unsent, its word admits nobody, who has not entered a private
    contest sees it no more."""
    held = holding(invitations(session, row)).get(named(wanted))
    if held is None:
        refuse(404, "unknown-invitation", f"{wanted.player or wanted.address} is not invited to this contest.")
    host.meters.statement(statement.key_id)
    keep(session, row, wanted, statement)
    word = update(InvitationRow).where(col(InvitationRow.statement) == held.digest)
    session.exec(word.values(withdrawn=True))
    waiting = update(MailRow).where(col(MailRow.message_id) == name_of(host, row, held), col(MailRow.status) == DUE)
    session.exec(waiting.values(status=OUTDATED, text="", html=None))
    story = ContestLog(host, session, row.id).story()
    if wanted.player is not None and not is_concerned(host, session, row, story, wanted.player):
        shown = (ContestReaderRow.contest == row.id, ContestReaderRow.player == wanted.player)
        for reader in session.exec(select(ContestReaderRow).where(*shown)).all():
            session.delete(reader)


def is_concerned(host: Host, session: Session, row: ContestRow, story: ContestStory, handle: str) -> bool:
    """Does a contest concern a player, invited or not, by their own name or by an alias that is theirs?"""
    alias = find_own(host, session, load_player(session, handle), row.id)
    return not concerned(story).isdisjoint({handle, alias.alias if alias else None})


def concerned(story: ContestStory) -> set[str | None]:
    """Whom a contest concerns, invited or not: organisers, assistants, entrants."""
    named_since = {deed.act.player for deed in story.deeds if isinstance(deed.act, NameAssistant | NameOrganiser)}
    planned = Officers.of(story.plan, story.organiser)
    assistant = {planned.assistant} - {None}
    return {*planned.organisers, *assistant, *named_since, *story.entrants, *story.holders.values()}


def name_of(host: Host, row: ContestRow, invitation: ContestInvitationRow) -> str:
    """The name of the mail that an invitation was."""
    return message_id(host, row.id, "invited", invitation.digest[:16])


def describe_invited(host: Host, session: Session, row: ContestRow) -> list[ContestInvitee]:
    """For the organiser, the invitations that hold, in order, with what became of each.

    Not who came by an address, nor in an anonymous contest who came at all: that is nobody's to know.
    """
    story = ContestLog(host, session, row.id).story()
    return [
        ContestInvitee(player=one.said.player, address=one.said.address, status=status(host, session, row, story, one))
        for one in holding(invitations(session, row)).values()
    ]


def status(host: Host, session: Session, row: ContestRow, story: ContestStory, invitation: ContestInvitationRow) -> str:
    """What became of an invitation, as far as the organiser may know it."""
    handle = invitation.said.player
    if handle is not None and not story.plan.anonymous:
        found = story.entrants.get(handle)
        return "waiting" if found is None else "entered" if found.is_in else "out"
    if handle is None:
        mail = select(MailRow.status).where(MailRow.message_id == name_of(host, row, invitation))
        if session.exec(mail).first() == BOUNCED:
            return "returned"
        word = select(InvitationRow.left).where(InvitationRow.statement == invitation.digest)
        if session.exec(word).first() == 0:
            return "registered"
    return "unknown"


def tell_invited(host: Host, session: Session, row: ContestRow, story: ContestStory) -> None:
    """Tell whoever was sent an invitation and has not entered that there is nothing to enter any more.

    Of a contest that came to its end as planned they hear nothing.
    """
    if story.finished is None or (story.rounds and story.ended is None):
        return
    there = concerned(story)
    for one in holding(invitations(session, row)).values():
        player = find_invited(session, one.said.player, one.said.address)
        if player is not None and (player.handle in there or not is_wanted(host, session, player, "invited")):
            continue
        sent = select(MailRow.status).where(MailRow.message_id == name_of(host, row, one))
        if session.exec(sent).first() == SENT:
            cancelled(host, session, row, player, one.said.address, one.digest[:16], story.finished.reason)
