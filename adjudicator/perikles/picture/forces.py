"""The forces: pools with their owners, the dead pile, which forces are at war or allied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from adjudicator.kernel.subjects import subject
from adjudicator.perikles.names import name_of, words
from adjudicator.perikles.picture.labels import counters_in_words, named, things
from adjudicator.perikles.picture.locations import KINDS
from adjudicator.perikles.state.counters import force_of, of_kind
from adjudicator.perikles.state.position import FORCES, Perikles, pair
from adjudicator.pictures.shapes import INNER, LINE, MARGIN, PADDING, Card, Flow
from adjudicator.pictures.wording import enumerated

_COUNTERS = 190


def pools(view: Perikles, top: int) -> list[Card]:
    """5.01: the pool of each force, with its owners."""
    cards = []
    for force in (force for force in FORCES if force in view.pools):
        card = _line(force, view.pools[force], view.owners(force), "pool", top)
        cards.append(card)
        top = card.bottom + 6
    if view.revolted:
        cards.append(_revolted(view.revolted, top))
    return cards


def _revolted(counter: str, top: int) -> Card:
    # X.08
    card = Card(f"Revolted, back in Sparta's Military box: {counters_in_words([counter])}", top)
    flow = Flow(card, MARGIN + PADDING, top, INNER).words("Revolted, in Sparta's Military box", "faint")
    flow.counters("hoplite", things([counter], "revolted"))
    card.bottom = flow.bottom
    return card


def dead_pile(view: Perikles, top: int) -> list[Card]:
    """6.34: the dead by force; they lie face up."""
    cards: list[Card] = []
    for force in FORCES:
        dead = [counter for counter in view.dead_pile if force_of(counter) == force]
        if dead:
            cards.append(_line(force, dead, [], "", top))
            top = cards[-1].bottom + 6
    return cards


def _line(force: str, counters: list[str], owners: list[str], where: str, top: int) -> Card:
    owned = f" of {enumerated(owners)}" if owners else ""
    card = Card(f"{name_of(force)}{owned}: {counters_in_words(counters)}", top, subject=subject("city", force))
    flow = Flow(card, MARGIN + PADDING, top + 4, INNER - 2 * PADDING).words(name_of(force), "strong")
    flow.x = MARGIN + PADDING + 110
    flow.sign(*owners)
    flow.x = max(flow.x, MARGIN + _COUNTERS)
    for kind in KINDS:
        if there := of_kind(counters, kind):
            flow.counters(kind, things(there, where)).gap(14)
    if not counters:
        flow.words("empty", "faint")
    card.bottom = flow.y + LINE // 2 + 4
    return card.framed()


def relations(view: Perikles, top: int) -> list[Card]:
    """5.35: the pairs that are at war and those that are allied; all others are neutral."""
    cards = []
    for word, relation in (("At war", "war"), ("Allied", "allied")):
        pairs = [both for both in combinations(FORCES, 2) if view.relations.get(pair(*both)) == relation]
        if pairs:
            cards.append(_related(word, pairs, top))
            top = cards[-1].bottom
    return cards


def out_of_the_game(view: Perikles, top: int) -> list[Card]:
    """6.03, 6.41, 6.42: the Location tiles that no side took."""
    return [_listed("Nobody took", [named(view.locations_out)], top)] if view.locations_out else []


def _related(word: str, pairs: Sequence[tuple[str, str]], top: int) -> Card:
    names = [f"{name_of(one)}–{name_of(other)}" for one, other in pairs]
    card = Card(f"{word}: {enumerated(names)}", top)
    flow = Flow(card, MARGIN + PADDING, top, INNER - 2 * PADDING).words(f"{word}:", "strong")
    for (one, other), name in zip(pairs, names, strict=True):
        relation = subject("relation", f"{one}-{other}")
        with card.thing(relation, f"{words(None, relation)}: {word.lower()}"):
            flow.words(name + ("," if name != names[-1] else ""))
    card.bottom = flow.bottom
    return card


def _listed(word: str, things: Iterable[str], top: int) -> Card:
    card = Card(f"{word}: {enumerated(things)}", top)
    flow = Flow(card, MARGIN + PADDING, top, INNER - 2 * PADDING).words(f"{word}:", "strong")
    flow.prose(enumerated(things))
    card.bottom = flow.bottom
    return card
