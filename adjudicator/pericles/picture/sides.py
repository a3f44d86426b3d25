"""Both Sides with their Factions: Honor, tokens, Favor, the Will of the Assembly, Hostages, what is left to build."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pericles.names import name_of
from adjudicator.pericles.picture.counters import LETTERS, Rack
from adjudicator.pericles.picture.labels import capital, known, place_name
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import capacity, load
from adjudicator.pericles.words import (
    BASES_OF,
    FACTIONS_OF,
    MARKERS,
    THEATERS,
    UNITS_OF,
    FactionName,
    PieceName,
    SideName,
)
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.wording import enumerated

_WILLS = {
    "control": "Control {}",
    "control_or_contest": "Control or contest {}",
    "build_base": "Build a base in {}",
}


def sides(view: Pericles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A card a Side, then one for each of its Factions."""
    cards: list[Card] = []
    for side in view.sides:
        cards.append(_side(view, side, frame, cards[-1].bottom + 8 if cards else top))
        for faction in FACTIONS_OF[side]:
            cards.append(_faction(view, faction, faction == seat, frame, cards[-1].bottom + 4))
    return cards


def _side(view: Pericles, side: SideName, frame: Frame, top: int) -> Card:
    lines = _side_lines(view, side)
    said = f"{name_of(side)}: {'; '.join([*lines, *_pools(view, side)])}"
    card = Card(said, top, subject=subject("side", side))
    flow = frame.flow(card, top + 4, 8).words(name_of(side), "place")
    card.words(f"Honor {view.side_honor(side)}", frame.width - frame.edge - 8, flow.y, "place", "end")
    if frame.shape == "wide":
        flow.line().prose("; ".join(lines))
    else:
        for text in lines:
            flow.line().prose(text)
    card.bottom = flow.bottom
    if view.facts.kind != "political":
        for word, pool in _pools_of(view, side):
            card.bottom = _add_pool(card, word, pool, frame, card.bottom)
    card.bottom += 4
    return card.framed("card", frame)


def _side_lines(view: Pericles, side: SideName) -> list[str]:
    # 2.2-A, 3.2-H, 3.2-F, 5.12, 9.46, 11.2
    aside = f", set aside {view.set_aside[side]}" if view.set_aside[side] else ""
    lines = [f"Stock {view.stock[side]}, Strategy Board {view.board[side]}{aside}"]
    lines.append(f"Deck {len(view.decks[side])}, discards {len(view.discards[side])}")
    if len(view.sides) > 1:
        lines.append(f"Treachery left {view.treachery_left(side)}, load {load(view, side)} of {capacity(view, side)}")
    favor = view.favor[side]
    lines.append(f"Controlling Faction {view.controlling[side]}, Favor {favor or 'neutral'}")
    if view.hostages[side]:
        lines.append("Holds Hostages")
    if side in view.will:
        wanted = view.will[side]
        theater = place_name(THEATERS[wanted.theater - 1])
        void = f" (void, {view.void_will[side]})" if side in view.void_will else ""
        lines.append(f"Will of the Assembly: {_WILLS[wanted.kind].format(theater)}{void}")
    if view.out_of_game[side]:
        lines.append(f"Issues out of the game: {enumerated(capital(name_of(kind)) for kind in view.out_of_game[side])}")
    return lines


def _pools_of(view: Pericles, side: SideName) -> list[tuple[str, Mapping[PieceName, int]]]:
    """2.1-A, 14.43-B, 5.14-F: what is left to be built, what is in the Lost box, what is out of the game."""
    pieces: list[PieceName] = [*BASES_OF[side], *UNITS_OF[side]]
    if side == "sparta":
        pieces.append("persian_base")
    every = (
        ("Reserve", {piece: view.reserve(piece) for piece in pieces}),
        ("Lost", {piece: view.lost.get(piece, 0) for piece in pieces}),
        ("Gone", {piece: view.gone.get(piece, 0) for piece in pieces}),
    )
    return [(word, {p: n for p, n in pool.items() if n > 0}) for word, pool in every if any(pool.values())]


def _pools(view: Pericles, side: SideName) -> list[str]:
    if view.facts.kind == "political":
        return []
    return [
        f"{word} {enumerated(f'{number} {name_of(piece)}' for piece, number in pool.items())}"
        for word, pool in _pools_of(view, side)
    ]


def _add_pool(card: Card, word: str, pool: Mapping[PieceName, int], frame: Frame, top: int) -> int:
    left = frame.edge + 8
    card.words(word, left, top + 13, "weak")
    rack = Rack(card, left + 70, top, frame.inner - 16 - 70)
    for piece, number in pool.items():
        rack.piece(piece, number, word.lower())
    return max(rack.bottom, top + 26)


def _faction(view: Pericles, faction: FactionName, mine: bool, frame: Frame, top: int) -> Card:
    lines = _faction_lines(view, faction)
    governs = ", Controlling" if view.governs(faction) else ""
    head = capital(name_of(faction).removeprefix("the "))
    said = f"{head}{governs}: Honor {view.honor[faction]}; {'; '.join(lines)}"
    card = Card(said, top, subject=subject("seat", faction))
    flow = frame.flow(card, top + 4, 8)
    if governs:
        flow.sign("governs")
    flow.words(head, "firm")
    if mine:
        flow.words("(you)", "weak")
    card.words(str(view.honor[faction]), frame.width - frame.edge - 8, flow.y, "place", "end")
    if frame.shape == "wide":
        flow.gap(20).prose("; ".join(lines))
    else:
        for text in lines:
            flow.line().prose(text)
    card.bottom = flow.bottom + 4
    return card.framed("mine" if mine else "card", frame)


def _faction_lines(view: Pericles, faction: FactionName) -> list[str]:
    """Section 22: tokens and markers as far as the viewer may know them, cards by number."""
    sent = known(view.committed[faction])
    committed = f", committed: {sent}" if sent != "0" else ""
    lines = [f"Tokens behind the shield: {known(view.shields[faction])}{committed}"]
    if view.facts.kind != "theater":
        trust = ", Brain Trust used" if view.brain_trust[faction] else ""
        lines.append(f"Cards in hand {len(view.hands[faction])}, Entourage {len(view.entourages[faction])}{trust}")
    if view.markers[faction]:
        lines.append(f"Markers held {len(view.markers[faction])}: {held(view, faction)}")
    return lines


def held(view: Pericles, faction: FactionName) -> str:
    """The markers that a Faction holds, equal ones together; face down where the viewer may not know them."""
    said = []
    for kind in MARKERS:
        for owner in view.factions:
            number = sum(one.kind == kind and one.owner == owner for one in view.markers[faction])
            if number:
                lent = f" of {owner}" if owner != faction else ""
                said.append(f"{number} {capital(kind)}{lent} ({LETTERS[kind]})")
    down = sum(isinstance(one.kind, Unknown) for one in view.markers[faction])
    return enumerated([*said, *([f"{down} face down"] if down else [])])
