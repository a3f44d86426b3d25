"""Olympiad, Game Turn, cards of the turn, whose Player Turn it is, who is asked."""

from __future__ import annotations

from adjudicator.athens_sparta.picture.layout import SCALES
from adjudicator.athens_sparta.state.chapters import turn_said
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.text.battles import combat_said
from adjudicator.athens_sparta.text.wording import attacks_said, turn_of
from adjudicator.kernel import Shape
from adjudicator.pictures.shapes import MARGIN, Card, Flow
from adjudicator.pictures.wording import awaited, whose


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
        return f"The game is over: {view.outcome.reason}."
    turn, asked = turn_of(view), ", ".join(map(str.capitalize, awaited(view)))
    said = [*([f"{turn}."] if turn else []), *([f"Asked now: {asked}."] if asked else [])]
    return " ".join(said) or "The game begins."
