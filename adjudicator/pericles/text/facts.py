"""Facts that follow from a position, by name: for case files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.pericles.end.maintenance import capacity, load

FACTS: Mapping[str, Callable[..., Any]] = {
    "strength": lambda position, theater, side, kind: position.theaters[theater].strength(side, kind),
    "status": lambda position, theater, side: position.status(theater, side),
    "reserve": lambda position, piece: position.reserve(piece),
    "treachery_left": lambda position, side: position.treachery_left(side),
    "issues_left": lambda position, side, kind: position.issues_left(side, kind),
    "load": lambda position, side: load(position, side),
    "capacity": lambda position, side: capacity(position, side),
    "side_honor": lambda position, side: position.side_honor(side),
    "opposition": lambda position, side: position.opposition(side),
    "in_play": lambda position: [*position.in_play()],
}
