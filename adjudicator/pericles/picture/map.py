"""The map: coasts, connections by kind, the theaters with all that lies on them."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pericles.components.model import Connection
from adjudicator.pericles.names import name_of, words
from adjudicator.pericles.picture import layout
from adjudicator.pericles.picture.counters import CHIP, Rack, add_pieces, add_queue, marker_in_words
from adjudicator.pericles.picture.key import add_key, draw_way
from adjudicator.pericles.picture.labels import place_name, status_of, theater_in_words
from adjudicator.pericles.picture.layout import LEAST, MAP, NARROW, ROWS, TALLEST, WIDE, short_name
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.words import PERSIA, SIDES, THEATERS
from adjudicator.pictures.shapes import Box, Card, Frame
from adjudicator.pictures.wording import enumerated

KINDS = (
    ("coastal", "coastal"),
    ("transport", "transport"),
    ("overland", "overland"),
    ("open_sea", "open sea"),
    ("coastal_ferry", "ferry"),
    ("coastal_haulway", "haulway"),
)
_HEAD = 30
_REGIONS = (("Thrace", 720, 66), ("Asia", 1000, 180))


def theater_map(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """3.2: nothing where the scenario has no map (14-B)."""
    if view.facts.kind == "political":
        return []
    return _wide(view, top) if frame.shape == "wide" else _tall(view, frame, top)


def _wide(view: Pericles, top: int) -> list[Card]:
    ground = Card("", top)
    ground.bottom = top + layout.HEIGHT
    ground.box(0, top, 1060, layout.HEIGHT, "sea", 0)
    ground.sign("coast", 0, top)
    for name, x, y in _REGIONS:
        ground.words(name, x, top + y, "region", "middle")
    add_key(ground, 8, top + 624)
    theaters = [_theater(view, spot, at.left, top + at.top, WIDE, at.room) for spot, at in MAP.items()]
    return [ground, _connections(view, top), *theaters]


def _tall(view: Pericles, frame: Frame, top: int) -> list[Card]:
    cards: list[Card] = []
    for row in ROWS:
        drawn = [
            _theater(view, spot, frame.edge + column * (NARROW + 3), top, NARROW, TALLEST)
            for column, spot in enumerate(row)
        ]
        cards += drawn
        top = max(card.bottom for card in drawn) + 6
    return cards


# --- theaters ----------------------------------------------------------------------------------------------------


def _theater(view: Pericles, spot: Spot, left: int, top: int, width: int, room: int) -> Card:
    """The ground in the colour of who holds it, and what lies there: never taller than its room."""
    status = status_of(view, spot)
    card = Card(theater_in_words(view, spot, view.theaters[spot]), top, subject=subject("theater", spot))
    _add_head(card, view, spot, left, top, width, status)
    if status != "out":
        card.bottom = max(_add_content(card, view, spot, left + 5, top, width - 10, room), top + LEAST)
    else:
        card.bottom = top + _HEAD + 2
    ground = Card("", top)
    add_ground(ground, left, top, width, card.bottom - top, status)
    if view.expedition and view.expedition.theater == spot:
        ground.box(left - 2, top - 2, width + 4, card.bottom - top + 4, "fought", 8)
    card.items[:0] = ground.items
    card.ghosts(left + width // 2, card.bottom)
    return card


def add_ground(card: Card, left: int, top: int, width: int, height: int, status: str) -> None:
    """3.2-A: who holds it, by colour and, for Sparta, by a hatched ground; half and half where both stand here."""
    card.box(left, top, width, height, f"at-{'athens' if status == 'contested' else status}")
    if status in ("sparta", "contested"):
        start = left + 2 if status == "sparta" else left + width // 2
        over = Card("", top)
        over.box(start, top + 2, left + width - 2 - start, height - 4, "half-sparta", 4)
        over.items.append(Box(start, top + 2, left + width - 2 - start, height - 4, "hatched", 4, pattern="hatch"))
        card.items += over.items


def _add_head(card: Card, view: Pericles, spot: Spot, left: int, top: int, width: int, status: str) -> None:
    """3.2-B: the number, on a square for a land theater, on a round for a naval one; the name; who holds it."""
    line, faded = top + 16, status in ("out", "closed")
    small, indent = ("small-name", 27) if width == NARROW else ("place", 32)
    if spot != PERSIA:
        naval = view.box.theaters[spot].type == "naval"
        if status != "out":
            card.box(left + indent - 25, line - 10, 23, 20, "slot", 10 if naval else 3)
        number = str(THEATERS.index(spot) + 1)
        card.words(number, left + indent - 14, line, "dull" if status == "out" else "number", "middle")
    card.words(short_name(spot), left + (8 if spot == PERSIA else indent), line, "dull" if faded else small)
    if status in SIDES:
        card.words(name_of(status)[0], left + width - 4, line, "tag", "end")


def _add_content(card: Card, view: Pericles, spot: Spot, left: int, top: int, width: int, room: int) -> int:
    theater, bottom = view.theaters[spot], top + _HEAD
    rack = Rack(card, left, bottom, width)
    if spot != PERSIA and view.box.theaters[spot].granary:
        rack.mark("granary")
    if status_of(view, spot) == "closed":
        rack.add_word("closed")
    bottom = add_pieces(rack, spot, theater) + 2
    rows = min(3, max(1, (top + room - bottom - 4) // CHIP))
    return add_queue(card, spot, theater.queue, left, bottom, width, rows) + 4


def queues(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """The queues in full, as lines, where more than one marker waits."""
    cards: list[Card] = []
    for spot in MAP:
        queue = view.theaters[spot].queue
        if len(queue) > 1:
            said = enumerated(marker_in_words(marker) for marker in reversed(queue))
            card = Card(f"Queue of {place_name(spot)}, the first one first: {said}", cards[-1].bottom if cards else top)
            card.subject = subject("theater", spot)
            card.words(short_name(spot), frame.edge + 8, card.top + 10, "firm")
            left = frame.edge + 104
            card.bottom = add_queue(card, spot, queue, left, card.top, frame.width - frame.edge - left, len(queue)) + 3
            cards.append(card)
    return cards


# --- connections -------------------------------------------------------------------------------------------------


def _connections(view: Pericles, top: int) -> Card:
    """9.32: those of theaters in play in their colours, the others faint."""
    card = Card(_label(view), top)
    in_play = list(view.in_play())
    for one in sorted(view.box.components.connections, key=lambda each: (each.a, each.b)):
        a, b = THEATERS[one.a - 1], THEATERS[one.b - 1]
        way = subject("way", f"{a}-{b}")
        with card.thing(way, f"{words(view, way)}: {dict(KINDS)[one.type]}"):
            points = [(x, top + y) for x, y in layout.route(a, b)]
            draw_way(card, points, one.type, a in in_play and b in in_play)
    return card


def _label(view: Pericles) -> str:
    """The connections in words, by kind."""
    in_play = [THEATERS.index(name) + 1 for name in view.in_play()]
    joined: list[Connection] = sorted(view.box.components.connections, key=lambda each: (each.a, each.b))
    kinds = []
    for kind, word in KINDS:
        pairs = [f"{one.a}-{one.b}" for one in joined if one.type == kind and one.a in in_play and one.b in in_play]
        if pairs:
            kinds.append(f"{word} {', '.join(pairs)}")
    return f"Connections: {'; '.join(kinds)}"
