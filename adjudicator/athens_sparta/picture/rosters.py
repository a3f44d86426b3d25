"""The blocks that the viewer knows, large: type, rating and steps, by the hexes where they stand; the own pool."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.picture.layout import Scale
from adjudicator.athens_sparta.picture.tokens import LARGE, add_large, add_pooled
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.text.regions import regions
from adjudicator.athens_sparta.text.wording import block_said, pool_said
from adjudicator.athens_sparta.words import SIDES, BlockName, SideName
from adjudicator.kernel import Unknown
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import MARGIN, Card

STEP: Final = LARGE[0] + 3
LABEL: Final = 20
ROW: Final = LABEL + LARGE[1] + 6


class Stack(NamedTuple):
    """Blocks of a side in one place, or in the pool."""

    label: str
    blocks: list[Block]
    pooled: list[BlockName]

    @property
    def width(self) -> int:
        """With its label above."""
        return max(width_of(self.label, "town"), STEP * (len(self.blocks) + len(self.pooled))) + 9


def rosters(view: AthensSparta, scale: Scale, top: int) -> list[Card]:
    """A card a side of which the viewer knows any block."""
    cards: list[Card] = []
    for side in SIDES:
        stacks = [*_stacks(view, side)]
        if stacks:
            cards.append(_roster(view, side, stacks, scale, cards[-1].bottom + 4 if cards else top))
    return [*cards, _key(cards[-1].bottom)] if cards else []


def _stacks(view: AthensSparta, side: SideName) -> list[Stack]:
    components = str(view.options.get("components", ""))
    hexes = [hex for region in regions(components).values() for hex in region]
    found = []
    for hex in hexes:
        known = [one for one in view.at(hex, side) if not isinstance(one.id, Unknown)]
        if known:
            found.append(Stack(view.box.names.get(hex) or place_name(hex, view.box), known, []))
    pooled = [one for one in view.pools.get(side, []) if isinstance(one, str)]
    return [*found, *([Stack("Pool", [], pooled)] if pooled else [])]


def _roster(view: AthensSparta, side: SideName, stacks: list[Stack], scale: Scale, top: int) -> Card:
    said = [f"{stack.label} {', '.join(block_said(view, one) for one in stack.blocks)}" for stack in stacks]
    card = Card(f"Blocks of {side.capitalize()}: {'; '.join(said)} {pool_said(view, side)}", top, told="unsaid")
    x, y = MARGIN, top
    for stack in stacks:
        if x + stack.width > scale.width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + ROW
        _add_stack(card, view, side, stack, x, y)
        x += stack.width
    card.bottom = y + ROW
    return card


def _key(top: int) -> Card:
    """What the marks on the blocks mean."""
    card, line = Card("", top), top + 12
    card.words("Squares: steps that are left. Gold: face up.", MARGIN, line, "town")
    x = 316
    for sign, word in (("moved", "has moved in this Player Turn"), ("rising", "Revolt whose battle is to come")):
        card.sign(sign, x, line)
        card.words(word, x + 12, line, "town")
        x += 226
    card.bottom = top + 24
    return card


def _add_stack(card: Card, view: AthensSparta, side: SideName, stack: Stack, x: int, y: int) -> None:
    card.words(stack.label, x, y + LABEL // 2, "town")
    for number, block in enumerate(stack.blocks):
        add_large(card, view, block, x + STEP * number, y + LABEL)
    for number, name in enumerate(stack.pooled):
        add_pooled(card, view, side, name, x + STEP * number, y + LABEL)
