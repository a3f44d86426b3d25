"""The seats: score by part, supply, Special tile, Influence tiles, what was won."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import influence_tile, location_tile
from adjudicator.perikles.names import name_of
from adjudicator.perikles.picture.labels import named
from adjudicator.perikles.picture.tiles import colour_of, signs_of
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.state.scoring import cube_points, location_points, scores, statue_points
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import SIGN, SPACE, Card, Flow, Frame
from adjudicator.pictures.wording import enumerated


def seats(view: Perikles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A card a seat, in the order of play."""
    cards: list[Card] = []
    for owner in view.seats:
        cards.append(_seat(view, owner, owner == seat, frame, top))
        top = cards[-1].bottom + 4
    return cards


def _seat(view: Perikles, owner: str, mine: bool, frame: Frame, top: int) -> Card:
    card = Card(_label(view, owner), top, subject=subject("seat", owner))
    flow = frame.flow(card, top + 4, 8).sign(owner).words(owner, "place")
    if mine:
        flow.words("(you)", "weak")
    card.words(f"{scores(view)[owner]} VP", frame.width - frame.edge - 8, flow.y, "place", "end")
    leads = [_leads(view, owner)] if _leads(view, owner) else []
    flow.line().prose("; ".join([*leads, _points(view, owner), f"supply {view.supply(owner)}"]), "line").gap(12)
    flow.keep(200).words("Special tile", "weak")
    _add_special(flow, view, owner)
    held = view.tiles.get(owner, [])
    if held:
        flow.line().words("Tiles", "weak")
    for tile in held:
        colour, signs = colour_of(influence_tile(tile)), signs_of(influence_tile(tile))
        flow.keep(width_of(colour, "line") + SPACE + SIGN * len(signs))
        with card.thing(subject("tile", tile), name_of(tile)):
            flow.words(colour, "line").sign(*signs).gap(8)
    if won := view.locations_won.get(owner):
        flow = flow if held and frame.shape == "wide" else flow.line()
        flow.words("Won", "weak").prose(_won(won), "line")
    card.bottom = flow.bottom + 4
    return card.framed("mine" if mine else "card", frame)


def _add_special(flow: Flow, view: Perikles, owner: str) -> None:
    special = view.special.get(owner)
    if special is None or isinstance(special.tile, Unknown):
        flow.words(special_of(view, owner), "line")
        return
    with flow.card.thing(subject("tile", special.tile), name_of(special.tile)):
        flow.words(special_of(view, owner), "line")


def _leads(view: Perikles, owner: str) -> str:
    """4.07, 4.08: what it leads this turn; nothing outside the chapters in which anybody leads."""
    if led := view.led_by(owner):
        return f"Leads {named(led)}"
    return "Leads Persia" if view.chapter in (5, 6) and view.outcome is None else ""


def _points(view: Perikles, owner: str) -> str:
    """E.03: the parts of its score."""
    parts = (location_points(view, owner), statue_points(view, owner), cube_points(view, owner))
    return "Locations {}, Statues {}, cubes {}".format(*parts)


def special_of(view: Perikles, owner: str) -> str:
    """X.01, V.01: its Special tile as far as the viewer may know it."""
    special = view.special.get(owner)
    if special is None:
        return "not dealt yet"
    if isinstance(special.tile, Unknown):
        return "face down"
    return f"{name_of(special.tile)}, {'used' if special.used else 'unused'}"


def _won(tiles: list[str]) -> str:
    return enumerated(f"{location_tile(tile).name} {location_tile(tile).vp}" for tile in tiles)


def _label(view: Perikles, owner: str) -> str:
    """What a screen reader says for the card."""
    held = map(name_of, view.tiles.get(owner, []))
    parts = [
        f"{owner}: {scores(view)[owner]} VP ({_points(view, owner)})",
        _leads(view, owner),
        f"{count_of(view.supply(owner), 'cube')} in supply",
        f"Special tile {special_of(view, owner)}",
        f"Influence tiles: {enumerated(held)}",
        f"Locations won: {_won(view.locations_won.get(owner, []))}",
    ]
    return "; ".join(part for part in parts if part)
