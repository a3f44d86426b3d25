"""What lies beside the map: heading, battle, both sides, the blocks that are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudicator.athens_sparta.combat.fight import Fight
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.picture.layout import SCALES, Scale, regions
from adjudicator.athens_sparta.picture.tokens import LARGE, add_large, add_pooled
from adjudicator.athens_sparta.picture.wording import (
    assault_said,
    attacks_said,
    battle_lines,
    battle_of,
    block_said,
    card_said,
    combat_said,
    common_said,
    course_said,
    fighters,
    held_said,
    plan_said,
    points_said,
    pool_said,
    rest_said,
    side_said,
    turn_of,
)
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block, HiddenCard, turn_said
from adjudicator.athens_sparta.words import ENEMY, SIDES, BlockName, SideName
from adjudicator.kernel import Shape, Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import MARGIN, Card, Flow
from adjudicator.pictures.told import awaited, whose


def heading(view: AthensSparta, seat: str | None, shape: Shape, top: int) -> Card:
    """The first lines of the picture; those of a tall one are no wider than a phone."""
    title, said = _title(view), _said(view)
    card = Card(f"{game_said(view)} The board {whose(seat and seat.capitalize())}.", top)
    scale = SCALES[shape]
    flow = Flow(card, MARGIN, top, scale.words).prose(title, "lead").line()
    if shape == "wide":
        card.words(f"The board {whose(seat and seat.capitalize())}", scale.width - MARGIN, top + 14, "weak", "end")
    else:
        said += f" The board {whose(seat and seat.capitalize())}."
    card.bottom = flow.prose(said).bottom
    return card


def game_said(view: AthensSparta) -> str:
    """The turn, how the game stands, and what was played last."""
    played = f" {turn_of(view)}." if view.outcome is not None and turn_of(view) else ""
    return f"{_title(view)}: {_said(view)}{played}"


def _title(view: AthensSparta) -> str:
    return f"Athens & Sparta, {turn_said(view)}"


def _said(view: AthensSparta) -> str:
    attacks, combat = attacks_said(view), combat_said(view)
    return _standing(view) + (f" Attacked: {attacks}." if attacks else "") + (f" {combat}." if combat else "")


def _standing(view: AthensSparta) -> str:
    """How the game stands, and who is asked."""
    if view.outcome is not None:
        return f"The game is over: {view.outcome.in_words()}."
    turn, asked = turn_of(view), ", ".join(map(str.capitalize, awaited(view)))
    said = [*([f"{turn}."] if turn else []), *([f"Asked now: {asked}."] if asked else [])]
    return " ".join(said) or "The game begins."


# --- the battle in course ---------------------------------------------------------------------------------------------


HEAD: Final = 150
STEP: Final = LARGE[0] + 5
ROW: Final = LARGE[1] + 20
LETTERS: Final = ("A", "B", "C")


def battle(view: AthensSparta, scale: Scale, top: int) -> list[Card]:
    """5.1-A: the columns from left to right are the order in which blocks act."""
    fought = battle_of(view)
    if fought is None:
        return []
    card = Card(". ".join(battle_lines(view, fought)), top)
    flow = Flow(card, MARGIN, top, scale.words).prose(assault_said(view, fought), "firm")
    if said := course_said(view, fought):
        flow.line().prose(f"{said[0].upper()}{said[1:]}.")
    y = flow.bottom + 4
    x = MARGIN + HEAD
    sides = (ENEMY[fought.attacker], fought.attacker)
    for letter in LETTERS:
        card.words(letter, x, y + 12, "firm")
        lines = [_acting(view, fought, side, letter) for side in sides]
        for number, line in enumerate(lines):
            _add_line(card, view, fought, line, x, y + 26 + ROW * number)
        x += STEP * max(3, *map(len, lines)) + 16
    for number, side in enumerate(sides):
        middle = y + 26 + ROW * number + LARGE[1] // 2
        card.words(f"{side.capitalize()} {'attacks' if number else 'defends'}", MARGIN, middle - 9, "firm")
        hidden = sum(isinstance(one.id, Unknown) for one in view.at(fought.place, side))
        if hidden:
            card.words(f"{hidden} face down", MARGIN, middle + 11, "line")
    card.bottom = y + 26 + 2 * ROW
    return [card]


def _acting(view: AthensSparta, fought: Battle, side: SideName, letter: str) -> list[Block]:
    return [one for one in fighters(view, fought, side) if Fight(view, fought).rating(one)[0] == letter]


def _add_line(card: Card, view: AthensSparta, fought: Battle, blocks: list[Block], x: int, y: int) -> None:
    for number, block in enumerate(blocks):
        left = x + STEP * number
        add_large(card, view, block, left, y)
        if block.name in fought.acted:
            card.sign("acted", left + LARGE[0] // 2, y + LARGE[1] + 8)
        if block.name == fought.acting:
            card.sign("acts", left + LARGE[0] // 2, y + LARGE[1] + 8)


# --- the two sides ----------------------------------------------------------------------------------------------------


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
            with card.thing(subject("card", one), f"card {face}"):
                card.box(x, y, width, CARD_HEIGHT, "card")
                card.words(face, x + width // 2, line, "firm", "middle")
        x += width + 4
    return line


def _begun(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]


# --- the blocks that the viewer knows, large --------------------------------------------------------------------------


ROSTERS_STEP: Final = LARGE[0] + 3
LABEL: Final = 20
ROSTERS_ROW: Final = LABEL + LARGE[1] + 6


class Stack(NamedTuple):
    """Blocks of a side in one place, or in the pool."""

    label: str
    blocks: list[Block]
    pooled: list[BlockName]

    @property
    def width(self) -> int:
        """With its label above."""
        return max(width_of(self.label, "town"), ROSTERS_STEP * (len(self.blocks) + len(self.pooled))) + 9


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
            x, y = MARGIN, y + ROSTERS_ROW
        _add_stack(card, view, side, stack, x, y)
        x += stack.width
    card.bottom = y + ROSTERS_ROW
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
        add_large(card, view, block, x + ROSTERS_STEP * number, y + LABEL)
    for number, name in enumerate(stack.pooled):
        add_pooled(card, view, side, name, x + ROSTERS_STEP * number, y + LABEL)
