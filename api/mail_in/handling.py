"""Taking a mail in: read it, do what its documents ask, write the answer.

When this returns, everything is stored; when it raises, the mail has to be brought again, and whatever was taken of it
already is found to be so. So a transport answers for a mail, or marks it, after this and not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from sqlmodel import Session, col, func, select

from api.access.aliases import letterbox
from api.access.letterboxes import find_invited
from api.access.signing_keys import find_card
from api.host.host import Host
from api.mail_in.documents import ENVELOPE, Outcome, Refusal, refusal, take_document
from api.mail_in.mime_parts import MOST_BYTES
from api.mail_in.parsing import OURS, Bounce, Damage, Document, Mail, read_mail
from api.mail_in.replies import answer
from api.mail_out.rendering import printable
from api.store.lookups import unresolved_phase
from api.store.models import BOUNCED, RUNNING, Game, MailRow, Player, Seat
from schemas.errors import ProtocolError
from schemas.statements import canonical
from schemas.statements.in_words import deadline_in_words
from schemas.statements.statements import Statement

SEALED: Final = ("body", "copy")
NOTHING: Final = Refusal(
    "nothing-found",
    "Your orders have NOT been accepted: there are no sealed orders in your mail.",
    "Orders must be sealed: mail what `ostraka orders seal` prints, as text or as an attached file.",
)
TOO_LARGE: Final = Refusal(
    "mail-too-large",
    f"Your orders have NOT been taken: the mail is larger than {MOST_BYTES} bytes, so it was not read.",
    "Send only what `ostraka orders seal` printed, without pictures and quoted text.",
)
LOG = structlog.get_logger("ostraka.mail")


@dataclass(frozen=True)
class Taken:
    """What became of a mail: `taken`, `bounce`, `bomb`, and how many answers were written."""

    what: str
    outcomes: Sequence[Outcome] = ()
    answers: int = 0


def take_mail(host: Host, raw: bytes, envelope_sender: str | None = None, *, whole: bool = True) -> Taken:
    """Take a mail in, once or several times with the same effect; of one that is too large, only its header."""
    mail = read_mail(raw, envelope_sender)
    taken = take(host, mail) if whole else refuse_large(host, mail)
    LOG.info("mail-in", mail=taken.what)
    return taken


def refuse_large(host: Host, mail: Mail) -> Taken:
    """Say that a mail is too large."""
    if not is_from_player(host, mail):
        return Taken("too-large")
    outcomes = [Outcome("", "a mail that is too large", refusals=[TOO_LARGE])]
    return Taken("too-large", outcomes, answer(host, mail, outcomes))


def take(host: Host, mail: Mail) -> Taken:
    """Take a mail that was read."""
    if mail.bomb:
        return Taken("bomb")
    if mail.bounce is not None:
        note_bounce(host, mail.bounce)
        return Taken("bounce")
    outcomes = take_documents(host, mail.documents) + [damaged(damage) for damage in mail.damages]
    if not outcomes and not mail.automatic and is_from_player(host, mail):
        outcomes = [nothing_found(host, mail)]
    return Taken("taken", outcomes, answer(host, mail, outcomes))


def nothing_found(host: Host, mail: Mail) -> Outcome:
    """What is said to a player who wrote in plain words: where the mail is about a game of theirs, how to answer it."""
    with host.database.read() as session:
        game = game_of(host, session, mail)
        if game is None:
            return Outcome("", "no orders found", refusals=[NOTHING])
        phase = unresolved_phase(session, game.id) if game.status == RUNNING else None
        name = printable(game.opened.name)
        player = find_invited(session, None, mail.sender or "")
        own = player.wishes.time_zone if player else None
        zone = ZoneInfo(own or game.opened.terms.time_zone)
    waits = []
    if phase and phase.deadline:
        waits = [f"The open phase of {name} runs until {deadline_in_words(phase.deadline, host.now(), zone)}."]
    refusal = Refusal(
        NOTHING.code,
        f"Your orders for {name} have NOT been taken: orders in plain words are not read, since nobody may read yours "
        "before the others' are in.",
        f"Answer with `ostraka table {game.id}`, or in the terminal `ostraka play {game.id}`; or, by mail, save the "
        "mail that asks and send the reply that `ostraka answer MAIL.eml` writes. A word to the other players: "
        f"`ostraka press seal {game.id} --all`.",
    )
    return Outcome("", "no orders found", game=game.id, sentences=waits, refusals=[refusal])


def game_of(host: Host, session: Session, mail: Mail) -> Game | None:
    """The game that a mail is about, by its address or by the mail that it answers, if its sender plays there."""
    asked = session.exec(select(MailRow.game).where(col(MailRow.message_id).in_(mail.refers))).all()
    local, _, domain = host.config.sender.lower().rpartition("@")
    named = [to.lower() for to in mail.recipients]
    tagged = [to.removeprefix(f"{local}+").removesuffix(f"@{domain}") for to in named if to.startswith(f"{local}+")]
    sender = select(Player.handle).where(func.lower(Player.email) == (mail.sender or "").lower())
    own = select(Game).join(Seat, col(Seat.game) == col(Game.id)).where(col(Seat.player).in_(sender))
    return session.exec(own.where(col(Game.id).in_([*filter(None, asked), *tagged])).limit(1)).first()


def is_from_player(host: Host, mail: Mail) -> bool:
    """Is the sender's address, as the mail gives it, one of a player? Nobody else is told that a mail held nothing."""
    with host.database.read() as session:
        address = func.lower(Player.email) == (mail.sender or "").lower()
        return session.exec(select(Player.id).where(address)).first() is not None


def take_documents(host: Host, documents: Sequence[Document]) -> list[Outcome]:
    """Take the documents of a mail, of one signer's the older first: a reply quotes below what it says above."""
    read, outcomes = [], []
    for document in documents:
        try:
            statement = parse(document.raw)
        except ProtocolError as error:
            outcomes.append(Outcome(document.where, refusals=[refusal(error, known=False)]))
        else:
            read.append((rank(statement), document, statement))
    for _, document, statement in sorted(read, key=lambda item: item[0]):
        if statement.kind not in OURS:
            outcomes.append(take_document(host, document.raw, statement, begin(host, document, statement)))
    return outcomes


def parse(raw: bytes) -> Statement:
    """The statement in a document; an envelope's has two fields more, which are looked at when it is taken."""
    value = canonical.loads(raw, "document")
    outer = {name: value[name] for name in value if name not in SEALED} if isinstance(value, dict) else value
    statement = Statement.from_json(outer)
    return statement if statement.kind == ENVELOPE else Statement.parse(raw)


def rank(statement: Statement) -> int:
    """What rises from one document of a signer to the next."""
    found = [statement.body.get(name) for name in ("sequence", "number")]
    return next((value for value in found if type(value) is int), 0)


def begin(host: Host, document: Document, statement: Statement) -> Outcome:
    """What is known of a document before anything is done: where it stood, and who signed it."""
    with host.database.read() as session:
        card = find_card(session, statement.key_id)
    if card is None:
        return Outcome(document.where)
    try:
        card.verify(statement)
    except ProtocolError:
        return Outcome(document.where)
    return Outcome(document.where, what=f"a statement `{statement.kind}` by {card.handle}", signer=card.handle)


def damaged(damage: Damage) -> Outcome:
    """What could not be read as a document."""
    return Outcome(damage.where, refusals=[Refusal("broken-armor", f"{damage.message}.")])


def note_bounce(host: Host, bounce: Bounce) -> None:
    """Mark the mail that came back, if it is one of ours and went to an address that the bounce names."""
    with host.database.write() as session:
        rows = session.exec(select(MailRow).where(col(MailRow.message_id).in_(bounce.message_ids))).all()
        for row in rows:
            player = session.exec(select(Player).where(Player.handle == row.player)).first()
            address = row.address or (letterbox(host, session, player).email if player else None)
            if address is None or address.lower() not in bounce.addresses or row.status == BOUNCED:
                continue
            row.status = BOUNCED
            session.add(row)
            if player is not None and bounce.permanent:
                player.bounces += 1
                session.add(player)
