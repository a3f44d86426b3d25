"""Who comes with the word of an invitation: what it is good for, as long as it holds."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NoReturn

from sqlmodel import Session, col, select

from api.http.problems import refuse
from api.store.models import InvitationRow
from schemas.statements.invitation_words import digest_of, is_word


def find_invitation(session: Session, word: str, now: datetime) -> InvitationRow | None:
    """The invitation whose word this is, if it was not withdrawn and its end has not come."""
    if not is_word(word):
        return None
    return session.exec(select(InvitationRow).where(InvitationRow.digest == digest_of(word), *holds(now))).first()


def holds(now: datetime) -> tuple[Any, ...]:
    """The conditions under which an invitation holds."""
    return col(InvitationRow.withdrawn).is_(False), InvitationRow.until > now


def load_invitation(session: Session, word: str, now: datetime) -> InvitationRow:
    """The invitation whose word this is; for every word that does not hold the refusal is the same."""
    found = find_invitation(session, word, now)
    return found if found is not None else refuse_word()


def refuse_word() -> NoReturn:
    """Refuse a word that is none, or does not hold any more."""
    refuse(
        403,
        "invitation-ended",
        "This invitation does not hold: it was withdrawn, its end has come, or others have used it. Ask whoever sent "
        "it for a new one.",
    )


def is_awaited(session: Session, game: str, seat: str, now: datetime) -> bool:
    """May somebody still come with the word of a link to this seat?"""
    link = (InvitationRow.place == game, InvitationRow.seat == seat, col(InvitationRow.player).is_(None))
    return session.exec(select(InvitationRow.id).where(*link, *holds(now))).first() is not None
