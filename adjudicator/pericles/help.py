"""What the things of Pericles do."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.rules.help import Does, Help
from adjudicator.kernel.subjects import split
from adjudicator.pericles.components import Box, box
from adjudicator.pericles.words import BASES, HUNDRED, MARKERS, PIECES, THEATERS


def kind_of(view: Any, one: str) -> str:
    """The kind of a subject: of a marker that its reader may not know, that it is a marker."""
    kind, name = split(one)
    printed = view.box if view is not None else box()
    if kind == "piece":
        return _piece(name.partition("@")[0])
    if kind == "issue":
        return name.partition("@")[0]
    if kind == "marker":
        return _marker(view, name)
    if kind == "card":
        return "play" if name in printed.plays else "leader" if name in printed.leaders.values() else "card"
    if kind == "way":
        return _way(printed, name)
    return kind if kind in ("treachery", "track") else ""


def _piece(piece: str) -> str:
    if piece in BASES:
        return "persian_base" if piece == "persian_base" else "base"
    if piece in (HUNDRED, "argive_land"):
        return piece
    return piece.rpartition("_")[2] if piece in PIECES else ""


def _marker(view: Any, name: str) -> str:
    spot, _, number = name.partition(":")
    queue = view.theaters[spot].queue if view is not None and spot in view.theaters else ()
    found = queue[-int(number)].kind if number.isdecimal() and 0 < int(number) <= len(queue) else ""
    return found if found in MARKERS else "marker"


def _way(printed: Box, name: str) -> str:
    ends = {*name.split("-")}
    for one in printed.components.connections:
        if {THEATERS[one.a - 1], THEATERS[one.b - 1]} == ends:
            return one.type
    return ""


_ISSUES = {
    "military": Does(
        "Military",
        "As a marker in a theater: build at home, raid, or lead an expedition that ends in a battle where both are.",
        "9.0-C",
    ),
    "league": Does(
        "League", "As a marker in a theater: build or convert a base, or raise units of your League.", "8.52-A"
    ),
    "diplomatic": Does(
        "Diplomatic", "As a marker in a theater: turn an enemy base to your side, or lay or remove Treachery.", "8.51-A"
    ),
    "oracle": Does(
        "Oracle", "As a marker: 3 Honor; or 1 Honor and an enemy unit less; or Treachery in three theaters.", "8.53-A"
    ),
    "rumor": Does("Rumor", "A marker that does nothing, but nobody knows that before it is turned up.", "8.41-B"),
    "ostracism": Does(
        "Ostracism", "Who wins it gains 3 Honor from their Compatriot, and controls the Side from now on.", "7.1-A"
    ),
    "games": Does("Games", "Who wins it gains 3 Honor at peace, 3 tokens at war.", "7.43-A"),
    "war_peace": Does(
        "War/Peace",
        "Won by one Side it begins the war; both Sides must win it for peace, 10 Honor for each winner.",
        "7.41-A",
    ),
    "citizenship": Does(
        "Citizenship", "Turn a Delian base into an Athenian one: 2 Honor and new units there.", "7.44A"
    ),
    "colony": Does("Colony", "At peace: a new Delian base and units, free, in a theater of yours: 2 Honor.", "7.44B"),
    "krypteia": Does("Krypteia", "Up to six Athenian Treachery markers go, from anywhere.", "7.45A"),
    "agoge": Does("Agoge", "At war: up to three Spartan land units in Sparta.", "7.45B"),
}

_WAYS = {
    "coastal": ("Coastal way", "Land units leave by it if yours hold their own on land, ships if they do at sea."),
    "transport": ("Transport way", "Land units and ships leave by it if yours hold their own at sea."),
    "overland": ("Overland way", "Land units alone leave by it, if yours hold their own on land."),
    "open_sea": ("Open sea", "Ships alone leave by it, if yours hold their own at sea."),
    "coastal_ferry": ("Ferry", "A coastal way: to leave by it land units need a base of yours as well."),
    "coastal_haulway": ("Haulway", "A coastal way: to leave by it ships need a base of yours as well."),
}

_THINGS = {
    "track": Does(
        "Issues",
        "A debate moves an issue toward the winner. After six, each has what is on their half.",
        "6.16-A",
        ("issue", "issues"),
    ),
    "card": Does(
        "Political card",
        "Its value, and the bonus of a line that fits the issue now: that is your total.",
        "6.12-B",
        ("card", "cards"),
    ),
    "leader": Does(
        "Leader",
        "Plays like another card, and may ask the Brain Trust; then out until the next turn.",
        "6.3-A",
        ("Leader",),
    ),
    "play": Does("Aristophanes card", "Opens the turn: it puts issues on the tracks, then has its effects.", "5.11-A"),
    "token": Does(
        "Strategos token",
        "Commands: each moves a unit and counts 1 in a battle. Four left over are 1 Honor.",
        "9.42-A",
        ("token", "tokens"),
    ),
    "honor": Does(
        "Honor", "Your points: the Side with more wins the war, and in it the Faction with more.", "1-C", ("Honor",)
    ),
    "marker": Does(
        "Marker",
        "An issue that was won, face down; or a Rumor. The one on top is resolved first.",
        "8.31-A",
        ("marker", "markers"),
    ),
    "land": Does("Land unit", "Counts 1 in land battles, a Spartan one 2; nothing at sea.", "3.1-D"),
    "naval": Does("Naval unit", "Counts 1 in naval battles, an Athenian one 2; nothing on land.", "3.1-D"),
    "base": Does(
        "Base",
        "Counts 2 in every battle, and supports units; a theater holds three at most.",
        "3.1-D",
        ("base", "bases"),
    ),
    "argive_land": Does("Argive unit", "Counts like a Delian land unit, and never leaves Sparta.", "12.1-B"),
    "three_hundred": Does(
        "The 300", "A Spartan land unit that is a token too: 1 more in every battle where it stands.", "12.4-A"
    ),
    "persian_base": Does(
        "Persian base", "Stands in Persia alone; when Sparta builds it brings ships or land units more.", "9.11-A"
    ),
    "treachery": Does(
        "Treachery",
        "Counts 1 for its Side in every battle in its theater, and helps to turn bases.",
        "9.42-A",
        ("Treachery",),
    ),
    "hostages": Does(
        "Hostages",
        "Taken in a battle. Spent, they put the other Side's War/Peace on its track.",
        "5.33-A",
        ("Hostages", "Hostage"),
    ),
    "state_ship": Does(
        "State Ship", "Once a turn: 1 more for Athens in the battles of one Military issue.", "12.3-A", ("State Ship",)
    ),
}

HELP = Help(
    {**_THINGS, **_ISSUES, **{kind: Does(name, says, "9.32-2") for kind, (name, says) in _WAYS.items()}}, kind_of
)
