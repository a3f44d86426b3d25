"""Receipts: the host's signed word that it stores an envelope. Apart, since letters and mails carry them alone."""

from datetime import datetime

from schemas.envelopes import Envelope
from schemas.errors import ReceiptMismatch
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Receipt, instant
from schemas.statements.statements import Signer, Statement, sign_payload


def make_receipt(envelope: Envelope, received_at: datetime, host: Signer) -> Statement:
    """Sign a receipt for an envelope. The caller MUST have stored it for good before."""
    return sign_payload(_receipt_for(envelope, instant(received_at)), host)


def verify_receipt(statement: Statement, envelope: Envelope, host_public: bytes) -> Receipt:
    """Refuse a receipt that is not signed with the pinned host key, or is for another envelope."""
    receipt = statement.read(Receipt)
    statement.verify(host_public)
    wanted = _receipt_for(envelope, receipt.received_at).to_body()
    for field, value in receipt.to_body().items():
        if value != wanted[field]:
            raise ReceiptMismatch(f"{field} is {value!r} in the receipt, but {wanted[field]!r} in the envelope")
    return receipt


def _receipt_for(envelope: Envelope, received_at: str) -> Receipt:
    header = envelope.header
    return Receipt(
        game=header.game,
        phase=header.phase,
        seat=header.seat,
        sequence=header.sequence,
        word=header.word,
        envelope=to_base64url(envelope.digest),
        received_at=received_at,
    )
