"""The battle in course: who attacks, the cards in sight, both hands as the viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.polis.names import card_name, name_of
from adjudicator.polis.state.position import Battle, Polis, branch_of
from adjudicator.polis.text.wording import assault_said, cards_said
from adjudicator.polis.words import SIDES

GAP = 6
HEIGHT = 30


def battle(view: Polis, frame: Frame, top: int) -> list[Card]:
    """8: one card for the assault, then the cards that were laid, both hands, the discards."""
    fought = view.battle
    if fought is None or not fought.hands:
        return []
    units = ", ".join(f"{name_of(side)} {view.count(side, fought.region)} units" for side in SIDES)
    sums = ", ".join(f"{name_of(side)} {number:+d}" for side, number in sorted(fought.sums.items(), reverse=True))
    text = f"{assault_said(view)}. {units}.{f' Prestige {sums}.' if sums else ''} Pile {len(fought.pile)}."
    head = Card(text, top)
    head.bottom = frame.flow(head, top, 8).prose(text, "firm").bottom + 4
    cards = [head]
    rows: list[tuple[str, Sequence[object]]] = [("Laid", fought.laid)]
    rows += [(f"Hand of {name_of(side)}", fought.hands[side]) for side in SIDES]
    for title, held in [*rows, ("Discards", fought.discards)]:
        if held:
            cards.append(_row(view, fought, title, held, frame, cards[-1].bottom))
    return cards


def _row(view: Polis, fought: Battle, title: str, held: Sequence[object], frame: Frame, top: int) -> Card:
    card = Card(f"{title}: {cards_said(view, held)}", top)
    columns = 5 if frame.shape == "wide" else 2
    width = (frame.inner - GAP * (columns - 1)) // columns
    card.words(title, frame.edge + 8, top + 12, "mini")
    top += 24
    for number, one in enumerate(held):
        row, column = divmod(number, columns)
        _add_card(card, view, fought, one, frame.edge + column * (width + GAP), top + row * (HEIGHT + GAP), width)
    card.bottom = top + -(-len(held) // columns) * (HEIGHT + GAP) + 2
    return card


def _add_card(card: Card, view: Polis, fought: Battle, one: object, x: int, y: int, width: int) -> None:
    if isinstance(one, Unknown):
        card.box(x, y, width, HEIGHT, "back")
        card.words("?", x + width // 2, y + HEIGHT // 2, "line", "middle")
        return
    with card.thing(subject("card", str(one)), f"{one} {card_name(view.box, str(one))}"):
        card.box(x, y, width, HEIGHT, "card")
        card.words(card_name(view.box, str(one), branch_of(fought.region)), x + 8, y + HEIGHT // 2, "line")
