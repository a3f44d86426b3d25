"""Mails about a contest itself; what happens in its games the games' own mails tell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, func, or_, select, update

from api.access.letterboxes import find_invited, is_wanted, may_invite
from api.contests.contest_log import ContestLog
from api.contests.duties import duties_in
from api.host.host import Host
from api.mail_out.rendering import message_id, printable, write
from api.store.database import MAIL_WORK, ring
from api.store.models import DUE, ENTRY, NEWS, NOTICE, OUTDATED, URGENT, ContestRow, MailRow, Player
from schemas.contests.parts import Round
from schemas.contests.plan import plan_in_words
from schemas.contests.story import ContestStory, moment
from schemas.contests.told.corrections import correction_in_words
from schemas.statements.contests import ContestInvitation, CorrectResult
from schemas.statements.in_words import day_and_time


def tell(
    host: Host,
    session: Session,
    row: ContestRow,
    subject: str,
    sentences: list[str],
    part: str,
    only: Collection[str] | None = None,
    rank: int = NOTICE,
    words: Sequence[str] = (),
) -> None:
    """Write to the organiser and all who are in the contest, or only to these players; nobody gets the same `part`
    twice. `words` are somebody's own."""
    log = ContestLog(host, session, row.id)
    story = log.story()
    handles = only or {*story.officers.organisers, *(one.handle for one in story.entrants.values() if one.is_in)}
    players = session.exec(select(Player).where(col(Player.handle).in_(handles)).order_by(col(Player.handle))).all()
    called = printable(row.plan.name)
    subject = f"{called}: {subject}"
    facts = {"subject": subject, "contest": row, "name": called, "sentences": sentences, "words": words}
    facts |= {"url": host.config.public_url, "checkpoints": [log.checkpoint().to_note()]}
    text, html = write("contest", facts)
    mail = {"kind": "organiser", "subject": subject, "text": text, "html": html, "rank": rank}
    for player in players:
        name = message_id(host, row.id, player.handle, part)
        is_told = session.exec(select(MailRow.id).where(MailRow.message_id == name)).first() is not None
        if not is_told and is_wanted(host, session, player, "organiser"):
            send(host, session, **mail, player=player.handle, message_id=name)


def send(host: Host, session: Session, **mail: Any) -> None:
    """Put a mail into the outbox, to be sent at once."""
    session.add(MailRow(**mail, next_try=host.now(), created_at=host.now()))
    ring(session, MAIL_WORK)


def invited(
    host: Host, session: Session, row: ContestRow, wanted: ContestInvitation, by: str, part: str, word: str | None
) -> None:
    """Have an organiser invite a player, or the reader of an address, who registers with the word; a player's mutes
    hold for both."""
    address = wanted.address
    player = find_invited(session, wanted.player, address)
    if not may_invite(host, session, player, address):
        return
    log = ContestLog(host, session, row.id)
    plan, config, name, longer = row.plan, host.config, printable(row.plan.name), log.story().longer
    zone = ZoneInfo((player and player.wishes.time_zone) or plan.terms.time_zone)

    def day(instant: str) -> str:
        return day_and_time(moment(instant), host.now(), zone)

    subject = f"{name}: {by} invites you to a contest"
    facts = {
        "subject": subject,
        "contest": row,
        "name": name,
        "registered": player is not None,
        "invited": word,
        "by": by,
    }
    facts |= {"sentences": [printable(line) for line in plan_in_words(plan, day, longer=longer)]}
    facts |= {"page": f"{config.public_url.rstrip('/')}/contests/{row.id}{f'?invited={word}' if word else ''}"}
    facts |= {"play": config.table and f"{config.table}#enter/{row.id}{f'/{word}' if word else ''}"}
    facts |= {"url": config.public_url, "checkpoints": [log.checkpoint().to_note()]}
    text, html = write("contest-invited", facts)
    mail = {"kind": "invited", "subject": subject, "text": text, "html": html, "address": address, "rank": URGENT}
    mail |= {"contest": row.id, "true_while": ENTRY}
    name = message_id(host, row.id, "invited", part)
    send(host, session, **mail, player=player.handle if player else None, message_id=name)


def cancelled(
    host: Host, session: Session, row: ContestRow, player: Player | None, address: str | None, part: str, reason: str
) -> None:
    """Tell somebody who was invited that the contest can be entered no more."""
    called = printable(row.plan.name)
    subject = f"{called} is cancelled"
    sentences = [
        "You were invited, and nobody can enter any more.",
        printable(f"The contest is over: {reason}."),
    ]
    facts = {"subject": subject, "contest": row, "name": called, "sentences": sentences, "words": ()}
    facts |= {"url": host.config.public_url, "checkpoints": [ContestLog(host, session, row.id).checkpoint().to_note()]}
    text, html = write("contest", facts)
    mail = {"kind": "invited", "subject": subject, "text": text, "html": html, "address": address, "rank": NEWS}
    name = message_id(host, row.id, "cancelled", part)
    send(host, session, **mail, player=player.handle if player else None, message_id=name)


def withdraw_invitations(session: Session, row: ContestRow, player: Player) -> None:
    """Send a player who has entered no invitation any more."""
    to_player = or_(MailRow.player == player.handle, func.lower(MailRow.address) == str(player.email).lower())
    waiting = update(MailRow).where(col(MailRow.contest) == row.id, col(MailRow.status) == DUE, to_player)
    session.exec(waiting.where(col(MailRow.true_while) == ENTRY).values(status=OUTDATED, text="", html=None))


def late(host: Host, session: Session, row: ContestRow, round_: Round, ends: datetime) -> None:
    """Ask who decides, the organiser or where they play the assistant, to adjudicate the games that go on."""
    log, number, asked = ContestLog(host, session, row.id), round_.number, dict[str, list[str]]()
    decide = (*log.story().officers.organisers, log.story().assistant)
    for duty in duties_in(log):
        if duty.game is not None and duty.player in decide:
            asked.setdefault(duty.player, []).append(f"{duty.what[:1].upper()}{duty.what[1:]}: {duty.line}")
    rest = f"More time for all: ostraka contest act {row.id} extend {number} 3d --reason TEXT"
    for handle, lines in sorted(asked.items()):
        subject, part = (
            f"the time of round {number} is up: say what becomes of games",
            f"late.{number}.{int(ends.timestamp())}",
        )
        tell(host, session, row, subject, [*lines, rest], part, only={handle}, rank=URGENT)


def rests(host: Host, session: Session, row: ContestRow, player: str, game: str) -> None:
    """Tell somebody that they are drawn no more, and how they come back."""
    sentences = [
        f"Your seat in {game} counts as given up. After so many the plan draws nobody again until they are back.",
        f"When you are: ostraka contest enter {row.id}",
    ]
    subject = "you are not drawn until you say that you are back"
    tell(host, session, row, subject, sentences, f"rests.{game}", only={player}, rank=URGENT)


def filling_in(host: Host, session: Session, row: ContestRow, round_: Round) -> None:
    """Tell those who make up the number in a round that was just drawn where they sit, and that it does not count."""
    for table in (table for table in round_.tables if table.fill_ins):
        sentences = [
            f"Table {table.number} of round {round_.number} is a player short. You wait as a substitute, so you fill "
            f"in there. The game is {table.game}; its own mails say what is asked.",
            "For those you meet it counts like any other. For you it does not: it brings no points, and changes no "
            "rating.",
        ]
        subject, part = f"you fill in in round {round_.number}", f"fill-in.{round_.draw}.{table.number}"
        tell(host, session, row, subject, sentences, part, only=table.fill_ins)


def contest_over(host: Host, session: Session, row: ContestRow, story: ContestStory) -> None:
    """Tell all how it ended; who entered a contest that never began, why."""
    finished = story.finished
    if finished is None:
        return
    order = sorted(finished.places.items(), key=lambda item: (item[1], item[0]))
    was = {handle: f" ({holder})" for handle, holder in story.holders.items()}
    places = [f"{place}. {handle}{was.get(handle, '')}" for handle, place in order]
    head = f"The contest is over: {finished.reason}."
    tell(host, session, row, "the contest is over", [printable(line) for line in (head, *places)], "finished")


def acted(host: Host, session: Session, row: ContestRow, sentence: str, reason: str, part: str) -> None:
    """Tell all what the organiser or the assistant did, and why."""
    sentences = [printable(line) for line in (sentence, f"Reason: {reason}")]
    tell(host, session, row, printable(sentence).rstrip("."), sentences, part)


def announced(host: Host, session: Session, row: ContestRow, author: str, text: str, part: str) -> None:
    """Bring a word of an organiser to all who are in the contest."""
    words = [printable(line) for line in text.splitlines()]
    tell(host, session, row, f"{author} writes to all", [f"{author} writes to all who are in it:"], part, words=words)


def corrected(
    host: Host, session: Session, row: ContestRow, before: ContestStory, by: str, act: CorrectResult, part: str
) -> None:
    """Tell all, and whoever sat there though they are out by now, what a result counts as, and what that changed."""
    story = ContestLog(host, session, row.id).story()
    table = story.game(act.game)
    there = {*table.seats.values(), *(table.result.substitutes if table.result else ())} if table else set()
    told = {*story.officers.organisers, *there, *(one.handle for one in story.entrants.values() if one.is_in)}
    lines = [f"{by} corrected a result. Reason: {act.reason}", *correction_in_words(before, story, act.game)]
    tell(host, session, row, f"the result of {act.game} is corrected", [printable(line) for line in lines], part, told)
