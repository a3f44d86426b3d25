"""The map as text: every theater in play and Persia, with pieces, Treachery and queues as the viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.kernel import Unknown
from adjudicator.kernel.text_board import wrapped
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Marker, Pericles, Theater
from adjudicator.pericles.words import PERSIA, PIECES, SIDES, THEATERS, PieceName, TheaterName

_COLOURS = ("athenian", "delian", "argive", "spartan", "peloponnesian", "persian")
_HUNDRED: PieceName = "three_hundred"


def theaters(view: Pericles) -> list[str]:
    """The theaters in play by their numbers, then Persia where it is in play."""
    rows = [row for name in view.in_play() for row in _theater(view, name)]
    if view.facts.persia_in_play:
        there = view.theaters[PERSIA]
        state = "open to markers" if view.persia_open else "closed to markers"
        rows += [*wrapped("   Persia, ", f"{state}: {_pieces(there)}"), *_queue(there)]
    return ["Theaters (who controls them; pieces; Treachery; queues from the top)", *rows]


def _theater(view: Pericles, name: TheaterName) -> Iterator[str]:
    there, printed = view.theaters[name], view.box.theaters[name]
    kind = printed.type + (", granary" if printed.granary else "")
    head = f"{THEATERS.index(name) + 1:>2} {printed.name} ({kind})"
    yield from wrapped(f"{head:<38}{status_in_words(view, name):<10}", "; ".join([_pieces(there), *_treachery(there)]))
    yield from _queue(there)


def status_in_words(view: Pericles, theater: TheaterName) -> str:
    """3.2-A: who controls a theater."""
    status = view.status(theater, "athens")
    return {"friendly": "Athens", "enemy": "Sparta", "contested": "Contested", "neutral": "Neutral"}[status]


def _pieces(there: Theater) -> str:
    """The pieces of each colour: `Ath 4 land 6 naval 3 base`."""
    parts = []
    for colour in _COLOURS:
        found = [(there.count(piece), piece.partition("_")[2]) for piece in PIECES if piece.startswith(colour)]
        parts += [f"{colour[:3].capitalize()} {' '.join(f'{count} {kind}' for count, kind in found if count)}"]
    named = [part for part in parts if part[-1] != " "] + (["the 300"] if there.count(_HUNDRED) else [])
    return ", ".join(named) or "empty"


def _treachery(there: Theater) -> list[str]:
    numbers = [(side, there.treachery.get(side, 0)) for side in SIDES]
    return [f"Treachery {', '.join(f'{name_of(side)} {n}' for side, n in numbers if n)}"] if there.treachery else []


def _queue(there: Theater) -> list[str]:
    """8.31-A: the top marker first, each with the Side of its colour, who placed it, and what the viewer knows."""
    markers = [f"{name_of(str(m.side))} by {m.placer}: {marker_in_words(m)}" for m in reversed(there.queue)]
    return wrapped("      queue: ", "; ".join(markers)) if markers else []


def marker_in_words(marker: Marker) -> str:
    """A marker in words; `?` where the viewer may not know it."""
    if isinstance(marker.kind, Unknown):
        return "?"
    return f"{marker.kind} of {marker.owner}"


def with_counts(words: Iterable[str]) -> str:
    """Words with how often each stands: `2 military, rumor`."""
    listed = [*words]
    counts = [(listed.count(word), word) for word in dict.fromkeys(listed)]
    return ", ".join(f"{count} {word}" if count > 1 else word for count, word in counts) or "none"
