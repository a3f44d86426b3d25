"""The head of the picture: the state of the game, whom it waits for, the viewer; the seats in short."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import components
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.state.scoring import scores
from adjudicator.perikles.text.board import PHASES
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.wording import awaited, enumerated, whose

_GAP = 6
_HEIGHT = {"wide": 50, "tall": 34}


def stage(view: Perikles) -> str:
    """Turn and phase, as the rules number them."""
    if view.outcome is not None:
        return "The game is over"
    if not view.turn:
        return "Setup"
    return f"Turn {view.turn} of {components().turns}, phase {view.chapter}: {PHASES[view.chapter]}"


def ranked(view: Perikles) -> list[tuple[str, int]]:
    """E.09: the seats with their places, best first; none while the game goes on."""
    places = view.outcome.places if view.outcome else {}
    return sorted(((seat, places[seat]) for seat in view.seats if seat in places), key=lambda each: each[1])


def heading(view: Perikles, seat: str | None, frame: Frame) -> Card:
    """Stage; first player and first committer; who is asked, or who has won; whose view it is."""
    text = f"{stage(view)}. {_standing(view)}"
    card = Card(f"{stage(view)}, {whose(seat)}. {_standing(view)}", 4)
    flow = frame.flow(card, 4).prose(f"{text} The board {whose(seat)}.", "firm")
    card.bottom = flow.bottom
    return card


def _standing(view: Perikles) -> str:
    """Who is first, who is asked or who has won."""
    first = f"First player {view.first_player}. " if view.first_player else ""
    first += f"First committer {view.first_committer}. " if view.first_committer else ""
    if view.outcome is not None:
        return first + enumerated(f"{place}. {who}" for who, place in ranked(view)) + "."
    if awaited(view):
        return f"{first}Asked now: {enumerated(awaited(view))}."
    return first + ("The game waits; for whom is not shown." if view.phase else "")


def strip(view: Perikles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A box a seat with its score; on wide pictures its cubes in supply and its Special tile, too."""
    width = (frame.inner - _GAP * (len(view.seats) - 1)) // len(view.seats)
    return [
        _seat(view, owner, owner == seat, frame, frame.edge + number * (width + _GAP), top, width)
        for number, owner in enumerate(view.seats)
    ]


def _seat(view: Perikles, owner: str, mine: bool, frame: Frame, x: int, top: int, width: int) -> Card:
    points, height = scores(view)[owner], _HEIGHT[frame.shape]
    card = Card(f"{owner}: {points} VP, {_in_short(view, owner)}", top, subject=subject("seat", owner))
    card.bottom = top + height
    card.box(x, top, width, height, "mine" if mine else "card")
    if owner in awaited(view):
        card.box(x + 1, top + 1, width - 2, height - 2, "asked")
    if frame.shape == "tall":
        card.sign(owner, x + 19, top + height // 2)
        card.words(str(points), x + width - 8, top + height // 2, "lead", "end")
        return card
    card.sign(owner, x + 22, top + height // 2)
    card.words(owner, x + 44, top + 16, "place")
    card.words("VP", x + width - 8, top + 16, "mini", "end")
    card.words(str(points), x + width - 12 - width_of("VP", "mini"), top + 15, "lead", "end")
    card.words(_in_short(view, owner), x + 44, top + 36, "mini")
    return card


def _in_short(view: Perikles, owner: str) -> str:
    special = view.special.get(owner)
    if special is None:
        tile = "no tile yet"
    elif special.used:
        tile = "tile used"
    else:
        tile = "tile hidden" if isinstance(special.tile, Unknown) else "tile unused"
    return f"{count_of(view.supply(owner), 'cube')}, {tile}"
