"""Words of orders as a person would like to read them: what an id stands for."""

from __future__ import annotations

from adjudicator.pericles.components import box
from adjudicator.pericles.components.model import LeaderCard
from adjudicator.pericles.events.base import name_of


def say(word: str) -> str:
    """A card by its title and value; the rest by its name."""
    card = box().cards.get(word)
    if card is None:
        return name_of(word)
    return f"{card.name if isinstance(card, LeaderCard) else card.title}, value {card.value}"
