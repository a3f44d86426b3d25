"""The desk: takes sealed envelopes, stores them as they came, answers with a receipt.

The hot path of the house. Everything that costs (parsing, the signature, the digests) is done before the lock; under
the lock stands only what another envelope or a cut could have changed meanwhile. The statements are made once, in Core:
making them afresh, and rows of the ORM, cost more than the cryptography. The receipt goes out after the commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import BindParameter, Row, and_, bindparam, insert, select
from sqlmodel import Session, SQLModel

from api.house import House
from api.keys import card_from
from api.loaders import load_dealt_game, load_phase, load_seat, require_here
from api.models import MOVED, OPEN
from api.problems import refuse
from schemas.envelopes import Desk, Envelope, accept
from schemas.errors import PhaseClosed, SequenceNotNewer
from schemas.payloads import SuiteName
from schemas.receipts import make_receipt
from schemas.sealing import phase_key_id

PHASES, SEATS, PLAYERS, ENVELOPES = (SQLModel.metadata.tables[n] for n in ("phases", "seats", "players", "envelopes"))
GAME: BindParameter[str] = bindparam("at_game")
PHASE: BindParameter[int] = bindparam("at_phase")
SEAT: BindParameter[str] = bindparam("at_seat")

FIXED = (
    select(PHASES.c.version, PHASES.c.suite, PHASES.c.public_key, PLAYERS.c.card)
    .join(SEATS, SEATS.c.game == PHASES.c.game)
    .join(PLAYERS, PLAYERS.c.handle == SEATS.c.player)
    .where(PHASES.c.game == GAME, PHASES.c.number == PHASE, SEATS.c.name == SEAT)
)
"""What never changes while a phase is open: under which rules and key, and who signs."""

STATE = (
    select(PHASES.c.status, ENVELOPES.c.sequence, ENVELOPES.c.digest, ENVELOPES.c.receipt)
    .outerjoin(
        ENVELOPES,
        and_(ENVELOPES.c.game == GAME, ENVELOPES.c.phase == PHASE, ENVELOPES.c.seat == SEAT),
    )
    .where(PHASES.c.game == GAME, PHASES.c.number == PHASE)
    .order_by(ENVELOPES.c.sequence.desc())
    .limit(1)
)
"""What another envelope or a cut changes: is the phase open, and which envelope is the newest."""

STORE = insert(ENVELOPES)


@dataclass(frozen=True)
class Taken:
    """What the desk answers: the receipt, and whether the envelope is new."""

    receipt: bytes
    new: bool


def take(house: House, game: str, number: int, seat: str, raw: bytes) -> Taken:
    """Take one envelope. Sending it again changes nothing."""
    with house.database.read() as session:
        desk = desk_for(session, game, number, seat)
    envelope = accept(raw, desk)
    house.meters.envelope(desk.signer.key_id, len(raw))
    with house.database.write() as session:
        stored = stored_receipt(session, envelope)
        if stored is not None:
            return Taken(stored, new=False)
        receipt = store(house, session, envelope, raw)
    if envelope.header.word != "withdrawn":
        house.wake(game)
    return Taken(receipt, new=True)


def desk_for(session: Session, game: str, number: int, seat: str) -> Desk:
    """What the house holds against an envelope for this seat and phase."""
    fixed = session.execute(FIXED, at(game, number, seat)).first()
    if fixed is None:
        load_dealt_game(session, game)
        if load_seat(session, game, seat).player is None:
            refuse(409, "seat-vacant", f"Nobody holds seat {seat} now; whoever joins the game in it sends its orders.")
        load_phase(session, game, number)
        raise LookupError(f"game {game}, phase {number} and seat {seat} exist, but not together")
    state = state_of(session, game, number, seat)
    if state.status == MOVED:
        require_here(load_dealt_game(session, game))
    return Desk(
        version=fixed.version,
        suites=(cast(SuiteName, fixed.suite),),
        game=game,
        phase=number,
        phase_key_id=phase_key_id(fixed.public_key),
        phase_open=state.status == OPEN,
        seat=seat,
        signer=card_from(fixed.card),
        sequence=state.sequence or 0,
        newest=bytes.fromhex(state.digest) if state.digest else None,
    )


def stored_receipt(session: Session, envelope: Envelope) -> bytes | None:
    """Under the lock once more: the receipt if this envelope is the newest already; else it must still be newer."""
    header = envelope.header
    state = state_of(session, header.game, header.phase, header.seat)
    if state.digest == envelope.digest.hex():
        return bytes(state.receipt)
    if state.status == MOVED:
        require_here(load_dealt_game(session, header.game))
    if state.status != OPEN:
        raise PhaseClosed(f"phase {header.phase} is cut; nothing more is taken for it")
    if header.sequence <= (state.sequence or 0):
        raise SequenceNotNewer(f"sequence {header.sequence} is not newer than {state.sequence}")
    return None


def store(house: House, session: Session, envelope: Envelope, raw: bytes) -> bytes:
    """Write the envelope as it came, with its receipt."""
    header, now = envelope.header, house.now()
    receipt = make_receipt(envelope, now, house.identity).to_json()
    row = {
        "game": header.game,
        "phase": header.phase,
        "seat": header.seat,
        "sequence": header.sequence,
        "word": header.word,
        "digest": envelope.digest.hex(),
        "raw": raw,
        "receipt": receipt,
        "received_at": now,
    }
    session.execute(STORE, row)
    return receipt


def state_of(session: Session, game: str, number: int, seat: str) -> Row[Any]:
    """The state of a phase, and the newest envelope of a seat for it."""
    return session.execute(STATE, at(game, number, seat)).one()


def at(game: str, number: int, seat: str) -> dict[str, str | int]:
    """The parameters of `FIXED` and `STATE`."""
    return {"at_game": game, "at_phase": number, "at_seat": seat}
