"""What an order would change on a board, before it is sent: what comes where, what leaves, what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec


class Coming(NamedTuple):
    """What an order brings to a place: a sign of the title's picture with a text on it; without a sign the text alone.

    `kind` is the type of that text, `room` how wide the whole is; `rank`: which of several answers in a row brings it.
    """

    at: str
    sign: str = ""
    text: str = ""
    kind: str = "chip"
    room: int = 34
    rank: int = 0


class Preview(msgspec.Struct):
    """By subject: what comes, and how often; what leaves, with the text that then stands on the thing (none: it is
    gone); what else is lit, such as the ways of moves."""

    comes: Counter[Coming] = msgspec.field(default_factory=Counter)
    left: dict[str, str] = {}
    lit: list[str] = []

    def add(
        self, at: str, sign: str = "", text: str = "", number: int = 1, *, kind: str = "chip", room: int = 34
    ) -> None:
        """So many of one thing come to a place."""
        if number > 0:
            self.comes[Coming(at, sign, text, kind, room)] += number

    def take(self, thing: str, left: int | str = "") -> None:
        """A thing of which so many are left, or of which this is said then."""
        self.left[thing] = "" if left in (0, "0") else str(left)

    def rank(self, things: Iterable[str]) -> None:
        """1, 2, 3 on things in their order."""
        for number, one in enumerate(things, 1):
            self.add(one, text=str(number))

    def numbered(self, rank: int) -> Preview:
        """The same as the answer of this rank brings it; what it names is numbered where it brings nothing."""
        comes = {one._replace(rank=rank): number for one, number in self.comes.items()}
        named = {Coming(one, room=0, rank=rank): 1 for one in self.lit[:1]}
        return Preview(Counter(comes or named), self.left, self.lit)

    def update(self, other: Preview) -> None:
        """With what another order would change."""
        self.comes.update(other.comes)
        self.left.update(other.left)
        self.lit += other.lit


class Left(NamedTuple):
    """What is left of something that is spent: so many of so many, as boxes show it, and in words."""

    left: int
    of: int
    words: str

    @property
    def boxes(self) -> str:
        """A full box for each that is left, an empty one for each that is not."""
        full = max(0, min(self.left, self.of))
        return "■" * full + "□" * (self.of - full)


class Face(NamedTuple):
    """How a card or a tile looks in the row of answers: its large number, its name, and lines that count now or not."""

    number: str
    name: str
    lines: Sequence[tuple[str, bool]] = ()


def no_face(_view: object, _seat: str, _subject: str) -> Face | None:
    """The title has no cards."""
    return None


def nothing_left(_order: object, _view: object, _ask: object) -> tuple[Left, ...]:
    """The title counts nothing."""
    return ()


def nothing_seen(_order: object, _view: object, _ask: object) -> Preview:
    """The title shows nothing of its orders."""
    return Preview()
