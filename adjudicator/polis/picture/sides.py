"""What stands on the goods boards beside Prestige and stocks: proxenos, units abroad, score."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.polis.names import name_of
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import side_said, stock_said
from adjudicator.polis.words import SIDES, SideName


def sides(view: Polis, frame: Frame, top: int) -> list[Card]:
    """A card a side."""
    cards: list[Card] = []
    for side in SIDES:
        cards.append(_side(view, side, frame, cards[-1].bottom + 4 if cards else top))
    return cards


def _side(view: Polis, side: SideName, frame: Frame, top: int) -> Card:
    said = f"{name_of(side)}: {stock_said(view, side)}. {side_said(view, side)}"
    card = Card(said, top, subject=subject("seat", view.seat(side)))
    card.bottom = frame.flow(card, top + 3, 8).prose(side_said(view, side)).bottom + 3
    return card.framed(f"at-{side}", frame)
