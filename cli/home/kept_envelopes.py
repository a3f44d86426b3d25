"""The envelopes that were sealed in this home, as it keeps them: with their receipts, or until these come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cli.home.home import Home, safe_name
from schemas.envelopes import Envelope
from schemas.errors import ProtocolError


def envelope_in(path: Path) -> Envelope | None:
    """The envelope in a file, alone or with its receipt."""
    if not path.exists():
        return None
    kept = json.loads(path.read_bytes())
    return Envelope.parse(json.dumps(kept.get("envelope", kept)).encode())


def own_envelopes(home: Home, game: str, seat: str, phase: int) -> list[Envelope]:
    """The envelopes of a seat for a phase that were sealed in this home, newest last."""
    found: dict[int, Envelope] = {}
    for path in (home.sealed_path(game, seat, phase, 1), home.receipt_path(game, seat, phase, 1)):
        for each in path.parent.glob(f"{seat}-{phase}-*.json"):
            envelope = envelope_in(each)
            if envelope is not None and (envelope.header.seat, envelope.header.phase) == (seat, phase):
                found[envelope.header.sequence] = envelope
    return [found[sequence] for sequence in sorted(found)]


def envelopes_of_game(home: Home, game: str) -> Iterator[Envelope]:
    """All that were sealed in this home for a game; files that cannot be read are passed over."""
    for folder in ("sealed", "receipts"):
        for path in sorted((home.root / folder / safe_name(game)).glob("*.json")):
            with suppress(ProtocolError, ValueError, AttributeError):
                if (envelope := envelope_in(path)) is not None:
                    yield envelope
