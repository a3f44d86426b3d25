"""Blocks as they stand: small ones on the map, by type and steps, large ones with their rating; backs by number."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudicator.athens_sparta.names import block_name
from adjudicator.athens_sparta.picture.wording import Group, block_said, group_said, groups
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import BlockName, BlockType, HexName, Posture, SideName
from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import Card

LETTERS: Final[dict[BlockType, str]] = {
    "hoplite": "H",
    "peltast": "P",
    "cavalry": "C",
    "ship": "N",
    "demos": "D",
    "tyrant": "T",
    "helot": "L",
}
TOKEN: Final = 20
LARGE: Final = (32, 40)


class Token(NamedTuple):
    """What stands beside a city: a block that is known, the backs of some, or what there is no more room for."""

    side: SideName
    posture: Posture
    colour: str
    label: str
    back: bool = False
    open: bool = False
    subject: str = ""
    title: str = ""


def tokens(view: AthensSparta, hex: HexName, room: int) -> list[Token]:
    """What stands in a hex, as far as there is room; of the largest groups some become one token, `+2`."""
    shown = [_of_group(view, group) for group in groups(view, hex)]
    while sum(map(len, shown)) > room // TOKEN and max(map(len, shown)) > 1:
        longest = max(range(len(shown)), key=lambda number: len(shown[number]))
        shown[longest] = _shorter(shown[longest])
    found = [token for group in shown for token in group]
    while len(found) > room // TOKEN:
        found = _shorter(found)
    return found


def _of_group(view: AthensSparta, group: Group) -> list[Token]:
    found = [_known(view, one) for one in group.blocks if not isinstance(one.id, Unknown)]
    hidden = [one.colour for one in group.blocks if isinstance(one.id, Unknown)]
    title = group_said(view, group)
    for colour in dict.fromkeys(hidden):
        number = str(hidden.count(colour))
        found.append(Token(group.side, group.posture, colour, number, back=True, title=title))
    return found


def _known(view: AthensSparta, block: Block) -> Token:
    strength = "?" if isinstance(block.strength, Unknown) else str(block.strength)
    label = f"{LETTERS[view.facts(block).type]}{strength}"
    named = subject("block", block.name)
    return Token(block.side, block.posture, block.colour, label, False, block.open, named, block_said(view, block))


def _shorter(shown: list[Token]) -> list[Token]:
    """The last two as one, with the sign of the first of them."""
    *kept, one, other = shown
    number = sum(int(each.label) if each.back or each.label[0] == "+" else 1 for each in (one, other))
    return [*kept, Token(one.side, one.posture, one.colour, f"+{number}", title=f"{one.title}, {other.title}")]


def add_token(card: Card, token: Token, x: int, line: int) -> None:
    """A token by the middle of its body; what posture it is in lies at its foot."""
    if token.subject:
        with card.thing(token.subject, token.title):
            _add_body(card, token, x, line)
    else:
        _add_body(card, token, x, line)


def _add_body(card: Card, token: Token, x: int, line: int) -> None:
    card.sign(f"block-{token.side}-{token.colour}", x, line)
    if token.open:
        card.sign(f"up-{token.side}", x, line)
    if token.back:
        card.sign(f"back-{token.side}", x, line)
    card.words(token.label, x + 5 if token.back else x, line - 2, "letter", "middle")
    if token.posture != "FIELD":
        card.sign(token.posture.lower(), x, line)


def add_large(card: Card, view: AthensSparta, block: Block, x: int, y: int) -> None:
    """A block by its upper left corner: its steps as squares along the upper edge, filled ones are left."""
    facts = view.facts(block)
    left = 0 if isinstance(block.strength, Unknown) else block.strength
    with card.thing(subject("block", block.name), block_said(view, block)):
        _add_face(card, block.side, block.colour, block.name, view, x, y)
        _add_steps(card, x + 4, y + 3, left, facts.steps - left)
        middle = x + LARGE[0] // 2
        if isinstance(block.strength, Unknown):
            card.words("?", middle, y + 5, "letter", "middle")
        if block.open:
            card.sign(f"large-up-{block.side}", middle, y + LARGE[1] // 2)
        if block.origin:
            card.sign("moved", x + LARGE[0], y + LARGE[1] // 2)
        if block.rising:
            card.sign("rising", x + LARGE[0] - 3, y + 3)
        if block.posture != "FIELD":
            card.sign(block.posture.lower(), middle, y + LARGE[1] - 6)


def add_pooled(card: Card, view: AthensSparta, side: SideName, name: BlockName, x: int, y: int) -> None:
    """8.5-A: a block that may be built: all its steps are still to be paid."""
    facts = view.box.blocks[name]
    colour = {"athens": "blue", "sparta": "red"}.get(facts.side, "green")
    with card.thing(
        subject("block", name), f"{block_name(name, view.box)} in the pool: {facts.steps} steps, {facts.rating}"
    ):
        _add_face(card, side, colour, name, view, x, y)
        _add_steps(card, x + 4, y + 3, 0, facts.steps)


def _add_steps(card: Card, x: int, y: int, left: int, lost: int) -> None:
    """Squares in a row: those that are left first."""
    square = "h5v5h-5z"
    for first, number, kind in ((0, left, "step"), (left, lost, "lost")):
        if number:
            card.path(f"M{x + 6 * first} {y}{'m6 0'.join([square] * number)}", kind)


def _add_face(card: Card, side: SideName, colour: str, name: BlockName, view: AthensSparta, x: int, y: int) -> None:
    facts, middle = view.box.blocks[name], x + LARGE[0] // 2
    card.sign(f"large-{side}-{colour}", middle, y + LARGE[1] // 2)
    card.words(LETTERS[facts.type], middle, y + 17, "owner", "middle")
    card.words(facts.rating, middle, y + 31, "letter", "middle")
