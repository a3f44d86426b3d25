"""The desk: takes sealed envelopes, stores them as they came, answers with a receipt.

The hot path of the house. Everything that costs (parsing, the signature, the digests) is done before the lock; under
the lock stands only what another envelope or a cut could have changed meanwhile. The receipt goes out after the
commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sqlalchemy import insert
from sqlmodel import Session, SQLModel

from api.house import House
from api.loaders import card_of, load_dealt_game, load_phase, load_player, load_seat, newest_envelope
from api.models import OPEN, EnvelopeRow
from schemas.envelopes import Desk, Envelope, accept
from schemas.errors import PhaseClosed, SequenceNotNewer
from schemas.payloads import SuiteName
from schemas.receipts import make_receipt
from schemas.sealing import phase_key_id


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
    with house.database.write() as session:
        stored = stored_receipt(session, envelope)
        if stored is not None:
            return Taken(stored, new=False)
        receipt = store(house, session, envelope, raw)
    if envelope.header.word == "final":
        house.wake(game)
    return Taken(receipt, new=True)


def desk_for(session: Session, game: str, number: int, seat: str) -> Desk:
    """What the house holds against an envelope for this seat and phase."""
    load_dealt_game(session, game)
    holder = load_seat(session, game, seat).player
    phase = load_phase(session, game, number)
    newest = newest_envelope(session, game, number, seat)
    return Desk(
        version=phase.version,
        suites=(cast(SuiteName, phase.suite),),
        game=game,
        phase=number,
        phase_key_id=phase_key_id(phase.public_key),
        phase_open=phase.status == OPEN,
        seat=seat,
        signer=card_of(load_player(session, str(holder))),
        sequence=newest.sequence if newest else 0,
        newest=bytes.fromhex(newest.digest) if newest else None,
    )


def stored_receipt(session: Session, envelope: Envelope) -> bytes | None:
    """Under the lock once more: the receipt if this envelope is the newest already; else it must still be newer."""
    header = envelope.header
    newest = newest_envelope(session, header.game, header.phase, header.seat)
    if newest is not None and newest.digest == envelope.digest.hex():
        return newest.receipt
    if load_phase(session, header.game, header.phase).status != OPEN:
        raise PhaseClosed(f"phase {header.phase} is cut; nothing more is taken for it")
    if newest is not None and header.sequence <= newest.sequence:
        raise SequenceNotNewer(f"sequence {header.sequence} is not newer than {newest.sequence}")
    return None


def store(house: House, session: Session, envelope: Envelope, raw: bytes) -> bytes:
    """Write the envelope as it came, with its receipt."""
    header, now = envelope.header, house.now()
    receipt = make_receipt(envelope, now, house.identity).to_json()
    table = SQLModel.metadata.tables[EnvelopeRow.__tablename__]
    session.execute(
        insert(table).values(
            game=header.game,
            phase=header.phase,
            seat=header.seat,
            sequence=header.sequence,
            word=header.word,
            digest=envelope.digest.hex(),
            raw=raw,
            receipt=receipt,
            received_at=now,
        )
    )
    return receipt
