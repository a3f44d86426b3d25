"""What each kind of document does: the functions that do it over HTTP do it here, found by the DSSE payload type.

A new kind of statement about a game is one line in `ABOUT_GAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlmodel import Session, col, select

from api.access.privacy import author_of, require_seen, require_seen_by_author
from api.access.signing_keys import find_signer
from api.acts import take_act, take_seat_act
from api.games import envelopes
from api.games.game_log import read_entry
from api.games.press import take_press
from api.host.awaited_seats import request_look
from api.host.host import Host
from api.http.problems import Problem, refuse
from api.referee import lobby
from api.referee.players import take_preferences
from api.rules.outside import outside
from api.store.lookups import load_game
from api.store.models import EnvelopeRow, Game, LogRow
from schemas.envelopes import Envelope, faults
from schemas.errors import (
    Malformed,
    PhaseClosed,
    ProtocolError,
    SequenceNotNewer,
    UnknownFormat,
    UnknownSuite,
    WrongKind,
)
from schemas.statements.payloads import BOOK
from schemas.statements.statements import Statement

QUOTING: Final = (Malformed, UnknownFormat, UnknownSuite, WrongKind)
"""Errors whose message may repeat what came in: given in full only to a sender who proved to have written it."""

RIGHT: Final = {
    "malformed": "Send the file exactly as the program wrote it.",
    "too-large": "Send the file exactly as the program wrote it.",
    "unknown-format": "Update the program and seal again.",
    "unknown-suite": "Open the game's newest letter, and seal again.",
    "wrong-version": "Update the program and seal again.",
    "wrong-phase-key": "Open the game's newest letter, and seal again.",
    "unknown-signer": "Sign with the key of the player who holds the seat.",
    "bad-signature": "It was changed on the way, or signed by another key: send the file exactly as it was written.",
    "body-digest-mismatch": "It was changed on the way: send the file exactly as the program wrote it.",
    "copy-digest-mismatch": "It was changed on the way: send the file exactly as the program wrote it.",
    "body-size": "Seal again; the program pads to the right size.",
    "withdrawn-with-body": "Withdraw again; a withdrawal contains no orders.",
    "phase-closed": "The phase is over: see what is asked now with `ostraka next`.",
    "sequence-not-newer": "Seal again; the program chooses a higher sequence.",
    "number-not-newer": "Send it again; the program chooses a higher number.",
}
"""What would be right, if the message does not say it."""
ENVELOPE: Final = "envelope"
PREFERENCES: Final = "preferences"
SAID: Final = ("joined", "started", "act")
"""The entries of a log that hold a statement."""


@dataclass(frozen=True)
class Refusal:
    """One thing that was wrong: its code, what it was, and what would be right."""

    code: str
    message: str
    right: str = ""


@dataclass(frozen=True)
class Outcome:
    """What became of one document. `signer` is the handle of the player whose signature holds."""

    where: str
    what: str = "a document"
    signer: str | None = None
    game: str | None = None
    seat: str | None = None
    phase: int | None = None
    digest: str | None = None
    """An envelope's, in hexadecimal, by which it can be found again in receipt and record."""
    new: bool = False
    sentences: Sequence[str] = ()
    receipts: Sequence[tuple[str, bytes]] = field(default=(), repr=False)
    """Statements of the host, each with its kind."""
    refusals: Sequence[Refusal] = ()


def refusal(error: Exception, *, known: bool) -> Refusal:
    """An error in words; raises again what is not a refusal. A known signer may read their own words in it."""
    if isinstance(error, Problem):
        return Refusal(error.code, error.detail, RIGHT.get(error.code, ""))
    if isinstance(error, ProtocolError):
        quiet = isinstance(error, QUOTING) and not known
        message = (type(error).__doc__ or "").split(".")[0] if quiet else error.message
        return Refusal(error.code, message, RIGHT.get(error.code, ""))
    raise error


ABOUT_GAMES: Final[dict[str, Callable[[Host, Session, Game, Statement], bool | None]]] = {
    "join": lobby.join,
    "start": lobby.start,
    "act": take_act,
    "seat-act": lambda host, session, game, statement: take_seat_act(
        host, session, game, str(statement.body.get("seat")), statement
    ),
    "press": take_press,
}


def take_document(host: Host, raw: bytes, statement: Statement, begun: Outcome) -> Outcome:
    """Do what a document asks. `begun` says where it stood and who signed it."""
    try:
        if statement.kind == ENVELOPE:
            return take_envelope(host, raw, begun)
        if statement.kind == PREFERENCES:
            return take_wishes(host, statement, begun)
        return take_statement(host, statement, begun)
    except (ProtocolError, Problem) as error:
        return replace(begun, refusals=[refusal(error, known=begun.signer is not None)])


def take_envelope(host: Host, raw: bytes, begun: Outcome) -> Outcome:
    """Take an envelope at the desk: the receipt, or everything that is wrong with it."""
    envelope = Envelope.parse(raw)
    require_seen_by_author(host, envelope.header.game, raw)
    outcome = replace(begun, **place_of(envelope, begun))
    try:
        taken = envelopes.take(host, envelope.header.game, envelope.header.phase, envelope.header.seat, raw)
    except ProtocolError as error:
        stored = earlier_receipt(host, envelope) if isinstance(error, (PhaseClosed, SequenceNotNewer)) else None
        if stored is None:
            every = every_fault(host, envelope, raw) or [error]
            return replace(outcome, refusals=[refusal(each, known=begun.signer is not None) for each in every])
        sentence = "This was taken before; since then a newer envelope has replaced it, or the phase has ended."
        return replace(outcome, sentences=[sentence], receipts=[("receipt", stored)])
    sentence = "Taken; the receipt is attached." if taken.new else "This was accepted before; nothing has changed."
    return replace(outcome, new=taken.new, sentences=[sentence], receipts=[("receipt", taken.receipt)])


def place_of(envelope: Envelope, begun: Outcome) -> dict[str, Any]:
    """What an answer says of an envelope: nothing of it, unless its signer is known."""
    if begun.signer is None:
        return {}
    header = envelope.header
    orders = "book" if header.phase == BOOK else f"orders for phase {header.phase}"
    what = f"{orders}, seat {header.seat}: envelope {header.sequence}, {header.word}"
    place = {"game": header.game, "phase": header.phase, "seat": header.seat}
    return {"what": what, "digest": envelope.digest.hex(), **place}


def every_fault(host: Host, envelope: Envelope, raw: bytes) -> list[ProtocolError]:
    """All that is wrong with an envelope."""
    header = envelope.header
    with host.database.read() as session:
        return faults(raw, envelopes.desk_for(session, header.game, header.phase, header.seat)[0])


def earlier_receipt(host: Host, envelope: Envelope) -> bytes | None:
    """The receipt of an envelope that was taken and is not the newest any more, as when it is quoted in a reply."""
    header = envelope.header
    with host.database.read() as session:
        return session.exec(
            select(EnvelopeRow.receipt).where(
                EnvelopeRow.game == header.game,
                EnvelopeRow.phase == header.phase,
                EnvelopeRow.seat == header.seat,
                EnvelopeRow.digest == envelope.digest.hex(),
            )
        ).first()


def take_statement(host: Host, statement: Statement, begun: Outcome) -> Outcome:
    """Do what a statement says; where it stands in the log, its entry is the host's word for it."""
    act = ABOUT_GAMES.get(statement.kind)
    if act is None:
        taken = ", ".join(sorted((ENVELOPE, PREFERENCES, *ABOUT_GAMES)))
        refuse(422, "not-by-mail", f"This kind of document is not taken by mail. By mail you can send: {taken}.")
    named = statement.body.get("game")

    def written(session: Session) -> tuple[Game, bool | None, bytes | None, bytes | None]:
        game = load_game(session, named if isinstance(named, str) else "")
        require_seen(session, game, author_of(session, statement, game.id))
        known = entry_of(session, game.id, statement)
        done = act(host, session, game, statement)
        request_look(session, game.id, host.now())
        session.flush()
        return game, done, known, known or entry_of(session, game.id, statement)

    game, done, known, entry = outside(host.database.write, written)
    new = entry is not None and known is None if done is None else done
    outcome = replace(begun, what=f"{begun.what}, game {game.id}", game=game.id, new=new)
    attached = "; the log entry is attached" if entry else ""
    sentence = f"Taken{attached}." if new else f"This was accepted before; nothing has changed{attached}."
    return replace(outcome, sentences=[sentence], receipts=[("log", entry)] if entry else [])


def take_wishes(host: Host, statement: Statement, begun: Outcome) -> Outcome:
    """Take what a player wants of the host."""
    with host.database.write() as session:
        player = find_signer(session, statement.key_id)
        before = player.wishes.number if player else 0
        new = take_preferences(host, session, begun.signer or "", statement).wishes.number > before
    return replace(begun, new=new, sentences=["Taken." if new else "This was accepted before; nothing has changed."])


def entry_of(session: Session, game: str, statement: Statement) -> bytes | None:
    """The log entry that holds a statement."""
    said = (LogRow.game == game, col(LogRow.kind).in_(SAID))
    rows = session.exec(select(LogRow).where(*said).order_by(col(LogRow.index).desc()))
    payload = statement.to_form().payload
    for row in rows:
        held = getattr(read_entry(row.statement).body, "statement", None)
        if held is not None and held.payload == payload:
            return row.statement
    return None
