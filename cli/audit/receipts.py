"""Receipts: each for its envelope, by the host's key, and none forgotten in the record of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.audit.evidence import Evidence, Finding, KeptReceipt, KeptRecord
from cli.audit.histories import History
from schemas.documents.receipts import verify_receipt
from schemas.errors import ProtocolError
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK, Header
from schemas.statements.statements import Statement, key_id


def sound(
    evidence: Evidence, found: Mapping[str, History], pinned: Sequence[bytes]
) -> tuple[list[KeptReceipt], list[KeptReceipt], list[Finding]]:
    """The receipts that hold, those under keys that no file here has, and those that do not hold."""
    held, unknown, wrong = [], [], []
    for kept in evidence.receipts:
        history = found.get(kept.receipt.game)
        keys = [*([history.host] if history and history.host else ()), *pinned]
        signer = next((key for key in keys if key_id(key) == kept.statement.key_id), None)
        if signer is None:
            unknown.append(kept)
            continue
        try:
            kept.statement.verify(signer)
            if kept.envelope is not None:
                verify_receipt(kept.statement, kept.envelope, signer)
        except ProtocolError as error:
            said = f"The receipt in {kept.file} is not valid: {error.message}."
            wrong.append(Finding("changed", said, (kept.file,)))
        else:
            held.append(kept)
    return held, unknown, wrong


def twice(held: Sequence[KeptReceipt]) -> Iterator[Finding]:
    """Two envelopes that were acknowledged under one number: a host takes each number once."""
    first: dict[tuple[Any, ...], KeptReceipt] = {}
    for kept in held:
        said = kept.receipt
        place = (said.game, said.phase, said.seat, said.sequence)
        other = first.setdefault(place, kept)
        if other.receipt.envelope != said.envelope:
            yield Finding(
                "two-receipts",
                f"The host acknowledged two different envelopes as number {said.sequence} of {said.seat} in phase "
                f"{said.phase} of {said.game}: {other.file} and {kept.file}.",
                (other.file, kept.file),
                f"seat {said.seat}",
            )


def forgotten(held: Sequence[KeptReceipt], records: Sequence[KeptRecord]) -> Iterator[Finding]:
    """Envelopes that the host acknowledged, and that are neither in the record nor replaced there by newer ones."""
    for kept in held:
        for record in (one for one in records if one.record.game == kept.receipt.game):
            if (why := missing_from(kept, record)) is not None:
                said = kept.receipt
                yield Finding(
                    "forgotten",
                    f"The host acknowledged envelope {said.sequence} of {said.seat} in phase {said.phase} "
                    f"({kept.file}), but {why} ({record.file}).",
                    (kept.file, record.file),
                    f"seat {said.seat}",
                )


def missing_from(kept: KeptReceipt, record: KeptRecord) -> str | None:
    """Why a record contradicts a receipt; None where it does not. It shows only the books put in force."""
    said = kept.receipt
    if said.phase == BOOK:
        return None
    phase = next((one for one in record.record.phases if one.phase == said.phase), None)
    if phase is None:
        return f"according to the record, phase {said.phase} was never cut"
    cut = next((one for one in phase.envelopes if one.seat == said.seat), None)
    if cut is None:
        return "by the record nothing of that seat had arrived when the phase was cut"
    header = Statement.from_form(cut.header)
    sequence = header.read(Header).sequence
    if sequence < said.sequence:
        return f"by the record an older one counted, number {sequence}"
    if sequence == said.sequence and to_base64url(header.digest) != said.envelope:
        return "by the record another envelope has that number"
    return None
