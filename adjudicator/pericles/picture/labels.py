"""What signs stand for, in words: for screen readers and for headings."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.pericles.names import name_of
from adjudicator.pericles.picture.counters import marker_in_words, pieces_of
from adjudicator.pericles.state.position import Pericles, Spot, Theater
from adjudicator.pericles.words import SIDES, THEATERS
from adjudicator.pictures.wording import enumerated

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
        there = [f"{number} {name_of(piece).removeprefix('the ')}" for piece, number in pieces_of(theater, side)]
        if theater.treachery.get(side):
            there.append(f"{theater.treachery[side]} Treachery")
        if there:
            parts.append(f"{name_of(side)} has {', '.join(there)}")
    if theater.queue:
        parts.append(f"queue from the bottom: {enumerated(marker_in_words(m) for m in theater.queue)}")
    return "; ".join(parts)
