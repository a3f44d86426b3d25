"""What the signs on the map mean."""

from __future__ import annotations

from adjudicator.pericles.names import name_of
from adjudicator.pericles.picture.counters import LETTERS, Rack
from adjudicator.pericles.picture.labels import capital
from adjudicator.pericles.picture.layout import Point
from adjudicator.pericles.picture.palette import text_on
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import HUNDRED, PieceName
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.wording import enumerated

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
