"""Round, event, whose turn it is, who has passed, who is asked."""

from __future__ import annotations

from contextlib import ExitStack

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.wording import awaited, whose
from adjudicator.polis.names import name_of, words
from adjudicator.polis.picture.layout import LETTERS
from adjudicator.polis.state.chapters import round_said
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import stock_said, turn_said
from adjudicator.polis.words import GOODS, SIDES, SideName


def stage(view: Polis) -> str:
    """The round, in the letters that the font of pictures has."""
    return f"round {view.round}" if view.round else "set-up"


def heading(view: Polis, seat: str | None, frame: Frame) -> Card:
    """The first lines of the picture."""
    title, said = f"Polis, {stage(view)}", _said(view)
    card = Card(f"{game_said(view)} The board {whose(seat and seat.capitalize())}.", 4)
    flow = frame.flow(card, 4)
    with ExitStack() as things:
        if view.event:
            event = subject("event", view.event)
            things.enter_context(card.thing(event, words(view, event)))
        flow.prose(f"{title}. {said}", "firm")
    card.bottom = flow.prose(f"The board {whose(seat and seat.capitalize())}.", "weak").bottom
    return card


def game_said(view: Polis) -> str:
    """The round as it is printed, how the game stands, and what was done last."""
    turn = f" {turn_said(view)}" if view.outcome is not None and view.sides else ""
    return f"Polis, {round_said(view.round)}: {_said(view)}{turn}"


def _said(view: Polis) -> str:
    """How the game stands, and who is asked."""
    if view.outcome is not None:
        return f"The game is over: {view.outcome.reason}."
    turn = turn_said(view) if view.sides else "The sides are not drawn yet."
    asked = ", ".join(map(str.capitalize, awaited(view)))
    return f"{turn[0].upper()}{turn[1:]}{f' Asked now: {asked}.' if asked else ''}"


def strip(view: Polis, frame: Frame, top: int) -> list[Card]:
    """A box a side: Prestige, goods, merchants in port."""
    width = (frame.inner - 6) // 2
    return [_side(view, side, frame, frame.edge + n * (width + 6), top, width) for n, side in enumerate(SIDES)]


def _side(view: Polis, side: SideName, frame: Frame, x: int, top: int, width: int) -> Card:
    player, wide = view.sides[side], frame.shape == "wide"
    card = Card(f"{name_of(side)} in short: {stock_said(view, side)}", top, subject=subject("seat", view.seat(side)))
    card.told = "unsaid"
    card.bottom = top + (52 if wide else 98)
    card.box(x, top, width, card.bottom - top, f"at-{side}")
    if view.seat(side) in awaited(view):
        card.box(x + 1, top + 1, width - 2, card.bottom - top - 2, "asked")
    card.words(name_of(side), x + 10, top + 16, "place")
    merchants = f"{player.port} merchant{'' if player.port == 1 else 's'} in port"
    card.words(merchants, x + (110 if wide else 10), top + (16 if wide else 36), "mini")
    card.words(f"Prestige {player.prestige}", x + width - 10, top + 16, "firm", "end")
    across = len(GOODS) if wide else 3
    step = (width - 16) // across
    for number, good in enumerate(GOODS):
        row, column = divmod(number, across)
        left, line = x + 10 + column * step, top + (37 if wide else 60) + row * 22
        label = good if wide else LETTERS[good]
        card.words(label, left, line, "mini")
        card.words(str(player.stock[good]), left + width_of(label, "mini") + 4, line, "firm")
    return card
