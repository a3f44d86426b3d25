"""The names of Athens & Sparta: what people read for a subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.words import SICILY, CardName, HexName
from adjudicator.kernel.subjects import Naming, split


def place_name(hex: HexName, printed: Box | None = None) -> str:
    """`Naupactus (F08)`; `F08` where no city or oracle stands."""
    name = (printed or box()).names.get(hex)
    if hex == SICILY:
        return "Sicily"
    return f"{name} ({hex})" if name else hex


def card_name(card: CardName, printed: Box | None = None) -> str:
    """`2/Storm`, `5`, as it is printed; ids tell cards of the same value apart."""
    facts = (printed or box()).cards.get(card)
    if facts is None:
        return card
    return f"{facts.mp}/{facts.event.capitalize()}" if facts.event else str(facts.mp)


def block_name(block: str, printed: Box | None = None) -> str:
    """`hoplite S09`; what a report calls a block that its reader may not know, `block I08#1` (2.2-C)."""
    facts = (printed or box()).blocks.get(block)
    return f"{facts.type} {block}" if facts else f"block {block}"


def words(view: Any, one: str) -> str:
    """The name of a subject, as the components have it that the game is played with, where a view says which."""
    kind, name = split(one)
    printed = view.box if view is not None else box()
    if kind == "place":
        return place_name(name, printed)
    if kind == "card":
        return f"{name} ({card_name(name, printed)})"
    if kind == "block":
        return block_name(name, printed)
    return name.capitalize() if kind == "seat" else name.replace("_", " ")


FIELDS: Mapping[str, str] = {
    "seat": "seat",
    "side": "seat",
    "other": "seat",
    "first": "seat",
    "owner": "seat",
    "winner": "seat",
    "scores": "seat",
    "place": "place",
    "places": "place",
    "path": "place",
    "to": "place",
    "from": "place",
    "city": "place",
    "card": "card",
    "cards": "card",
    "block": "block",
    "blocks": "block",
    "event_card": "event",
}
NAMING = Naming(words, FIELDS)
