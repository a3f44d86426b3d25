"""The two sides: PP, the card of the Game Turn, hand, pool, Revolts; then what belongs to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.athens_sparta.picture.layout import Scale
from adjudicator.athens_sparta.state.position import AthensSparta, HiddenCard
from adjudicator.athens_sparta.text.battles import plan_said
from adjudicator.athens_sparta.text.wording import card_said, common_said, held_said, points_said, rest_said, side_said
from adjudicator.athens_sparta.words import SIDES, SideName
from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import MARGIN, Card, Flow

GAP: Final = 12
CARD_HEIGHT: Final = 30


def sides(view: AthensSparta, scale: Scale, top: int) -> list[Card]:
    """A board for each side, equally high, then a line for both."""
    width = (scale.width - 2 * MARGIN - GAP) // 2
    cards = [_side(view, side, MARGIN + number * (width + GAP), top, width) for number, side in enumerate(SIDES)]
    bottom = max(card.bottom for card in cards)
    for number, (card, side) in enumerate(zip(cards, SIDES, strict=True)):
        frame = Card("", top)
        frame.box(MARGIN + number * (width + GAP), top, width, bottom - top, f"at-{side}")
        card.items[:0] = frame.items
        card.bottom = bottom
    said = "; ".join([common_said(view), *held_said(view)])
    common = Card(said, bottom + 6)
    common.bottom = Flow(common, MARGIN, bottom + 6, scale.width - 2 * MARGIN).prose(f"{said}.").bottom
    return [*cards, common]


def _side(view: AthensSparta, side: SideName, left: int, top: int, width: int) -> Card:
    plan = f"; {said}" if (said := plan_said(view, side)) else ""
    said = f"{side.capitalize()}: {points_said(view, side)}; {side_said(view, side)}{plan}"
    card = Card(said, top, subject=subject("seat", side))
    card.words(side.capitalize(), left + GAP, top + 22, "lead")
    card.words(points_said(view, side), left + 100, top + 22, "lead")
    if side in view.cards:
        room = width_of(card_said(view, view.cards[side]), "firm") + width_of("played", "line") + 18
        _add_cards(card, view, "played", [view.cards[side]], left + width - GAP - room, top + 22, room)
    line = top + 22
    if held := view.hands.get(side):
        line = _add_cards(card, view, "hand", held, left + GAP, top + 58, width - 2 * GAP)
    rest = Flow(card, left + GAP, line + 20, width - 2 * GAP).prose(f"{_begun(rest_said(view, side))}{plan}.")
    card.bottom = rest.bottom + 6
    return card


def _add_cards(
    card: Card, view: AthensSparta, title: str, held: Sequence[HiddenCard], left: int, line: int, room: int
) -> int:
    """Cards in rows, their faces or backs: from the middle of the first row, whose last one's is the result."""
    card.words(title, left, line, "line")
    first = x = left + width_of(title, "line") + 8
    for one in held:
        face = "" if isinstance(one, Unknown) else card_said(view, one)
        width = max(22, width_of(face, "firm") + 10)
        if x + width > left + room and x > first:
            x, line = first, line + CARD_HEIGHT + 4
        y = line - CARD_HEIGHT // 2
        if isinstance(one, Unknown):
            card.box(x, y, width, CARD_HEIGHT, "back")
        else:
            with card.thing(subject("card", one), f"{one} ({face})"):
                card.box(x, y, width, CARD_HEIGHT, "card")
                card.words(face, x + width // 2, line, "firm", "middle")
        x += width + 4
    return line


def _begun(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]
