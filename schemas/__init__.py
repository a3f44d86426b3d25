"""What crosses the wire: signed statements, sealed envelopes, receipts, the log and the record of a game.

The formats are written down for other implementers in `docs/protocol.md`, as JSON Schemas in `schemas/json/`, and as
test vectors in `schemas/vectors/`.
"""
