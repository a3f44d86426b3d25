"""Facts that follow from a position, by name: for case files and for conditions of books (D.13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.perikles.war.strength import column

FACTS: Mapping[str, Callable[..., Any]] = {
    "supply": lambda position, seat: position.supply(seat),
    "cubes_on_board": lambda position, seat: position.cubes_on_board(seat),
    "persian_leaders": lambda position: position.persian_leaders(),
    "pool": lambda position, seat: position.pool(seat),
    "column": lambda position, attack, defence: column(attack, defence),
    "relation": lambda position, force, other: position.relation(force, other) or "neutral",
}
