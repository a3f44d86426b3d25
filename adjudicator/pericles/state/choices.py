"""How the options of questions are said."""

from __future__ import annotations

from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.components import box
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Spot


def card_in_words(card: str) -> str:
    """A card by its id, its title or name, and its value; the id alone where there is no such card."""
    printed = box().cards.get(card)
    return f"{getattr(printed, 'title', getattr(printed, 'name', ''))} {card} ({printed.value})" if printed else card


def theater_in_words(theater: Spot | None) -> str:
    """A theater; `none` where none is chosen."""
    return name_of(theater) if theater else "none"


def units_in_words(units: tuple[int, int]) -> str:
    """So many naval and land units."""
    numbers = (
        count_of(number, f"{kind} unit") for number, kind in zip(units, ("naval", "land"), strict=True) if number
    )
    return " and ".join(numbers) or "no unit"
