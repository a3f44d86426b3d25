"""The map: connections by kind, the theaters with all that lies on them, and what the signs mean."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.kernel.subjects import subject
from adjudicator.pericles.components.model import Connection
from adjudicator.pericles.names import name_of, words
from adjudicator.pericles.picture import layout
from adjudicator.pericles.picture.counters import CHIP, add_pieces, add_queue
from adjudicator.pericles.picture.labels import STATUS_WORDS, status_of, theater_in_words
from adjudicator.pericles.picture.layout import GRID, LEFT, Place, Places, Point, short_name
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.words import PERSIA, SIDES, THEATERS
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card

_INSET = 4
_HEAD = 62
_LEAST = 96
_TINTS = ("athens", "sparta", "contested", "neutral")
_KINDS = (
    ("coastal", "coastal"),
    ("transport", "transport"),
    ("overland", "overland"),
    ("open_sea", "open sea"),
    ("coastal_ferry", "ferry"),
    ("coastal_haulway", "haulway"),
)
_LINES = {"coastal_ferry": "coastal", "coastal_haulway": "coastal"}
_MARKS = {"coastal_ferry": "ferry", "coastal_haulway": "haulway"}
_HOLLOW = ("overland", "open_sea")  # drawn as two parallel lines


class Tile(NamedTuple):
    """What is drawn of a theater, before it is known how tall it becomes."""

    card: Card
    bottom: int


def theater_map(view: Pericles, top: int) -> list[Card]:
    """3.2: nothing where the scenario has no map (14-B)."""
    if view.facts.kind == "political":
        return []
    heights: dict[Spot, int] = {
        spot: _content(view, spot, Place(0, 0, layout.width_of_spot(spot), 0)).bottom for spot in GRID
    }
    at = layout.places(heights, top)
    cards = [_connections(view, at, top), *(_theater(view, spot, at[spot]) for spot in GRID), _tints(at)]
    cards.append(_kinds(at))
    return cards


# --- theaters ----------------------------------------------------------------------------------------------------


def _theater(view: Pericles, spot: Spot, place: Place) -> Card:
    """The ground in the colour of who holds it, and what lies there."""
    status = status_of(view, spot)
    card = Card(theater_in_words(view, spot, view.theaters[spot]), place.top, subject=subject("theater", spot))
    if status == "contested":
        _split(card, place)
    else:
        _add_ground(card, place, status)
    if view.expedition and view.expedition.theater == spot:
        card.box(*place, "fought")
    card.items += _content(view, spot, place).card.items
    card.bottom = place.bottom
    return card


def _add_ground(card: Card, place: Place, status: str) -> None:
    """Who holds it, by colour and, for Sparta, by a hatched ground."""
    card.box(*place, f"at-{status}")
    if status == "sparta":
        card.box(place.left + 2, place.top + 2, place.width - 4, place.height - 4, "hatched")


def _split(card: Card, place: Place) -> None:
    """3.2-A: both Sides stand here: the left half in the colour of Athens, the right one in that of Sparta."""
    half = place.width // 2
    card.path(f"M{place.left} {place.top}h{half}v{place.height}h-{half}z", "half-athens")
    rest = place.width - half
    for kind in ("half-sparta", "hatched"):
        card.path(f"M{place.left + half} {place.top}h{rest}v{place.height}h-{rest}z", kind)
    card.box(*place, "at-contested")


def _content(view: Pericles, spot: Spot, place: Place) -> Tile:
    """Number and signs, name, pieces, queue."""
    card = Card("", place.top)
    status = status_of(view, spot)
    shown = "small" if status in _TINTS else "dull"
    _add_head(card, view, spot, place, status)
    card.words(short_name(spot), place.left + _INSET, place.top + 45, shown)
    bottom = place.top + _HEAD
    if status in ("closed", "out"):
        card.words(status, place.left + _INSET, bottom + 12, "dull")
        bottom += CHIP
    left, width = place.left + _INSET, place.width - 2 * _INSET
    bottom = add_pieces(card, spot, view.theaters[spot], left, bottom, width)
    bottom = add_queue(card, spot, view.theaters[spot].queue, left, bottom + 4, width)
    return Tile(card, max(bottom + 4, place.top + _LEAST))


def _add_head(card: Card, view: Pericles, spot: Spot, place: Place, status: str) -> None:
    """3.2-B: the number, Land or Naval, granary."""
    line = place.top + 17
    if spot == PERSIA:
        if status != "out":
            card.sign("crown", place.left + 20, line)
        return
    facts, number = view.box.theaters[spot], str(THEATERS.index(spot) + 1)
    if status == "out":
        card.words(number, place.left + _INSET, line, "dull")
        return
    card.box(place.left + _INSET, line - 13, 32, 25, "slot")
    card.words(number, place.left + _INSET + 16, line, "number", "middle")
    card.sign(f"{facts.type}-theater", place.right - 20, line)
    if facts.granary:
        card.sign("granary", place.right - 50, line)
    if status in SIDES:
        card.words(name_of(status)[0], place.left + _INSET + 36, line, "tag")


# --- connections -------------------------------------------------------------------------------------------------


def _connections(view: Pericles, at: Places, top: int) -> Card:
    """9.32: those of theaters in play in their colours, the others faint."""
    card = Card(_label(view), top)
    in_play = list(view.in_play())
    for one in sorted(view.box.components.connections, key=lambda each: (each.a, each.b)):
        a, b = THEATERS[one.a - 1], THEATERS[one.b - 1]
        way = subject("way", f"{a}-{b}")
        with card.thing(way, f"{words(view, way)}: {dict(_KINDS)[one.type]}"):
            _draw(card, layout.route(at, a, b), one.type, a in in_play and b in in_play)
    return card


def _draw(card: Card, points: list[Point], kind: str, in_play: bool) -> None:
    d = "M" + "L".join(f"{x} {y}" for x, y in points)
    if not in_play:
        card.path(d, "way-out")
        return
    card.path(d, f"way-{_LINES.get(kind, kind)}")
    if kind in _HOLLOW:
        card.path(d, "way-hollow")
    if kind in _MARKS:
        (x, y), (u, v) = points[0], points[-1]
        card.sign(_MARKS[kind], (x + u) // 2, (y + v) // 2)


def _label(view: Pericles) -> str:
    """The connections in words, by kind."""
    in_play = [THEATERS.index(name) + 1 for name in view.in_play()]
    joined: list[Connection] = sorted(view.box.components.connections, key=lambda each: (each.a, each.b))
    kinds = []
    for kind, word in _KINDS:
        pairs = [f"{one.a}-{one.b}" for one in joined if one.type == kind and one.a in in_play and one.b in in_play]
        if pairs:
            kinds.append(f"{word} {', '.join(pairs)}")
    return f"Connections: {'; '.join(kinds)}"


# --- what it means -----------------------------------------------------------------------------------------------


def _tints(at: Places) -> Card:
    """Who holds a theater, where the map leaves room in the north-west."""
    top = at["macedonia"].top
    card = Card("", top)
    for row, status in enumerate(_TINTS):
        place = Place(LEFT - 14, top + row * 28, 24, 22)
        if status == "contested":
            _split(card, place)
        else:
            _add_ground(card, place, status)
        card.words(capital_of(status), place.right + 6, place.top + 11, "small")
    card.bottom = top + 4 * 28
    return card


def capital_of(status: str) -> str:
    """Who holds a theater, in one word."""
    return STATUS_WORDS[status].removeprefix("Controlled by ")


def _kinds(at: Places) -> Card:
    """The kinds of connections and the signs of theaters, in the south-west."""
    top = at["east"].top
    card = Card("", top)
    for number, (kind, word) in enumerate(_KINDS):
        column, row = divmod(number, 2)
        x, y = LEFT - 14 + column * 142, top + 22 + row * 32
        _draw(card, [(x, y), (x + 36, y)], kind, True)
        card.words(word, x + 42, y, "small")
    x, y = LEFT - 14, top + 22 + 2 * 32
    for sign, word in (("land-theater", "Land"), ("naval-theater", "Naval"), ("granary", "granary")):
        card.sign(sign, x + 14, y)
        card.words(word, x + 32, y, "small")
        x += 142 if sign == "land-theater" else 32 + width_of(word, "small") + 14
    card.bottom = max(top + 3 * 32 + 12, at["east"].bottom, at[PERSIA].bottom)
    return card
