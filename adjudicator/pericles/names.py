"""The names of Pericles: what people read for a word of the rules, and for a subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.kernel.subjects import Naming, counted, listed, split, subject
from adjudicator.pericles.components import Box, box
from adjudicator.pericles.words import BASES, HUNDRED, ISSUES, MARKERS, PERSIA, PIECES, SIDE_OF, THEATERS, UNITS

NAMES = {
    "athens": "Athens",
    "sparta": "Sparta",
    "AF": "the Aristocrats",
    "DF": "the Demagogues",
    "EK": "the Eurypontids",
    "AK": "the Agiads",
    "isthmus": "the Isthmus of Corinth",
    "cyclades": "the Cyclades",
    "sporades": "the Southern Sporades",
    "hellespont": "the Hellespont",
    "east": "the Eastern Mediterranean",
    "war_peace": "War/Peace",
    "three_hundred": "the 300",
}
_HEAPS = {"reserve": "the reserve", "lost": "the Lost box", "gone": "the pieces out of the game"}
_CAPITALISED = (*THEATERS, PERSIA, *ISSUES, *MARKERS)


def name_of(word: str) -> str:
    """A theater, piece, Faction or issue as people say it; any other word as it is."""
    if word in NAMES:
        return NAMES[word]
    if word in _CAPITALISED:
        return word.capitalize()
    colour, _, kind = word.partition("_")
    return f"{colour.capitalize()} {kind}" if word in PIECES else word


def piece_name(piece: str) -> str:
    """One piece of a class: `Delian base`, `Spartan land unit`, `the 300`."""
    return f"{name_of(piece)} unit" if piece in UNITS and piece != HUNDRED else name_of(piece)


def pieces_of(number: int, word: str) -> str:
    """So many pieces of a class: `1 Delian base`, `2 Spartan land units`, `the 300`; of anything else, the number."""
    return counted(number, piece_name(word)) if word in (*UNITS, *BASES) else f"{number} {name_of(word)}"


def pool_of(pieces: Mapping[Any, int]) -> str:
    """Pieces by class: `2 Delian bases and 1 Spartan land unit`; of none, `none`."""
    return listed([pieces_of(number, word) for word, number in sorted(pieces.items())])


def way_of(path: Sequence[str]) -> str:
    """Where a path begins and ends, and the theaters on the way."""
    by = f" by way of {listed([name_of(theater) for theater in path[1:-1]])}" if path[1:-1] else ""
    return f"from {name_of(path[0])} to {name_of(path[-1])}{by}"


def in_short(faction: str) -> str:
    """A Faction without its article: `Aristocrats`."""
    return name_of(faction).removeprefix("the ")


def space_of(where: str) -> str:
    """A space of a track, which events keep as `DF 1`: `space 1 of the Demagogues`."""
    half, _, number = where.partition(" ")
    return f"space {number} of {NAMES[half]}" if half in SIDE_OF else where


def card_name(card: str, printed: Box | None = None) -> str:
    """The title of a card with its value, `Erechtheis (1)`; of two that are called so, which: `first Mesoa (3)`."""
    return (printed or box()).card_names.get(card, card)


def words(view: Any, one: str) -> str:
    """The name of a subject. Cards are those of the box that a game is played with, else of the plain one."""
    kind, name = split(one)
    if kind == "card":
        printed = view.box if view is not None else box()
        if play := printed.plays.get(name):
            return f"{play.play}, version {play.version}"
        return card_name(name, printed)
    if kind == "piece":
        piece, _, theater = name.partition("@")
        return f"{piece_name(piece)} in {_HEAPS.get(theater) or name_of(theater)}" if theater else piece_name(piece)
    if kind == "issue":
        return name_of(name.partition("@")[0])
    if kind == "treachery":
        side, _, theater = name.partition("@")
        return f"Treachery of {name_of(side)} in {name_of(theater)}"
    if kind == "way":
        return f"the way between {' and '.join(map(name_of, name.split('-')))}"
    if kind == "track":
        return f"the track of {name_of(name)}"
    if kind == "marker":
        theater, _, number = name.partition(":")
        return f"marker {number} from the top in {name_of(theater)}"
    return name_of(name)


_SEATS = ("seat", "faction", "owner", "placer", "general", "borrower", "opponent", "winners", "order", "by")
_THEATERS = ("theater", "theaters", "origin", "target", "from", "to", "path", "removed")
_PIECES = ("pieces", "unit", "units", "base", "bases", "before", "after", "peloponnesian_naval")
FIELDS: Mapping[str, str] = {
    **dict.fromkeys(_SEATS, "seat"),
    **dict.fromkeys(_THEATERS, "theater"),
    **dict.fromkeys(_PIECES, "piece"),
    **dict.fromkeys(("card", "cards"), "card"),
    **dict.fromkeys(("issue", "issues", "marker", "markers"), "issue"),
    "side": "side",
}


def together(plain: Mapping[str, Any]) -> Iterator[str]:
    """The pieces of a class in a theater."""
    whence = (plain.get("theater"), plain.get("from"), plain.get("origin"), *plain.get("path", ()))
    theater = next((one for one in whence if one is not None), None)
    if theater is None:
        return
    for piece in (plain.get("unit"), *plain.get("pieces", ())):
        if piece is not None:
            yield subject("piece", f"{piece}@{theater}")


NAMING = Naming(words, FIELDS, together, apart=True)
