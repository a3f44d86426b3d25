"""Envelopes and their receipts in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.times import local_time


def envelope_in_words(envelope: Mapping[str, Any]) -> str:
    """Which envelope it is: of which seat, in which game, for what, draft or final."""
    what = f"orders for phase {envelope['phase']}" if envelope["phase"] else "book"
    return f"envelope {envelope['sequence']} of {envelope['seat']} in {envelope['game']}, {what} ({envelope['word']})"


def received_in_words(receipt: Mapping[str, Any]) -> str:
    """What the host says that it received, and when."""
    return f"Received {local_time(receipt['received_at'])}: {envelope_in_words(receipt)}."
