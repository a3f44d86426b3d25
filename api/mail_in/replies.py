"""The answer to a mail: one to each player whose signature holds, at their registered address, else to the sender.

Nothing of the mail is repeated in it. It is written in one transaction with the note that keeps the same mail from
being answered twice and one address from being written to too often; what brought something new is always answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, func, select

from api.access.aliases import letterbox
from api.games.game_log import GameLog
from api.host.host import Host
from api.mail_in.documents import Outcome
from api.mail_in.parsing import Mail
from api.mail_out.rendering import FILE, KIND, message_id, printable, write
from api.store.models import URGENT, Game, MailInRow, MailRow, Player
from schemas.documents.armor import armor
from schemas.keys.aliases import is_alias
from schemas.log.checkpoints import Checkpoint

MOST_AN_HOUR: Final = 5
MOST_STRANGERS_AN_HOUR: Final = 60
"""Answers to addresses of no player: who a mail says it is from may be a lie."""
KEPT: Final = timedelta(days=30)


def answer(host: Host, mail: Mail, outcomes: Sequence[Outcome]) -> int:
    """Write the answers to a mail; says how many."""
    if mail.automatic or not outcomes:
        return 0
    with host.database.write() as session:
        if came_from_us(host, session, mail):
            return 0
        session.exec(delete(MailInRow).where(col(MailInRow.at) < host.now() - KEPT))
        return sum(answer_to(host, session, mail, *answer) for answer in by_address(host, session, mail, outcomes))


def came_from_us(host: Host, session: Session, mail: Mail) -> bool:
    """Is this a mail of our own, come back?"""
    local, _, domain = host.config.sender.lower().rpartition("@")
    sender, _, at = (mail.sender or "").lower().rpartition("@")
    if (sender.partition("+")[0], at) == (local, domain):
        return True
    known = select(MailRow.id).where(MailRow.message_id == mail.message_id)
    return mail.message_id is not None and session.exec(known).first() is not None


def by_address(
    host: Host, session: Session, mail: Mail, outcomes: Sequence[Outcome]
) -> list[tuple[str | None, str, list[Outcome]]]:
    """The answers to send: the player where one has registered the address, the address, the outcomes.

    An alias is answered by itself, at the address of whose it is.
    """
    found: dict[str, tuple[str | None, str, list[Outcome]]] = {}
    for outcome in outcomes:
        player = session.exec(select(Player).where(Player.handle == outcome.signer)).first()
        reader = letterbox(host, session, player) if player is not None else None
        registered = reader is not None and reader.email is not None
        address = reader.email if reader is not None and registered else mail.sender
        if address is None or (reader is not None and KIND in reader.wishes.muted and not outcome.refusals):
            continue
        if is_alias(outcome.signer) and not registered and not outcome.new:
            continue  # anybody can send what the log has: whether they are answered would tell whose has no address
        key = outcome.signer if outcome.signer is not None and is_alias(outcome.signer) else address.lower()
        known, _, answers = found.get(key, (None, address, []))
        handle = known or (player.handle if player is not None and registered else None)
        found[key] = (handle, address, [*answers, outcome])
    return list(found.values())


def answer_to(
    host: Host, session: Session, mail: Mail, player: str | None, address: str, outcomes: Sequence[Outcome]
) -> bool:
    """Write the answer to one address, unless it has been written, or too many have."""
    whose = player if player is not None and is_alias(player) else address
    key, now = mail.key(whose), host.now()
    if session.exec(select(MailInRow.id).where(MailInRow.digest == key)).first() is not None:
        return False
    if not any(outcome.new for outcome in outcomes) and is_answered_enough(session, whose, now):
        return False
    session.add(MailInRow(digest=key, answered=mailbox_of(whose), at=now))
    session.add(written(host, session, mail, player, address, key, outcomes))
    return True


def is_answered_enough(session: Session, address: str, now: datetime) -> bool:
    """Has one mailbox had as many answers within the hour as it may, or have all those of no player together?"""
    lately = select(func.count()).select_from(MailInRow).where(MailInRow.at > now - timedelta(hours=1))
    if session.exec(lately.where(MailInRow.answered == mailbox_of(address))).one() >= MOST_AN_HOUR:
        return True
    players = select(func.lower(Player.email)).where(col(Player.email).is_not(None))
    known = (
        is_alias(address)
        or session.exec(players.where(func.lower(Player.email) == address.lower())).first() is not None
    )
    strangers = lately.where(col(MailInRow.answered).not_in(players))
    return not known and session.exec(strangers).one() >= MOST_STRANGERS_AN_HOUR


def mailbox_of(address: str) -> str:
    """The mailbox behind an address: `ann+games@x.org` and `Ann@x.org` are one."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def written(
    host: Host, session: Session, mail: Mail, player: str | None, address: str, key: str, outcomes: Sequence[Outcome]
) -> MailRow:
    """The answer, as text and as HTML, with the receipts attached."""
    games = {outcome.game for outcome in outcomes}
    game = session.get(Game, games.pop()) if len(games) == 1 and None not in games else None
    about, config, now = subject(game, outcomes), host.config, host.now()
    notes = [checkpoint.to_note() for checkpoint in checkpoints_of(host, session, outcomes)]
    facts = {
        "host": config.name,
        "url": config.public_url,
        "address": config.address(game.id if game else None),
        "subject": about,
        "outcomes": outcomes,
        "acknowledged": any(kind == KIND for outcome in outcomes for kind, _ in outcome.receipts),
        "file": FILE,
        "checkpoints": notes,
    }
    text, html = write(KIND, facts)
    return MailRow(
        game=game.id if game else None,
        player=player,
        address=None if player else address,
        kind=KIND,
        message_id=message_id(host, KIND, key[:32]),
        in_reply_to=mail.message_id,
        subject=about,
        text=text,
        html=html,
        letter=receipts(outcomes, notes),
        rank=URGENT,
        next_try=now,
        created_at=now,
    )


def subject(game: Game | None, outcomes: Sequence[Outcome]) -> str:
    """How many documents were taken, and how many not."""
    refused = sum(bool(outcome.refusals) for outcome in outcomes)
    taken = len(outcomes) - refused
    counts = [f"{taken} taken"] * (taken > 0) + [f"{refused} NOT taken"] * (refused > 0)
    return f"{f'{printable(game.opened.name)}: ' if game else ''}your mail, {', '.join(counts)}"


def checkpoints_of(host: Host, session: Session, outcomes: Sequence[Outcome]) -> list[Checkpoint]:
    """The newest checkpoint of each game in which something was taken."""
    games = dict.fromkeys(outcome.game for outcome in outcomes if outcome.game and outcome.receipts)
    return [GameLog(host, session, game).checkpoint() for game in games]


def receipts(outcomes: Sequence[Outcome], notes: Sequence[str]) -> bytes | None:
    """The host's statements, armored one after another, and the checkpoints after them, to be attached."""
    found = [armor(kind, statement) for outcome in outcomes for kind, statement in outcome.receipts]
    return "\n".join([*dict.fromkeys(found), *notes]).encode() if found else None
