"""Beside the board: the pools with their strengths, who may defend, the dead pile, what is out of the game."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.subjects import subject
from adjudicator.perikles.names import name_of
from adjudicator.perikles.picture.labels import counters_in_words, named, things
from adjudicator.perikles.picture.locations import KINDS, asked_for
from adjudicator.perikles.state.counters import force_of, of_kind
from adjudicator.perikles.state.position import FORCES, Perikles
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.wording import enumerated

_COUNTERS = 96


def pools(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """5.01: the pool of each force, with its owners."""
    cards = []
    for force in (force for force in FORCES if force in view.pools):
        card = _line(force, view.pools[force], view.owners(force), "pool", frame, top)
        cards.append(card)
        top = card.bottom + 4
    if view.revolted:
        cards.append(_revolted(view.revolted, frame, top))
    return cards


def _revolted(counter: str, frame: Frame, top: int) -> Card:
    # X.08
    card = Card(f"Revolted, back in Sparta's Military box: {counters_in_words([counter])}", top)
    flow = frame.flow(card, top, 8).words("Revolted, in Sparta's Military box", "weak")
    flow.counters("hoplite-round", things([counter], "revolted"))
    card.bottom = flow.bottom
    return card


def dead_pile(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """6.34: the dead by force; they lie face up."""
    cards: list[Card] = []
    for force in FORCES:
        dead = [counter for counter in view.dead_pile if force_of(counter) == force]
        if dead:
            cards.append(_line(force, dead, [], "", frame, top))
            top = cards[-1].bottom + 4
    return cards


def _line(force: str, counters: list[str], owners: list[str], where: str, frame: Frame, top: int) -> Card:
    owned = f" of {enumerated(owners)}" if owners else ""
    card = Card(f"{name_of(force)}{owned}: {counters_in_words(counters)}", top, subject=subject("city", force))
    flow = frame.flow(card, top + 3, 8).words(name_of(force), "firm")
    flow.x = flow.left + 66
    flow.sign(*(f"{owner}-small" for owner in owners))
    flow.x = max(flow.x, flow.left + _COUNTERS)
    flow.indent = flow.x - flow.left
    for kind in KINDS:
        if there := of_kind(counters, kind):
            flow.counters(f"{kind}-round", things(there, where)).gap(14)
    if not counters:
        flow.words("empty", "weak")
    card.bottom = flow.bottom + 3
    return card.framed("card", frame)


def permissions(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """5.40, V.11: a line a Location that is asked about."""
    cards: list[Card] = []
    for _, place in view.places():
        if said := asked_for(view, place):
            card = _listed(name_of(place.tile), said, frame, cards[-1].bottom if cards else top)
            card.subject = subject("place", place.tile)
            cards.append(card)
    return cards


def out_of_the_game(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """6.03, 6.41, 6.42: the Location tiles that no side took."""
    return [_listed("Nobody took", [named(view.locations_out)], frame, top)] if view.locations_out else []


def _listed(word: str, things: Iterable[str], frame: Frame, top: int) -> Card:
    card = Card(f"{word}: {'; '.join(things)}", top)
    flow = frame.flow(card, top, 8).words(f"{word}:", "firm").prose("; ".join(things), "line")
    card.bottom = flow.bottom
    return card
