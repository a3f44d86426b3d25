"""Books: a seat's standing orders for the whole game, an ordered list of entries.

When a question opens, the first entry for it that holds a legal order answers it, with the first of its choices that is
legal; an entry that says `ask me` stops the search, and the seat is asked. A used entry is used up.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One standing order: ranked `choices` of orders to one question (without its id), or `ask_me`."""

    question: str
    choices: list[dict[str, Any]] = []
    ask_me: bool = False


Book = list[Entry]
