"""The map: coasts, connections by kind, the theaters with all that lies on them."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pericles.components.model import Connection
from adjudicator.pericles.names import name_of, words
from adjudicator.pericles.picture import layout
from adjudicator.pericles.picture.counters import (
    CHIP,
    LETTERS,
    Rack,
    add_pieces,
    add_queue,
    capital,
    marker_in_words,
    place_name,
    status_of,
    theater_in_words,
)
from adjudicator.pericles.picture.layout import LEAST, MAP, NARROW, ROWS, TALLEST, WIDE, Point, short_name, text_on
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.words import HUNDRED, PERSIA, SIDES, THEATERS, PieceName
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Box, Card, Frame
from adjudicator.pictures.told import enumerated

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
            card.subject, card.told = subject("theater", spot), "unsaid"
            card.words(short_name(spot), frame.edge + 8, card.top + 10, "firm")
            left = frame.edge + 104
            card.bottom = add_queue(card, spot, queue, left, card.top, frame.width - frame.edge - left, len(queue)) + 3
            cards.append(card)
    return cards


# --- connections -------------------------------------------------------------------------------------------------


def _connections(view: Pericles, top: int) -> Card:
    """9.32: those of theaters in play in their colours, the others faint."""
    card = Card(_label(view), top, told="unsaid")
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


# --- what the signs on the map mean -----------------------------------------------------------------------------------


_CLASSES: tuple[tuple[str, PieceName], ...] = (
    ("Athenian", "athenian_land"),
    ("Delian", "delian_land"),
    ("Argive", "argive_land"),
    ("Spartan", "spartan_land"),
    ("Peloponnesian", "peloponnesian_land"),
    ("Persian", "persian_base"),
    ("the 300", HUNDRED),
    ("naval", "athenian_naval"),
    ("base", "athenian_base"),
)
_SIDES = "Athens is round; Sparta has cut corners and hatched ground. A number on a square: land; on a round: naval."
_QUEUES = (
    "A queue: the first is resolved first; its kind (? face down), who placed it / whose it is; +2: two more below."
)
_LINES = {"coastal_ferry": "ferry", "coastal_haulway": "ferry"}
_HOLLOW = ("overland", "open_sea")  # drawn as two parallel lines
_SHORT = (("athenian_land", "land"), ("athenian_naval", "naval"), ("athenian_base", "base"))
_WAYS = (
    ("coastal", "coastal"),
    ("coastal_ferry", "ferry, haulway"),
    ("transport", "transport"),
    ("open_sea", "open sea"),
    ("overland", "overland"),
)


def draw_way(card: Card, points: list[Point], kind: str, in_play: bool) -> None:
    """A connection in the pattern of its kind."""
    d = "M" + "L".join(f"{x} {y}" for x, y in points)
    if not in_play:
        card.path(d, "way-out")
        return
    card.path(d, f"way-{_LINES.get(kind, kind)}")
    if kind in _HOLLOW:
        card.path(d, "way-hollow")


def add_key(card: Card, left: int, top: int) -> None:
    """In the corner of the wide map: connections and shapes."""
    card.box(left, top, 486, 60, "key")
    x = left + 10
    for number, (kind, word) in enumerate(_WAYS):
        column, row = divmod(number, 2)
        x = left + 10 + column * 140
        draw_way(card, [(x, top + 18 + row * 24), (x + 28, top + 18 + row * 24)], kind, True)
        card.words(word, x + 34, top + 18 + row * 24, "small")
    rack = Rack(card, left + 290, top + 29, 190)
    for piece, word in _SHORT:
        rack.put(piece, "", "pale", 26)
        rack.add_word(word)


def key(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """Pieces by colour and shape, Treachery markers, queues; nothing where there is no map (14-B)."""
    if view.facts.kind == "political":
        return []
    card = Card("", top)
    rack = Rack(card, frame.edge + 8, top, frame.inner - 16)
    for word, piece in _CLASSES:
        _explain(rack, word, piece, "300" if piece == HUNDRED else "", text_on(piece))
    _explain(rack, "Treachery", "treachery-athens", "", "pale")
    _explain(rack, "granary", "granary", "", "pale")
    rack.row()
    kinds = enumerated(f"{letter} {capital(name_of(kind))}" for kind, letter in LETTERS.items())
    flow = frame.flow(card, rack.bottom, 8)
    for text in (_SIDES, _QUEUES):
        flow.prose(text, "mini").line()
    card.bottom = flow.prose(kinds, "mini").bottom
    return [card]


def _explain(rack: Rack, word: str, sign: str, text: str, kind: str) -> None:
    """A sign and what it means, in one row."""
    wide = 38 if sign == HUNDRED else 26
    if rack.x + wide + 4 + width_of(word, "small") > rack.right:
        rack.row()
    rack.put(sign, text, kind, wide)
    rack.add_word(word)
    rack.x += 12
