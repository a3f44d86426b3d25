"""Boards as plain text: what the cards of a picture say, section by section, in lines that fit a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any, Final

from adjudicator.pictures.shapes import Card, Row, Section


def whose(seat: str | None) -> str:
    """Whose knowledge a picture shows, to stand after "The board"."""
    return f"as {seat} know{'' if seat.startswith('the ') else 's'} it" if seat else "as everybody knows it"


def awaited(view: Any) -> list[str]:
    """The seats that a view's phase asks, each once, where that may be shown: of a veiled phase none."""
    return list(dict.fromkeys(ask.seat for ask in view.phase.asks)) if view.phase and not view.phase.veiled else []


def enumerated(things: Iterable[object], nothing: str = "none") -> str:
    """Things one after the other, with commas."""
    return ", ".join(map(str, things)) or nothing


COLUMNS = 80
WEIGHTY: Final = ("battle", "vote", "score")
"""Shapes of scenes that open by themselves, and are no mere lines of the log."""
SIGNS: Final = {"battle": "⚔", "move": "➜", "vote": "⚖", "card": "▤", "score": "★", "notice": "✎"}
"""What stands before the heading of a scene, by its shape."""


def told(heading: str, sections: Iterable[Section]) -> str:
    """The heading, then each section that says anything under its title."""
    parts = [_wrapped(heading, ""), *([section.title, *_lines(section.cards)] for section in sections)]
    return "\n\n".join("\n".join(part) for part in parts if len(part) > 1 or part is parts[0])


def _lines(cards: Sequence[Card]) -> list[str]:
    """A line a card, with those that are joined to it; cards with rows as one table."""
    rows: list[str] = []
    said = [card for card in cards if card.label and card.told != "unsaid"]
    for in_table, some in groupby(said, key=lambda card: card.row is not None):
        if in_table:
            rows += _table([card.row for card in some if card.row])
        else:
            rows += [row for line in _joined(some) for row in _wrapped(line, "  ")]
    return rows


def _joined(cards: Iterable[Card]) -> list[str]:
    lines: list[str] = []
    for card in cards:
        if card.told == "joined" and lines:
            lines[-1] += f"; {card.label}"
        else:
            lines.append(card.label)
    return lines


def _table(rows: Sequence[Row]) -> list[str]:
    """Numbers under their heads; what a row says besides stands below it."""
    first = max(len(row.name) for row in rows)
    columns = [[cell.head, *(row.cells[number].value for row in rows)] for number, cell in enumerate(rows[0].cells)]
    cells = zip(*([f"{one:>{max(map(len, column)) + 2}}" for one in column] for column in columns), strict=True)
    head, *numbers = ["".join(line) for line in cells]
    lines = [f"  {'':<{first}}{head}"]
    for row, line in zip(rows, numbers, strict=True):
        lines += [f"  {row.name:<{first}}{line}", *_wrapped(row.rest, "    ")]
    return lines


def _wrapped(text: str, indent: str) -> list[str]:
    """A text in as many lines as it needs, the later ones a little further in."""
    later = f"{indent}  " if indent else ""
    return wrap(
        text, COLUMNS, initial_indent=indent, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )
