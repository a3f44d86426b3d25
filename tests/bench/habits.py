"""What players do to get fewer mails: what they write in their books at the beginning, and with their answers.

A fourth title needs a row here only if it has habits of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.kernel import Book, Title
from adjudicator.perikles.components import CITIES
from tests.bench import pericles_book

Entries = list[dict[str, Any]]


def nothing(rules: Title[Any], view: Any, seat: str) -> Entries:
    """No entry."""
    return []


@dataclass(frozen=True)
class Habit:
    """Something that a player does to get fewer mails.

    `standing` is what it adds to a book before the first phase; `ahead` gives the book that goes with orders, or None.
    `mute`: no mail of veiled phases that ask nothing.
    """

    words: str
    standing: Callable[[Title[Any], Any, str], Entries] = nothing
    ahead: Callable[[Title[Any], Any, str, Any], Book | None] | None = None
    mute: bool = False


def defaults(*questions: str) -> Callable[[Title[Any], Any, str], Entries]:
    """Entries that give the default."""
    return lambda rules, view, seat: [{"question": name, "default": True} for name in questions]


def small_matters(rules: Title[Any], view: Any, seat: str) -> Entries:
    """Perikles: who commits first, what is recovered, requests, losses, Special tiles in battle."""
    return [
        {"question": "D-5A", "choose": [{"seat": "self"}]},
        {"question": "D-5B", "default": True},
        {"question": "D-5E", "choose": [{"rules": [{"grant": False}]}]},
        {"question": "D-6B", "default": True},
        {"question": "D-6S", "default": True},
        {"question": "D-6A", "choose": [{"use": False}]},
    ]


def by_colours(rules: Title[Any], view: Any, seat: str) -> Entries:
    """Perikles: tiles by colour."""
    return [{"question": "D-2", "choose": [{"colours": [*CITIES, "any"]}]}]


def ranked_elections(rules: Title[Any], view: Any, seat: str) -> Entries:
    """Perikles: elections by a list that lasts for the whole game."""
    own_first = [seat, *(other for other in view.seats if other != seat)]
    wanted = [{"city": city, "colour": colour} for colour in own_first for city in CITIES]
    return [{"question": "D-3", "choose": wanted} for _ in range(3)]


def political_rules(rules: Title[Any], view: Any, seat: str) -> Entries:
    """Pericles: issues and lent tokens by rule."""
    wanted = ("D11", "D12", "D18", "D19", "D20", "D21", "D22", "D23", "D24")
    entries = [*pericles_book.sheet(view, seat, []), *pericles_book.theaters(seat)]
    lent = [{"question": "D28", "choose": [{"tokens": 1}]}, {"question": "D29", "choose": [{"tokens": 2}]}]
    return [*(entry for entry in entries if entry["question"] in wanted), *lent]


PERIKLES = (
    Habit("small matters and battles by rule", small_matters),
    Habit("elections by a list for the whole game", ranked_elections),
    Habit("tiles by colours", by_colours),
)
PERICLES = (
    Habit(
        "small matters by default",
        defaults(
            *(f"D{n}" for n in (3, 4, 8, 9, 10, 13, 14, 15, 17, 31, 32, 33, 34, 36, 37, 38, 39)),
        ),
    ),
    Habit("issues, lent tokens by rule", political_rules),
    Habit("Entourage by rule", defaults("D1", "D2")),
    Habit("no mail of veiled phases", mute=True),
)
POLIS = (
    Habit(
        "doctrines and end sheets by default",
        lambda rules, view, seat: [
            {"question": name, "default": True}
            for name, question in rules.questions.items()
            if not question.unasked and name not in ("D2", "D3")
        ],
    ),
)
HABITS: Mapping[str, tuple[Habit, ...]] = {"perikles": PERIKLES, "pericles": PERICLES, "polis": POLIS}
