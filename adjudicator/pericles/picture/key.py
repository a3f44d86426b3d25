"""What the signs on the map mean."""

from __future__ import annotations

from adjudicator.pericles.names import name_of
from adjudicator.pericles.picture.counters import LETTERS, Rack
from adjudicator.pericles.picture.labels import capital
from adjudicator.pericles.picture.palette import text_on
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import HUNDRED, PieceName
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import INNER, MARGIN, Card, Flow
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
_SIDES = "Athens is round; Sparta has cut corners and hatched ground"
_QUEUES = "A queue: the upper one is resolved first; its kind (? face down), who placed it / whose it is"


def key(view: Pericles, top: int) -> list[Card]:
    """Pieces by colour and shape, Treachery markers, queues; nothing where there is no map (14-B)."""
    if view.facts.kind == "political":
        return []
    card = Card("", top)
    rack = Rack(card, MARGIN, top, INNER)
    for word, piece in _CLASSES:
        _explain(rack, word, piece, "300" if piece == HUNDRED else "", text_on(piece))
    _explain(rack, "Treachery", "treachery-athens", "", "pale")
    rack.row()
    kinds = enumerated(f"{letter} {capital(name_of(kind))}" for kind, letter in LETTERS.items())
    flow = Flow(card, MARGIN, rack.bottom, INNER).prose(_SIDES, "small").line().prose(_QUEUES, "small").line()
    card.bottom = flow.words(kinds, "small").bottom
    return [card]


def _explain(rack: Rack, word: str, sign: str, text: str, kind: str) -> None:
    """A sign and what it means, in one row."""
    wide = 46 if sign == HUNDRED else 34
    if rack.x + wide + 4 + width_of(word, "small") > rack.right:
        rack.row()
    rack.put(sign, text, kind, wide)
    rack.add_word(word)
    rack.x += 12
