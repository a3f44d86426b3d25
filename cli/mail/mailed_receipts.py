"""Receipts that came by mail: compared with the envelope that was sealed here, and kept with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cli.home.kept_envelopes import envelope_in
from cli.mail.letters import pinned_host
from cli.trust.checkpoints import Checkpoints
from cli.trust.pins import Pins
from cli.trust.proving import proving
from schemas.documents.receipts import verify_receipt
from schemas.statements.canonical import to_base64
from schemas.statements.payloads import Receipt
from schemas.statements.statements import Statement

if TYPE_CHECKING:
    from cli.home.home import Home
    from schemas.log.checkpoints import Checkpoint


def take_receipt(home: Home, raw: bytes) -> dict[str, Any]:
    """Verify a receipt, and keep it if its envelope is known; what it proves is remembered in any case."""
    statement = Statement.parse(raw)
    receipt = statement.read(Receipt)
    url, host = pinned_host(home, statement.key_id)
    place = (receipt.game, receipt.seat, receipt.phase, receipt.sequence)
    path, sealed = home.receipt_path(*place), home.sealed_path(*place)
    envelope = envelope_in(path) or envelope_in(sealed)
    with proving(f"The receipt for envelope {receipt.sequence} of {receipt.seat} in phase {receipt.phase}"):
        statement.verify(host.key)
        if envelope is not None:
            verify_receipt(statement, envelope, host.key)
    if envelope is not None:
        home.keep_receipt(path, statement.to_json_value(), json.loads(envelope.to_json()))
        sealed.unlink(missing_ok=True)
    Pins(home, url).raise_to(receipt.game, {f"sequence of {receipt.seat} in phase {receipt.phase}": receipt.sequence})
    return {"kind": "receipt", **receipt.to_body(), "file": str(path) if envelope is not None else None}


def take_note(home: Home, found: Checkpoint, road: str) -> dict[str, Any]:
    """Compare a checkpoint that came by mail with those known of its game; its key has to be that of a host met."""
    url, _ = pinned_host(home, found.key_id)
    Checkpoints(home, found.log).take(found, road, Pins(home, url).of_game(found.log))
    return {"kind": "checkpoint", "game": found.log, "entries": found.count, "head": to_base64(found.head)}
