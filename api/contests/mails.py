"""Mails about a contest itself; what happens in its games the games' own mails tell."""

from __future__ import annotations

from sqlmodel import Session, col, select

from api.contests.contest_log import ContestLog
from api.host.host import Host
from api.mail_out.outbox import message_id, printable, wants
from api.mail_out.rendering import write
from api.store.database import MAIL_WORK, ring
from api.store.models import ContestRow, MailRow, Player
from schemas.contests.story import ContestStory


def tell(host: Host, session: Session, row: ContestRow, subject: str, sentences: list[str], part: str) -> None:
    """Write to the organiser and all who are in the contest."""
    log = ContestLog(host, session, row.id)
    story = log.story()
    handles = {row.organiser, *(one.handle for one in story.entrants.values() if one.is_in)}
    players = session.exec(select(Player).where(col(Player.handle).in_(handles)).order_by(col(Player.handle))).all()
    subject = f"{printable(row.name)}: {subject}"
    facts = {"subject": subject, "contest": row, "name": printable(row.name), "sentences": sentences}
    facts |= {"url": host.config.public_url, "checkpoints": [log.checkpoint().to_note()]}
    text, html = write("contest", facts)
    for player in players:
        if wants(player, "organiser"):
            now, name = host.now(), message_id(host.config.sender, row.id, player.handle, part)
            mail = MailRow(
                player=player.handle,
                kind="organiser",
                subject=subject,
                text=text,
                html=html,
                message_id=name,
                next_try=now,
                created_at=now,
            )
            session.add(mail)
    ring(session, MAIL_WORK)


def contest_over(host: Host, session: Session, row: ContestRow, story: ContestStory) -> None:
    """Tell all how it ended; who entered a contest that never began, why."""
    finished = story.finished
    if finished is None:
        return
    order = sorted(finished.places.items(), key=lambda item: (item[1], item[0]))
    places = [f"{place}. {handle}" for handle, place in order]
    head = f"The contest is over: {finished.reason}."
    tell(host, session, row, "the contest is over", [printable(line) for line in (head, *places)], "finished")


def acted(host: Host, session: Session, row: ContestRow, sentence: str, reason: str, part: str) -> None:
    """Tell all what the organiser or the assistant did, and why."""
    sentences = [printable(line) for line in (sentence, f"Reason: {reason}")]
    tell(host, session, row, printable(sentence).rstrip("."), sentences, part)
