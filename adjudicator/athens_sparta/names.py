"""The names of Athens & Sparta: what people read for a subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.words import SICILY, CardName, HexName
from adjudicator.kernel.subjects import Naming, split


def place_name(hex: HexName, printed: Box | None = None) -> str:
    """`Naupactus`; `the sea south of Athens` where no city or oracle stands."""
    return "Sicily" if hex == SICILY else (printed or box()).places.get(hex, hex)


def card_name(card: CardName, printed: Box | None = None) -> str:
    """`2/Storm`, `5`, as it is printed; cards of the same value are alike."""
    facts = (printed or box()).cards.get(card)
    if facts is None:
        return card
    return f"{facts.mp}/{facts.event.capitalize()}" if facts.event else str(facts.mp)


def block_name(block: str, printed: Box | None = None) -> str:
    """`Thebes hoplite`; of one that its reader may not know, which reports number, `face-down block no. 1` (2.2-C)."""
    _, _, number = block.partition("#")
    unknown = f"face-down block no. {number}" if number else f"block {block}"
    return (printed or box()).block_words.get(block, unknown)


def goal_said(block: str, to: HexName) -> str:
    """`first Thebes hoplite to Megara`."""
    return f"{block_name(block)} to {place_name(to)}"


def choices_said(chosen: Mapping[str, str]) -> str:
    """`first Thebes hoplite withdraws into the city, Megara ship goes on patrol`: what each of several blocks does."""
    return ", ".join(f"{block_name(block)} {DOES[what]}" for block, what in chosen.items()) or "nothing"


def deed_said(deed: str, to: HexName | None) -> str:
    """`retreat to Megara`, `go on patrol`: what a block does in a battle."""
    if deed == "pass":  # 5.1-B
        return "pass: it has nothing to fire at"
    return f"{DEEDS[deed]} to {place_name(to)}" if to else DEEDS[deed]


def words(view: Any, one: str) -> str:
    """The name of a subject, as the components have it that the game is played with, where a view says which."""
    kind, name = split(one)
    printed = view.box if view is not None else box()
    if kind == "place":
        return place_name(name, printed)
    if kind == "card":
        return f"card {card_name(name, printed)}"
    if kind == "block":
        return block_name(name, printed)
    if kind == "rating":
        return _rating_said(name, printed)
    if kind == "own block":
        return f"{block_name(name, printed)}{_stands(view, name)}"
    if kind == "action":
        return ACTIONS.get(name, name)
    return name.capitalize() if kind == "seat" else name.replace("_", " ")


def _rating_said(name: str, printed: Box) -> str:
    """`B4: 4 or less hits`, of a block that has rolled; where its dice leave it open, with its rating in a storm.

    Nothing where they were rolled with other components.
    """
    block, hit, missed = name.split(":")
    facts, siege = printed.blocks.get(block), printed.components.siege_rating
    if facts is None:
        return ""
    storming = {"cavalry": siege.cavalry, "ship": siege.ship}.get(facts.type, facts.rating)
    found = [one for one in dict.fromkeys((facts.rating, storming)) if int(hit) <= int(one[1:]) < int(missed)]
    if not found:
        return ""
    letter, number = found[0][:1], found[0][1:]
    what = f"{number} or less hits" if int(number) > 1 else f"{number} hits"
    return f"{letter}{number}: {what}{f' ({found[1]} in a storm)' if len(found) > 1 else ''}"


def _stands(view: Any, name: str) -> str:
    """` 4/4 in Sparta`: what its owner wants to know who chooses among blocks."""
    block = view.block(name)
    if block is None:
        return ""
    return f" {block.steps}/{view.facts(block).steps} in {place_name(block.place, view.box)}"


POSTURES: Mapping[str, str] = {
    "FIELD": "is in the field",
    "BESIEGED": "is besieged",
    "SIEGING": "lays siege",
    "BLOCKADING": "blockades the port",
    "PATROL": "is on patrol",
}
"""5.0-C."""
DEEDS: Mapping[str, str] = {
    "accept": "accept battle",
    "withdraw": "withdraw into the city",
    "enter": "go into the city",
    "patrol": "go on patrol",
    "fight": "fight",
    "fire": "fire",
    "retreat": "retreat",
    "blockade": "blockade",
    "coastal": "fight along the coast",
    "wait": "wait",
    "pass": "pass",
}
"""5, 6: what blocks may be told to do in a battle."""
DOES: Mapping[str, str] = {
    word: f"{verb}{'es' if verb in ('go', 'pass') else 's'}{' '.join(['', *rest])}"
    for word, (verb, *rest) in ((word, said.split()) for word, said in DEEDS.items())
}
"""The same of one block."""
ACTIONS: Mapping[str, str] = {
    "move": "Operational Move",
    "march": "Strategic Move: March",
    "sea": "Strategic Move: Sea Move",
    "sicily": "Sicily Move",
    "revolt": "Revolt",
    "disband": "disband a block",
    "reinforce": "reinforce a block",
    "build": "build a block",
}
FIELDS: Mapping[str, str] = {
    "action": "action",
    "by": "place",
    "plan.do.block": "own block",
    "seat": "seat",
    "side": "seat",
    "other": "seat",
    "first": "seat",
    "owner": "seat",
    "winner": "seat",
    "scores": "seat",
    "place": "place",
    "hex": "place",
    "places": "place",
    "path": "place",
    "to": "place",
    "from": "place",
    "city": "place",
    "card": "card",
    "cards": "card",
    "block": "block",
    "rated": "rating",
    "blocks": "block",
    "event_card": "event",
}
NAMING = Naming(words, FIELDS, endings=("PP of {seat}",))
