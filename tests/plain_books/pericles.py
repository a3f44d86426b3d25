"""A plain book for a Faction of Pericles, of the kind that docs/books.md shows, for each part of a game turn.

Three times a turn a person knows something new: before the deal, when the hand is dealt (debate sheet), and when the
markers are held (placement plan). What a part leaves open is asked.
"""

from __future__ import annotations

from typing import Any

from adjudicator.pericles.assembly.political_cards import known
from adjudicator.pericles.state.card_lines import total_of
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.theater.placement_policy import best_spot
from adjudicator.pericles.words import (
    ENEMY,
    HOME,
    ISSUES,
    LEAGUE_UNITS,
    MARKERS,
    PERSIA,
    SIDE_OF,
    THEATERS,
    UNITS,
    UNITS_OF,
    FactionName,
)

Book = list[dict[str, Any]]
KINDS = ["military", "league", "diplomatic", "oracle", "games"]


def part_of(position: Pericles) -> tuple[int, int]:
    """The turn, and the part of it (0 to 2) for which a book is filed now."""
    asks = position.phase.asks if position.phase else []
    number = min(int(ask.question.removeprefix("D")) for ask in asks)
    return position.turn, 0 if number <= 3 else 1 if number <= 15 else 2


def book(position: Pericles, faction: FactionName) -> Book:
    """The book of a Faction for the part of the turn that begins."""
    part = part_of(position)[1]
    if part == 2:
        return [{"question": "D16", "choose": placements(position, faction)}, *theaters(faction), *upkeep(faction)]
    hand = known(position.hands[faction]) if part else []
    return [*(sheet(position, faction, hand) if part else cards(position, faction)), *upkeep(faction)]


def standing(position: Pericles, faction: FactionName) -> Book:
    """One book for a whole game: of what no list can foresee, the debates go by all cards, the markers by default."""
    deck = [*position.box.decks[SIDE_OF[faction]], position.box.leaders[faction]]
    parts = [*cards(position, faction), *sheet(position, faction, deck), *theaters(faction), *upkeep(faction)]
    return [*parts, {"question": "D2", "default": True}, {"question": "D16", "default": True}]


def cards(position: Pericles, faction: FactionName) -> Book:
    """D1 and D2: what becomes of the Entourage."""
    side = SIDE_OF[faction]
    value = {card: position.box.cards[card].value for card in position.box.decks[side]}
    return [
        {"question": "D1", "choose": [{"cards": [card for card in value if value[card] <= 2]}]},
        {"question": "D2", "choose": [{"cards": sorted(value, key=lambda card: (abs(value[card] - 3), card))}]},
    ]


def sheet(position: Pericles, faction: FactionName, hand: list[str]) -> Book:
    """D4 to D15: the Boule, the debate sheet (20-H) and the political issues."""
    totals = {kind: {card: total_of(position, faction, card, kind) for card in hand} for kind in ISSUES}
    strong = [{"issue": kind, "own": True, "cards": sorted(hand, key=lambda c: -totals[kind][c])} for kind in ISSUES]
    weak = [{"issue": kind, "own": False, "cards": sorted(hand, key=lambda c: totals[kind][c])} for kind in ISSUES]
    return [
        {"question": "D4", "choose": [{"spend": False}]},
        {"question": "D5", "choose": [{"slot": "C", "issues": [*KINDS, *KINDS]}, {"issues": [*KINDS, *ISSUES]}]},
        {"question": "D6", "choose": [{"debate": 1, "issues": ["military", *ISSUES]}, {"issues": [*KINDS, *ISSUES]}]},
        {"question": "D7", "choose": [*strong, *weak]},
        {"question": "D8", "choose": [{"use": True, "at_most": 0}, {"use": False}]},
        {"question": "D9", "choose": [{"stop": False}]},
        {"question": "D10", "choose": [{"moves": []}]},
        *({"question": name, "choose": anywhere()} for name in ("D11", "D12")),
        {"question": "D13", "choose": [{"removed": dict.fromkeys(THEATERS, 6)}]},
        {"question": "D14", "choose": [{"land": 3, "hundred": True}]},
        {"question": "D15", "choose": [{"markers": ["rumor", "diplomatic"]}]},
    ]


def anywhere() -> Book:
    """A unit more in any theater, by land or sea; else nothing."""
    return [*({"theater": name, unit: 1} for unit in ("naval", "land") for name in THEATERS), {}]


def theaters(faction: FactionName) -> Book:
    """D17 to D36: what is done with each issue, whatever lies where."""
    side = SIDE_OF[faction]
    return [
        {"question": "D17", "choose": [{"theaters": [*THEATERS, PERSIA]}]},
        {"question": "D18", "choose": [{"resolve": True}]},
        *({"question": q, "choose": [{"tokens": n}]} for q, n in (("D19", 3), ("D21", 3), ("D22", 1))),
        {"question": "D20", "choose": [{"enemy": 3}]},
        {"question": "D23", "choose": [{"do": deed} for deed in ("build base", "build units", "convert base")]},
        {"question": "D23", "choose": [{"do": "remove treachery", "side": one} for one in (ENEMY[side], side)]},
        {"question": "D24", "choose": [{"do": "honor"}]},
        {"question": "D25", "choose": [{"mode": "build", "theaters": [HOME[side]]}, {"mode": "expedition"}]},
        {"question": "D26", "choose": [{"naval": 2, "land": 2}]},
        *({"question": q, "choose": [{"tokens": n}]} for q, n in (("D27", 3), ("D28", 1), ("D29", 2))),
        {"question": "D30", "choose": [{"gather": {"units": [*UNITS_OF[side]], "leave": 2}}]},
        {"question": "D30", "default": True},
        {"question": "D31", "choose": [{"use": "if it turns a deficit"}]},
        *({"question": q, "choose": [{"classes": [*reversed(UNITS)]}]} for q in ("D32", "D34")),
        {"question": "D33", "choose": [{"first": "city-state"}]},
        {"question": "D35", "choose": [{"fight": True, "ahead": 2}]},
        {"question": "D36", "choose": [{"make": True}]},
    ]


def placements(position: Pericles, faction: FactionName) -> Book:
    """20-I: each marker that is held, Military first, to where it does most now."""
    held = [(kind, one.owner) for kind in MARKERS for one in position.markers[faction] if one.kind == kind]
    return [{"marker": kind, "owner": whose, "theater": best_spot(position, faction, kind)} for kind, whose in held]


def upkeep(faction: FactionName) -> Book:
    """D3 and the End Phase: what may come in any part."""
    league = list(LEAGUE_UNITS[SIDE_OF[faction]])
    return [
        *({"question": name, "choose": [{"units": league}]} for name in ("D3", "D37")),
        {"question": "D38", "choose": [{"moves": []}]},
        {"question": "D39", "choose": [{"units": [*reversed(UNITS_OF[SIDE_OF[faction]])]}]},
    ]
