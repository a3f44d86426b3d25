"""The goods boards: Prestige, stocks, merchants, proxenos, score."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import MARGIN, Card
from adjudicator.polis.names import name_of
from adjudicator.polis.picture.layout import WIDTH
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import side_said, stock_said
from adjudicator.polis.words import GOODS, SIDES, SideName

BOARD = (WIDTH - 2 * MARGIN - 12) // 2


def sides(view: Polis, top: int) -> list[Card]:
    """The two goods boards beside each other, equally high."""
    cards = [_side(view, side, MARGIN + number * (BOARD + 12), top) for number, side in enumerate(SIDES)]
    bottom = max(card.bottom for card in cards)
    for number, (card, side) in enumerate(zip(cards, SIDES, strict=True)):
        frame = Card("", top)
        frame.box(MARGIN + number * (BOARD + 12), top, BOARD, bottom - top, f"at-{side}")
        card.items[:0] = frame.items
        card.bottom = bottom
    return cards


def _side(view: Polis, side: SideName, left: int, top: int) -> Card:
    said = f"{name_of(side)}: {stock_said(view, side)}. {side_said(view, side)}"
    card = Card(said, top, subject=subject("seat", view.seat(side)))
    player, line = view.sides[side], top + 20
    card.words(name_of(side), left + 12, line, "lead")
    card.words(f"Prestige {player.prestige}", left + 120, line, "lead")
    for column, good in enumerate(GOODS):
        x = left + 12 + column * 82
        card.words(good, x, line + 34, "mini")
        card.words(str(player.stock[good]), x, line + 58, "lead")
    card.bottom = card.prose(side_said(view, side), left + 12, top + 96, BOARD - 24) + 6
    return card
