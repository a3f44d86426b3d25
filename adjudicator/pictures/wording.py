"""What the pictures of all titles say in the same words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def whose(seat: str | None) -> str:
    """Whose knowledge a picture shows, to stand after "The board"."""
    return f"as {seat} knows it" if seat else "as everybody knows it"


def awaited(view: Any) -> list[str]:
    """The seats that a view's phase asks, each once, where that may be shown: of a veiled phase none."""
    return list(dict.fromkeys(ask.seat for ask in view.phase.asks)) if view.phase and not view.phase.veiled else []


def enumerated(things: Iterable[object], nothing: str = "none") -> str:
    """Things one after the other, with commas."""
    return ", ".join(map(str, things)) or nothing
