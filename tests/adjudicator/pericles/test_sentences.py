"""Every event of Pericles is told in a sentence that reads as English, whatever its numbers."""

import re

import msgspec
import pytest

from adjudicator.pericles import TITLE
from adjudicator.pericles.names import name_of
from adjudicator.pericles.words import BASES, FACTIONS, ISSUES, MARKERS, SIDES, THEATERS, UNITS

# by the name of the field where its type says only that it is a word or words
WORDS = {
    "faction": "AF",
    "general": "EK",
    "owner": "EK",
    "opponent": "DF",
    "borrower": "DF",
    "placer": "AK",
    "side": "athens",
    "theater": "isthmus",
    "origin": "hellespont",
    "target": "cyclades",
    "unit": "three_hundred",
    "issue": "war_peace",
    "before": "delian_base",
    "after": "athenian_base",
    "box": "neutral",
    "deed": ("build base", "honor"),
    "mode": "raid",
    "kind": "land",
    "why": "8.53-A",
    "card": "ATH-01",
    "where": "the centre",
    "verb": "remain",
    "status": "War",
    "play": "The Frogs",
    "version": "C",
    "reason": "14-D, the last turn is over",
}
LISTS = {
    "issues": ["war_peace", "oracle", "oracle"],
    "markers": ["military", "rumor", "rumor"],
    "order": ["AF", "EK"],
    "winners": ["AF"],
}
MAPPINGS = {"places": {"AF": 1, "DF": 2, "EK": 3, "AK": 4}, "honor": {"AF": 9, "DF": 2, "EK": 3, "AK": 4}}
RAW = {*(word for word in (*THEATERS, *UNITS, *BASES, *ISSUES, *SIDES) if name_of(word) != word)} - {*MARKERS}


def sample(kind, number):
    """An event of a class, with `number` for every number."""
    values = {}
    for field in msgspec.structs.fields(kind):
        if field.name == "only":
            continue
        values[field.name] = _value(kind, field, number)
    return msgspec.convert(values, kind)


def _value(kind, field, number):
    wanted = str(field.type)
    if field.name in MAPPINGS:
        return MAPPINGS[field.name] if "dict" in wanted else number
    if field.type is int:
        return number
    if field.type is bool:
        return bool(number)
    if "dict" in wanted:
        return {"athens": number, "sparta": number} if "SideName" in wanted or "athens" in wanted else PIECES
    if "list" in wanted:
        return ["athens", "isthmus", "hellespont"] if field.name == "path" else LISTS.get(field.name, ["ATH-01"])
    if (kind.__name__, field.name) in PARTICULAR:
        return PARTICULAR[kind.__name__, field.name]
    return WORDS[field.name]


PIECES = {"three_hundred": 1, "spartan_land": 2}
PARTICULAR = {
    ("OracleSpeaks", "deed"): "remove unit",
    ("LeagueDone", "deed"): "convert base",
    ("WillDeclared", "kind"): "build_base",
    ("MarkerPlacedSecretly", "kind"): "oracle",
    ("MarkerRevealed", "kind"): "oracle",
    ("WithoutEffect", "kind"): "oracle",
    ("Declined", "kind"): "oracle",
    ("Cancelled", "kind"): "oracle",
}


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("kind", TITLE.events, ids=lambda kind: kind.__name__)
def test_a_sentence_reads_as_english(kind, number):
    told = TITLE.sentence(sample(kind, number))
    assert re.fullmatch(r"[A-Z0-9].*\.", told), told
    assert not re.search(r"[{}_]|  |\bNone\b|\[|\b1 (tokens|units|markers|cards|bases)\b", told), told
    assert not [word for word in RAW if re.search(rf"\b{word}\b", told) and word not in ("land", "naval")], told


def test_what_stands_several_times_in_a_list_is_counted():
    held = next(kind for kind in TITLE.events if kind.__name__ == "MarkersHeld")
    told = TITLE.sentence(held(faction="EK", markers=["league", "rumor", "rumor"]))
    assert told == "The Eurypontids hold these markers: League and 2 Rumor."


def test_every_faction_and_marker_has_a_name():
    assert all(name_of(word) != word for word in (*FACTIONS, *MARKERS, *SIDES, *UNITS, *BASES, *ISSUES, *THEATERS))
