"""The head of the picture: the state of the game, the seats it waits for, and the viewer."""

from __future__ import annotations

from adjudicator.perikles.components import components
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.state.scoring import scores
from adjudicator.perikles.text.board import PHASES
from adjudicator.pictures.shapes import INNER, MARGIN, Card, Flow
from adjudicator.pictures.wording import awaited, enumerated, whose


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


def heading(view: Perikles, seat: str | None, top: int) -> Card:
    """Name, stage, viewer; first player and first committer; who is asked, or who has won."""
    card = Card(f"{stage(view)}, {whose(seat)}. {_standing(view)}", top)
    card.words("Perikles", MARGIN, top + 26, "head")
    flow = Flow(card, MARGIN, top + 56, INNER).words(stage(view), "strong").line()
    if seat:
        flow.words("The board as").sign(seat).words(seat, "strong").words("knows it").line()
    else:
        flow.words("The board as everybody knows it").line()
    points = scores(view)
    for owner in view.seats:
        flow.sign(owner).words(str(points[owner]), "strong").gap(16)
    flow.words("VP").line()
    for word, who in (("First player", view.first_player), ("First committer", view.first_committer)):
        if who and view.outcome is None:
            flow.words(word).sign(who).gap(16)
    if flow.x > MARGIN:
        flow.line()
    _add_standing(flow, view)
    card.bottom = flow.bottom
    return card


def _add_standing(flow: Flow, view: Perikles) -> None:
    if view.outcome is not None:
        for who, place in ranked(view):
            flow.words(f"{place}.", "strong").sign(who).gap(16)
    elif awaited(view):
        flow.words("Asked now", "strong").sign(*awaited(view))
    elif view.phase:
        flow.words("The game waits; for whom is not shown.")


def _standing(view: Perikles) -> str:
    """Who is first, who is asked or who has won, for a screen reader."""
    first = f"First player {view.first_player}. " if view.first_player else ""
    first += f"First committer {view.first_committer}. " if view.first_committer else ""
    if view.outcome is not None:
        return first + enumerated(f"{place}. {who}" for who, place in ranked(view))
    if awaited(view):
        return f"{first}Asked now: {enumerated(awaited(view))}."
    return first + ("The game waits; for whom is not shown." if view.phase else "")
