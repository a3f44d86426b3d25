"""The battle in course: who attacks, the cards in sight, both hands as the viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import MARGIN, Card
from adjudicator.polis.names import card_name, name_of
from adjudicator.polis.picture.layout import WIDTH
from adjudicator.polis.state.position import Battle, Polis, branch_of
from adjudicator.polis.text.wording import assault_said, cards_said
from adjudicator.polis.words import SIDES

COLUMNS = 5
GAP = 6
CARD = ((WIDTH - 2 * MARGIN - GAP * (COLUMNS - 1)) // COLUMNS, 30)


def battle(view: Polis, top: int) -> list[Card]:
    """8: one card for the assault, then the cards that were laid, both hands, the discards."""
    fought = view.battle
    if fought is None or not fought.hands:
        return []
    units = ", ".join(f"{name_of(side)} {view.count(side, fought.region)} units" for side in SIDES)
    sums = ", ".join(f"{name_of(side)} {number:+d}" for side, number in sorted(fought.sums.items(), reverse=True))
    text = f"{assault_said(view)}. {units}.{f' Prestige {sums}.' if sums else ''} Pile {len(fought.pile)}."
    head = Card(text, top)
    head.words(text, MARGIN, top + 12, "firm")
    head.bottom = top + 30
    cards = [head]
    rows: list[tuple[str, Sequence[object]]] = [("Laid", fought.laid)]
    rows += [(f"Hand of {name_of(side)}", fought.hands[side]) for side in SIDES]
    for title, held in [*rows, ("Discards", fought.discards)]:
        if held:
            cards.append(_row(view, fought, title, held, cards[-1].bottom))
    return cards


def _row(view: Polis, fought: Battle, title: str, held: Sequence[object], top: int) -> Card:
    card = Card(f"{title}: {cards_said(view, held)}", top)
    card.words(title, MARGIN, top + 12, "mini")
    top += 24
    for number, one in enumerate(held):
        row, column = divmod(number, COLUMNS)
        _add_card(card, view, fought, one, MARGIN + column * (CARD[0] + GAP), top + row * (CARD[1] + GAP))
    card.bottom = top + -(-len(held) // COLUMNS) * (CARD[1] + GAP) + 2
    return card


def _add_card(card: Card, view: Polis, fought: Battle, one: object, x: int, y: int) -> None:
    if isinstance(one, Unknown):
        card.box(x, y, *CARD, "back")
        card.words("?", x + CARD[0] // 2, y + CARD[1] // 2, "line", "middle")
        return
    with card.thing(subject("card", str(one)), f"{one} {card_name(view.box, str(one))}"):
        card.box(x, y, *CARD, "card")
        card.words(card_name(view.box, str(one), branch_of(fought.region)), x + 8, y + CARD[1] // 2, "line")
