"""Envelopes: one seat's orders for one phase, signed on the outside and sealed inside.

`seal` makes one, `accept` decides whether the host stores it (nothing is opened), `faults` tells all that is against
it, `open_envelope` opens it after the cut, `open_copy` shows it to its author. Format: `docs/protocol.md`.
"""

from schemas.envelopes.container import MAX_BYTES, Envelope
from schemas.envelopes.desk import Desk, accept, faults
from schemas.envelopes.sealing import Leaf, commitment_of, open_copy, open_envelope, require_commitment, seal
from schemas.statements.payloads import Header

__all__ = [
    "MAX_BYTES",
    "Desk",
    "Envelope",
    "Header",
    "Leaf",
    "accept",
    "commitment_of",
    "faults",
    "open_copy",
    "open_envelope",
    "require_commitment",
    "seal",
]
