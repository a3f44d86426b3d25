"""What a picture is made of: words, boxes and signs on cards, with the room that each text may take.

All lengths are in units of which a wide picture is 1,060 wide and a tall one 390: the points of a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from typing import Literal, NamedTuple

import msgspec

from adjudicator.pictures.measures import size_of, width_of

MARGIN = 16
LINE = 26
SIGN = 24
SPACE = 6

Anchor = Literal["start", "middle", "end"]


class Words(msgspec.Struct, frozen=True):
    """One line of text on its baseline; `room` is the width that is kept for it."""

    text: str
    x: int
    y: int
    room: int
    kind: str = "line"
    anchor: Anchor = "start"

    @property
    def svg(self) -> str:
        """One `text` element; what is in it is escaped."""
        kind = self.kind if self.anchor == "start" else f"{self.kind} {self.anchor}"
        return f'<text class="{kind}" x="{self.x}" y="{self.y}">{escape(self.text)}</text>'


class Box(msgspec.Struct, frozen=True):
    """A rectangle by its upper left corner; `kind` is its class in the style sheet, `pattern` fills it."""

    x: int
    y: int
    width: int
    height: int
    kind: str = "card"
    round: int = 6
    pattern: str = ""

    @property
    def svg(self) -> str:
        """As SVG; all have round corners but rules, narrow ones smaller."""
        corners = (
            ""
            if self.kind == "rule"
            else f' rx="{min(self.round, self.width // 2 if self.round > 6 else self.width // 4)}"'
        )
        size = f'width="{self.width}" height="{self.height}"'
        filled = f' fill="url(#{self.pattern})"' if self.pattern else ""
        return f'<rect class="{self.kind}" x="{self.x}" y="{self.y}" {size}{corners}{filled}/>'


class Sign(msgspec.Struct, frozen=True):
    """A sign of the template (a seat's mark, a hoplite, a shard …) by its middle."""

    name: str
    x: int
    y: int

    @property
    def svg(self) -> str:
        """A reference to what the template draws once."""
        return f'<use href="#{escape(self.name)}" x="{self.x}" y="{self.y}"/>'


class Path(msgspec.Struct, frozen=True):
    """A line or an outline, in the words of SVG."""

    d: str
    kind: str

    @property
    def svg(self) -> str:
        """One `path` element."""
        return f'<path class="{self.kind}" d="{self.d}"/>'


class Thing(msgspec.Struct, frozen=True):
    """What can be pointed at: a group with the id of a subject, and its name, which a pointer shows."""

    subject: str
    title: str
    items: tuple[Item, ...]
    role: str = ""

    @property
    def svg(self) -> str:
        """One `g` element, whose `title` browsers show and screen readers say."""
        inner = "".join(item.svg for item in self.items)
        role = f' role="{self.role}"' if self.role else ""
        return f'<g data-id="{escape(self.subject)}"{role}><title>{escape(self.title)}</title>{inner}</g>'


class Ghosts(msgspec.Struct, frozen=True):
    """Where a page may draw what an order would add; nothing is drawn here."""

    x: int
    y: int

    @property
    def svg(self) -> str:
        """An empty `g` element that says where."""
        return f'<g class="ghosts" data-at="{self.x},{self.y}"/>'


Item = Words | Box | Sign | Path | Thing | Ghosts


class Frame(msgspec.Struct, frozen=True):
    """The page of a picture: its shape, its width, and the room at its edges."""

    shape: str
    width: int
    edge: int

    @property
    def inner(self) -> int:
        """The width between the edges."""
        return self.width - 2 * self.edge

    def flow(self, card: Card, top: int, inset: int = 0) -> Flow:
        """Words on a card from edge to edge, or so much narrower on both sides."""
        return Flow(card, self.edge + inset, top, self.inner - 2 * inset)


FRAMES = {"wide": Frame("wide", 1060, 8), "tall": Frame("tall", 390, 6)}


class Counter(NamedTuple):
    """A military counter: what stands on it, its subject and the name of that."""

    label: str
    subject: str
    title: str


class Cell(NamedTuple):
    """One value of a row: the head of its column in a table, what it is called in a sentence, and the value."""

    head: str
    called: str
    value: str


class Row(NamedTuple):
    """What a card says of one of several like things: values that a text sets in columns, and the rest."""

    name: str
    cells: tuple[Cell, ...]
    rest: str

    @property
    def said(self) -> str:
        """As a sentence."""
        return f"{self.name}: {', '.join(f'{cell.called} {cell.value}' for cell in self.cells)}; {self.rest}"


Told = Literal["line", "joined", "unsaid"]


class Card(msgspec.Struct):
    """A group of items that is read as one thing; `label` is what a screen reader and a text board say for it.

    A card that is one subject as a whole has its id. `told` is how a text has it: in a line of its own, joined to the
    line before, or not at all, because another card says the same or because it never changes. One with a `row` goes
    into a table.
    """

    label: str
    top: int
    items: list[Item] = []
    bottom: int = 0
    subject: str = ""
    told: Told = "line"
    row: Row | None = None

    def __post_init__(self) -> None:
        """A card begins with nothing on it."""
        self.bottom = self.top

    @property
    def svg(self) -> str:
        """All that is on it as SVG, as one image for a screen reader."""
        if self.subject:
            return Thing(self.subject, self.label, tuple(self.items), "img").svg
        said = f' role="img" aria-label="{escape(self.label)}"' if self.label else ""
        return f"<g{said}>{''.join(item.svg for item in self.items)}</g>"

    @contextmanager
    def thing(self, subject: str, title: str) -> Iterator[None]:
        """What is put on the card meanwhile is one thing that can be pointed at."""
        before = len(self.items)
        yield
        self.items[before:] = [Thing(subject, title, tuple(self.items[before:]))]

    def box(self, x: int, y: int, width: int, height: int, kind: str = "card", corners: int = 6) -> None:
        """A rectangle by its upper left corner."""
        self.items.append(Box(x, y, width, height, kind, corners))

    def words(self, text: str, x: int, line: int, kind: str = "line", anchor: Anchor = "start") -> None:
        """A text in the line whose middle is at height `line`."""
        self.items.append(Words(text, x, line + (size_of(kind) * 35 + 50) // 100, width_of(text, kind), kind, anchor))

    def sign(self, name: str, x: int, y: int) -> None:
        """A sign by its middle."""
        self.items.append(Sign(name, x, y))

    def path(self, d: str, kind: str) -> None:
        """A line or an outline."""
        self.items.append(Path(d, kind))

    def ghosts(self, x: int, y: int) -> None:
        """Where a page may draw what an order would add."""
        self.items.append(Ghosts(x, y))

    def framed(self, kind: str, frame: Frame) -> Card:
        """The same card with a box behind it, from edge to edge, down to its bottom."""
        self.items.insert(0, Box(frame.edge, self.top, frame.inner, self.bottom - self.top, kind))
        return self


class Section(msgspec.Struct):
    """Cards one below the other, under a heading whose foot is at height `heading`."""

    title: str
    top: int
    cards: list[Card]
    heading: int

    @property
    def part(self) -> str:
        """What programs call it, that show or paint this part of a picture alone: `map`, `issue-tracks`."""
        return self.title.lower().replace(" ", "-")

    @property
    def bottom(self) -> int:
        """Where the next section may begin."""
        return max([self.top, *(card.bottom for card in self.cards)])


class Flow:
    """Words and signs one after the other on a card, wrapped at the right edge. `y` is the middle of the line."""

    def __init__(self, card: Card, x: int, top: int, width: int) -> None:
        self.card, self.left, self.right = card, x, x + width
        self.x, self.y = x, top + LINE // 2
        self.indent = 0

    def words(self, text: str, kind: str = "line") -> Flow:
        """A text that stays in one line."""
        width = width_of(text, kind)
        self._make_room(width)
        self.card.words(text, self.x, self.y, kind)
        self.x += width + SPACE
        return self

    def prose(self, text: str, kind: str = "line") -> Flow:
        """A text that may be broken at its spaces."""
        rest = text.split(" ")
        self._make_room(width_of(rest[0], kind))
        while rest:
            taken = 1
            while taken < len(rest) and self._fits(width_of(" ".join(rest[: taken + 1]), kind)):
                taken += 1
            self.words(" ".join(rest[:taken]), kind)
            rest = rest[taken:]
            if rest:
                self.line()
        return self

    def sign(self, *names: str) -> Flow:
        """Signs close together, with a little room after the last."""
        for name in names:
            self._make_room(SIGN)
            self.card.sign(name, self.x + SIGN // 2, self.y)
            self.x += SIGN
        return self.gap(SPACE - 2)

    def counters(self, kind: str, shown: Iterable[Counter]) -> Flow:
        """Military counters of one type by what they show, equal ones as one with their number."""
        by_label: dict[str, list[Counter]] = {}
        for counter in sorted(shown):
            by_label.setdefault(counter.label, []).append(counter)
        for label, equal in by_label.items():
            times = f"×{len(equal)}" if len(equal) > 1 else ""
            self._make_room(SIGN + width_of(times))
            with ExitStack() as things:
                for subject, title in dict.fromkeys((one.subject, one.title) for one in equal):
                    things.enter_context(self.card.thing(subject, title))
                self.card.sign(kind, self.x + SIGN // 2, self.y)
                self.card.words(label, self.x + SIGN // 2, self.y, "chip", "middle")
                self.x += SIGN + 6
                if times:
                    self.words(times)
        return self

    def keep(self, width: int) -> Flow:
        """What comes next, as wide as this, stays in one line."""
        self._make_room(width)
        return self

    def gap(self, width: int = 10) -> Flow:
        """Room before what comes next, in units of the picture; none beyond the right edge."""
        self.x = min(self.x + width, self.right)
        return self

    def line(self) -> Flow:
        """Go on at the left edge, one line lower."""
        self.x, self.y = self.left, self.y + LINE
        return self

    @property
    def bottom(self) -> int:
        """The lower edge of the last line."""
        return self.y + LINE // 2

    def _fits(self, width: int) -> bool:
        return self.x + width <= self.right

    def _make_room(self, width: int) -> None:
        if not self._fits(width) and self.x > self.left + self.indent:
            self.line()
            self.x += self.indent
