"""The battle in course: both sides' blocks by the letter of their rating, the defender's above."""

from __future__ import annotations

from typing import Final

from adjudicator.athens_sparta.combat.fight import Fight
from adjudicator.athens_sparta.picture.layout import Scale
from adjudicator.athens_sparta.picture.tokens import LARGE, add_large
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.text.battles import assault_said, battle_lines, battle_of, course_said, fighters
from adjudicator.athens_sparta.words import ENEMY, SideName
from adjudicator.kernel import Unknown
from adjudicator.pictures.shapes import MARGIN, Card, Flow

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
