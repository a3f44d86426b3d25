"""Pieces, Treachery markers and queues as they lie on a theater: signs with their numbers, row by row."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pericles.names import in_short, name_of, words
from adjudicator.pericles.picture.layout import text_on
from adjudicator.pericles.state.position import Marker, Pericles, Spot, Theater
from adjudicator.pericles.words import BASES_OF, HUNDRED, SIDES, THEATERS, UNITS_OF, PieceName, SideName
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card
from adjudicator.pictures.told import enumerated

ROW = 26
CHIP = 21
_BETWEEN = 2
_HUNDRED = 36
_PIECE, _TREACHERY = 26, 26
LETTERS = {"military": "M", "league": "L", "diplomatic": "D", "oracle": "O", "rumor": "R"}


class Rack:
    """Signs side by side on a card, wrapped at the right edge. `y` is the middle of the row."""

    def __init__(self, card: Card, left: int, top: int, width: int) -> None:
        self.card, self.left, self.right = card, left, left + width
        self.x, self.y = left, top + ROW // 2

    def put(self, sign: str, text: str, kind: str, width: int, drop: int = 0) -> None:
        """A sign with a text on it."""
        if self.x + width > self.right:
            self.row()
        middle = self.x + width // 2
        self.card.sign(sign, middle, self.y)
        if text:
            self.card.words(text, middle, self.y - drop, kind, "middle")
        self.x += width + _BETWEEN

    def piece(self, piece: PieceName, number: int, where: str) -> None:
        """Pieces of one class; the 300 show their name."""
        hundred = piece == HUNDRED
        one = subject("piece", f"{piece}@{where}")
        with self.card.thing(one, f"{words(None, one)}: {number}"):
            self.put(piece, "300" if hundred else str(number), text_on(piece), _HUNDRED if hundred else _PIECE)

    def treachery(self, side: SideName, number: int, where: str) -> None:
        """9.8: a Side's Treachery markers."""
        one = subject("treachery", f"{side}@{where}")
        with self.card.thing(one, f"{words(None, one)}: {number}"):
            self.put(f"treachery-{side}", str(number), "pale", _TREACHERY, drop=2)

    def mark(self, sign: str) -> None:
        """A small sign that is no piece."""
        self.card.sign(sign, self.x + 8, self.y)
        self.x += 18

    def add_word(self, word: str) -> None:
        """A small word after the signs, such as what a row is about."""
        width = width_of(word, "small")
        if self.x + width > self.right:
            self.row()
        self.card.words(word, self.x, self.y, "small")
        self.x += width + 4

    def row(self) -> None:
        """The next row, unless this one is empty."""
        if self.x > self.left:
            self.x, self.y = self.left, self.y + ROW

    @property
    def bottom(self) -> int:
        """The lower edge of the last row."""
        return self.y + ROW // 2 if self.x > self.left else self.y - ROW // 2


def pieces_of(theater: Theater, side: SideName) -> list[tuple[PieceName, int]]:
    """A Side's pieces in a theater, bases first; Persian bases are Sparta's."""
    classes: list[PieceName] = [*BASES_OF[side], *UNITS_OF[side]]
    if side == "sparta":
        classes.append("persian_base")
    return [(piece, theater.count(piece)) for piece in classes if theater.count(piece)]


def add_pieces(rack: Rack, spot: Spot, theater: Theater) -> int:
    """The pieces and Treachery markers of Athens, then those of Sparta; the lower edge."""
    for side in SIDES:
        for piece, number in pieces_of(theater, side):
            rack.piece(piece, number, spot)
        if theater.treachery.get(side):
            rack.treachery(side, theater.treachery[side], spot)
    return rack.bottom


def add_queue(card: Card, spot: Spot, queue: Sequence[Marker], left: int, top: int, width: int, most: int) -> int:
    """8.31-A: the markers in the order in which they are resolved, in so many rows; of the rest their number."""
    shown = _in_rows([(min(width, _wide(marker)), marker) for marker in reversed(queue)], width)
    rest = sum(map(len, shown[most:]))
    shown = shown[:most]
    while rest and sum(wide + 2 for wide, _ in shown[-1]) + width_of(f"+{rest}", "tag") > width:
        shown[-1].pop()
        rest += 1
    number, x, y = 0, left, top
    for row in shown:
        x = left
        for wide, marker in row:
            number += 1
            one = subject("marker", spot, number)
            with card.thing(one, f"{words(None, one)}: {marker_in_words(marker)}"):
                add_plaque(card, marker.side, x, y, wide, CHIP - 2)
                card.words(chip_of(marker), x + wide // 2, y + CHIP // 2 - 1, "pale", "middle")
            x += wide + 2
        y += CHIP
    if rest:
        card.words(f"+{rest}", x, y - CHIP // 2 - 1, "tag")
    return y


def _wide(marker: Marker) -> int:
    return width_of(chip_of(marker), "pale") + 11


def _in_rows(markers: Sequence[tuple[int, Marker]], width: int) -> list[list[tuple[int, Marker]]]:
    rows: list[list[tuple[int, Marker]]] = []
    used = width + 1
    for wide, marker in markers:
        if used + wide > width:
            rows.append([])
            used = 0
        rows[-1].append((wide, marker))
        used += wide + 2
    return rows


def add_plaque(card: Card, side: SideName | None, left: int, top: int, width: int, height: int) -> None:
    """The ground of a marker: a pill for Athens, with pointed ends for Sparta."""
    if side != "sparta":
        card.box(left, top, width, height, "marker-athens", height // 2)
        return
    half, point = height // 2, 5
    d = f"M{left} {top + half}l{point}-{half}h{width - 2 * point}l{point} {half}l-{point} {height - half}"
    card.path(f"{d}h-{width - 2 * point}z", "marker-sparta")


def letter_of(marker: Marker) -> str:
    """The letter of a marker's kind; `?` where it lies face down."""
    return "?" if isinstance(marker.kind, Unknown) else LETTERS[marker.kind]


def marker_in_words(marker: Marker) -> str:
    """A placed marker: `military, placed by AF`."""
    kind = "face down" if isinstance(marker.kind, Unknown) else marker.kind
    lent = not isinstance(marker.owner, Unknown) and marker.owner != marker.placer
    placer, owner = name_of(str(marker.placer)), name_of(str(marker.owner))
    return f"{kind}, placed by {placer}" + (f", of {owner}" if lent else "")


def chip_of(marker: Marker) -> str:
    """A placed marker: kind, placer, and its owner where that is another Faction (7.51-B)."""
    lent = not isinstance(marker.owner, Unknown) and marker.owner != marker.placer
    return f"{letter_of(marker)} {sign_of(str(marker.placer))}" + (f"/{sign_of(str(marker.owner))}" if lent else "")


def sign_of(faction: str) -> str:
    """The letters of a Faction: `Ar`."""
    return in_short(faction)[:2]


# --- what signs stand for, in words -----------------------------------------------------------------------------------


ISSUE_LETTERS = {
    "military": "Mi",
    "league": "Le",
    "diplomatic": "Di",
    "oracle": "Or",
    "games": "Ga",
    "war_peace": "WP",
    "ostracism": "Os",
    "citizenship": "Ci",
    "colony": "Co",
    "krypteia": "Kr",
    "agoge": "Ag",
}


def known(value: object) -> str:
    """A number or a name as far as the viewer may know it."""
    return "face down" if isinstance(value, Unknown) else str(value)


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def place_name(spot: Spot) -> str:
    """A theater's name, without an article."""
    return name_of(spot).removeprefix("the ")


def status_of(view: Pericles, spot: Spot) -> str:
    """3.2-A: who holds a theater; `closed` and `out` are no theaters now (13.2-A, 14-C). The box of Persia is neutral
    where it is open."""
    if spot == "persia":
        return "neutral" if view.persia_open else "closed" if view.facts.persia_in_play else "out"
    if spot not in view.in_play():
        given = view.facts.theaters_in_play
        return "out" if given and THEATERS.index(spot) + 1 not in given else "closed"
    status = view.status(spot, "athens")
    return {"friendly": "athens", "enemy": "sparta"}.get(status, status)


STATUS_WORDS = {
    "athens": "Controlled by Athens",
    "sparta": "Controlled by Sparta",
    "contested": "Contested",
    "neutral": "Neutral",
    "closed": "closed",
    "out": "not in play",
}


def theater_in_words(view: Pericles, spot: Spot, theater: Theater) -> str:
    """All that lies on a theater, as a screen reader says it."""
    parts = [f"{place_name(spot)}: {STATUS_WORDS[status_of(view, spot)]}"]
    if spot != "persia":
        facts = view.box.theaters[spot]
        parts = [f"{THEATERS.index(spot) + 1} {parts[0]}", f"{facts.type} theater"]
        parts += ["granary"] if facts.granary else []
    for side in SIDES:
        pieces = pieces_of(theater, side)
        there = [name_of(piece) if piece == HUNDRED else f"{number} {name_of(piece)}" for piece, number in pieces]
        if theater.treachery.get(side):
            there.append(f"{theater.treachery[side]} Treachery")
        if there:
            parts.append(f"{name_of(side)} has {', '.join(there)}")
    if theater.queue:
        parts.append(f"queue, the first one first: {enumerated(map(marker_in_words, reversed(theater.queue)))}")
    return "; ".join(parts)
