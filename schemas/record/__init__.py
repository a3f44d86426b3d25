"""The record of a finished game: everything that anybody needs to check it from the first signature to the last die."""

from schemas.record.form import Finding, Record, RecordedEnvelope, RecordedLeaf, RecordedOrder, RecordedPhase
from schemas.record.verification import verify_record

__all__ = [
    "Finding",
    "Record",
    "RecordedEnvelope",
    "RecordedLeaf",
    "RecordedOrder",
    "RecordedPhase",
    "verify_record",
]
